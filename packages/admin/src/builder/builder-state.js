import { newNode, onlyIn, paletteOf } from '../layout/elements.js';
import { columnsState } from './columns-state.js';
import { builderPalette } from './palette.js';

/** @import { Element } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/** What the outline shows besides the icons of elements. */
const ICONS = { unknown: 'alert-triangle', wrong: 'alert-triangle', limited: 'eye-off' };

/**
 * What the builder's browser code starts with, as JSON: the draft, and what can be placed in it.
 *
 * @param {Request} req @param {Edited} edited
 * @param {{ draft: Draft, version: number, saved: boolean, select: readonly string[], painted: Awaited<ReturnType<typeof import('./paint.js').paint>> }} open
 *   saved: whether there is a draft at all, or only what is published; select: what the
 *   address names
 */
export function builderState(req, { subject, label, draft: published }, { draft, version, saved, select, painted }) {
  const { t, catalog } = req.ctx;
  const { kind, name, table } = subject;
  const { head: _head, main: _main, properties: _properties, ...rest } = painted;
  return {
    kind,
    name,
    label,
    url: `/admin/build/${kind}s/${name}`,
    page: `/${kind}/${name}`,
    draft,
    base: published,
    version,
    saved,
    asked: select,
    layouts: subject.layouts.map((one) => ({ name: one.name, label: t(one.label) })),
    elements: elementsOf(req, subject),
    table: table ? { name: table.name, label: table.label } : null,
    views: catalog.views.map((one) => ({
      name: one.name,
      label: one.label || one.name,
      template: one.template,
      table: one.table,
    })),
    actions: actionsOf(req),
    icons: Object.fromEntries(Object.entries(ICONS).map(([name, icon]) => [name, req.ctx.app.views.icon(icon).text])),
    ...offersOf(req, subject, draft),
    ...rest,
  };
}

/**
 * What fields, views, actions and pieces there are at the moment.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft
 */
export function offersOf(req, subject, draft) {
  const { catalog } = req.ctx;
  const { table } = subject;
  return {
    fields: table
      ? table.fields.map((one) => ({ name: one.name, label: one.label, type: one.type, target: one.target ?? null }))
      : [],
    columns: columnsState(req, subject),
    palette: builderPalette(req, subject, draft),
    tables: catalog.tables.filter(({ system }) => !system).map((one) => ({ name: one.name, label: one.label })),
  };
}

/**
 * All elements; `offered`: those that can be placed somewhere in this subject. `fresh` is a new one with its defaults and
 * parts, whose ids are replaced when it is placed. `onlyIn`: the elements that it only makes sense in.
 *
 * @param {Request} req @param {Subject} subject
 */
function elementsOf({ ctx: { app, t } }, { table, form }) {
  const { registry } = app;
  const groups = paletteOf(registry, { hasTable: Boolean(table), form });
  const offered = new Set(groups.flatMap((group) => group.elements.map((one) => one.name)));
  return registry.all('element').map((/** @type {Element} */ one) => ({
    name: one.name,
    label: t(one.label),
    group: one.group,
    groupLabel: t(`admin.layout.group.${one.group}`),
    icon: app.views.icon(one.icon).text,
    scope: one.scope,
    offered: offered.has(one.name),
    children: one.children,
    isContainer: one.children !== 'none',
    onlyIn: onlyIn(registry, one.name),
    fresh: newNode(registry, one.name),
    settings: one.settings.map((each) => ({ name: each.name, type: each.type, required: Boolean(each.required) })),
  }));
}

/** @param {Request} req */
function actionsOf({ ctx: { app, t } }) {
  return app.registry.all('action').map((one) => ({ name: one.name, label: t(one.label) }));
}
