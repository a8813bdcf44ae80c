/** @import { App, Request, Response } from '../../types.d.ts' */
import { AppError, errorText, html } from '@plinth/plugin';
import { wantsJson } from '../../http/requests/answer-error.js';
import { localUrl } from '../../http/requests/local-url.js';
import { titled } from '../deletions/answer.js';
import { createRouter } from '../../http/requests/router.js';
import { loginRequired } from '../../http/identity/login-required.js';
import { undoImport } from './undo-import.js';

/**
 * Takes back what somebody did to rows, an import as well. The page is for browsers without scripts: it has the button that others get in a
 * message.
 *
 * @param {App} app
 */
export function undoRoutes(app) {
  const router = createRouter();

  router.get('/undo/:change', (req, res) => {
    const { t } = req.ctx;
    const back = localUrl(req.query.get('return'), '/');
    res.page({
      title: t('deletion.deleted'),
      body: titled(
        t('deletion.deleted'),
        html`<div class="card pl-question"><form class="card-body" method="post" action="/undo/${req.params.change}">
        <p role="status">${t('deletion.undoHelp')}</p><input type="hidden" name="return" value="${back}">
        <div class="btn-list"><button class="btn">${t('deletion.undo')}</button>
          <a class="btn btn-primary" href="${back}">${t('deletion.continue')}</a></div></form></div>`,
      ),
    });
  });

  router.post('/undo/:change', async (req, res) => {
    const { author, user, t } = req.ctx;
    if (!user) throw loginRequired();
    const form = await req.form();
    const back = localUrl(form.get('return'), '/');
    try {
      const table = await app.data.csv.importedInto(author, req.params.change);
      if (table) {
        const { said, kind } = await undoImport(req, table, req.params.change);
        return answer(req, res, said, kind, back);
      }
      const message = restoredText(req, await app.data.history.undo(author, req.params.change));
      return answer(req, res, message, message.includes('\n') ? 'danger' : 'success', back);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || wantsJson(req)) throw error;
      const { message, hint } = errorText(error, t);
      return answer(req, res, [message, hint].filter(Boolean).join('. '), 'danger', back);
    }
  });

  return router;
}

/** @param {Request} req @param {Response} res @param {string} message @param {string} kind @param {string} back */
function answer(req, res, message, kind, back) {
  if (wantsJson(req)) return res.json({ message, kind });
  res.flash(message, kind);
  return res.redirect(back);
}

/**
 * What came back, and what did not and why.
 *
 * @param {Request} req
 * @param {Omit<import('../../types.d.ts').Restored, 'changed' | 'removed'> & { changed?: number, removed?: number }} restored
 */
export function restoredText({ ctx: { t, catalog } }, { rows, taken, conflicts, changed = 0, removed = 0 }) {
  const restored = rows.length + taken;
  const parts = [
    changed > 0 && t('deletion.changedBack', { count: changed }),
    removed > 0 && t('deletion.removedAgain', { count: removed }),
    restored > 0 && t('deletion.restored', { count: restored }),
  ];
  const done = parts.filter(Boolean).join('. ');
  if (conflicts.length === 0) return done;
  const [{ table, title, error }] = conflicts;
  const what = title ?? (table === null ? t('deletion.others') : catalog.table(table).label);
  const reason = `${what}: ${errorText(error, t).message}`;
  return `${done}.\n${t('deletion.notRestored', { count: conflicts.length, reason })}`;
}
