import { createRouter } from '../../../http/router.js';
import { formErrors, noErrors } from '../../run-edit.js';
import { renderAdmin } from '../../page.js';
import { editCell, inPlace, showCell } from './cells.js';
import { readRow, rowControls } from './row-form.js';
import { tablePage, tableUrl } from './table-page.js';
import { AppError, phrase } from '@plinth/plugin';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.row.one', routes };

/** One row: its form, and one cell of it for the grid. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/data/new', (req, res) => showRow(app, req, res, null, null, noErrors()));
  router.post('/:table/data/new', (req, res) => saveRow(app, req, res, null));
  router.get('/:table/data/:id', (req, res) => showRow(app, req, res, req.params.id, null, noErrors()));
  router.post('/:table/data/:id', (req, res) => saveRow(app, req, res, req.params.id));
  router.get('/:table/data/:id/cell/:field', (req, res) => showEditCell(app, req, res, undefined, noErrors()));
  router.post('/:table/data/:id/cell/:field', async (req, res) => {
    const { table, field } = cellAt(req);
    const form = await req.form();
    try {
      const value = form.values[field.name] ?? null;
      await app.data.rows.update(req.ctx.actor, table.name, keyOf(table, req.params.id), { [field.name]: value });
    } catch (error) {
      return showEditCell(app, req, res, form.values[field.name], formErrors(error, req.ctx.t));
    }
    const cell = showCell(app, table, field);
    return res.html(cell.render(req, await cellRow(req, table, cell.select)));
  });
  return router;
}

/** @param {Table} table @param {string} id @returns {string | number} */
export const keyOf = (table, id) => (table.key === 'identity' ? Number(id) : id);

/** @param {Request} req @returns {{ table: Table, field: Field }} */
function cellAt(req) {
  const table = req.ctx.catalog.table(req.params.table);
  const field = table.field(req.params.field);
  if (inPlace(field)) return { table, field };
  throw new AppError('FIELD_NOT_IN_PLACE', phrase`"${field.label}" can't be edited in the grid`, {
    status: 422,
    hint: 'Open the row to edit it',
  });
}

/** @param {Request} req @param {Table} table @param {any[]} select */
async function cellRow(req, table, select) {
  const where = { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'id' } };
  const id = keyOf(table, req.params.id);
  const [result] = await req.ctx.select([{ spec: { table: table.name, select, where, limit: 1 }, params: { id } }]);
  if (result.rows[0]) return result.rows[0];
  throw rowNotFound(table, req.params.id);
}

/** @param {Table} table @param {string} id */
const rowNotFound = (table, id) =>
  new AppError('ROW_NOT_FOUND', phrase`${table.label} has no row ${id}`, {
    status: 404,
    hint: 'It may have been deleted in the meantime',
  });

/** @param {App} app @param {Request} req @param {Response} res @param {any} typed @param {FormErrors} errors */
async function showEditCell(app, req, res, typed, errors) {
  const { table, field } = cellAt(req);
  const error = errors.fields[field.name] ?? errors.message;
  const id = `cell-${req.params.id}-${field.name}`;
  const cell = editCell(app, table, field, {
    id,
    error: error || null,
    describedBy: error ? `${id}-error` : null,
    typed,
  });
  const control = cell.render(req, await cellRow(req, table, cell.select));
  res.html(renderAdmin(app, req, 'tables/cell', { control, error, id, label: field.label, check: cell.control }), {
    status: errors.status,
  });
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {string | null} id
 * @param {Record<string, any> | null} values @param {FormErrors} errors @param {string | null} [typedSeen] of the form that comes back
 */
async function showRow(app, req, res, id, values, errors, typedSeen) {
  const { t, catalog } = req.ctx;
  const table = catalog.table(req.params.table);
  const { controls, scripts, found, seen, title } = await rowControls(app, req, table, {
    id,
    values,
    errors: errors.fields,
  });
  if (!found) throw rowNotFound(table, String(id));
  return tablePage(app, req, res, table, {
    tab: 'data',
    title: id === null ? t('admin.grid.add') : title || t('admin.row.of', { id }),
    template: 'tables/row',
    errors,
    scripts,
    model: {
      id,
      controls,
      seen: typedSeen || seen,
      history: id !== null && table.history ? tableUrl(table.name, 'data', id, 'history') : null,
      action: tableUrl(table.name, 'data', id ?? 'new'),
      back: tableUrl(table.name, 'data'),
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {string | null} id */
async function saveRow(app, req, res, id) {
  const table = req.ctx.catalog.table(req.params.table);
  const form = await req.form();
  try {
    const values = await readRow(app, req, table, form);
    const seen = form.get('seen');
    const expect = seen ? { expect: { updated_at: seen } } : {};
    if (id === null) await app.data.rows.insert(req.ctx.actor, table.name, values);
    else await app.data.rows.update(req.ctx.actor, table.name, keyOf(table, id), values, expect);
  } catch (error) {
    const errors = rowErrors(req, table, error);
    // Who was told of the other's changes puts his own on top of them; nobody else may.
    const seen = errors.code === 'ROW_CONFLICT' ? null : form.get('seen');
    return showRow(app, req, res, id, { ...form.values }, errors, seen);
  }
  res.flash(req.ctx.t('admin.saved'));
  res.redirect(form.has('another') ? tableUrl(table.name, 'data', 'new') : tableUrl(table.name, 'data'));
}

/** Somebody changed the row meanwhile: his values are told beside the fields, and saving again puts these on top. @param {Request} req @param {Table} table @param {unknown} error @returns {FormErrors} */
function rowErrors({ ctx: { t } }, table, error) {
  const errors = formErrors(error, t);
  if (errors.code !== 'ROW_CONFLICT') return errors;
  const changed = /** @type {any} */ (error).details?.changed ?? {};
  const theirs = Object.entries(changed).filter(([name]) => table.hasField(name) && !table.field(name).auto);
  const fields = theirs.map(([name, { current }]) => [name, t('admin.row.theirs', { value: String(current ?? '–') })]);
  return { ...errors, hint: t('admin.row.conflict'), fields: Object.fromEntries(fields) };
}
