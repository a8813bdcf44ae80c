/** @import { Row, Values } from '@plinth/plugin' */
/** @import { App, Form, Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { EditedField, RowAnswer, Target } from '../cells/write-cells.js' */
/** @import { Sent } from '../cells/cell-request.js' */
/** @import { ChangedField, Changeable } from './changed-fields.js' */
/** @import { Left } from './left-rows.js' */
/** @import { Chosen } from './shown-rows.js' */
/** @import { How } from './ways.js' */
import { AppError, errorText, html } from '@plinth/plugin';
import { addedIn, addingControl, bringAdded } from './added-choice.js';
import { writeCells } from '../cells/write-cells.js';
import { undoOffer } from '../undo/undo-offer.js';
import { titled, undoPage } from '../deletions/answer.js';
import { exactText } from '../deletions/question.js';
import { wantsJson } from '../../http/requests/answer-error.js';
import { notFound } from '../../http/requests/canonical-path.js';
import { localUrl } from '../../http/requests/local-url.js';
import { changedFields, fieldIn } from './changed-fields.js';
import { MOST_OPTIONS, cellControl, cellIn } from './cell-control.js';
import { formControl, valueIn } from './form-control.js';
import { leftText, nameOf } from './left-rows.js';
import { setByForm } from './set-by-form.js';
import { chosenByForm, chosenByQuery, chosenFields, chosenRows } from './shown-rows.js';
import { howControl, howIn, isChosen, waysOf } from './ways.js';

/** Names that are suggested while one is typed. */
const MOST_NAMES = 20;
/** Rows that are read and written together. */
const BATCH = 500;

/**
 * What a form is about: `typed` as a text for a control like a cell's, `given` for one of a form; how null: nothing was chosen yet;
 * added: a new choice.
 *
 * @typedef {{ changeable: Changeable, edited: ChangedField, chosen: Chosen, count: number, back: string | null, typed: string,
 *   how: How | null, given: unknown, added: string, error: string | null }} Asked
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
  return show(app, req, res, { ...asked, typed: '', how: null, given: null, added: '', error: null });
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
  // Without scripts another field may have been chosen under the control of the one before.
  const isOther = form.has('shown') && form.get('shown') !== edited.field.name;
  const sent = await sentBy(app, req, changeable, edited, form);
  const { typed, how, given, added } = sent;
  const asked = { changeable, edited, chosen, back: form.get('return'), typed, how, given, added };
  let rows;
  try {
    rows = await chosenRows(app, req, plan, chosen, nameOf(req, table));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ROWS_FOUND_CHANGED') throw error;
    const { message, hint } = errorText(error, t);
    const count = /** @type {{ found: number }} */ (error.details).found;
    return show(app, req, res, { ...asked, chosen: { ...chosen, all: count }, count, error: `${message}. ${hint}` });
  }
  if (isOther)
    return show(app, req, res, {
      ...asked,
      count: rows.length,
      typed: '',
      how: null,
      given: null,
      added: '',
      error: null,
    });
  if (sent.error) return show(app, req, res, { ...asked, count: rows.length, error: sent.error });
  if (how === 'clear' && !form.has('sure')) return askClear(req, res, { ...asked, count: rows.length });
  const refused = await bringAdded(
    app,
    req,
    { table, field: edited.field, added, value: given ?? sent.cell.text },
    rows,
  );
  if (refused) return show(app, req, res, { ...asked, count: rows.length, error: refused });
  const left =
    edited.kind !== null
      ? await setAsCells(app, req, changeable.target, /** @type {EditedField} */ (edited), sent.cell, rows)
      : await setByForm(app, req, { table, field: edited.field, how, value: given }, rows);
  const done = rows.length - left.rows.length;
  if (done === 0) return show(app, req, res, { ...asked, count: rows.length, error: left.reason });
  const parts = [t('delivered.rows.done', { what: exactText(req, table, done) }), leftText(req, table, left)];
  const undo = await undoOffer(req);
  const next = localUrl(form.get('return'), '/');
  if (undo && form.has('plain')) return res.redirect(undoPage(undo, next));
  res.flash(parts.filter(Boolean).join('. '), left.rows.length > 0 ? 'danger' : 'success', { undo });
  return res.redirect(next);
}

/**
 * What the form's control sent. Without a value it would be no change, or empty the field unasked.
 *
 * @param {App} app @param {Request} req @param {Changeable} changeable @param {ChangedField} edited @param {Form} form
 * @returns {Promise<{ cell: Sent, typed: string, how: How, given: unknown, added: string, error: string | null }>}
 */
