/** @import { App, Request } from '../types.d.ts' */
/** @import { AppError, Values } from '@plinth/plugin' */
import { fileURLToPath } from 'node:url';
import { errorText } from '@plinth/plugin';
import { formError } from './auth-page.js';

const TEMPLATE = fileURLToPath(new URL('./templates/api-tokens.ejs', import.meta.url));
const OPERATIONS = ['read', 'create', 'update', 'delete'];
/** Days to choose from; none: never expires. */
const PERIODS = ['30', '90', '365', ''];

/**
 * @typedef {{ made?: { token: string } | null, error?: AppError | null, values?: Values }} TokenAttempt
 *   the result of the form that was just sent
 */

/**
 * A user's API tokens with the form that creates one, for their profile and for admins.
 *
 * @param {App} app @param {Request} req @param {string} userId @param {string} action address of the form
 * @param {TokenAttempt} [attempt]
 * @returns {Promise<string>} markup
 */
export async function tokenSection(app, req, userId, action, { made = null, error = null, values = {} } = {}) {
  const { t, formats, actor, catalog } = req.ctx;
  const tables = catalog.tables.filter((table) => !table.system && mayKnow(app, actor, table));
  const tokens = await app.data.people.apiTokens.list(actor, userId);
  const { message = '', fields = {} } = error ? errorText(error, t) : {};
  const alert = Object.keys(fields).length === 0 ? message : '';
  const model = {
    t,
    formats,
    action,
    alert,
    errors: fields,
    values,
    made,
    tokens,
    tables,
    operations: OPERATIONS,
    periods: PERIODS,
  };
  return String(app.views.renderTemplate(TEMPLATE, model));
}

/**
 * Creates a token from the posted form.
 *
 * @param {App} app @param {Request} req @param {string} userId
 * @returns {Promise<TokenAttempt>}
 */
export async function makeToken(app, req, userId) {
  const form = await req.form();
  const text = (/** @type {string} */ name) => (form.get(name) ?? '').trim();
  const operations = form.all('operations');
  const tables = form.all('tables').filter((name) => name !== '');
  const values = { name: text('name'), tables, expires: text('expires'), operations };
  try {
    const input = {
      name: values.name,
      tables: tables.length === 0 ? null : tables,
      operations: OPERATIONS.every((name) => operations.includes(name)) ? null : operations,
      expires: values.expires,
    };
    const by = { sessionId: req.ctx.session?.id };
    return { made: await app.data.people.apiTokens.create(req.ctx.author, userId, input, by) };
  } catch (error) {
    return { error: formError(error), values };
  }
}

/** @param {App} app @param {import('@plinth/plugin').Actor} actor @param {import('@plinth/plugin').Table} table */
const mayKnow = (app, actor, table) =>
  Object.values(app.data.rows.rights(actor, table)).some((level) => level !== 'none');
