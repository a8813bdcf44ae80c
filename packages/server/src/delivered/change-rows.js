/** @import { App, Form, Request, Response } from '../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { EditedField, RowAnswer, Target } from '../cells/write-cells.js' */
/** @import { Sent } from '../cells/cell-request.js' */
/** @import { ChangedField, Changeable } from './changed-fields.js' */
/** @import { How } from './form-control.js' */
/** @import { Left } from './left-rows.js' */
/** @import { Chosen } from './shown-rows.js' */
import { AppError, errorText, html } from '@plinth/plugin';
import { writeCells } from '../cells/write-cells.js';
import { titled } from '../deletions/answer.js';
import { exactText } from '../deletions/question.js';
import { wantsJson } from '../http/answer-error.js';
import { notFound } from '../http/canonical-path.js';
import { localUrl } from '../http/local-url.js';
import { changedFields, fieldIn } from './changed-fields.js';
import { MOST_OPTIONS, cellControl, cellIn } from './cell-control.js';
import { formControl, howIn, valueIn } from './form-control.js';
import { leftText, nameOf } from './left-rows.js';
import { columnsFor, setByForm } from './set-by-form.js';
import { chosenByForm, chosenByQuery, chosenFields, chosenRows } from './shown-rows.js';

/** Names that are suggested while one is typed. */
const MOST_NAMES = 20;
/** Rows that are read and written together. */
const BATCH = 500;

/**
 * What a form is about: `typed` as a text for a control like a cell's, `given` for one of a form.
 *
 * @typedef {{ changeable: Changeable, edited: ChangedField, chosen: Chosen, count: number, back: string | null, typed: string,
 *   how: How | null, given: unknown, error: string | null }} Asked
 */

/**
 * GET /view/:name/change?id=1&id=2&field=status: the form that sets one field of several rows; with `q`, names of the rows
 * that the field may point at.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function askChange(app, req, res, plan) {
  const { query } = req;
  const { actor } = req.ctx;
  const changeable = changedFields(app, req, plan);
  const edited = fieldIn(changeable, query.get('field'));
  if (wantsJson(req)) {
    const { name, target } = edited.field;
    if (edited.kind !== 'lookup' && (edited.kind !== null || !target || target === 'files')) throw notFound();
    const search = query.get('q') ?? '';
    return res.json(
      await app.data.rows.choices(actor, changeable.target.table.name, name, { search, limit: MOST_NAMES }),
    );
  }
  const chosen = chosenByQuery(query);
  const rows = await chosenRows(app, req, plan, chosen);
  const shown = { ...chosen, ids: rows.map(({ id }) => String(id)) };
  const asked = { changeable, edited, chosen: shown, count: rows.length, back: query.get('return') };
  return show(app, req, res, { ...asked, typed: '', how: null, given: null, error: null });
}

/**
 * POST /view/:name/change: sets the field in each of the rows, each checked by itself; says which were left and why.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function changeRows(app, req, res, plan) {
  const form = await req.form();
  const { t } = req.ctx;
  const changeable = changedFields(app, req, plan);
  const { table } = changeable.target;
  const edited = fieldIn(changeable, form.get('field'));
  const chosen = chosenByForm(form);
  const sent = await sentBy(app, req, changeable, edited, form);
  const { typed, how, given } = sent;
  const asked = { changeable, edited, chosen, back: form.get('return'), typed, how, given };
  const columns = [...nameOf(req, table), ...(how ? columnsFor(req, table, edited.field, how) : [])];
  let rows;
  try {
    rows = await chosenRows(app, req, plan, chosen, columns);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ROWS_FOUND_CHANGED') throw error;
    const { message, hint } = errorText(error, t);
    const count = /** @type {{ found: number }} */ (error.details).found;
    return show(app, req, res, { ...asked, chosen: { ...chosen, all: count }, count, error: `${message}. ${hint}` });
  }
  if (sent.error) return show(app, req, res, { ...asked, count: rows.length, error: sent.error });
  const left =
    how === null
      ? await setAsCells(app, req, changeable.target, /** @type {EditedField} */ (edited), sent.cell, rows)
      : await setByForm(app, req, { table, field: edited.field, how, value: given }, rows);
  const done = rows.length - left.rows.length;
  if (done === 0) return show(app, req, res, { ...asked, count: rows.length, error: left.reason });
  const parts = [t('delivered.rows.done', { what: exactText(req, table, done) }), leftText(req, table, left)];
  res.flash(parts.filter(Boolean).join('. '), left.rows.length > 0 ? 'danger' : 'success');
  return res.redirect(localUrl(form.get('return'), '/'));
}

