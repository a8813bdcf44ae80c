import { givesRights } from '@plinth/data';
import { html } from '@plinth/plugin';
import { confirmRecentLogin, isRecentLogin } from '@plinth/server/auth';
import { listScreen, partsFor, revisionId, routed, shows, tries, withDone } from '../../frame/index.js';
import { summaryText } from '../../revisions/summary-text.js';
import { doneText } from '../tables/import-counts.js';
import { HISTORY, undoForm } from '../tables/import-undo.js';
import { tableUrl } from '../tables/table-page.js';
import { changeLines } from './change-lines.js';

const SHOWN = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @import { Catalog, Values } from '@plinth/plugin' */
/** @import { Data } from '@plinth/data' */
/** @import { AdminPage, Form, Request } from '../../types.d.ts' */

/**
 * @typedef {Awaited<ReturnType<Data['revisions']['list']>>['revisions'][number]} Revision
 * @typedef {Awaited<ReturnType<Data['csv']['allImports']>>[number]} Imported
 * @typedef {{ at: number, revision: Revision, imported?: undefined } | { at: number, imported: Imported, revision?: undefined }} Entry
 */

const LIST = listScreen({
  title: 'admin.nav.history',
  lead: 'admin.history.lead',
  icon: 'history',
  empty: 'admin.history.empty',
  of: changesAndImports,
  list: (req, /** @type {readonly Entry[]} */ entries) =>
    entries.map(({ revision, imported }) => (revision ? lineOf(req, revision) : importLine(req, imported))),
});

/** Every change of the app: who, when, what; undo and redo. */
export const screen = {
  path: '/history',
  title: 'admin.nav.history',
  help: 'guide/tables#changing-things-later',
  nav: { section: 'site', icon: 'history', order: 40 },
  routes: routed({
    ...LIST,
    'GET /:id': shows(showOne),
    'POST /:id/undo': tries((req, form, res) => step(req, form, res, 'undo'), backOf),
    'POST /:id/redo': tries((req, form, res) => step(req, form, res, 'redo'), backOf),
  }),
};

/** The page with the button. @param {Request} _req @param {Form} form */
function backOf(_req, form) {
  const path = form.get('return');
  if (!path?.startsWith('/admin')) return '/admin/history';
  return path.replace(/([?&])done=[^&]*/, '$1').replace(/[?&]+$/, '');
}

/** @param {Request} req @param {Form} form @param {import('@plinth/server/types').Response} res @param {'undo' | 'redo'} step */
async function step(req, form, res, step) {
  const { app, author } = req.ctx;
  if (!isRecentLogin(req) && givesRights(await changesOf(req, step)) && !(await confirmRecentLogin(app, req, res)))
    return;
  const result = await app.data.revisions[step](author, req.params.id);
  return withDone(stillThere(app.data.catalog(), backOf(req, form)), revisionId(result));
}

/** The result of a step for what it changes. @param {Request} req @param {'undo' | 'redo'} step */
async function changesOf({ ctx: { app }, params }, step) {
  const revision = await app.data.revisions.get(params.id).catch(() => null);
  /** @type {any[]} */
  const changes = revision?.changes ?? [];
  return step === 'redo' ? changes : changes.map(({ kind, before, after }) => ({ kind, before: after, after: before }));
}

/**
 * The undone step may have created the page's own object; then its list is shown.
 *
 * @param {Catalog} catalog @param {string} path
 */
function stillThere({ tables, views, pages, roles }, path) {
  const [, , area = '', name] = path.split(/[/?]/);
  /** @type {readonly { name: string }[] | undefined} */
  const known = { tables, views, pages, roles }[area];
  return known && name && name !== 'new' && !known.some((one) => one.name === name) ? `/admin/${area}` : path;
}

/**
 * Changes of the app and imports of rows, newest first; each goes on where the page before it ended.
 *
 * @param {Request} req @returns {Promise<{ rows: Entry[], next: Record<string, string> | null }>}
 */
