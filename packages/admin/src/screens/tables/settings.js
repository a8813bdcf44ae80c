import { html } from '@plinth/plugin';
import { boolean, field, icon, integer, longtext, select, text } from '@plinth/plugin/settings';
import { deletion, partsFor, routed, savesSettings, shows } from '../../frame/index.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { SettingsSchema, Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Outcome, Request, Tried } from '../../types.d.ts' */

const COMMENTS = ['off', 'readers', 'editors'].map((value) => ({ value, label: `comments.setting.${value}` }));

/** @type {SettingsSchema} */
const SCHEMA = [
  text('label', 'admin.label', { required: true, max: 80 }),
  text('singular', 'admin.tables.singular', { max: 80, help: 'admin.tables.singularHelp' }),
  text('name', 'admin.name', { required: true, max: 48, help: 'admin.tables.nameHelp' }),
  longtext('description', 'admin.description'),
  icon('icon', 'admin.icon'),
  field('display', 'admin.tables.display', { help: 'admin.tables.displayHelp' }),
  boolean('history', 'admin.tables.history', { help: 'admin.tables.historyHelp' }),
  integer('historyDays', 'admin.tables.historyDays', { help: 'admin.tables.historyDaysHelp', min: 1, max: 36_500 }),
  select('comments', 'comments.setting', COMMENTS, { help: 'comments.setting.help', required: true, default: 'off' }),
];

/** Label, name, display field, icon, history; and removing a table. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.settings',
  routes: routed({
    'GET /:table/settings': shows(show),
    'POST /:table/settings': savesSettings(SCHEMA, save, show, tableOf),
    ...deletion('/:table/delete', (req) => {
      const table = tableOf(req);
      const { id, name, label } = table;
      return {
        edit: 'remove-table',
        input: { table: name },
        id,
        label,
        url: tableUrl(name),
        next: '/admin/tables',
        crumbs: [],
        cancel: tableUrl(name, 'settings'),
        help: req.ctx.t('admin.tables.deleteHelp', { name: label }),
        points: (one) => (one.kind === 'table' && one.name === name) || (one.kind === 'field' && one.table === name),
        own: (use) => use.url.startsWith(`${tableUrl(name)}?`),
        within: (page) => tablePage(req, table, { tab: 'settings', ...page }),
      };
    }),
  }),
};

/** @param {Request} req @param {Values} values @returns {Outcome} */
function save(req, values) {
  const table = tableOf(req);
  const emptied = { description: '', icon: '', singular: '', historyDays: null, display: table.display };
  const changes = { ...emptied, ...values, history: values.history === true };
  return { edit: 'change-table', input: { table: table.name, changes }, next: tableUrl(values.name, 'settings') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t } = req.ctx;
  const table = tableOf(req);
  return tablePage(req, table, {
    tab: 'settings',
    errors: tried.errors,
    body: partsFor(req).form({
      action: tableUrl(table.name, 'settings'),
      submit: t('admin.save'),
      of: table.id,
      table,
      schema: SCHEMA,
      values: { ...table },
      tried,
      below: html`<p class="text-secondary">${await historySize(req, table)}</p>`,
      remove: { url: tableUrl(table.name, 'delete'), label: t('admin.tables.delete') },
    }),
  });
}

/** How large the history is; that of a large table is estimated. @param {Request} req @param {Table} table */
async function historySize({ ctx: { app, t, locale } }, table) {
  const { entries, bytes, exact } = await app.data.history.size(table);
  if (entries === 0) return t('admin.tables.historyEmpty');
  const number = new Intl.NumberFormat(locale, exact ? {} : { maximumSignificantDigits: 2 }).format(entries);
  return t(exact ? 'admin.tables.historySize' : 'admin.tables.historyAbout', { number, size: byteSize(bytes, locale) });
}

/** @param {number} bytes @param {string} locale */
function byteSize(bytes, locale) {
  const [unit, value] = bytes < 1e6 ? ['kilobyte', Math.max(1, bytes / 1e3)] : ['megabyte', bytes / 1e6];
  const shown = { style: 'unit', unit, maximumSignificantDigits: 2 };
  return new Intl.NumberFormat(locale, /** @type {Intl.NumberFormatOptions} */ (shown)).format(
    /** @type {number} */ (value),
  );
}
