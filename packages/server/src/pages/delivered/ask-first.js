/** @import { App, Form, Request, Response } from '../../types.d.ts' */
/** @import { AskedField, Table, Values } from '@plinth/plugin' */
import { AppError, errorText } from '@plinth/plugin';
import { localUrl } from '../../http/requests/local-url.js';

const TEMPLATE = new URL('./templates/ask.ejs', import.meta.url).href;
/** Controls of the form, by the type of what is asked for. */
const INPUTS = Object.freeze({ text: 'text', integer: 'number', number: 'text', date: 'date' });
/** What the page of the questions sends anew, or not at all. */
const OWN = new Set(['asked', 'onlyAsk', '_once']);

/**
 * Asks what a button wants to know before it does anything: a page with a form that posts the same again, with the answers.
 * It is shown once more if an answer can't be used.
 *
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ action: string, config: Values, table: Table | null, id: string | number | null, form: Form }} pressed
 *   id: the row that the questions are about
 * @returns {Promise<boolean>} whether a response was sent
 */
export async function askFirst(app, req, res, { action, config, table, id, form }) {
  const questions = await app.data.actions.questions(req.ctx.actor, { table, id }, action, config);
  if (!questions) return false;
  const errors = form.has('asked') ? wrongAnswers(app, req, questions, form) : {};
  if (form.has('asked') && Object.keys(errors).length === 0) return false;
  res.page(pageOf(app, req, questions, { form, errors }));
  return true;
}

/**
 * Whether the script of the dialog (core-views/js/views/ask.js) only wants to know what is asked, or whether its answers will do.
 * Then nothing may run.
 *
 * @param {Form} form
 */
export const onlyAsks = (form) => form.has('onlyAsk');

/** There is nothing to ask, and no answer is wrong. @param {Response} res */
export const nothingAsked = (res) => res.writeHead(204, { 'cache-control': 'private, no-cache' }).end();

/** @typedef {{ texts: string[], fields: AskedField[] }} Questions */

/** @param {App} app @param {Request} req @param {Questions} questions @param {Form} form */
function wrongAnswers({ data }, { ctx: { t } }, { fields }, form) {
  const given = Object.fromEntries(fields.map(({ name }) => [`input.${name}`, form.get(`input.${name}`) ?? '']));
  try {
    data.actions.readAnswers(fields, given);
    return {};
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return errorText(error, t).fields;
  }
}

/** @param {App} app @param {Request} req @param {Questions} questions @param {{ form: Form, errors: Record<string, string> }} tried */
function pageOf(app, req, { texts, fields }, { form, errors }) {
  const { t } = req.ctx;
  const [question = t('delivered.ask.title'), ...more] = texts;
  const kept = form.entries.filter(([name]) => !OWN.has(name) && !name.startsWith('input.'));
  const controls = fields.map(({ name, label, type, required, options = [] }) => {
    const key = `input.${name}`;
    const input = INPUTS[/** @type {'text'} */ (type)] ?? '';
    const value = form.get(key) ?? '';
    return { key, label, type, input, required, options, value, error: errors[key] ?? '' };
  });
  const model = { t, question, more, kept, controls, action: req.originalUrl, back: localUrl(form.get('return'), '/') };
  const status = Object.keys(errors).length > 0 ? 422 : 200;
  return {
    title: question,
    body: app.views.renderTemplate(TEMPLATE, model),
    width: /** @type {const} */ ('narrow'),
    status,
  };
}