async function changesAndImports({ ctx: { app, author }, query }) {
  const text = query.get('after') ?? '';
  // If it is not a revision's number, the newest one comes first.
  let after = /^\d{1,9}$/.test(text) ? Number(text) : null;
  let before = UUID.exec(query.get('import') ?? '')?.[0] ?? null;
  const [{ revisions, next: more }, imports] = await Promise.all([
    app.data.revisions.list({ after, limit: SHOWN }),
    app.data.csv.allImports(author, { before, limit: SHOWN }),
  ]);
  /** @type {Entry[]} */
  const all = [
    ...revisions.map((revision) => ({ at: Date.parse(revision.at), revision })),
    ...imports.map((imported) => ({ at: new Date(imported.startedAt).getTime(), imported })),
  ].sort((a, b) => b.at - a.at);
  const rows = all.slice(0, SHOWN);
  if (all.length === rows.length && !more && imports.length < SHOWN) return { rows, next: null };
  after = rows.findLast(({ revision }) => revision)?.revision?.version ?? after;
  before = rows.findLast(({ imported }) => imported)?.imported?.id ?? before;
  const next = { ...(after !== null && { after: String(after) }), ...(before !== null && { import: before }) };
  return { rows, next };
}

/** @param {Request} req @param {Imported} one */
function importLine(req, one) {
  const { t, catalog } = req.ctx;
  const { line, when } = partsFor(req);
  const table = catalog.tables.find(({ id }) => id === one.table);
  if (!table) return null;
  const what = t('admin.import.key.history', { table: table.label });
  const about = html`${whoOf(req, one)} · ${when(one.startedAt)}`;
  const says = `${t('admin.import.undo')}: ${table.label}`;
  return line(
    html`<div class="flex-fill"><a class="fw-medium" href="${tableUrl(table.name, 'import')}">${what}</a> <span class="small">${doneText(req, one)}</span>
      <div class="text-secondary small">${about}${one.isUndone && html` · ${t('admin.history.undone')}`}</div></div>
      ${!one.isUndone && undoForm(req, table, one.id, { style: 'btn btn-sm', back: HISTORY, says })}`,
    one.isUndone ? 'adm-undone' : '',
  );
}

/** @param {Request} req @param {Values} one */
const whoOf = ({ ctx: { t } }, one) => one.userName || t('admin.row.system');

/** @param {Request} req @param {Revision} one */
function lineOf(req, one) {
  const { line, when, t } = partsFor(req);
  const what = summaryText(one.says, t);
  const about = html`${whoOf(req, one)} · ${when(one.at)}`;
  return line(
    html`<div class="flex-fill"><a class="fw-medium" href="/admin/history/${one.id}">${what}</a>
      <div class="text-secondary small">${about}${one.undoneBy && html` · ${t('admin.history.undone')}`}</div></div>
      ${stepButton(req, one, { style: 'btn btn-sm', what })}`,
    one.undoneBy ? 'adm-undone' : '',
  );
}

/**
 * @param {Request} req @param {Values} one
 * @param {{ style: string, what?: string, form?: string }} options what: if it is one of many
 */
function stepButton(req, { id, undoneBy }, { style, what, form }) {
  const { t, icon, post } = partsFor(req);
  const [step, picture, text] = undoneBy
    ? ['redo', 'arrow-forward-up', t('admin.history.redo')]
    : ['undo', 'arrow-back-up', t('admin.undo')];
  const says = what && t(`admin.history.${step}Named`, { what });
  return post(`/admin/history/${id}/${step}`, html`${icon(picture)} ${text}`, { style, says, form });
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function showOne(req) {
  const { t, formats, app } = req.ctx;
  const revision = await app.data.revisions.get(req.params.id);
  return {
    title: summaryText(revision.says, t),
    icon: 'history',
    template: 'site/revision',
    crumbs: [{ label: t('admin.nav.history'), url: '/admin/history' }],
    model: {
      about: `${whoOf(req, revision)} · ${formats.dateTime(revision.at)}`,
      button: stepButton(req, revision, { style: 'btn', form: 'mb-3' }),
      changes: changeLines(revision.changes ?? [], { t, registry: app.registry, catalog: req.ctx.catalog }),
    },
  };
}
