import {
  AppError,
  cellAttributes,
  cellKind,
  cellKey,
  cellText,
  checkSettings,
  formatted,
  html,
  mayAddChoices,
  raw,
} from '@plinth/plugin';
import { readExpression } from '@plinth/expressions';
import { knownFields } from './known-fields.js';

/** @import { Catalog, CellKind, Field, FieldView, Html, Select, Table } from '@plinth/plugin' */
/** @import { EditedField } from '@plinth/server/pages' */
/** @import { App, Request } from '../../types.d.ts' */

/**
 * A field as the admin shows and edits it: through the type's own field views, with the columns they need.
 *
 * @typedef {object} Cell
 * @property {Field} field
 * @property {Select[]} select
 * @property {readonly string[]} scripts
 * @property {readonly string[]} styles
 * @property {(req: Request, row: Record<string, any>) => Html} render
 * @property {FieldView['control']} control how it is labelled
 */

/**
 * The fields that the cells of the grid edit.
 *
 * @param {App} app @param {Table} table @returns {Map<string, EditedField>}
 */
export function editedFields(app, table) {
  return new Map(
    table.system
      ? []
      : knownFields(app.registry, table).flatMap((field) => {
          const kind = cellKind(app.registry.fieldType(field.type), field);
          return kind ? [[field.name, { field, kind }]] : [];
        }),
  );
}

/**
 * A cell of the grid, with what its script needs to edit it.
 *
 * @param {App} app @param {Catalog} catalog @param {Table} table @param {Field} field
 * @returns {Cell & { kind: CellKind | null, attributes: (req: Request, row: Record<string, any>, shown: Html) => Html }}
 */
export function showCell(app, catalog, table, field) {
  const type = app.registry.fieldType(field.type);
  const kind = table.system ? null : cellKind(type, field);
  const cell = cellOf(app, table, field, type.views.list ?? type.views.show, (req, model) => model);
  const label = { as: `e_${field.name}`, field: field.name, label: true };
  const rules = rulesOf(catalog, table, field);
  return {
    ...cell,
    kind,
    select: [
      ...cell.select,
      ...(kind === 'lookup' ? [label] : []),
      ...rules.map(({ as, rule }) => ({ as, expression: rule.when })),
    ],
    render(req, row) {
      const shown = cell.render(req, row);
      const found = rules.find(({ as }) => row[as] === true);
      return found ? formatted(found.rule, shown) : shown;
    },
    attributes(req, row, shown) {
      if (!kind) return html``;
      const value = row[`f_${field.name}`] ?? null;
      const text = cellText(type, field, kind, value, { formats: req.ctx.formats, label: row[label.as] });
      // Safe: values are escaped where they are put in.
      return raw(cellAttributes(kind, text, cellKey(kind, value, req.ctx.formats), shown));
    },
  };
}

/**
 * The field's rules of conditional formatting; one that is broken is shown as a problem, not here.
 *
 * @param {Catalog} catalog @param {Table} table @param {Field} field
 */
function rulesOf(catalog, table, { name, formatting = [] }) {
  return formatting.flatMap((rule, i) => {
    try {
      readExpression(rule.when, { catalog, table, result: ['bool'] });
      return { as: `m_${name}_${i}`, rule };
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  });
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
    required: field.required && !mayAddChoices(table, field, req.ctx.actor),
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
  const needs = (view.needs?.(field, config) ?? []).flatMap((need) =>
    'opens' in need || 'creates' in need ? [] : need,
  );
  const own = { as: `f_${field.name}`, field: field.name };
  const as = (/** @type {string} */ name) => `f_${field.name}_${name}`;
  return {
    field,
    scripts: view.scripts ?? [],
    styles: view.styles ?? [],
    control: view.control ?? 'input',
    select: [
      own,
      ...needs.map((need) =>
        'label' in need
          ? { as: as(need.name), field: field.name, label: /** @type {const} */ (true) }
          : 'field' in need
            ? { as: as(need.name), field: `${field.name}.${need.field}` }
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
