import { AppError, html, phrase } from '@plinth/plugin';
import { formErrors, partsFor, renderAdmin, routed, saves, shows } from '../../frame/index.js';
import { editCell, inPlace, showCell } from './cells.js';
import { readRow, rowControls } from './row-form.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { AdminPage, Form, FormErrors, Outcome, Request, Response, Tried } from '../../types.d.ts' */

/** One row: its form, and one cell of it for the grid. */
export const screen = {
  path: '/tables',
  title: 'admin.row.one',
  routes: routed({
    'GET /:table/data/new': shows(showRow),
    'POST /:table/data/new': saves(saveRow, showRow),
    'GET /:table/data/:id': shows(showRow),
    'POST /:table/data/:id': saves(saveRow, showRow),
    'GET /:table/data/:id/cell/:field': shows(showEditCell),
    'POST /:table/data/:id/cell/:field': saves(saveCell, showEditCell),
  }),
};

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

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function saveCell(req, form) {
  const { app, actor } = req.ctx;
  const { table, field } = cellAt(req);
  const value = form.values[field.name] ?? null;
  await app.data.rows.update(actor, table.name, keyOf(table, req.params.id), { [field.name]: value });
  const cell = showCell(app, table, field);
  return cell.render(req, await cellRow(req, table, cell.select));
}

/** @param {Request} req @param {Tried} tried @param {Response} res */
async function showEditCell(req, { form, errors }, res) {
  const { table, field } = cellAt(req);
  const error = errors.fields[field.name] ?? errors.message;
  const id = `cell-${req.params.id}-${field.name}`;
  const notes = { id, error: error || null, describedBy: error ? `${id}-error` : null };
  const cell = editCell(req.ctx.app, table, field, { ...notes, typed: form?.values[field.name] });
  const control = cell.render(req, await cellRow(req, table, cell.select));
  const model = { control, error, id, label: field.label };
  res.html(renderAdmin(req, 'tables/cell', model), { status: errors.status });
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showRow(req, { form, errors }) {
  const { app, t } = req.ctx;
  const { icon, form: card } = partsFor(req);
  const table = tableOf(req);
  const id = req.params.id ?? null;
  const values = form && { ...form.values };
  const row = await rowControls(app, req, table, { id, values, errors: errors.fields });
  if (!row.found) throw rowNotFound(table, String(id));
  // Only somebody who was shown the other's changes may overwrite them.
  const seen = (errors.code !== 'ROW_CONFLICT' && form?.get('seen')) || row.seen;
  const history =
    id !== null &&
    table.history &&
    html`<a class="btn ms-auto" href="${tableUrl(table.name, 'data', id, 'history')}">${icon('history')} ${t('admin.row.history')}</a>`;
  const remove = id !== null &&
    !table.system && {
      url: `${tableUrl(table.name, 'data', 'delete')}?id=${encodeURIComponent(id)}`,
      label: t('admin.row.delete'),
      asks: true,
    };
  return tablePage(req, table, {
    ...{ tab: 'data', title: id === null ? t('admin.grid.add') : row.title || t('admin.row.of', { id }) },
    ...{ errors, scripts: row.scripts },
    body: card({
      ...{ action: tableUrl(table.name, 'data', id ?? 'new'), upload: true, submit: t('admin.save') },
      controls: html`${seen && html`<input type="hidden" name="seen" value="${seen}">`}${row.controls}`,
      more: id === null && html`<button class="btn" name="another" value="1">${t('admin.row.another')}</button>`,
      ...{ cancel: tableUrl(table.name, 'data'), remove: remove || undefined, end: history },
    }),
  });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function saveRow(req, form) {
  const { app, actor, t } = req.ctx;
  const table = tableOf(req);
  const id = req.params.id ?? null;
  try {
    const values = await readRow(app, req, table, form);
    const seen = form.get('seen');
    const expect = seen ? { expect: { updated_at: seen } } : {};
    if (id === null) await app.data.rows.insert(actor, table.name, values);
    else await app.data.rows.update(actor, table.name, keyOf(table, id), values, expect);
  } catch (error) {
    return { errors: rowErrors(req, table, error) };
  }
  const next = form.has('another') ? tableUrl(table.name, 'data', 'new') : tableUrl(table.name, 'data');
  return { next, said: t('admin.saved') };
}

/**
 * Somebody else changed the row meanwhile: their values are shown beside the fields, and saving again overwrites them.
 *
 * @param {Request} req @param {Table} table @param {unknown} error
 * @returns {FormErrors}
 */
function rowErrors({ ctx: { t } }, table, error) {
  const errors = formErrors(error, t);
  if (errors.code !== 'ROW_CONFLICT') return errors;
  const changed = /** @type {any} */ (error).details?.changed ?? {};
  const theirs = Object.entries(changed).filter(([name]) => table.hasField(name) && !table.field(name).auto);
  const fields = theirs.map(([name, { current }]) => [name, t('admin.row.theirs', { value: String(current ?? '–') })]);
  return { ...errors, hint: t('admin.row.conflict'), fields: Object.fromEntries(fields) };
}