async function sentBy(app, req, { target: { table } }, edited, form) {
  const { field, kind } = edited;
  const how = howIn(edited, form);
  const added = how === 'clear' || how === 'remove' ? '' : addedIn(req, table, field, form);
  const nothing = { cell: { text: '', key: null }, typed: '', how, given: null, added };
  if (how === 'clear') return { ...nothing, error: null };
  if (kind !== null) {
    const cell = added ? { text: added, key: null } : cellIn({ field, kind }, form);
    const error = cell.text.trim() === '' ? missing(app, req, edited) : null;
    return { ...nothing, cell, typed: cell.text, error };
  }
  try {
    const { value, error } = await valueIn(app, req, { table, field }, form);
    const given = added ? [value ?? [], added].flat() : value;
    return { ...nothing, given, error: error ?? (given === null ? missing(app, req, edited) : null) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, hint } = errorText(error, req.ctx.t);
    return { ...nothing, error: [message, hint].filter(Boolean).join('. ') };
  }
}

/** What is said where a value is missing. @param {App} app @param {Request} req @param {ChangedField} edited */
function missing(app, { ctx: { t } }, edited) {
  if (isChosen(edited)) return t('delivered.rows.choose');
  return t(waysOf(edited).includes('clear') ? 'delivered.rows.enterOrClear' : 'delivered.rows.enter');
}

/**
 * @param {App} app @param {Request} req @param {Target} target @param {EditedField} edited @param {Sent} sent
 * @param {readonly Row[]} rows
 * @returns {Promise<Left>}
 */
async function setAsCells(app, req, target, { field: { name } }, sent, rows) {
  /** @type {Values[]} */
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
  const { changeable, edited, chosen, count, back, how, error } = asked;
  const { t } = req.ctx;
  const { table } = changeable.target;
  const next = localUrl(back, '/');
  const what = exactText(req, table, count);
  const field = edited.field.label;
  const title = t('delivered.rows.title', { what });
  const options = [...changeable.fields.values()].map(
    (one) =>
      html`<option value="${one.field.name}"${one.field === edited.field && html` selected`}>${one.field.label}</option>`,
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
      ${chosenFields(chosen).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<input type="hidden" name="return" value="${next}"><input type="hidden" name="shown" value="${edited.field.name}"><noscript><input type="hidden" name="plain" value="1"></noscript>
      <div class="mb-3"><label class="form-label" for="pl-rows-field">${t('delivered.rows.field')}</label><div class="pl-rows-field"><select class="form-select" id="pl-rows-field" name="field">${options}</select><button class="btn" formmethod="get" formnovalidate>${t('delivered.rows.show')}</button></div></div>
      ${howControl(edited, how, t)}${control}
      <div class="btn-list"><button class="btn btn-primary" data-clear="${t('delivered.rows.clear', { field, what })}">${t('delivered.rows.change', { field, what })}</button><a class="btn" href="${next}" data-pl-cancel>${t('shell.cancel')}</a></div></form></div>`,
    ),
  });
}

/**
 * Asks before a field is emptied, counted and by name. The script of the dialog says so on its button instead.
 *
 * @param {Request} req @param {Response} res @param {Omit<Asked, 'error'>} asked
 */
function askClear(req, res, { changeable, edited, chosen, count, back }) {
  const { t } = req.ctx;
  const { table } = changeable.target;
  const button = t('delivered.rows.clear', { field: edited.field.label, what: exactText(req, table, count) });
  const title = t('delivered.rows.sure', { button });
  const kept = [...chosenFields(chosen), ['field', edited.field.name], ['how', 'clear'], ['sure', '1'], ['plain', '1']];
  const next = localUrl(back, '/');
  const hidden = [...kept, ['return', next]].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  res.page({
    title,
    body: titled(
      title,
      html`<div class="card pl-question"><form class="card-body" method="post" action="${req.path}">${hidden}
      <p>${t(table.history ? 'delivered.rows.clearHelp' : 'deletion.unkept')}</p>
      <div class="btn-list"><button class="btn btn-danger">${button}</button><a class="btn" href="${next}">${t('shell.cancel')}</a></div></form></div>`,
    ),
  });
}

/** @param {App} app @param {Request} req @param {Asked} asked */
async function controlFor(app, req, { changeable, edited: { field, kind }, typed, given, added, error }) {
  const { t, formats, actor } = req.ctx;
  const { table } = changeable.target;
  const more = addingControl(req, table, field, added);
  if (kind === null) return formControl(app, req, { table, field, value: given, error, more });
  const choices =
    kind === 'lookup'
      ? await app.data.rows.choices(actor, table.name, field.name, { search: '', limit: MOST_OPTIONS + 1 })
      : [];
  const model = { t, formats, choices, typed, error, more, names: `${req.path}?field=${field.name}` };
  return { control: cellControl({ field, kind }, model), scripts: [], styles: [] };
}
