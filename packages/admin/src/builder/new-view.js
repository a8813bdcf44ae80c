import { AppError, node } from '@plinth/plugin';
import { draftCatalog } from '../layout/draft-catalog.js';
import { newNode } from '../layout/elements.js';
import { withChildren } from '../layout/fitting.js';
import { asView, firstView } from '../making/first-view.js';
import { freeName } from '../objects/names.js';

/** @import { Node, Table, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { DraftViews } from './draft-views.js' */
/** @import { Subject } from '../layout/draft.js' */

/** Kinds of views that the builder makes, by what the palette calls them. */
export const MADE = Object.freeze(['list', 'edit', 'chart', 'board', 'calendar', 'number']);
/** Their rows open and are added: without these views of the same table they come with their own. */
const OPENS = new Set(['list', 'board', 'calendar']);
const OPENED = ['edit', 'show'];
/** People read the label above a form: it is called like its table. */
const NAMED_AS_TABLE = new Set(['list', 'show', 'edit']);

/**
 * An element that shows a new view of a table. The view is part of the draft until it is published.
 *
 * @param {Request} req its catalog has the views of the draft @param {Subject} subject
 * @param {{ template: string, table: string }} wanted @returns {Node}
 * @throws {AppError} VIEW_KIND_UNKNOWN (422); also what the kind lacks, such as a field with a date
 */
export function newView({ ctx: { app, catalog, t } }, subject, { template: kind, table: of }) {
  const { registry } = app;
  if (!MADE.includes(kind) || !registry.has('viewTemplate', kind) || !catalog.hasTable(of)) throw unknownKind();
  const table = catalog.table(of);
  /** @type {DraftViews} */
  const views = {};
  let known = catalog;
  const make = (/** @type {string} */ name) => {
    const template = registry.viewTemplate(name);
    const free = freeName(nameOf(table, name), (one) => known.hasView(one));
    const words = { table: table.label, kind: t(template.label) };
    const label = NAMED_AS_TABLE.has(name) ? table.label : t('admin.making.viewLabel', words);
    const { view } = firstView({ catalog: known, registry, template, table, name: free, label });
    views[free] = { template: name, table: table.name, label, config: view.config };
    const stored = asView(view, template);
    if (stored) known = draftCatalog(known, 'view', stored);
    return free;
  };
  const isThere = (/** @type {string} */ one) =>
    known.views.some((view) => view.table === table.name && view.template === one);
  if (OPENS.has(kind)) for (const one of OPENED) if (!isThere(one)) make(one);
  const view = make(kind);
  const before = newNode(registry, 'embed').settings ?? {};
  const { settings: schema } = registry.element('embed');
  const place = { catalog: known, table: subject.table };
  /** @type {Values} */
  const settings = withChildren(schema, { ...before, view }, before, place);
  return node('embed', { ...settings, views });
}

/** As a table's first views are named: orders, orders_edit. @param {Table} table @param {string} kind */
const nameOf = ({ name }, kind) => (kind === 'list' ? name : `${name}_${kind}`);

const unknownKind = () =>
  new AppError('VIEW_KIND_UNKNOWN', 'The builder can’t make this view', {
    status: 422,
    hint: 'Choose a kind of view that is offered, and a table that still exists',
  });
