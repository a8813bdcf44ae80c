import { givesRights } from '@plinth/data';
import { createRouter } from '../../../http/router.js';
import { confirmRecentLogin, isRecentLogin } from '../../../auth/recent-login.js';
import { adminPage } from '../../page.js';
import { formErrors, revisionId } from '../../run-edit.js';
import { summaryText } from '../../summary-text.js';
import { withDone } from '../../toast.js';
import { changeLines } from './change-lines.js';

/** @import { Catalog } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */

export const screen = {
  path: '/history',
  title: 'admin.nav.history',
  nav: { section: 'site', icon: 'history', order: 40 },
  routes,
};

/** Every change of the app: who, when, what; undo and redo. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => showList(app, req, res));
  router.get('/:id', (req, res) => showOne(app, req, res));
  for (const step of /** @type {const} */ (['undo', 'redo'])) {
    router.post(`/:id/${step}`, async (req, res) => {
      const form = await req.form();
      const back = ownPath(form.get('return')) ?? '/admin/history';
      if (!isRecentLogin(req) && givesRights(await changesOf(app, req.params.id, step))) {
        if (!(await confirmRecentLogin(app, req, res))) return;
      }
      try {
        const result = await app.data.revisions[step](req.ctx.author, req.params.id);
        res.redirect(withDone(stillThere(app.data.catalog(), back), revisionId(result)));
      } catch (error) {
        const { message, hint } = formErrors(error, req.ctx.t);
        res.flash([message, hint].filter(Boolean).join('. '), 'danger');
        res.redirect(back);
      }
    });
  }
  return router;
}

/** What a step would make of what it changes. @param {App} app @param {string} id @param {'undo' | 'redo'} step */
async function changesOf(app, id, step) {
  const revision = await app.data.revisions.get(id).catch(() => null);
  /** @type {any[]} */
  const changes = revision?.changes ?? [];
  return step === 'redo' ? changes : changes.map(({ kind, before, after }) => ({ kind, before: after, after: before }));
}

/** What was undone may have been the making of what the page is about: then its list is where to go on. @param {Catalog} catalog @param {string} path */
function stillThere(catalog, path) {
  const [, , area, name] = path.split(/[/?]/);
  const known = { tables: catalog.tables, views: catalog.views, pages: catalog.pages, roles: catalog.roles }[
    area ?? ''
  ];
  return known && name && name !== 'new' && !known.some((one) => one.name === name) ? `/admin/${area}` : path;
}

/** @param {string | null} path of the page that the button stood on */
function ownPath(path) {
  return path?.startsWith('/admin') ? path.replace(/([?&])done=[^&]*/, '$1').replace(/[?&]+$/, '') : null;
}

/** @param {App} app @param {Request} req @param {Response} res */
async function showList(app, req, res) {
  const { t, formats } = req.ctx;
  const text = req.query.get('after') ?? '';
  // What can't be a revision's number begins at the newest one.
  const after = /^\d{1,9}$/.test(text) ? Number(text) : null;
  const { revisions, next } = await app.data.revisions.list({ after, limit: 50 });
  return adminPage(app, req, res, {
    title: t('admin.nav.history'),
    lead: t('admin.history.lead'),
    template: 'site/history',
    model: { revisions: revisions.map((/** @type {any} */ one) => lineOf(one, formats, t)), next },
  });
}

/** @param {any} one @param {import('@plinth/plugin').Formats} formats @param {import('@plinth/plugin').Translate} t */
function lineOf(one, formats, t) {
  return {
    ...one,
    summary: summaryText(one.summary, t),
    who: one.userName || t('admin.row.system'),
    when: formats.dateTime(one.at),
    ago: formats.relative(one.at),
  };
}

/** @param {App} app @param {Request} req @param {Response} res */
async function showOne(app, req, res) {
  const { t, formats } = req.ctx;
  const revision = await app.data.revisions.get(req.params.id);
  return adminPage(app, req, res, {
    title: summaryText(revision.summary, t),
    icon: 'history',
    crumbs: [{ label: t('admin.nav.history'), url: '/admin/history' }],
    template: 'site/revision',
    model: { revision: lineOf(revision, formats, t), changes: changeLines(revision.changes ?? [], t) },
  });
}
