import { checkSettings } from '@plinth/plugin';
import { changeNode } from '@plinth/builder';
import { draftCatalog } from '../layout/draft-catalog.js';
import { plain } from '../objects/references.js';

/** @import { Catalog, Node, Registry, Values, View } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */

/**
 * A view as a draft has it. With a template it is new and exists only in this draft; without, it is what the draft changes
 * of a published view: null stands for a setting that is left out.
 *
 * @typedef {{ template?: string, table?: string, label?: string, config: Values }} DraftView
 * @typedef {Record<string, DraftView>} DraftViews by name
 * @typedef {Map<string, DraftViews>} ViewsByNode by the id of the element that shows them
 */

/** Where an element keeps them. They are part of the draft alone: published layouts only name views. */
const KEY = 'views';
const NAME = /^[a-z][a-z0-9_]{0,61}$/;
const LONGEST = 80;

/**
 * A draft whose layouts only name views, as published ones do, and the views that it makes or changes.
 *
 * @param {Draft} draft @returns {{ draft: Draft, views: ViewsByNode }} the same draft if it has none
 */
export function splitViews(draft) {
  /** @type {ViewsByNode} */
  const views = new Map();
  /** @param {Node} node @returns {Node} */
  const step = (node) => {
    const children = node.children?.map(step);
    const bare = children?.some((child, i) => child !== node.children?.[i]) ? { ...node, children } : node;
    if (node.settings?.[KEY] === undefined) return bare;
    const { [KEY]: own, ...settings } = node.settings;
    const read = readViews(own);
    if (read) views.set(node.id, read);
    return { ...bare, settings };
  };
  const layouts = Object.fromEntries(Object.entries(draft.layouts).map(([name, root]) => [name, step(root)]));
  const isSame = Object.entries(layouts).every(([name, root]) => root === draft.layouts[name]);
  return { draft: isSame ? draft : { ...draft, layouts }, views };
}

/**
 * The other way. An element that shows another view by now has lost its own.
 *
 * @param {Draft} draft @param {ViewsByNode} views @returns {Draft}
 */
export function joinViews(draft, views) {
  let joined = draft;
  for (const [id, own] of views)
    joined = changeNode(joined, id, (node) =>
      Object.hasOwn(own, node.settings?.view ?? '') ? { ...node, settings: { ...node.settings, [KEY]: own } } : node,
    );
  return joined;
}

/**
 * The draft with its views split off; from here on, the request's catalog has them too, so that they are shown, chosen and
 * checked like any other.
 *
 * @param {Request} req @param {Draft} full @returns {ReturnType<typeof splitViews>}
 */
export function withDraftViews(req, full) {
  const split = splitViews(full);
  const { ctx } = req;
  const bodies = [...split.views.values()].flatMap((own) =>
    viewsOf(own, ctx, /** @type {string[]} */ (split.draft.general.roles ?? [])),
  );
  if (bodies.length > 0) ctx.catalog = draftCatalog(ctx.catalog, 'view', ...bodies);
  return split;
}

/**
 * The views of an element as the catalog would have them.
 *
 * @param {DraftViews} own @param {{ catalog: Catalog, app: { registry: Registry } }} around @param {readonly string[]} roles
 * @returns {View[]}
 */
function viewsOf(own, { catalog, app: { registry } }, roles) {
  return Object.entries(own).flatMap(([name, one]) => {
    const body = one.template ? newBody(name, one, catalog, roles) : changedBody(name, one, catalog);
    if (!body || !registry.has('viewTemplate', body.template)) return [];
    return [withDefaults({ id: '', ...body }, registry)];
  });
}

/**
 * A view that is new as the edit `add-view` takes it; null if its table is gone.
 *
 * @param {string} name @param {DraftView} one @param {Catalog} catalog @param {readonly string[]} roles
 */
export function newBody(name, { template = '', table = '', label = '', config }, catalog, roles) {
  if (!catalog.hasTable(table)) return null;
  const { app } = catalog.table(table);
  return { name, label, description: '', app, roles: [...roles], template, table, config };
}

/** @param {string} name @param {DraftView} one @param {Catalog} catalog */
export function changedBody(name, { label, config }, catalog) {
  if (!catalog.hasView(name)) return null;
  const stored = plain(catalog.view(name));
  const kept = Object.entries({ ...stored.config, ...config }).filter(([, value]) => value !== null);
  return { ...stored, ...(label !== undefined && { label }), config: Object.fromEntries(kept) };
}

/** What is not complete yet is shown as far as it goes. @param {any} body @param {Registry} registry @returns {View} */
function withDefaults(body, registry) {
  try {
    return { ...body, config: checkSettings(registry.viewTemplate(body.template).settings, body.config) };
  } catch {
    return body;
  }
}

/** Browsers and clipboards may send anything. @param {any} sent @returns {DraftViews | null} */
function readViews(sent) {
  if (!isRecord(sent)) return null;
  const read = Object.entries(sent).flatMap(([name, one]) => {
    if (!NAME.test(name) || !isRecord(one) || !isRecord(one.config)) return [];
    const { template, table, label, config } = one;
    const texts = { template, table, label };
    if (Object.values(texts).some((text) => text !== undefined && typeof text !== 'string')) return [];
    return [[name, { ...texts, ...(label !== undefined && { label: label.slice(0, LONGEST) }), config }]];
  });
  return read.length > 0 ? Object.fromEntries(read) : null;
}

/** @param {any} value */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
