import { deletion, partsFor, routed, saves, shows } from '../../frame/index.js';
import { expectField } from '../../frame/run-edit.js';
import { readChecked, readSettings, settingsControls } from '../../frame/settings.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { SettingsSchema } from '@plinth/plugin' */
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
        ...{ edit: 'remove-table', input: { table: name }, id, label, url: tableUrl(name), next: '/admin/tables' },
        ...{ crumbs: [], cancel: tableUrl(name, 'settings') },
        help: req.ctx.t('admin.tables.deleteHelp', { name: label }),
        points: (/** @type {any} */ one) =>
          (one.kind === 'table' && one.name === name) || (one.kind === 'field' && one.table === name),
        own: (use) => use.url.startsWith(`${tableUrl(name)}?`),
        within: (page) => tablePage(req, table, { tab: 'settings', ...page }),
      };
    }),
  }),
};

/** @type {SettingsSchema} */
const SCHEMA = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 48, help: 'admin.tables.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description' },
  { name: 'icon', type: 'icon', label: 'admin.icon' },
  { name: 'display', type: 'field', label: 'admin.tables.display', help: 'admin.tables.displayHelp' },
  { name: 'history', type: 'boolean', label: 'admin.tables.history', help: 'admin.tables.historyHelp' },
  {
    ...{
      name: 'comments',
      type: 'select',
      label: 'comments.setting',
      help: 'comments.setting.help',
      required: true,
      default: 'off',
    },
    options: ['off', 'readers', 'editors'].map((value) => ({ value, label: `comments.setting.${value}` })),
  },
];

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save(req, form) {
  const table = tableOf(req);
  const { values, wrong } = readChecked(req, SCHEMA, form, { table });
  if (wrong) return { errors: wrong };
  const changes = { description: '', icon: '', display: table.display, ...values, history: values.history === true };
  return { edit: 'change-table', input: { table: table.name, changes }, next: tableUrl(values.name, 'settings') };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, { form, errors }) {
  const { t, catalog } = req.ctx;
  const table = tableOf(req);
  const values = form ? readSettings(req, SCHEMA, form, { table }) : { ...table };
  return tablePage(req, table, {
    ...{ tab: 'settings', errors },
    body: partsFor(req).form({
      ...{ action: tableUrl(table.name, 'settings'), submit: t('admin.save') },
      expect: expectField(catalog, table.id, form?.get('expect')),
      controls: settingsControls(req, SCHEMA, values, { table, errors: errors.fields }),
      remove: { url: tableUrl(table.name, 'delete'), label: t('admin.tables.delete') },
    }),
  });
}
