import { html } from '@plinth/plugin';
import { undoImport } from '../../../changes/undo-import.js';
import { does, formErrors, partsFor, routed } from '../../frame/index.js';
import { doneText } from './import-counts.js';
import { tableOf, tableUrl } from './table-page.js';

/** @import { Html, Table } from '@plinth/plugin' */
/** @import { Form, Outcome, Request } from '../../types.d.ts' */

/** Takes an import back as a whole. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.import',
  routes: routed({ 'POST /:table/import-undo': does(undo) }),
};

/** The screen of all changes has the button, too. */
export const HISTORY = '/admin/history';

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function undo(req, form) {
  const table = tableOf(req);
  const next = form.get('return') === HISTORY ? HISTORY : tableUrl(table.name, 'import');
  try {
    return { next, ...(await undoImport(req, table, form.get('id') ?? '')) };
  } catch (error) {
    return { next, said: formErrors(error, req.ctx.t).message, kind: 'danger' };
  }
}

/**
 * @param {Request} req @param {Table} table @param {string} id of an import
 * @param {{ style?: string, back?: string, says?: string }} [options] back: the screen to return to; says: what it undoes
 * @returns {Html}
 */
export function undoForm(req, table, id, { style = 'btn', back = '', says } = {}) {
  const { t, icon } = partsFor(req);
  return html`<form method="post" action="${tableUrl(table.name, 'import-undo')}" class="d-inline"><input type="hidden" name="id" value="${id}">
    ${back && html`<input type="hidden" name="return" value="${back}">`}
    <button class="${style}" ${says && html`aria-label="${says}"`} data-confirm="${t('admin.import.undoConfirm')}">${icon('arrow-back-up')} ${t('admin.import.undo')}</button></form>`;
}

/** The last imports of a table. @param {Request} req @param {Table} table @returns {Promise<Html | null>} null: there are none */
export async function lastImports(req, table) {
  const { app, author, formats } = req.ctx;
  const { t, headings } = partsFor(req);
  const imports = await app.data.csv.imports(author, table.name);
  if (imports.length === 0) return null;
  const state = (/** @type {{ isUndone: boolean, isFinished: boolean }} */ one) =>
    one.isUndone ? t('admin.import.isUndone') : one.isFinished ? '' : t('admin.import.isBrokenOff');
  const lines = imports.map(
    (/** @type {any} */ one) => html`<tr><td>${formats.dateTime(new Date(one.startedAt).toISOString())}</td>
      <td>${doneText(req, one)} ${state(one)}</td>
      <td class="text-end">${one.isUndone ? null : undoForm(req, table, one.id)}</td></tr>`,
  );
  return html`<section class="card mt-3"><div class="card-body pb-0"><h2>${t('admin.import.last')}</h2></div>
    <div class="table-responsive"><table class="table adm-list mb-0">
    ${headings(t('admin.import.when'), t('admin.csv.result'), '')}<tbody>${lines}</tbody></table></div></section>`;
}
