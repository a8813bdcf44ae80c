import { createRouter } from '../../../http/router.js';
import { formErrors } from '../../run-edit.js';
import { keyOf } from './row.js';
import { historyText } from './history-text.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */

export const screen = { path: '/tables', title: 'admin.row.history', routes };

/** Who changed what in a row, and older versions back. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/data/:id/history', (req, res) => show(app, req, res));
  router.post('/:table/data/:id/history', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    try {
      const before = form.get('before');
      const key = keyOf(table, req.params.id);
      await app.data.history.restore(req.ctx.author, table.name, key, before ?? form.get('entry'), {
        before: before !== null,
      });
      res.flash(req.ctx.t('admin.row.restored'));
    } catch (error) {
      const { message, hint } = formErrors(error, req.ctx.t);
      res.flash([message, hint].filter(Boolean).join('. '), 'danger');
    }
    res.redirect(tableUrl(table.name, 'data', req.params.id, 'history'));
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res */
async function show(app, req, res) {
  const { t, catalog, formats, actor } = req.ctx;
  const table = catalog.table(req.params.table);
  const entries = await app.data.history.list(actor, table.name, keyOf(table, req.params.id), { limit: 100 });
  const say = await historyText(app, req, table, entries);
  return tablePage(app, req, res, table, {
    tab: 'data',
    title: t('admin.row.historyOf', { id: req.params.id }),
    icon: 'history',
    template: 'tables/row-history',
    model: {
      entries: entries.map((/** @type {any} */ entry, /** @type {number} */ at) => ({
        id: entry.id,
        // What was before it no entry tells: the row is older than its history.
        first: at === entries.length - 1 && entry.operation === 'update',
        what: t(`admin.row.did.${entry.operation}`),
        when: formats.dateTime(entry.at),
        who: entry.user ? (entry.user.name ?? t('admin.row.gone')) : t('admin.row.system'),
        changes: changesOf(table, entry.changes, say),
      })),
      action: tableUrl(table.name, 'data', req.params.id, 'history'),
      back: tableUrl(table.name, 'data', req.params.id),
    },
  });
}

/** @param {Table} table @param {any[]} changes @param {(field: Field, value: unknown) => string} say */
function changesOf(table, changes, say) {
  const text = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    value === null || value === undefined ? '–' : say(table.field(name), value).slice(0, 500);

  return changes
    .filter(({ field }) => table.hasField(field) && !table.field(field).auto)
    .map(({ field, label, before, after }) => ({
      label,
      before: text(field, before),
      after: text(field, after),
    }));
}
