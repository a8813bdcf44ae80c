/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { EditedField, RowAnswer, Target } from '../cells/write-cells.js' */
/** @import { Sent } from '../cells/cell-request.js' */
/** @import { Chosen } from './shown-rows.js' */
import { AppError, errorText, html, mayDo } from '@plinth/plugin';
import { writeCells } from '../cells/write-cells.js';
import { titled } from '../deletions/answer.js';
import { exactText } from '../deletions/question.js';
import { wantsJson } from '../http/answer-error.js';
import { notFound } from '../http/canonical-path.js';
import { localUrl } from '../http/local-url.js';
import { cellsOf } from './cells-of.js';
import { MOST_OPTIONS, cellControl, cellIn } from './cell-control.js';
import { chosenByForm, chosenByQuery, chosenFields, chosenRows } from './shown-rows.js';

/** Names that are suggested while one is typed. */
const MOST_NAMES = 20;
/** Rows that are read and written together. */
const BATCH = 500;

/**
 * GET /view/:name/change?id=1&id=2&field=status: the form that sets one field of several rows; with `q`, names of the rows
 * that the field may point at.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function askChange(app, req, res, plan) {
  const { query } = req;
  const { actor } = req.ctx;
  const target = targetOf(app, req, plan);
  const edited = fieldIn(target, query.get('field'));
  if (wantsJson(req)) {
    if (edited.kind !== 'lookup') throw notFound();
    const search = query.get('q') ?? '';
    const { name } = edited.field;
    return res.json(await app.data.rows.choices(actor, target.table.name, name, { search, limit: MOST_NAMES }));
  }
  const chosen = chosenByQuery(query);
  const rows = await chosenRows(app, req, plan, chosen);
  const shown = { ...chosen, ids: rows.map(({ id }) => String(id)) };
  const asked = { target, edited, chosen: shown, count: rows.length, back: query.get('return') };
  return show(app, req, res, { ...asked, typed: '', error: null });
}

/**
 * POST /view/:name/change: sets the field in each of the rows, each checked by itself; says which were left and why.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function changeRows(app, req, res, plan) {
  const form = await req.form();
  const { t } = req.ctx;
  const target = targetOf(app, req, plan);
  const edited = fieldIn(target, form.get('field'));
  const sent = cellIn(edited, form);
  const chosen = chosenByForm(form);
  const asked = { target, edited, chosen, back: form.get('return'), typed: sent.text };
  let rows;
  try {
    rows = await chosenRows(app, req, plan, chosen);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ROWS_FOUND_CHANGED') throw error;
    const { message, hint } = errorText(error, t);
    const count = /** @type {{ found: number }} */ (error.details).found;
    return show(app, req, res, { ...asked, chosen: { ...chosen, all: count }, count, error: `${message}. ${hint}` });
  }
  const { done, left, reason } = await setInRows(app, req, { target, edited, sent }, rows);
  if (done === 0) return show(app, req, res, { ...asked, count: rows.length, error: reason });
  const what = (/** @type {number} */ count) => exactText(req, target.table, count);
  const parts = [
    t('delivered.rows.done', { what: what(done) }),
    left > 0 && t('delivered.rows.left', { what: what(left), reason }),
  ];
  res.flash(parts.filter(Boolean).join('. '), left > 0 ? 'danger' : 'success');
  return res.redirect(localUrl(form.get('return'), '/'));
}

/**
 * @param {App} app @param {Request} req @param {{ target: Target, edited: EditedField, sent: Sent }} change
 * @param {readonly Record<string, any>[]} rows
 * @returns {Promise<{ done: number, left: number, reason: string }>} reason: why the first of those left was left
 */
async function setInRows(app, req, { target, edited, sent }, rows) {
  const { name } = edited.field;
  let left = 0;
  let reason = '';
  for (let i = 0; i < rows.length; i += BATCH) {
    const changes = rows.slice(i, i + BATCH).map(({ id }) => ({ id, set: new Map([[name, sent]]), was: new Map() }));
    const answers = await writeCells(app, req, target, changes);
    const errors = answers.flatMap((/** @type {RowAnswer} */ answer) => answer.errors[name] ?? answer.error ?? []);
    left += errors.length;
    reason ||= errors[0]?.message ?? '';
  }
  return { done: rows.length - left, left, reason };
}

/** @param {App} app @param {Request} req @param {Plan} plan @returns {Target} */
function targetOf(app, req, plan) {
  const target = cellsOf(app, req, plan, plan.selecting?.fields ?? []);
  if (target.fields.size === 0 || !mayDo(target.table, 'update', req.ctx.actor)) throw notFound();
  return target;
}

/** @param {Target} target @param {string | null} name none: the first @returns {EditedField} */
function fieldIn({ fields }, name) {
  const found = name === null ? [...fields.values()][0] : fields.get(name);
  if (found) return found;
  throw new AppError('FIELD_NOT_IN_PLACE', 'This field can’t be set for several rows', {
    status: 422,
    hint: 'Open the row to edit it',
  });
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ target: Target, edited: EditedField, chosen: Chosen, count: number, back: string | null, typed: string,
 *   error: string | null }} asked
 */
async function show(app, req, res, { target, edited, chosen, count, back, typed, error }) {
  const { t, formats, actor } = req.ctx;
  const { table, fields } = target;
  const choices =
    edited.kind === 'lookup'
      ? await app.data.rows.choices(actor, table.name, edited.field.name, { search: '', limit: MOST_OPTIONS + 1 })
      : [];
  const next = localUrl(back, '/');
  const title = t('delivered.rows.title', { what: exactText(req, table, count) });
  const options = [...fields.values()].map(
    ({ field }) =>
      html`<option value="${field.name}"${field === edited.field && html` selected`}>${field.label}</option>`,
  );
  const control = cellControl(edited, {
    t,
    formats,
    choices,
    typed,
    error,
    names: `${req.path}?field=${edited.field.name}`,
  });
  res.page({
    title,
    status: error === null ? 200 : 422,
    styles: ['core-views/css/list-select.css'],
    scripts: ['views/list-select', 'fields/typed'].map((name) => app.assets.url(`core-views/js/${name}.js`)),
    body: titled(
      title,
      html`<div class="card pl-question"><form class="card-body" method="post" action="${req.path}" data-pl-rows data-title="${title}">
      ${chosenFields(chosen).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<input type="hidden" name="return" value="${next}">
      <div class="mb-3"><label class="form-label" for="pl-rows-field">${t('delivered.rows.field')}</label><div class="pl-rows-field"><select class="form-select" id="pl-rows-field" name="field">${options}</select><button class="btn" formmethod="get" formnovalidate>${t('delivered.rows.show')}</button></div></div>
      ${control}
      <div class="btn-list"><button class="btn btn-primary">${title}</button><a class="btn" href="${next}" data-pl-cancel>${t('shell.cancel')}</a></div></form></div>`,
    ),
  });
}
