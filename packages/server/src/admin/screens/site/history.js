import { givesRights } from '@plinth/data';
import { html } from '@plinth/plugin';
import { confirmRecentLogin, isRecentLogin } from '../../../auth/recent-login.js';
import { partsFor, revisionId, routed, shows, tries, withDone } from '../../frame/index.js';
import { summaryText } from '../../summary-text.js';
import { changeLines } from './change-lines.js';

/** @import { Catalog } from '@plinth/plugin' */
/** @import { AdminPage, Form, Request } from '../../types.d.ts' */

/** Every change of the app: who, when, what; undo and redo. */
export const screen = {
  path: '/history',
  title: 'admin.nav.history',
  nav: { section: 'site', icon: 'history', order: 40 },
  routes: routed({
    'GET /': shows(showList),
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

/** @param {Request} req @param {Form} form @param {import('../../../types.d.ts').Response} res @param {'undo' | 'redo'} step */
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

/** @param {Request} req @returns {Promise<AdminPage>} */
async function showList(req) {
  const { t, app } = req.ctx;
  const { empty, list } = partsFor(req);
  const text = req.query.get('after') ?? '';
  // If it is not a revision's number, the newest one comes first.
  const after = /^\d{1,9}$/.test(text) ? Number(text) : null;
  const { revisions, next } = await app.data.revisions.list({ after, limit: 50 });
  const lines = revisions.map((/** @type {any} */ one) => lineOf(req, one));
  return {
    ...{ title: t('admin.nav.history'), lead: t('admin.history.lead') },
    body: html`${lines.length > 0 ? list(lines) : empty('history', t('admin.history.empty'))}${
      next && html`<a class="btn mt-3" href="?after=${next}">${t('admin.history.older')}</a>`
    }`,
  };
}

/** @param {Request} req @param {any} one */
const whoOf = ({ ctx: { t } }, one) => one.userName || t('admin.row.system');

/** @param {Request} req @param {any} one a revision */
function lineOf(req, one) {
  const { t, formats } = req.ctx;
  const { line } = partsFor(req);
  const what = summaryText(one.summary, t);
  const about = html`${whoOf(req, one)} · <time datetime="${one.at}" title="${formats.dateTime(one.at)}">${formats.relative(one.at)}</time>`;
  return line(
    html`<div class="flex-fill"><a class="fw-medium" href="/admin/history/${one.id}">${what}</a>
      <div class="text-secondary small">${about}${one.undoneBy && html` · ${t('admin.history.undone')}`}</div></div>
      ${stepButton(req, one, { style: 'btn btn-sm', what })}`,
    one.undoneBy ? 'adm-undone' : '',
  );
}

/**
 * @param {Request} req @param {any} one
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
    ...{ title: summaryText(revision.summary, t), icon: 'history', template: 'site/revision' },
    crumbs: [{ label: t('admin.nav.history'), url: '/admin/history' }],
    model: {
      about: `${whoOf(req, revision)} · ${formats.dateTime(revision.at)}`,
      button: stepButton(req, revision, { style: 'btn', form: 'mb-3' }),
      changes: changeLines(revision.changes ?? [], t),
    },
  };
}
