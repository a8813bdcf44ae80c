import { createRouter } from '../../../http/router.js';
import { formErrors } from '../../run-edit.js';
import { keyOf } from './row.js';
import { historyText } from './history-text.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */

export const screen = { path: '/tables', title: 'admin.deleted', routes };

const PAGE = 50;
/** More values than that say no more about which row it was. */
const SHOWN = 6;
/** Letters of a value. */
const LONGEST = 120;

/** The rows of a table that were deleted while its history was on: see them, bring them back. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/deleted', (req, res) => show(app, req, res));
  router.post('/:table/deleted', async (req, res) => {
    const { author, catalog, t } = req.ctx;
    const table = catalog.table(req.params.table);
    const form = await req.form();
    const key = form.get('key') ?? '';
    try {
      await app.data.history.restore(author, table.name, keyOf(table, key), form.get('entry') ?? '');
      res.flash(t('admin.deleted.restored'));
      return res.redirect(tableUrl(table.name, 'data', key));
    } catch (error) {
      const { message, hint, fields } = formErrors(error, t);
      const details = Object.entries(fields).map(([name, said]) => `${labelOf(table, name)}: ${said}`);
      res.flash([message, ...details, hint].filter(Boolean).join('. '), 'danger');
    }
    res.redirect(tableUrl(table.name, 'deleted'));
  });
  return router;
}

/** @param {Table} table @param {string} name */
const labelOf = (table, name) => (table.hasField(name) ? table.field(name).label : name);

/** @param {App} app @param {Request} req @param {Response} res */
async function show(app, req, res) {
  const { t, catalog, formats, actor } = req.ctx;
  const { query } = req;
  const table = catalog.table(req.params.table);
  const before = query.get('before') ?? undefined;
  const entries = await app.data.history.deleted(actor, table.name, { limit: PAGE + 1, before });
  const path = tableUrl(table.name, 'deleted');
  const say = await historyText(app, req, table, entries);
  return tablePage(app, req, res, table, {
    tab: 'data',
    title: t('admin.deleted'),
    icon: 'trash',
    template: 'tables/deleted-rows',
    model: {
      path,
      rows: entries.slice(0, PAGE).map((/** @type {any} */ entry) => ({
        entry: entry.id,
        key: entry.key,
        title: titleOf(table, entry, say) || t('admin.deleted.row', { id: entry.key }),
        when: formats.dateTime(entry.at),
        who: entry.user ? (entry.user.name ?? t('admin.row.gone')) : t('admin.row.system'),
        values: valuesOf(table, entry.changes, say),
      })),
      next: entries.length > PAGE ? `${path}?before=${entries[PAGE - 1].id}` : null,
      back: tableUrl(table.name, 'data'),
      isOn: table.history,
      settings: tableUrl(table.name, 'settings'),
    },
  });
}

/** @typedef {(field: Field, value: unknown) => string} Say */

/** @param {Table} table @param {any} entry @param {Say} say */
function titleOf(table, entry, say) {
  const change = entry.changes.find((/** @type {any} */ one) => one.field === table.display);
  return change ? say(table.field(change.field), change.before).slice(0, LONGEST) : '';
}

/** @param {Table} table @param {any[]} changes @param {Say} say */
function valuesOf(table, changes, say) {
  return changes
    .filter(({ field, before }) => table.hasField(field) && field !== table.display && before !== null)
    .slice(0, SHOWN)
    .map(({ field, label, before }) => ({ label, value: say(table.field(field), before).slice(0, LONGEST) }));
}
