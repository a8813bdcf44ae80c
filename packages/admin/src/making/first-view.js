import { checkSettings } from '@plinth/plugin';
import { freeName } from '../objects/names.js';

/** @import { Catalog, Registry, Table, View, ViewTemplate, Values } from '@plinth/plugin' */

/** Views of a table that others link to. */
const LINKED = /** @type {const} */ (['list', 'show', 'edit']);

/**
 * A new view of a table with its template's own choices, and the views that it can't do without: a list beside a detail
 * view needs the detail view.
 *
 * @param {{ catalog: Catalog, registry: Registry, template: ViewTemplate, table: Table | null, name: string,
 *   label: string, taken?: (name: string) => boolean }} wanted
 *   taken: names of views that are made along
 * @returns {{ view: Values, needed: Values[] }} as the edit `add-view` takes them
 */
export function firstView({ catalog, registry, template, table, name, label, taken = () => false }) {
  const links = linksOf(catalog, table);
  const make = (/** @type {ViewTemplate} */ kind, /** @type {string} */ as, /** @type {Values} */ known) =>
    bodyOf(kind, { catalog, registry, table, name: as, label, links: known });
  const view = make(template, name, links);
  if (!table) return { view, needed: [] };
  const missing = template.settings.find((one) => one.type === 'view' && one.required && !view.config[one.name]);
  const kind = missing?.viewTemplates?.[0] ?? 'show';
  if (!missing || !registry.has('viewTemplate', kind)) return { view, needed: [] };
  const free = freeName(`${table.name}_${kind}`, (one) => one === name || taken(one) || catalog.hasView(one));
  const needed = { ...make(registry.viewTemplate(kind), free, links), label: table.label };
  return { view: make(template, name, { ...links, [kind]: free }), needed: [needed] };
}

/**
 * The required settings of a template, which are asked first; layouts are drawn later.
 *
 * @param {ViewTemplate} template
 */
export const firstSettings = ({ settings }) =>
  settings.filter(({ type, required, showIf }) => required && type !== 'layout' && type !== 'list' && !showIf);

/** @param {Catalog} catalog @param {Table | null} table @returns {Record<string, string>} */
function linksOf(catalog, table) {
  const found = LINKED.map((kind) =>
    catalog.views.find((view) => view.table === table?.name && view.template === kind),
  );
  return Object.fromEntries(found.flatMap((view) => (view ? [[view.template, view.name]] : [])));
}

/**
 * @param {ViewTemplate} template
 * @param {{ catalog: Catalog, registry: Registry, table: Table | null, name: string, label: string,
 *   links: Record<string, string> }} about
 */
function bodyOf(template, { catalog, registry, table, name, label, links }) {
  const config = template.defaults(/** @type {any} */ (table), { catalog, registry, links });
  return {
    name,
    label,
    description: '',
    app: table?.app ?? null,
    roles: /** @type {string[]} */ ([]),
    template: template.name,
    table: table?.name ?? null,
    config,
  };
}

/**
 * A view that is not stored yet as plans want it, or null if its settings are not complete.
 *
 * @param {any} body @param {ViewTemplate} template @returns {View | null}
 */
export function asView(body, template) {
  try {
    return { ...body, id: '', config: checkSettings(template.settings, body.config) };
  } catch {
    return null;
  }
}
