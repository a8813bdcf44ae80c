import { html } from '@plinth/plugin';
import {
  deletion,
  expectField,
  partsFor,
  readChecked,
  readSettings,
  routed,
  saves,
  settingsControls,
  shows,
} from '../../frame/index.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { SettingsSchema, Table } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** Label, name, display field, icon, history; and removing a table. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.settings',
  routes: routed({
    'GET /:table/settings': shows(show),
    'POST /:table/settings': saves(save, show),
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

/** @type {SettingsSchema} */
const SCHEMA = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
  { name: 'singular', type: 'text', label: 'admin.tables.singular', max: 80, help: 'admin.tables.singularHelp' },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 48, help: 'admin.tables.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description' },
  { name: 'icon', type: 'icon', label: 'admin.icon' },
  { name: 'display', type: 'field', label: 'admin.tables.display', help: 'admin.tables.displayHelp' },
  { name: 'history', type: 'boolean', label: 'admin.tables.history', help: 'admin.tables.historyHelp' },
  {
    name: 'historyDays',
    type: 'integer',
    label: 'admin.tables.historyDays',
    help: 'admin.tables.historyDaysHelp',
    min: 1,
    max: 36_500,
  },
  {
    name: 'comments',
    type: 'select',
    label: 'comments.setting',
    help: 'comments.setting.help',
    required: true,
    default: 'off',
    options: ['off', 'readers', 'editors'].map((value) => ({ value, label: `comments.setting.${value}` })),
  },
];

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save(req, form) {
  const table = tableOf(req);
  const { values, wrong } = readChecked(req, SCHEMA, form, { table });
  if (wrong) return { errors: wrong };
  const emptied = { description: '', icon: '', singular: '', historyDays: null, display: table.display };
  const changes = { ...emptied, ...values, history: values.history === true };
  return { edit: 'change-table', input: { table: table.name, changes }, next: tableUrl(values.name, 'settings') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, { form, errors }) {
  const { t, catalog } = req.ctx;
  const table = tableOf(req);
  const values = form ? readSettings(req, SCHEMA, form, { table }) : { ...table };
  return tablePage(req, table, {
    tab: 'settings',
    errors,
    body: partsFor(req).form({
      action: tableUrl(table.name, 'settings'),
      submit: t('admin.save'),
      expect: expectField(catalog, table.id, form?.get('expect')),
      controls: html`${settingsControls(req, SCHEMA, values, { table, errors: errors.fields })}<p class="text-secondary">${await historySize(req, table)}</p>`,
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
