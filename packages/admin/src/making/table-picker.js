import { html } from '@plinth/plugin';
import { openForm, partsFor } from '../frame/index.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Form, Request } from '@plinth/server/types' */

/**
 * The table that something new is about: chosen before, in a form of its own, because all else depends on it.
 *
 * @param {Request} req @param {{ action: string, table: Table | null, chosen: string }} picker chosen: the starting point
 */
export function tablePicker(req, { action, table, chosen }) {
  const { t, catalog } = req.ctx;
  const { options } = partsFor(req);
  const tables = catalog.tables.map(({ name, label }) => ({ value: name, label }));
  return html`${openForm({ class: 'adm-first-table d-flex gap-2 align-items-end mb-3', method: 'get', action, fields: { template: chosen }, attrs: { 'data-adm-first-table': true } })}
    <div><label class="form-label" for="first-table">${t('admin.kind.table')}</label>
    <select class="form-select" id="first-table" name="table">${options(tables, table?.name)}</select></div>
    <button class="btn">${t('admin.making.show')}</button></form>`;
}

/**
 * The table in the address or in the form; at first the first of one's own.
 *
 * @param {Request} req @param {{ form: Form | null }} tried @returns {Table | null}
 */
export function pickedTable({ query, ctx: { catalog } }, { form }) {
  const name = form ? form.get('table') : query.get('table');
  if (name && catalog.hasTable(name)) return catalog.table(name);
  return form ? null : (catalog.tables.find(({ system }) => !system) ?? null);
}
