import { createRouter } from '../../../http/router.js';
import { noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { checked, readSettings, settingsControls } from '../../settings.js';
import { suggestedIndexes } from './suggested-indexes.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { SettingsSchema, Table } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.table.tab.indexes', routes };

/** Fields of a search that are named. */
const NAMED = 5;

/** @type {SettingsSchema} */
const SCHEMA = [
  { name: 'fields', type: 'fields', label: 'admin.indexes.fields', required: true, help: 'admin.indexes.fieldsHelp' },
];

/** Indexes, with those that the table's views would use. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/indexes', (req, res) => show(app, req, res, {}, noErrors()));
  router.post('/:table/indexes', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form();
    const next = tableUrl(table.name, 'indexes');
    if (form.get('kind') === 'search') {
      const input = { table: table.name, kind: 'search', fields: form.all('fields') };
      const failed = (/** @type {FormErrors} */ errors) => show(app, req, res, {}, errors);
      return runEdit(app, req, res, { edit: 'add-index', input, form, next, again: failed });
    }
    const raw = readSettings(app, req, SCHEMA, form, { table });
    const again = (/** @type {FormErrors} */ errors) => show(app, req, res, raw, errors);
    const { values, errors } = checked(SCHEMA, raw, req.ctx.t);
    if (Object.keys(errors).length) return again(wrongFields(errors));
    return runEdit(app, req, res, {
      edit: 'add-index',
      input: { table: table.name, fields: values.fields },
      form,
      next,
      again,
    });
  });
  router.post('/:table/indexes/:id/delete', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    await runEdit(app, req, res, {
      edit: 'remove-index',
      input: { table: table.name, id: req.params.id },
      form: await req.form(),
      next: tableUrl(table.name, 'indexes'),
      again: (errors) => show(app, req, res, {}, errors),
    });
  });
  router.post('/:table/indexes/:id/retry', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const index = table.indexes.find(({ id }) => id === req.params.id);
    if (index) await app.data.indexes.retry(index);
    return res.redirect(tableUrl(table.name, 'indexes'));
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} typed @param {FormErrors} errors */
async function show(app, req, res, typed, errors) {
  const { catalog, t } = req.ctx;
  const table = catalog.table(req.params.table);
  const search = app.data.indexes.suggestSearch(table);
  const canSearch = search === null || (await app.data.indexes.canSearch());
  const unbuilt = await app.data.indexes.unbuilt(table);
  const owned = app.data.indexes.suggestOwned(table).map((/** @type {any} */ one) => ({ ...one, owned: true }));
  const byField = suggestedIndexes(app, catalog, table);
  const suggested = [...(search && canSearch ? [search] : []), ...owned, ...byField];
  return tablePage(app, req, res, table, {
    tab: 'indexes',
    template: 'tables/indexes',
    errors,
    model: {
      indexes: table.indexes.map((index) => ({
        id: index.id,
        text: textOf(t, table, index),
        state: unbuilt.get(index.id) ?? null,
      })),
      suggested: suggested.map((one) => ({ kind: null, owned: false, ...one, text: textOf(t, table, one) })),
      canSearch,
      controls: settingsControls(app, req, SCHEMA, typed, { table, errors: errors.fields }),
      action: tableUrl(table.name, 'indexes'),
    },
  });
}

/** @param {Request['ctx']['t']} t @param {Table} table @param {{ kind?: 'search', fields: readonly string[] }} index */
const textOf = (t, table, { kind, fields }) =>
  kind === 'search' ? t('admin.indexes.search', { fields: firstLabels(t, table, fields) }) : labels(table, fields);

/** A wide table is searched by dozens of fields. @param {Request['ctx']['t']} t @param {Table} table @param {readonly string[]} fields */
function firstLabels(t, table, fields) {
  const more = fields.length - NAMED;
  // One field takes no more room than saying that there is one more.
  if (more < 2) return labels(table, fields);
  return t('admin.indexes.more', { fields: labels(table, fields.slice(0, NAMED)), more });
}

/** @param {Table} table @param {readonly string[]} fields */
const labels = (table, fields) =>
  fields.map((name) => (table.hasField(name) ? table.field(name).label : name)).join(' + ');
