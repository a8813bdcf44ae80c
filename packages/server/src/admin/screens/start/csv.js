import { createReadStream } from 'node:fs';
import { createRouter } from '../../../http/router.js';
import { chosenReading, readingForm, readMode } from '../../csv-reading.js';
import { keptUploads } from '../../kept-uploads.js';
import { sharing, viewEdits } from '../../make-views.js';
import { freeName, nameOf } from '../../names.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors, refusal } from '../../run-edit.js';
import { importErrors, importRoutes, runImport } from '../../running-import.js';
import { showImported } from '../tables/import.js';
import { columnChoices, readColumns } from './csv-columns.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/start/csv', title: 'admin.csv.title', first: true, routes };

/** From a CSV file to a page: upload, confirm the columns, use it. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const uploads = keptUploads(app.config, 'csv');
  router.get('/', (req, res) => showUpload(app, req, res, noErrors()));
  router.post('/', async (req, res) => {
    const form = await req.form({ fileBytes: 1024 ** 3 });
    const file = form.file('file');
    if (!file?.size) return showUpload(app, req, res, refusal(req.ctx.t('admin.csv.fileMissing')));
    try {
      await app.data.csv.inspect(createReadStream(file.path), {});
    } catch (error) {
      return showUpload(app, req, res, formErrors(error, req.ctx.t));
    }
    const id = await uploads.keep(file);
    return res.redirect(`/admin/start/csv/${id}?name=${encodeURIComponent(labelOf(file.name))}`);
  });
  importRoutes(router, '/:id', uploads);
  router.get('/:id', (req, res) => showColumns(app, req, res, uploads, null, noErrors()));
  router.post('/:id', async (req, res) => {
    const form = await req.form();
    let done;
    try {
      done = await importFile(app, req, uploads, form);
    } catch (error) {
      return showColumns(app, req, res, uploads, form, importErrors(error, req.ctx.t));
    }
    if (!done.page) return showColumns(app, req, res, uploads, form, { ...noErrors(), status: 422 }, done.result);
    await uploads.drop(req.params.id);
    if (done.result.rejectedCount) return showImported(app, req, res, done.table, done.result, `/page/${done.page}`);
    res.flash(req.ctx.t('admin.csv.done', { count: done.result.inserted }));
    return res.redirect(`/page/${done.page}`);
  });
  return router;
}

/** "price_list-2026.csv" is offered as "Price list 2026". @param {string} name of a file */
function labelOf(name) {
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 80);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Table and rows first, then rights, views, page and menu as one revision. Without a page nothing was imported: a row
 * did not fit, and all or nothing was asked for.
 *
 * @param {App} app @param {Request} req @param {ReturnType<typeof keptUploads>} uploads @param {Form} form
 * @returns {Promise<{ table: Table, result: any, page: string | null }>}
 */
async function importFile(app, req, uploads, form) {
  const { t, catalog, author } = req.ctx;
  const label = (form.get('label') ?? '').trim() || t('admin.csv.untitled');
  const name = freeName(nameOf(label), (one) => catalog.hasTable(one));
  const file = await uploads.open(req.params.id);
  const result = await runImport(uploads.path(req.params.id), (watched) =>
    app.data.csv.import(author, file, {
      newTable: { name, label },
      columns: readColumns(app, form),
      mode: readMode(form),
      t,
      ...chosenReading(req),
      ...watched,
    }),
  );
  const next = app.data.catalog();
  if (!next.hasTable(name)) return { table: /** @type {any} */ ({ name, label }), result, page: null };
  const table = next.table(name);
  const { roles, edits: rights } = sharing(table, form.get('sharing'));
  const { edits, page } = viewEdits({ catalog: next, registry: app.registry, table, roles, page: true });
  const summary = t('admin.views.madeSummary', { table: label });
  await app.data.edit(author, 'batch', { summary, edits: [...rights, ...edits] });
  return { table, result, page };
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showUpload(app, req, res, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.csv.title'),
    lead: t('admin.start.csvHelp'),
    crumbs: [{ label: t('admin.nav.tables'), url: '/admin/tables' }],
    template: 'start/csv',
    errors,
    scripts: ['drop'],
  });
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {ReturnType<typeof keptUploads>} uploads
 * @param {Form | null} form @param {FormErrors} errors @param {any} [refused] result of an import that took nothing in
 */
async function showColumns(app, req, res, uploads, form, errors, refused) {
  const { t } = req.ctx;
  const found = await app.data.csv.inspect(await uploads.open(req.params.id), chosenReading(req));
  return adminPage(app, req, res, {
    title: t('admin.csv.check'),
    lead: t('admin.csv.checkHelp'),
    crumbs: [{ label: t('admin.nav.tables'), url: '/admin/tables' }],
    template: 'start/csv-columns',
    scripts: ['import'],
    errors,
    model: {
      ...readingForm(app, req, found, `/admin/start/csv/${req.params.id}`),
      running: `/admin/start/csv/${req.params.id}`,
      name: form?.get('label') ?? req.query.get('name') ?? t('admin.csv.untitled'),
      sharing: form?.get('sharing') ?? 'write',
      mode: form?.get('mode') ?? 'good-rows',
      columns: columnChoices(app, req, found, form),
      refused: refused && {
        text: t('admin.csv.refused', { count: refused.rejectedCount }),
        rows: refused.rejected.slice(0, 20),
      },
    },
  });
}
