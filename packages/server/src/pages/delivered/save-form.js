/** @import { App, Form, Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { createReadStream } from 'node:fs';
import { AppError, errorText } from '@plinth/plugin';
import { undoOffer } from '../undo/undo-offer.js';
import { deletedText } from '../deletions/question.js';
import { wantsJson } from '../../http/requests/answer-error.js';
import { conflictErrors, versionOf } from './conflict.js';
import { deliver, inputErrors } from './deliver.js';
import { ONCE } from '../../http/once/claim-press.js';
import { changeOf, formClaim } from './form-claim.js';
import { lookUpChoices, takeFound } from './look-up-choices.js';

/**
 * POST /view/:name. Errors are shown in the form itself, with everything that was entered.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function saveForm(app, req, res, plan) {
  // Who is signed in has rows and key in one transaction.
  req.claims = !req.ctx.user || !(await req.sentForm()).has(ONCE);
  const form = await req.form();
  const claim = formClaim(req, form);
  const { actor, catalog } = req.ctx;
  const table = plan.table === null ? null : catalog.table(plan.table);
  /** @type {Record<string, string | string[]>} */
  let values = form.values;
  const asked = plan.storedRows({ values, query: req.query, actor });
  const stored = asked.finish(asked.queries.length > 0 ? await req.ctx.select(asked.queries) : []);
  // With scripts, choices are searched as you type and the form is sent with the chosen one.
  const found = wantsJson(req) ? null : await lookUpChoices(app, req, plan, Object.entries(form.values));
  try {
    const files = await storeFiles(app, req, plan, form, stored);
    values = Object.assign(Object.create(null), form.values, files.ids);
    if (files.refusal && wantsJson(req)) throw files.refusal;
    const taken = found && takeFound(found, values, isMany, req.ctx.t);
    if (taken) ({ values } = taken);
    const errors = { ...files.errors, ...taken?.errors };
    if (Object.keys(errors).length > 0) {
      return await deliver(app, req, res, plan, { form: { values, errors, stored }, found, status: 422 });
    }
    const submission = plan.submission({ values, query: req.query, actor, stored });
    const removed = removedChildren(req, submission);
    // The browser has gone, usually to send the same once more over another connection.
    if (res.destroyed) return;
    const author = req.ctx.changing(claim ? changeOf(claim) : undefined);
    await app.data.rows.bringChoices(author, submission, submission.brought ?? []);
    const saved = await save(app.data.rows, author, submission, claim);
    const url = plan.destination(saved, { query: req.query, actor, values });
    const undo = await undoOffer(req);
    if (wantsJson(req)) return res.json({ id: saved.id, url, version: versionOf(table, saved), ...(undo && { undo }) });
    res.flash([req.ctx.t('delivered.saved'), removed].filter(Boolean).join(' '), 'success', {
      undo,
      saved: req.originalUrl,
    });
    res.redirect(url);
  } catch (error) {
    const isConflict = error instanceof AppError && error.code === 'ROW_CONFLICT';
    // Show the form with what was entered and the row's newest version, so that saving again is a deliberate choice.
    const errors = isConflict ? conflictErrors(app, req, table, error) : inputErrors(error, req.ctx.t);
    if (isConflict && wantsJson(req))
      return res.json({ code: error.code, detail: errors?.[''], fields: errors }, { status: 409 });
    if (!errors || wantsJson(req)) throw error;
    await deliver(app, req, res, plan, { form: { values, errors, stored }, found, status: isConflict ? 409 : 422 });
  }

  /** @param {string} control */
  function isMany(control) {
    const asked = plan.choicesOf(control, actor);
    return asked !== null && catalog.table(asked.table).field(asked.field).traits.isMany;
  }
}

/**
 * What is said of child rows that the form removed.
 *
 * @param {Request} req @param {ReturnType<Plan['submission']>} submission
 */
function removedChildren(req, { children }) {
  const removed = children.flatMap(({ relation, rows }) => {
    const table = req.ctx.catalog.table(relation.split('.')[0]);
    const count = rows.filter(({ id, remove }) => remove && id !== null && id !== undefined && id !== '').length;
    return count > 0 ? [{ table, count }] : [];
  });
  return removed.map(({ table, count }) => deletedText(req, table, count)).join('. ');
}

/**
 * A row without child rows joins a batch with others that are saved at the same time.
 *
 * @param {App['data']['rows']} rows
 * @param {import('@plinth/plugin').Actor} actor
 * @param {ReturnType<Plan['submission']>} submission
 * @param {ReturnType<typeof formClaim>} claim
 */
function save(rows, actor, submission, claim) {
  const { table, id, values, expect, children } = submission;
  if (claim) return rows.saveOnce(actor, claim, submission);
  if (children.length > 0) return rows.saveTree(actor, submission);
  return id === null ? rows.insert(actor, table, values) : rows.update(actor, table, id, values, { expect });
}

/**
 * Stores the uploaded files of the form's file controls and returns their ids. A refused file is reported at its
 * control, so that other input and files are not lost.
 *
 * @param {App} app @param {Request} req @param {Plan} plan @param {Form} form
 * @param {Parameters<Plan['fileTarget']>[1]['stored']} stored
 * @returns {Promise<{ ids: Record<string, string | string[]>, errors: Record<string, string>, refusal: AppError | null }>}
 */
async function storeFiles(app, req, plan, form, stored) {
  const { actor, address, t, catalog } = req.ctx;
  /** @type {Record<string, string | string[]>} */
  const ids = {};
  /** @type {Record<string, string>} */
  const errors = {};
  /** @type {AppError | null} */
  let refusal = null;
  for (const { field: control, name, mime, path } of form.files) {
    const target = plan.fileTarget(control, { values: { ...form.values, ...ids }, actor, stored });
    if (!target) continue;
    try {
      const kept = await app.data.files.add(actor, createReadStream(path), { name, mime, field: target, address });
      const { several } = catalog.table(target.table).field(target.field).attributes;
      // New files come behind those that the form kept.
      ids[control] = several ? [ids[control] ?? form.all(control), kept.id].flat() : kept.id;
    } catch (error) {
      if (!(error instanceof AppError) || ![413, 422].includes(error.status)) throw error;
      const { message, hint } = errorText(error, t);
      errors[control] = [message, hint].filter(Boolean).join('. ');
      refusal = error;
    }
  }
  return { ids, errors, refusal };
}
