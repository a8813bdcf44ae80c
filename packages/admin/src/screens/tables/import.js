/** @import { Values } from '@plinth/plugin' */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError, html } from '@plinth/plugin';
import { readerAgain, sendExport } from '@plinth/server/http';
import { ALERT, noErrors, openForm, partsFor, refusal, routed, saves, shows } from '../../frame/index.js';
import { columnNote, misfitNotes, readAnswer, unfilledFields } from '../../importing/csv-note.js';
import {
  chosenReading,
  formatChoices,
  readingForm,
  readMode,
  readOdd,
  wrongReading,
} from '../../importing/csv-reading.js';
import { readingPage, refusedLines, unusableLines } from '../../importing/csv-review.js';
import { surveyLarge, surveyedAsChosen } from '../../importing/surveyed-upload.js';
import { columnsLimits, fileToImport, uploadLimits } from '../../importing/file-to-import.js';
import { pendingUploads } from '../../importing/pending-uploads.js';
import { importErrors, importRoutes, runImport } from '../../importing/running-import.js';
import { gridConditions, readGridState } from './grid-state.js';
import { keyChoice, readByKey, showPreview } from './import-key.js';
import { showImported } from './import-result.js';
import { lastImports } from './import-undo.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { AdminPage, Form, Outcome, Request, Response, Tried } from '../../types.d.ts' */

/** Imports a CSV file into a table, matching its columns with fields; and exports the table as a CSV file. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.import',
  routes: routed({
    'GET /:table/import': shows(showUpload),
    'POST /:table/import': saves(upload, showUpload, uploadLimits),
    'GET /:table/import/:id': shows(showMapping),
    'POST /:table/import/:id': saves(importFile, showMapping, columnsLimits),
    ...importRoutes('/:table/import/:id'),
    'POST /:table/import/:id/read': saves(readLarge, showMapping),
    'GET /:table/import-report/:report': async (req, res) => {
      const table = tableOf(req);
      const stream = await req.ctx.app.data.csv.report(req.ctx.actor, req.params.report);
      await download(res, stream, `${table.name}-rejected.csv`);
    },
    'GET /:table/export.csv': (req, res) => exportTable(req, res, 'csv'),
    'GET /:table/export.xlsx': (req, res) => exportTable(req, res, 'xlsx'),
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function upload(req, form) {
  const { app, t } = req.ctx;
  const table = tableOf(req);
  const file = form.file('file');
  if (!file?.size) return { errors: refusal(t('admin.csv.fileMissing')) };
  await app.data.csv.check(createReadStream(file.path));
  return tableUrl(table.name, 'import', await pendingUploads(app.config, 'csv').keep(file));
}

/**
 * The whole table, or what the grid with the same address shows: its rows, in its order and columns. CSV has the keys of
 * related rows, so that it can be imported again; Excel has what they are called.
 *
 * @param {Request} req @param {Response} res @param {'csv' | 'xlsx'} format
 */
