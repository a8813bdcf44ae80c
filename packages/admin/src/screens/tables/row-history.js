import { routed, shows, tries } from '../../frame/index.js';
import { whoOf } from './deleted-rows.js';
import { historyText } from '@plinth/server/pages';
import { keyOf } from './row.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Field, Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request } from '../../types.d.ts' */

/** Who changed what in a row, and restoring earlier versions. */
export const screen = {
  path: '/tables',
  title: 'admin.row.history',
  routes: routed({
    'GET /:table/data/:id/history': shows(show),
    'POST /:table/data/:id/history': tries(restore, urlOf),
  }),
};

/** @param {Request} req */
function urlOf(req) {
  return tableUrl(tableOf(req).name, 'data', req.params.id, 'history');
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function restore(req, form) {
  const { app, author, t } = req.ctx;
  const table = tableOf(req);
  const before = form.get('before');
  const which = { before: before !== null };
  await app.data.history.restore(author, table.name, keyOf(table, req.params.id), before ?? form.get('entry'), which);
  return { next: urlOf(req), said: t('admin.row.restored') };
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { app, t, formats, actor } = req.ctx;
  const { id } = req.params;
  const table = tableOf(req);
  /** @type {any[]} */
  const entries = await app.data.history.list(actor, table.name, keyOf(table, id), { limit: 100 });
  const say = await historyText(app, req, table, entries);
  return tablePage(req, table, {
    tab: 'data',
    title: t('admin.row.historyOf', { id }),
    icon: 'history',
    template: 'tables/row-history',
    model: {
      entries: entries.map((entry, at) => ({
        id: entry.id,
        // No entry has the values before the first one: the row is older than its history.
        first: at === entries.length - 1 && entry.operation === 'update',
        what: t(`admin.row.did.${entry.operation}`),
        about: `${whoOf(req, entry)} · ${formats.dateTime(entry.at)}`,
        changes: changesOf(table, entry.changes, say),
      })),
      action: urlOf(req),
      back: tableUrl(table.name, 'data', id),
    },
  });
}

/** @param {Table} table @param {Values[]} changes @param {(field: Field, value: unknown) => string} say */
function changesOf(table, changes, say) {
  const text = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    value === null || value === undefined ? '–' : say(table.field(name), value).slice(0, 500);

  return changes
    .filter(({ field }) => table.hasField(field) && [null, 'function'].includes(table.field(field).auto))
    .map(({ field, label, before, after }) => ({
      label,
      before: text(field, before),
      after: text(field, after),
    }));
}
