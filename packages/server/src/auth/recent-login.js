/** @import { App, Form, Handler, Request, Response } from '../types.d.ts' */
import { AppError } from '@plinth/plugin';
import { CARRIED, carryForm } from '../http/body/carried-form.js';
import { wantsJson } from '../http/requests/answer-error.js';
import { authPage, clientOf, formError } from './auth-page.js';

const MINUTES = 30;
/** The control with the password in a form that asks for it again. */
const PASSWORD = '_password';

/** Whether the password was entered recently. @param {Request} req @param {number} [minutes] */
export function isRecentLogin({ ctx: { session } }, minutes = MINUTES) {
  return session !== null && Date.now() - session.authenticatedAt < minutes * 60_000;
}

/**
 * For actions that give away rights, code or secrets: the password must have been entered recently, so that an
 * unattended browser is not enough. A form that was filled in meanwhile is not lost: see `confirmRecentLogin`.
 *
 * @param {{ minutes?: number }} [options]
 * @returns {Handler}
 */
export function requireRecentLogin({ minutes = MINUTES } = {}) {
  return async (req, res, next) => {
    if (isRecentLogin(req, minutes)) return next();
    if (req.method === 'GET' || req.method === 'HEAD') {
      return res.redirect(`/auth/confirm?next=${encodeURIComponent(req.originalUrl)}`);
    }
    if (await confirmRecentLogin(req.ctx.app, req, res)) next();
  };
}

/**
 * Asks for the password before a posted form is handled, on a page that carries everything that was posted, encrypted, and
 * posts it again to the same address. Uploaded files have to be chosen again; the page says so.
 *
 * @param {App} app @param {Request} req @param {Response} res
 * @returns {Promise<boolean>} whether to continue; false: a response was sent
 */
export async function confirmRecentLogin(app, req, res) {
  if (isRecentLogin(req)) return true;
  if (wantsJson(req)) {
    throw new AppError('LOGIN_TOO_OLD', 'Confirm your password to do this', {
      status: 403,
      hint: 'Do this in the browser, or log in again',
    });
  }
  const form = await req.form();
  const { user, session } = req.ctx;
  if (!user || !session) {
    res.redirect('/auth/login');
    return false;
  }
  if (!form.has(PASSWORD)) {
    await ask(app, req, res, form, null);
    return false;
  }
  try {
    await app.data.people.confirmPassword(user.id, form.get(PASSWORD), clientOf(req));
    await app.data.people.markAuthenticated(session.id);
    takeOut(form);
    return true;
  } catch (error) {
    await ask(app, req, res, form, formError(error));
    return false;
  }
}

/** Removes the password, so that it is never shown when the form is shown again. @param {Form} form */
function takeOut({ values, entries }) {
  delete values[PASSWORD];
  const kept = entries.filter(([name]) => name !== PASSWORD);
  entries.splice(0, entries.length, ...kept);
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form} form @param {AppError | null} error */
async function ask(app, req, res, form, error) {
  const posted = form.entries.filter(([name]) => name !== PASSWORD);
  const carried = posted.length > 0 ? [{ name: CARRIED, type: 'hidden', value: await carryForm(req, posted) }] : [];
  const hasFiles = form.files.some(({ size }) => size > 0);
  const password = { name: PASSWORD, label: 'auth.password', type: 'password', autocomplete: 'current-password' };
  const page = {
    title: 'auth.confirm.title',
    intro: hasFiles ? 'auth.confirm.introFiles' : 'auth.confirm.introForm',
    action: req.originalUrl,
    submit: 'auth.confirm.submit',
    fields: [...carried, { ...password, required: true, autofocus: true }],
  };
  authPage(app, req, res, page, { error, status: error?.status ?? 403 });
}