async function exportTable(req, res, format) {
  const { app, t, catalog, author, locale, formats } = req.ctx;
  const table = tableOf(req);
  const state = readGridState(app.registry, table, req.query);
  const { where, params, errors } = gridConditions(app, catalog, table, state, formats);
  if (errors.length) throw new AppError('FILTER_INVALID', errors.join(' '), { status: 422 });
  const stream = await app.data.csv.export(author, {
    format,
    table: table.name,
    search: state.q,
    locale,
    where,
    params,
    t,
    labels: format === 'xlsx',
    findable: true,
    ...(req.query.has('col') && { fields: state.columns.map(({ name }) => name) }),
    ...(state.sort && { sort: [state.sort] }),
    again: readerAgain(app, req),
  });
  await sendExport(app, req, res, { stream, name: table.name, format });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function importFile(req, form) {
  const { app, t, actor } = req.ctx;
  const { id } = req.params;
  const table = tableOf(req);
  if (form.has('back') || asksAnew(form)) return showMapping(req, { form, errors: noErrors() });
  const uploads = pendingUploads(app.config, 'csv');
  try {
    const byKey = readByKey(form);
    const preview = byKey !== null && !form.has('confirmed');
    const how = { table: table.name, columns: readMapping(form), mode: readMode(form), t, ...chosenReading(req) };
    const result = await runImport(
      uploads.path(id),
      async (watched) => {
        const file = await uploads.open(id);
        const done = await app.data.csv.import(actor, file, { ...how, ...(byKey && { byKey, preview }), ...watched });
        // Before the next one may begin, or a second press would import the rows twice.
        if (!preview && !isRefused(done)) await uploads.drop(id);
        return done;
      },
      app.heavy,
    );
    if (preview) return showPreview(req, table, form, result);
    if (isRefused(result)) return { errors: { ...noErrors(), status: 422 }, refused: result };
    return showImported(req, table, result, tableUrl(table.name, 'data'));
  } catch (error) {
    return { errors: importErrors(error, t) };
  }
}

/**
 * @param {Response} res @param {import('node:stream').Readable} stream
 * @param {string} name of a table, so only plain letters
 */
async function download(res, stream, name) {
  res.setHeader('content-type', 'text/csv; charset=utf-8');
  res.setHeader('content-disposition', `attachment; filename="${name}"`);
  await pipeline(stream, res);
}

/** Nothing is in, since not all could be: what to do about it is asked once more. @param {Values} result */
const isRefused = ({ inserted, changed, rejectedCount }) => inserted + changed === 0 && rejectedCount > 0;

/** @param {Form} form */
function readMapping(form) {
  const columns = [];
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    const field = form.get(`c.${i}.field`);
    const header = form.get(`c.${i}.header`) ?? '';
    const { fixes, odd, newChoices } = readAnswer(form, i);
    if (field)
      columns.push({ header, field, format: form.get(`c.${i}.format`), fixes, newChoices, odd: odd ?? readOdd(form) });
  }
  return columns;
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showUpload(req, { errors }) {
  const { t, icon } = partsFor(req);
  const table = tableOf(req);
  const card = (/** @type {string} */ kind, /** @type {unknown} */ content) =>
    html`<section class="card"><div class="card-body"><h2>${t(`admin.csv.${kind}`)}</h2>
      <p class="text-secondary">${t(`admin.csv.${kind}Help`)}</p>${content}</div></section>`;
  const drop = html`${ALERT}${openForm({ action: tableUrl(table.name, 'import'), upload: true, attrs: { 'data-adm-drop': true } })}
    ${fileToImport(req)}
    <button class="btn btn-primary mt-3">${t('admin.csv.match')}</button></form>`;
  const link = (/** @type {string} */ format) =>
    html`<a class="btn" href="${tableUrl(table.name, `export.${format}`)}">${icon('download')} ${t(`admin.import.download.all.${format}`)}</a>`;
  const all = html`<div class="btn-list">${link('csv')}${link('xlsx')}</div>`;
  return tablePage(req, table, {
    tab: 'import',
    errors,
    scripts: ['drop'],
    body: html`<div class="adm-start">${card('import', drop)}${card('export', all)}</div>${await lastImports(req, table)}`,
  });
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showMapping(req, { form, errors: before, refused }) {
  const { t } = req.ctx;
  const table = tableOf(req);
  const running = tableUrl(table.name, 'import', req.params.id);
  const asked = { table: table.name, chosen: form ? chosenFields(form) : {} };
  const survey = await surveyedAsChosen(req, asked, { large: form !== null, errors: before });
  const { found, errors } = survey;
  const page = { tab: 'import', title: t('admin.csv.match'), errors };
  if (!found) return tablePage(req, table, { ...page, ...readingPage(req, running) });
  if (survey.isWrong) return tablePage(req, table, { ...page, ...wrongReading(req, found, running) });
  return tablePage(req, table, {
    ...page,
    template: 'tables/import-columns',
    scripts: ['import'],
    model: {
      ...readingForm(req, found, running),
      running,
      cancel: tableUrl(table.name, 'import'),
      mode: form?.get('mode') ?? 'all-or-nothing',
      unusable: unusableLines(req, found),
      unfilled: unfilledFields(req, found),
      refused: refusedLines(req, refused),
      ...keyChoice(req, table, form, found.columns),
      submit: html`<span class="adm-import-plain">${t('admin.csv.import')}</span><span class="adm-import-keyed">${t('admin.import.key.preview')}</span>`,
      fields: table.fields
        .filter((field) => !field.auto || field.auto === 'id' || field.auto === 'number')
        .map(({ name, label }) => ({ value: name, label })),
      columns: found.columns.map((/** @type {any} */ column, /** @type {number} */ i) => ({
        index: i,
        name: `c.${i}`,
        header: column.header,
        field: form ? (form.get(`c.${i}.field`) ?? '') : (column.field ?? ''),
        ...formatChoices(req, found, column),
        notes: notesOf(req, found, column, i, form),
        samples: (column.samples ?? []).slice(0, 3).join(' · '),
      })),
    },
  });
}

/** @param {Request} req @param {Values} found @param {any} column @param {number} at @param {Form | null} form */
function notesOf(req, found, column, at, form) {
  if (!column.field) return [];
  const note = columnNote(req, column, at, form, { asText: false });
  return [...(note ? [note] : []), ...misfitNotes(req, found, column, { at, form, key: form?.get('key') ?? null })];
}

/** What columns are matched with, for csv.inspect(). @param {Form} form */
function chosenFields(form) {
  /** @type {Record<string, { field: string | null, format?: unknown }>} */
  const chosen = {};
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    const field = form.get(`c.${i}.field`) || null;
    const isNew = (field ?? '') !== (form.get(`c.${i}.seen`) ?? '');
    chosen[form.get(`c.${i}.header`) ?? ''] = { field, ...(!isNew && { format: form.get(`c.${i}.format`) || null }) };
  }
  return chosen;
}

/** Whether a column was matched with a field whose exceptions have not been shown. @param {Form} form */
function asksAnew(form) {
  if (form.has('check')) return true;
  for (let i = 0; form.has(`c.${i}.header`); i++) {
    const seen = form.get(`c.${i}.seen`);
    if (seen !== null && (form.get(`c.${i}.field`) || '') !== seen && form.get(`c.${i}.field`)) return true;
  }
  return false;
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function readLarge(req) {
  const { t } = req.ctx;
  const { name } = tableOf(req);
  try {
    await surveyLarge(req, { table: name, chosen: {} });
    return `${tableUrl(name, 'import', req.params.id)}${req.query.size ? `?${req.query}` : ''}`;
  } catch (error) {
    if (/** @type {Values} */ (error).code === 'CSV_CANCELLED') return tableUrl(name, 'import');
    return { errors: importErrors(error, t) };
  }
}
