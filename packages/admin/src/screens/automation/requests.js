import { errorText, html } from '@plinth/plugin';
import { openForm, partsFor, routed, saves, shows } from '../../frame/index.js';
import { ROW_SEARCH, rowSearchAttrs, rowsWithChosen } from '../../objects/rows-to-try.js';
import { triggerOf, triggerPage } from './trigger.js';
import { triggerUrl } from './trigger-words.js';

/** @import { Step } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request } from '../../types.d.ts' */

/** Rows to try with; the newest ones. */
const LONGEST_SHOWN = 5000;

/** The HTTP requests of a trigger, tried with a row. */
export const screen = {
  path: '/automation',
  title: 'admin.requests.tab',
  first: true,
  routes: routed({ 'GET /:trigger/requests': shows(show), 'POST /:trigger/requests': saves(send, show) }),
};

/** @typedef {Awaited<ReturnType<import('@plinth/server/types').App['data']['actions']['tryRequest']>>} Tried */

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
function send(req, form) {
  return page(req, { step: form.get('step'), row: form.get('row'), isSent: true });
}

/** @param {Request} req @returns {Promise<AdminPage>} */
function show(req) {
  return page(req, { step: req.query.get('step'), row: req.query.get('row'), isSent: false });
}

/** @param {Request} req @param {{ step: string | null, row: string | null, isSent: boolean }} chosen @returns {Promise<AdminPage>} */
async function page(req, { step, row, isSent }) {
  const { t } = req.ctx;
  const { empty } = partsFor(req);
  const requests = requestsOf(req);
  const { number = null, step: one } = requests.find((request) => String(request.number) === step) ?? requests[0] ?? {};
  if (!one)
    return triggerPage(req, {
      tab: 'requests',
      body: html`<div class="card">${empty('world-upload', t('admin.requests.none'))}</div>`,
    });
  const rows = await rowsWithChosen(req, triggerOf(req).table, row);
  const id = rows.find(({ value }) => value === row)?.value ?? rows[0]?.value ?? null;
  const chosen = { number: String(number), id };
  const tried = await attempt(req, one, { id, isSent });
  const body = html`<p class="text-secondary">${t('admin.requests.lead')}</p>${choices(req, { requests, rows, ...chosen })}${tried}`;
  return triggerPage(req, { tab: 'requests', body, scripts: [ROW_SEARCH] });
}

/** Steps that are requests, with their number. @param {Request} req */
const requestsOf = (req) =>
  triggerOf(req).steps.flatMap((/** @type {Step} */ step, i) =>
    step.do.action === 'http_request' ? [{ number: i + 1, step }] : [],
  );

/**
 * @param {Request} req
 * @param {{ requests: ReturnType<typeof requestsOf>, rows: { value: string, label: string }[], number: string, id: string | null }} offered
 */
function choices(req, { requests, rows, number, id }) {
  const { t, app } = req.ctx;
  const { options, icon } = partsFor(req);
  const steps = requests.map(({ number: one, step }) => ({
    value: String(one),
    label: `${one}. ${t(app.registry.action('http_request').label)}: ${step.do.config?.url ?? ''}`.slice(0, 80),
  }));
  const { table } = triggerOf(req);
  const search = table ? rowSearchAttrs(req, table) : '';
  const select = (
    /** @type {string} */ name,
    /** @type {any[]} */ list,
    /** @type {string | null} */ value,
    /** @type {unknown} */ more = '',
  ) =>
    list.length > 0 &&
    html`<div><label class="form-label" for="request-${name}">${t(`admin.requests.${name}`)}</label>
      <select class="form-select" id="request-${name}" name="${name}"${more}>${options(list, value)}</select></div>`;
  return html`${openForm({ class: 'card mb-4', action: triggerUrl(triggerOf(req).id, 'requests'), method: null })}<div class="card-body adm-requests d-flex flex-wrap gap-3 align-items-end">
    ${steps.length > 1 ? select('step', steps, number) : html`<input type="hidden" name="step" value="${number}">`}${select('row', rows, id, search)}
    <div class="btn-list"><button class="btn" formmethod="get">${icon('eye')} ${t('admin.requests.preview')}</button>
      <button class="btn btn-primary" formmethod="post">${icon('send')} ${t('admin.requests.send')}</button></div></div></form>`;
}

/** @param {Request} req @param {Step} step @param {{ id: string | null, isSent: boolean }} options */
async function attempt(req, step, { id, isSent }) {
  const { app, author, catalog, t } = req.ctx;
  const { table: name, source } = triggerOf(req);
  const { event, old } = app.registry.triggerSource(source);
  const table = id !== null && name && catalog.hasTable(name) ? catalog.table(name) : null;
  const about = { table, id: table ? id : null, event: { fields: event, values: {} }, ...(old && { old: null }) };
  try {
    return result(req, await app.data.actions.tryRequest(author, about, step, { isSent }));
  } catch (error) {
    return failure(error, t);
  }
}

/** @param {unknown} error @param {import('@plinth/plugin').Translate} t */
function failure(error, t) {
  const { message, hint } = errorText(/** @type {any} */ (error), t);
  return html`<div class="alert alert-danger" role="alert">${[message, hint].filter(Boolean).join('. ')}</div>`;
}

/** @param {Request} req @param {Tried} tried */
function result(req, { sent, answer, error, ms }) {
  const { t, formats } = req.ctx;
  const { method, url, headers, body } = sent;
  const took = t('admin.requests.took', { ms: formats.number(Math.round(ms)) });
  return html`${part(t('admin.requests.sent'), `${method} ${url}`, headers, body ?? '')}
    ${answer && html`<div role="status">${part(t('admin.requests.answer'), `${answer.status} · ${took}`, answer.headers, answer.body)}</div>`}
    ${error && failure(error, t)}`;
}

/** @param {string} title @param {string} first @param {Record<string, string>} headers @param {string} body */
const part = (title, first, headers, body) =>
  html`<section class="card mb-4"><div class="card-header"><h2 class="card-title">${title}</h2></div><div class="card-body">
    <pre class="adm-request m-0 text-break"><strong>${first}</strong>
${Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)}${body && `\n${body.slice(0, LONGEST_SHOWN)}`}</pre></div></section>`;
