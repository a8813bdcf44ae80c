import { checkSettings, html } from '@plinth/plugin';

/** @import { Field, FieldView, Html, Select, Table } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */

/**
 * A field as the admin shows and edits it: through the type's own field views, with the columns they need.
 *
 * @typedef {object} Cell
 * @property {Field} field
 * @property {Select[]} select
 * @property {readonly string[]} scripts
 * @property {(req: Request, row: Record<string, any>) => Html} render
 * @property {FieldView['control']} control how it is labelled
 */

/** Types whose values are too long or too unusual for a cell; the row's form edits them. */
const FORM_ONLY = new Set(['rich_text', 'json', 'file', 'image', 'many_to_many']);

/** @param {Field} field edited in place or not */
export const inPlace = (field) => !field.auto && !FORM_ONLY.has(field.type);

/** @param {App} app @param {Table} table @param {Field} field @returns {Cell} */
export function showCell(app, table, field) {
  const type = app.registry.fieldType(field.type);
  return cellOf(app, table, field, type.views.list ?? type.views.show, (req, model) => model);
}

/**
 * @param {App} app @param {Table} table @param {Field} field
 * @param {{ id: string, error?: string | null, describedBy?: string | null, typed?: unknown }} place
 * @returns {Cell}
 */
export function editCell(app, table, field, { id, error = null, describedBy = null, typed }) {
  const type = app.registry.fieldType(field.type);
  return cellOf(app, table, field, type.views.edit, (req, model) => ({
    ...model,
    value: typed === undefined ? model.value : typed,
    name: field.name,
    id,
    error,
    describedBy,
    required: field.required,
    choicesUrl: `/admin/tables/${table.name}/choices?field=${table.name}.${field.name}`,
  }));
}

/**
 * @param {App} app @param {Table} table @param {Field} field @param {string} viewName
 * @param {(req: Request, model: any) => any} complete
 * @returns {Cell}
 */
function cellOf(app, table, field, viewName, complete) {
  const view = app.registry.fieldView(viewName);
  const config = checkSettings(view.settings, {});
  // Links to views are for users of the app; clicking a cell of the grid edits it.
  const needs = (view.needs?.(field, config) ?? []).flatMap((need) => ('opens' in need ? [] : need));
  const own = { as: `f_${field.name}`, field: field.name };
  const as = (/** @type {string} */ name) => `f_${field.name}_${name}`;
  return {
    field,
    scripts: view.scripts ?? [],
    control: /** @type {any} */ (view).control ?? 'input',
    select: [
      own,
      ...needs.map((need) =>
        'label' in need
          ? { as: as(need.name), field: field.name, label: /** @type {const} */ (true) }
          : { as: as(need.name), choices: `${table.name}.${field.name}`, limit: need.limit },
      ),
    ],
    render: (req, row) =>
      html`${view.render(
        complete(req, {
          value: row[own.as] ?? null,
          needed: Object.fromEntries(needs.map((need) => [need.name, row[as(need.name)]])),
          field,
          config,
          row,
          rowId: row.id ?? null,
          env: req.ctx.env,
        }),
      )}`,
  };
}
