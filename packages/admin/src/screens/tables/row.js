import { html } from '@plinth/plugin';
import { rowNotFound, undoOffer } from '@plinth/server/pages';
import { formErrors, partsFor, routed, saves, shows } from '../../frame/index.js';
import { choicesIn, readRow, rowControls } from './row-form.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, FormErrors, Outcome, Request, Tried } from '../../types.d.ts' */

/** One row: its form. */
export const screen = {
  path: '/tables',
  title: 'admin.row.one',
  routes: routed({
    'GET /:table/data/new': shows(showRow),
    'POST /:table/data/new': saves(saveRow, showRow),
    'GET /:table/data/:id': shows(showRow),
    'POST /:table/data/:id': saves(saveRow, showRow),
  }),
};

/** @param {Table} table @param {string} id @returns {string | number} */
export const keyOf = (table, id) => (table.key === 'identity' ? Number(id) : id);

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
    tab: 'data',
    title: id === null ? t('admin.grid.add') : row.title || t('admin.row.of', { id }),
    errors,
    scripts: row.scripts,
    styles: row.styles,
    body: card({
      action: tableUrl(table.name, 'data', id ?? 'new'),
      upload: true,
      submit: t('admin.save'),
      controls: html`${seen && html`<input type="hidden" name="seen" value="${seen}">`}${row.controls}`,
      more: id === null && html`<button class="btn" name="another" value="1">${t('admin.row.another')}</button>`,
      cancel: tableUrl(table.name, 'data'),
      remove: remove || undefined,
      end: history,
    }),
  });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function saveRow(req, form) {
  const { app, t } = req.ctx;
  const actor = req.ctx.changing();
  const table = tableOf(req);
  const id = req.params.id ?? null;
  try {
    const values = await readRow(app, req, table, form);
    const seen = form.get('seen');
    const expect = seen ? { expect: { updated_at: seen } } : {};
    await app.data.rows.bringChoices(actor, { table: table.name, id, values }, choicesIn(app, table, form));
    if (id === null) await app.data.rows.insert(actor, table.name, values);
    else await app.data.rows.update(actor, table.name, keyOf(table, id), values, expect);
  } catch (error) {
    return { errors: rowErrors(req, table, error) };
  }
  const next = form.has('another') ? tableUrl(table.name, 'data', 'new') : tableUrl(table.name, 'data');
  return { next, said: t('admin.saved'), undo: await undoOffer(req) };
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
  const changed = /** @type {Values} */ (error).details?.changed ?? {};
  const theirs = Object.entries(changed).filter(([name]) => table.hasField(name) && !table.field(name).auto);
  const fields = theirs.map(([name, { current }]) => [name, t('admin.row.theirs', { value: String(current ?? '–') })]);
  return { ...errors, hint: t('admin.row.conflict'), fields: Object.fromEntries(fields) };
}
