import { html } from '@plinth/plugin';
import { undoImport } from '@plinth/server/pages';
import { buttons, column, does, formErrors, partsFor, routed } from '../../frame/index.js';
import { doneText } from './import-counts.js';
import { tableOf, tableUrl } from './table-page.js';

/** @import { Html, Table, Values } from '@plinth/plugin' */
/** @import { Form, Outcome, Request } from '../../types.d.ts' */

/** Takes an import back as a whole. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.import',
  routes: routed({ 'POST /:table/import-undo': does(undo), 'POST /:table/import-remove': does(removeMade) }),
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

/** What the import has made goes as well. @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function removeMade(req, form) {
  const { app, author, t } = req.ctx;
  const table = tableOf(req);
  try {
    await app.data.csv.removeMade(author, form.get('id') ?? '');
    return { next: '/admin/tables', said: t('admin.import.tableGone', { table: table.label }) };
  } catch (error) {
    const { message, hint } = formErrors(error, t);
    return { next: tableUrl(table.name, 'import'), said: [message, hint].filter(Boolean).join('. '), kind: 'danger' };
  }
}

/** @param {Request} req @param {Table} table @param {string} id of an import @returns {Html} */
function removeForm(req, table, id) {
  const { t, icon, post } = partsFor(req);
  return post(tableUrl(table.name, 'import-remove'), html`${icon('trash')} ${t('admin.import.remove')}`, {
    form: 'd-inline',
    style: 'btn btn-ghost-danger',
    fields: { id },
    confirm: t('admin.import.removeConfirm', { table: table.label }),
  });
}

/**
 * @param {Request} req @param {Table} table @param {string} id of an import
 * @param {{ style?: string, back?: string, says?: string }} [options] back: the screen to return to; says: what it undoes
 * @returns {Html}
 */
export function undoForm(req, table, id, { style = 'btn', back, says } = {}) {
  const { t, icon, post } = partsFor(req);
  return post(tableUrl(table.name, 'import-undo'), html`${icon('arrow-back-up')} ${t('admin.import.undo')}`, {
    form: 'd-inline',
    style,
    says,
    fields: { id, return: back },
    confirm: t('admin.import.undoConfirm'),
  });
}

/** The last imports of a table. @param {Request} req @param {Table} of @returns {Promise<Html | null>} null: there are none */
export async function lastImports(req, of) {
  const { app, author, formats } = req.ctx;
  const { t, table } = partsFor(req);
  const imports = await app.data.csv.imports(author, of.name);
  if (imports.length === 0) return null;
  const state = (/** @type {{ isUndone: boolean, isFinished: boolean }} */ one) =>
    one.isUndone ? t('admin.import.isUndone') : one.isFinished ? '' : t('admin.import.isBrokenOff');
  const unused = imports.filter((/** @type {Values} */ { isMaker, isUndone }) => isMaker && isUndone);
  const offers = await Promise.all(
    unused.map(async (/** @type {Values} */ { id }) => ((await app.data.csv.unusedTable(author, id)) ? id : null)),
  );
  const button = (/** @type {Values} */ { id, isUndone }) => {
    if (!isUndone) return undoForm(req, of, id);
    return offers.includes(id) ? removeForm(req, of, id) : null;
  };
  const list = table(
    'admin.import.last',
    [
      column('admin.import.when', ({ startedAt }) => formats.dateTime(new Date(startedAt).toISOString())),
      column('admin.csv.result', (one) => html`${doneText(req, one)} ${state(one)}`),
      buttons(button),
    ],
    imports,
  );
  return html`<h2 class="h3 mt-4">${t('admin.import.last')}</h2>${list}`;
}
