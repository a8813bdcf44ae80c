/** @import { Next, Request, Response } from '@plinth/server/types' */
import { AppError, errorText, html } from '@plinth/plugin';
import { refererPath, wantsJson } from '@plinth/server/http';
import { adminPage } from './page.js';
import { partsFor } from './parts.js';

/**
 * What isn't there is said inside the admin, with a way back: the error page of the site would leave it. Forms and
 * requests of scripts are answered as everywhere.
 *
 * @param {unknown} error @param {Request} req @param {Response} res @param {Next} next
 */
export function answerInFrame(error, req, res, next) {
  const isPage = req.method === 'GET' && !wantsJson(req) && !req.headers['hx-request'];
  if (!(error instanceof AppError) || error.status !== 404 || !isPage || res.headersSent) return next(error);
  return missingPage(req, res, error);
}

/** @param {Request} req @param {Response} res @param {AppError} error */
function missingPage(req, res, error) {
  const { t, icon, empty } = partsFor(req);
  const { message, hint } = errorText(error, t);
  const came = refererPath(req, '/admin');
  const back = came.startsWith('/admin') && came !== req.originalUrl ? came : '/admin';
  const link = html`<a class="btn btn-primary" href="${back}">${icon('arrow-left')} ${t('admin.back')}</a>`;
  return adminPage(req, res, {
    title: t('error.title.404'),
    status: error.status,
    body: html`${empty('search', message, hint)}<div class="text-center">${link}</div>`,
  });
}
