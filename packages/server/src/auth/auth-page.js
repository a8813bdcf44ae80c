/** @import { Values } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../types.d.ts' */
import { fileURLToPath } from 'node:url';
import { AppError, errorText } from '@plinth/plugin';

const TEMPLATE = fileURLToPath(new URL('./templates/form.ejs', import.meta.url));

/**
 * @typedef {object} AuthField
 * @property {string} name
 * @property {string} [label] key of a text
 * @property {string} [type]
 * @property {string} [value]
 * @property {string} [autocomplete]
 * @property {string} [help] key of a text
 * @property {boolean} [required]
 * @property {boolean} [readonly]
 * @property {boolean} [autofocus]
 * @property {number} [minlength]
 * @property {{ value: string, label: string }[]} [options]
 *
 * @typedef {object} AuthForm
 * @property {string} title key of a text
 * @property {string} [intro] key of a text
 * @property {string} action
 * @property {AuthField[]} fields
 * @property {string} [submit] key of a text; without it there is no form
 * @property {{ url: string, label: string }[]} [links] label: key of a text
 * @property {string[]} [scripts] browser modules
 */

/**
 * A page with one form. Errors are shown next to their field where possible. Passwords are never sent back.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {AuthForm} form
 * @param {{ error?: AppError | null, values?: Record<string, unknown>, status?: number }} [came]
 */
export function authPage(app, req, res, form, { error = null, values = {}, status } = {}) {
  const { t } = req.ctx;
  const said = error && errorText(error, t);
  const errors = said?.fields ?? {};
  const fields = form.fields.map((field) => ({
    type: 'text',
    autocomplete: 'off',
    ...field,
    label: field.type === 'hidden' ? '' : t(field.label ?? `auth.${field.name}`),
    help: field.help ? t(field.help) : '',
    error: errors[field.name] ?? '',
    value: field.type === 'password' ? '' : String(values[field.name] ?? field.value ?? ''),
  }));
  const problem = fields.some((field) => field.error) ? null : said;
  const body = app.views.renderTemplate(TEMPLATE, {
    t,
    title: t(form.title),
    intro: form.intro ? t(form.intro) : '',
    action: form.action,
    problem,
    fields,
    submit: form.submit ? t(form.submit) : '',
    links: (form.links ?? []).map(({ url, label }) => ({ url, label: t(label) })),
  });
  const wait = /** @type {Values} */ (error?.details)?.retryAfter;
  if (wait) res.setHeader('retry-after', String(wait));
  res.page({
    title: t(form.title),
    body,
    status: status ?? error?.status ?? 200,
    bare: true,
    width: 'narrow',
    scripts: form.scripts,
  });
}

/**
 * Returns errors that are shown in the form; rethrows any other for the error page.
 *
 * @param {unknown} error
 * @returns {AppError}
 */
export function formError(error) {
  if (error instanceof AppError && error.status < 500) return error;
  throw error;
}

/** The client, for rate limits and the list of sessions. @param {Request} req */
export function clientOf(req) {
  return { address: req.ctx.address, userAgent: req.headers['user-agent'] ?? '' };
}

/**
 * A URL with a token must not leak in a Referer. The origin alone may be sent: without it, browsers would send "Origin:
 * null" with the page's own form.
 *
 * @param {Response} res
 */
export function keepAddressSecret(res) {
  res.setHeader('referrer-policy', 'strict-origin');
}
