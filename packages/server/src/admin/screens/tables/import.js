import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@plinth/plugin';
import { readerAgain } from '../../../identity/confirm-actor.js';
import { createRouter } from '../../../http/router.js';
import { chosenReading, formatChoices, readingForm, readMode } from '../../csv-reading.js';
import { keptUploads } from '../../kept-uploads.js';
import { formErrors, noErrors, refusal } from '../../run-edit.js';
import { importErrors, importRoutes, runImport } from '../../running-import.js';
import { gridConditions, readGridState } from './grid-state.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.table.tab.import', routes };

const SHOWN = 200;

/** A CSV file into a table, its columns matched with fields; and the table as a CSV file. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const uploads = keptUploads(app.config, 'csv');
  router.get('/:table/import', (req, res) => showUpload(app, req, res, noErrors()));
  router.post('/:table/import', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const form = await req.form({ fileBytes: 1024 ** 3 });
    const file = form.file('file');
    if (!file?.size) return showUpload(app, req, res, refusal(req.ctx.t('admin.csv.fileMissing')));
    try {
      await app.data.csv.inspect(createReadStream(file.path), { table: table.name });
    } catch (error) {
      return showUpload(app, req, res, formErrors(error, req.ctx.t));
    }
    return res.redirect(tableUrl(table.name, 'import', await uploads.keep(file)));
  });
  router.get('/:table/import/:id', (req, res) => showMapping(app, req, res, uploads, null, noErrors()));
  router.post('/:table/import/:id', (req, res) => importFile(app, req, res, uploads));
  importRoutes(router, '/:table/import/:id', uploads);
  router.get('/:table/import-report/:report', async (req, res) => {
    const table = req.ctx.catalog.table(req.params.table);
    const stream = await app.data.csv.report(req.ctx.actor, req.params.report);
    await download(res, stream, `${table.name}-rejected.csv`);
  });
  // The whole table, or what the grid with the same address shows: its rows, in its order and columns.
  router.get('/:table/export.csv', async (req, res) => {
    const { t, catalog, author } = req.ctx;
    const table = catalog.table(req.params.table);
    const state = readGridState(app.registry, table, req.query);
    const { where, params, errors } = gridConditions(app, catalog, table, state, t);
    if (errors.length) throw new AppError('FILTER_INVALID', errors.join(' '), { status: 422 });
    const stream = await app.data.csv.export(author, {
      table: table.name,
      ...(req.query.has('col') && { fields: state.columns.map(({ name }) => name) }),
      ...(state.sort && { sort: [state.sort] }),
      search: state.q,
      where,
      params,
      t,
      again: readerAgain(app, req),
    });
    await download(res, stream, `${table.name}.csv`);
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res @param {ReturnType<typeof keptUploads>} uploads */
async function importFile(app, req, res, uploads) {
  const { t, actor, catalog } = req.ctx;
  const { id } = req.params;
  const table = catalog.table(req.params.table);
  const form = await req.form();
  try {
    const file = await uploads.open(id);
    const result = await runImport(uploads.path(id), (watched) =>
      app.data.csv.import(actor, file, {
        table: table.name,
        columns: readMapping(form),
        mode: readMode(form),
        t,
        ...chosenReading(req),
        ...watched,
      }),
    );
    await uploads.drop(id);
    return showImported(app, req, res, table, result, tableUrl(table.name, 'data'));
  } catch (error) {
    return showMapping(app, req, res, uploads, form, importErrors(error, t));
  }
}

/** @param {Response} res @param {import('node:stream').Readable} stream @param {string} name of a table, so of plain letters */
async function download(res, stream, name) {
  res.setHeader('content-type', 'text/csv; charset=utf-8');
  res.setHeader('content-disposition', `attachment; filename="${name}"`);
  await pipeline(stream, res);
}

/** @param {Form} form */
function readMapping(form) {
  const columns = [];
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    const field = form.get(`c.${i}.field`);
    if (field) columns.push({ header: form.get(`c.${i}.header`), field, format: form.get(`c.${i}.format`) });
  }
  return columns;
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showUpload(app, req, res, errors) {
  const table = req.ctx.catalog.table(req.params.table);
  return tablePage(app, req, res, table, {
    tab: 'import',
    template: 'tables/import',
    errors,
    scripts: ['drop'],
    model: {
      action: tableUrl(table.name, 'import'),
      download: tableUrl(table.name, 'export.csv'),
    },
  });
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {ReturnType<typeof keptUploads>} uploads
 * @param {Form | null} form @param {FormErrors} errors
 */
async function showMapping(app, req, res, uploads, form, errors) {
  const { t, catalog } = req.ctx;
  const table = catalog.table(req.params.table);
  const found = await app.data.csv.inspect(await uploads.open(req.params.id), {
    table: table.name,
    ...chosenReading(req),
  });
  return tablePage(app, req, res, table, {
    tab: 'import',
    title: t('admin.csv.match'),
    template: 'tables/import-columns',
    errors,
    scripts: ['import'],
    model: {
      ...readingForm(app, req, found, tableUrl(table.name, 'import', req.params.id)),
      cancel: tableUrl(table.name, 'import'),
      running: tableUrl(table.name, 'import', req.params.id),
      mode: form?.get('mode') ?? 'good-rows',
      fields: table.fields
        .filter((field) => !field.auto || field.auto === 'id')
        .map(({ name, label }) => ({ value: name, label })),
      columns: found.columns.map((/** @type {any} */ column, /** @type {number} */ i) => ({
        ...column,
        name: `c.${i}`,
        field: form ? form.get(`c.${i}.field`) : (column.field ?? ''),
        formats: formatChoices(req, found, form ? form.get(`c.${i}.format`) : column.format),
        ambiguous: !form && column.ambiguous,
        samples: (column.samples ?? []).slice(0, 3).join(' · '),
      })),
    },
  });
}

/**
 * What came of an import: how many rows, and each that did not fit with its line and the reason.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Table} table @param {any} result
 * @param {string} next where the rows are to be seen
 */
export function showImported(app, req, res, table, result, next) {
  const { t } = req.ctx;
  const count = result.rejectedCount;
  return tablePage(app, req, res, table, {
    tab: 'import',
    title: t('admin.csv.result'),
    template: 'tables/import-result',
    model: {
      inserted: t('admin.csv.inserted', { count: result.inserted }),
      rejectedText: count ? t('admin.csv.rejected', { count }) : '',
      rejected: result.rejected.slice(0, SHOWN),
      report: result.report && tableUrl(table.name, 'import-report', result.report),
      next,
      again: tableUrl(table.name, 'import'),
    },
  });
}
