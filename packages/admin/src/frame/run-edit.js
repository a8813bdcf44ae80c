import { givesRights } from '@plinth/data';
import { errorText } from '@plinth/plugin';
import { confirmRecentLogin, isRecentLogin } from '@plinth/server/auth';
import { difference } from '../revisions/difference.js';
import { formErrors } from './form-errors.js';
import { adminPage } from './page.js';
import { partName } from '../revisions/summary-text.js';
import { withDone } from './toast.js';

/** @import { AppError, Message, Translate } from '@plinth/plugin' */
/** @import { Form, Request, Response } from '@plinth/server/types' */
/** @import { FormErrors } from './form-errors.js' */

/**
 * Runs one edit for a submitted form and responds: on success the next page with a toast, on bad input the form again,
 * and if somebody else was faster the page that shows what changed. An edit that changes rights requires a recent
 * login.
 *
 * @param {Request} req @param {Response} res
 * @param {{
 *   edit: string, input: any, form: Form, says?: Message,
 *   next: string | ((result: any) => string),
 *   again: (errors: FormErrors) => unknown,
 * }} work
 */
export async function runEdit(req, res, { edit, input, form, says, next, again }) {
  const { app } = req.ctx;
  if (!(await mayEdit(req, res, edit, input))) return;
  let result;
  try {
    result = await app.data.edit(req.ctx.author, edit, input, { expect: readExpect(form), says });
  } catch (error) {
    const errors = formErrors(error, req.ctx.t);
    if (errors.code === 'EDIT_CONFLICT') return conflictPage(req, res, /** @type {AppError} */ (error), form);
    return again(errors);
  }
  const url = typeof next === 'function' ? next(result) : next;
  res.redirect(withDone(url, revisionId(result)));
}

/**
 * Whether the login is recent enough for an edit: one that gives rights away asks for the password.
 *
 * @param {Request} req @param {Response} res @param {string} edit @param {any} input
 * @returns {Promise<boolean>} false: a response was sent
 * @throws {AppError} LOGIN_TOO_OLD (403) for JSON
 */
export async function mayEdit(req, res, edit, input) {
  const { app } = req.ctx;
  if (isRecentLogin(req)) return true;
  // The edit itself reports bad input.
  const planned = await app.data.preview(req.ctx.actor, edit, input).catch(() => null);
  return !planned || !givesRights(planned.changes) || confirmRecentLogin(app, req, res);
}

/** @param {any} result @returns {string | null} */
export const revisionId = (result) => result?.revision?.id ?? result?.revision ?? null;

/** @param {Form} form @returns {Record<string, number> | undefined} */
function readExpect(form) {
  const entries = form
    .all('expect')
    .map((text) => text.split(':'))
    .filter(([id, version]) => id && /^\d+$/.test(version ?? ''))
    .map(([id, version]) => [id, Number(version)]);
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** @param {Request} req @param {Response} res @param {AppError} error @param {Form} form */
function conflictPage(req, res, error, form) {
  const details = /** @type {any} */ (error.details) ?? {};
  return adminPage(req, res, {
    title: req.ctx.t('admin.conflict.title'),
    template: 'conflict',
    status: 409,
    model: {
      message: errorText(error, req.ctx.t).message,
      changed: changedEntries(details.changed, req.ctx.t),
      reload: cameFrom(req),
      action: req.originalUrl,
      entries: form.entries.filter(([name]) => name !== 'expect'),
    },
  });
}

/** The screen whose form was submitted; without a referrer, its own address usually works. @param {Request} req */
function cameFrom({ headers: { referer = '' }, originalUrl }) {
  const path = URL.canParse(referer) ? new URL(referer).pathname : '';
  return path.startsWith('/admin/') ? path : originalUrl;
}

/**
 * @param {{ name: string, by: string | null, keys: Record<string, { before: unknown, after: unknown }> }[] | undefined} changed by object
 * @param {Translate} t
 */
export function changedEntries(changed, t) {
  return (changed ?? []).flatMap(({ name, by, keys }) =>
    Object.entries(keys).flatMap(([key, { before, after }]) => {
      const told = difference(before, after);
      return told ? [{ name, by, key: partName(key, t), before: told.before || '–', after: told.after || '–' }] : [];
    }),
  );
}
