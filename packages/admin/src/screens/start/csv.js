import { createReadStream } from 'node:fs';
import { html, phrase } from '@plinth/plugin';
import { ALERT, noErrors, openForm, partsFor, refusal, routed, saves, shows, task, tasks } from '../../frame/index.js';
import { chosenReading, readingForm, readMode, wrongReading } from '../../importing/csv-reading.js';
import { columnsLimits, fileToImport, uploadLimits } from '../../importing/file-to-import.js';
import { pendingUploads } from '../../importing/pending-uploads.js';
import { sharing, viewEdits } from '../../making/make-views.js';
import { freeName, nameOf } from '../../objects/names.js';
import { importErrors, importRoutes, runImport } from '../../importing/running-import.js';
import { NEW_COMMENTS } from '../tables/add-table.js';
import { showImported } from '../tables/import-result.js';
import { readingPage, refusedLines, unusableLines } from '../../importing/csv-review.js';
import { surveyLarge, surveyedAsChosen } from '../../importing/surveyed-upload.js';
import { asksAnew, chosenTypes, columnChoices, readColumns } from './csv-columns.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** From a CSV file to a page: upload, confirm the columns, use it. */
export const screen = {
  path: '/start/csv',
  title: 'admin.csv.title',
  help: 'guide/apps#csv-and-excel',
  finds: tasks(task('import', '/admin/start/csv')),
  first: true,
  routes: routed({
    'GET /': shows(showUpload),
    'POST /': saves(upload, showUpload, uploadLimits),
    ...importRoutes('/:id'),
    'POST /:id/read': saves(readLarge, showColumns),
    'GET /:id': shows(showColumns),
    'POST /:id': saves(useColumns, showColumns, columnsLimits),
  }),
};

/** @param {Request} req */
const crumbs = ({ ctx: { t } }) => [{ label: t('admin.nav.tables'), url: '/admin/tables' }];

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function upload(req, form) {
  const { app, t } = req.ctx;
  const file = form.file('file');
  if (!file?.size) return { errors: refusal(t('admin.csv.fileMissing')) };
  await app.data.csv.check(createReadStream(file.path));
  const id = await pendingUploads(app.config, 'csv').keep(file);
  return `/admin/start/csv/${id}?name=${encodeURIComponent(labelOf(file.name))}`;
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function useColumns(req, form) {
  const { app, t } = req.ctx;
  if (asksAnew(form)) return { errors: noErrors() };
  const uploads = pendingUploads(app.config, 'csv');
  const { id } = req.params;
  try {
    // Also what is read from the file is inside, so that a second press finds either a running import or its end.
    const { table, result, page } = await runImport(
      uploads.path(id),
      async (watched) => {
        const done = await importFile(req, form, watched);
        if (done.page) await uploads.finish(id, `/page/${done.page}`);
        return done;
      },
      app.heavy,
    );
    if (!page) return { errors: { ...noErrors(), status: 422 }, refused: result };
    if (result.rejectedCount || result.emptiedCount) return showImported(req, table, result, `/page/${page}`);
    return { next: `/page/${page}`, said: t('admin.csv.done', { count: result.inserted }), undo: result.import };
  } catch (error) {
    const finished = /** @type {any} */ (error).code === 'UPLOAD_GONE' ? await uploads.finished(id) : null;
    return finished ? finished : { errors: importErrors(error, t) };
  }
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
 * Table, rows, rights, views, page and menu entry: all or nothing. Without a page nothing was imported, because a row did not
 * fit an all-or-nothing import.
 *
 * @param {Request} req @param {Form} form @param {import('../../importing/running-import.js').Watched} watched
 * @returns {Promise<{ table: Table, result: any, page: string | null }>}
 */
async function importFile(req, form, watched) {
  const { app, t, catalog, author } = req.ctx;
  const label = (form.get('label') ?? '').trim() || t('admin.csv.untitled');
  const name = freeName(nameOf(label), (one) => catalog.hasTable(one));
  /** @type {string | null} */
  let page = null;
  const then = async (
    /** @type {Table} */ table,
    /** @type {NonNullable<Parameters<typeof app.data.edit>[3]>} */ options,
  ) => {
    const { roles, edits: rights } = sharing(table, form.get('sharing'));
    const made = viewEdits({ catalog: app.data.catalog(), registry: app.registry, table, roles, page: true });
    const says = phrase`Create views of "${label}"`;
    await app.data.edit(author, 'batch', { edits: [...rights, ...made.edits] }, { ...options, says });
    if (!options.dryRun) page = made.page;
  };
  const result = await app.data.csv.import(author, await pendingUploads(app.config, 'csv').open(req.params.id), {
    newTable: { name, label, comments: NEW_COMMENTS, then },
    columns: readColumns(app, form),
    mode: readMode(form),
    t,
    ...chosenReading(req),
    ...watched,
  });
  const next = app.data.catalog();
  return { table: next.hasTable(name) ? next.table(name) : /** @type {any} */ ({ name, label }), result, page };
}

/**
 * Where a CSV file is dropped or chosen.
 *
 * @param {Request} req @param {string} gap above its button @param {unknown} [alert]
 */
export function csvDrop(req, gap, alert) {
  const { t } = partsFor(req);
  return html`${openForm({ action: '/admin/start/csv', upload: true, attrs: { 'data-adm-drop': true } })}${alert}
    ${fileToImport(req)}
    <button class="btn btn-primary ${gap}">${t('admin.start.csvGo')}</button></form>`;
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showUpload(req, { errors }) {
  const { t } = req.ctx;
  return {
    title: t('admin.csv.title'),
    lead: t('admin.start.csvHelp'),
    crumbs: crumbs(req),
    errors,
    scripts: ['drop'],
    body: html`<div class="card adm-form"><div class="card-body">${csvDrop(req, 'mt-3', ALERT)}</div></div>`,
  };
}

/**
 * @param {Request} req @param {Tried} tried refused: result of an import without any rows
 * @returns {Promise<AdminPage>}
 */
async function showColumns(req, { form, errors: before, refused }) {
  const { app, t } = req.ctx;
  const { id } = req.params;
  const running = `/admin/start/csv/${id}`;
  const chosen = form ? chosenTypes(app, form) : {};
  const survey = await surveyedAsChosen(req, { chosen }, { large: form !== null, errors: before });
  const { found, errors } = survey;
  const page = { title: t('admin.csv.check'), lead: t('admin.csv.checkHelp'), crumbs: crumbs(req), errors };
  if (!found) return { ...page, lead: '', ...readingPage(req, running) };
  if (survey.isWrong) return { ...page, lead: '', ...wrongReading(req, found, running) };
  return {
    ...page,
    template: 'start/csv-columns',
    scripts: ['import'],
    model: {
      ...readingForm(req, found, running),
      running,
      name: form?.get('label') ?? req.query.get('name') ?? t('admin.csv.untitled'),
      sharing: form?.get('sharing') ?? 'write',
      mode: form?.get('mode') ?? 'all-or-nothing',
      columns: columnChoices(app, req, found, form),
      unusable: unusableLines(req, found),
      refused: refusedLines(req, refused),
    },
  };
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function readLarge(req) {
  const { t } = req.ctx;
  try {
    await surveyLarge(req, { chosen: {} });
    const { id } = req.params;
    return `/admin/start/csv/${id}${req.query.size ? `?${req.query}` : ''}`;
  } catch (error) {
    if (/** @type {any} */ (error).code === 'CSV_CANCELLED') return '/admin/start/csv';
    return { errors: importErrors(error, t) };
  }
}