/**
 * What the form's control sent. A list without a value would be no change, or empty the field unasked.
 *
 * @param {App} app @param {Request} req @param {Changeable} changeable @param {ChangedField} edited @param {Form} form
 * @returns {Promise<{ cell: Sent, typed: string, how: How | null, given: unknown, error: string | null }>}
 */
async function sentBy(app, req, { target: { table } }, { field, kind }, form) {
  if (kind !== null) {
    const cell = cellIn({ field, kind }, form);
    return { cell, typed: cell.text, how: null, given: null, error: null };
  }
  const how = howIn(app, field, form);
  const nothing = { cell: { text: '', key: null }, typed: '', how, given: null };
  if (how === 'clear') return { ...nothing, error: null };
  try {
    const { value, error } = await valueIn(app, req, { table, field }, form);
    const missing = value === null && form.has('how') ? req.ctx.t('delivered.rows.choose') : null;
    return { ...nothing, given: value, error: error ?? missing };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, hint } = errorText(error, req.ctx.t);
    return { ...nothing, error: [message, hint].filter(Boolean).join('. ') };
  }
}

/**
 * @param {App} app @param {Request} req @param {Target} target @param {EditedField} edited @param {Sent} sent
 * @param {readonly Record<string, any>[]} rows
 * @returns {Promise<Left>}
 */
async function setAsCells(app, req, target, { field: { name } }, sent, rows) {
  /** @type {Record<string, any>[]} */
  const left = [];
  let reason = '';
  for (let i = 0; i < rows.length; i += BATCH) {
    const part = rows.slice(i, i + BATCH);
    const changes = part.map(({ id }) => ({ id, set: new Map([[name, sent]]), was: new Map() }));
    const answers = await writeCells(app, req, target, changes);
    for (const [at, answer] of answers.entries()) {
      const error = answer.errors[name] ?? answer.error;
      if (!error) continue;
      left.push(part[at]);
      reason ||= error.message;
    }
  }
  return { rows: left, reason };
}

/** @param {App} app @param {Request} req @param {Response} res @param {Asked} asked */
async function show(app, req, res, asked) {
  const { changeable, edited, chosen, count, back, error } = asked;
  const { t } = req.ctx;
  const { table } = changeable.target;
  const next = localUrl(back, '/');
  const title = t('delivered.rows.title', { what: exactText(req, table, count) });
  const options = [...changeable.fields.values()].map(
    ({ field }) =>
      html`<option value="${field.name}"${field === edited.field && html` selected`}>${field.label}</option>`,
  );
  const { control, scripts, styles } = await controlFor(app, req, asked);
  const encoding = edited.field.target === 'files' && html` enctype="multipart/form-data"`;
  res.page({
    title,
    status: error === null ? 200 : 422,
    styles: ['core-views/css/list-select.css', ...styles],
    scripts: ['core-views/js/views/list-change.js', 'core-views/js/fields/typed.js', ...scripts].map((path) =>
      app.assets.url(path),
    ),
    body: titled(
      title,
      html`<div class="card pl-question"><form class="card-body" method="post" action="${req.path}"${encoding} data-pl-rows data-title="${title}">
      ${chosenFields(chosen).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<input type="hidden" name="return" value="${next}">
      <div class="mb-3"><label class="form-label" for="pl-rows-field">${t('delivered.rows.field')}</label><div class="pl-rows-field"><select class="form-select" id="pl-rows-field" name="field">${options}</select><button class="btn" formmethod="get" formnovalidate>${t('delivered.rows.show')}</button></div></div>
      ${control}
      <div class="btn-list"><button class="btn btn-primary">${title}</button><a class="btn" href="${next}" data-pl-cancel>${t('shell.cancel')}</a></div></form></div>`,
    ),
  });
}

/** @param {App} app @param {Request} req @param {Asked} asked */
async function controlFor(app, req, { changeable, edited: { field, kind }, typed, how, given, error }) {
  const { t, formats, actor } = req.ctx;
  const { table } = changeable.target;
  if (kind === null) return formControl(app, req, { table, field, how, value: given, error });
  const choices =
    kind === 'lookup'
      ? await app.data.rows.choices(actor, table.name, field.name, { search: '', limit: MOST_OPTIONS + 1 })
      : [];
  const model = { t, formats, choices, typed, error, names: `${req.path}?field=${field.name}` };
  return { control: cellControl({ field, kind }, model), scripts: [], styles: [] };
}
