/** @import { AppError, Translate } from '@plinth/plugin' */
/** @import { Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { Chosen } from './shown-rows.js' */
import { errorText } from '@plinth/plugin';
import { ask, goOn } from '../deletions/answer.js';
import { deletionQuestion } from '../deletions/question.js';
import { localUrl } from '../../http/requests/local-url.js';
import { nameOf, namesOf } from './left-rows.js';
import { chosenByForm, chosenByQuery, chosenFields, chosenRows, tableShown } from './shown-rows.js';

/**
 * GET /view/:name/delete?id=1&id=2: what is asked before rows of a view are deleted.
 *
 * @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function askDeleteRows(req, res, plan) {
  const chosen = chosenByQuery(req.query);
  const ids = await idsOf(req, plan, chosen);
  const question = await deletionQuestion(req, tableShown(req, plan), ids);
  const back = localUrl(req.query.get('return'), '/');
  const fields = chosenFields({ ...chosen, ids: ids.map(String) });
  return ask(req, res, question, { action: req.path, fields: [...fields, ['return', back]], back });
}

/**
 * POST /view/:name/delete: deletes the rows `id` of those that the view shows; each is checked by itself.
 *
 * @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function deleteRows(req, res, plan) {
  const form = await req.form();
  const { app, t } = req.ctx;
  const table = tableShown(req, plan);
  const rows = await chosenRows(app, req, plan, chosenByForm(form), nameOf(req, table));
  const ids = rows.map(({ id }) => id);
  const { done, errors, deletion } = await app.data.rows.removeMany(req.ctx.changing(), table.name, ids);
  if (done.length === 0 && errors.length > 0) throw errors[0].error;
  const note = errors.length > 0 ? leftNote(t, rows, errors) : undefined;
  const next = localUrl(form.get('return'), '/');
  return goOn(req, res, { table, rows: done.length, deletion, next, plain: form.has('plain'), note });
}

/**
 * @param {Translate} t @param {readonly Record<string, unknown>[]} rows
 * @param {readonly { id: unknown, error: AppError }[]} errors
 */
function leftNote(t, rows, errors) {
  const left = new Set(errors.map(({ id }) => String(id)));
  const names = namesOf(rows.filter(({ id }) => left.has(String(id))));
  const reason = [names, errorText(errors[0].error, t).message].filter(Boolean).join('. ');
  return t('deletion.left', { count: errors.length, reason });
}

/** @param {Request} req @param {Plan} plan @param {Chosen} chosen @returns {Promise<unknown[]>} */
const idsOf = async (req, plan, chosen) => (await chosenRows(req.ctx.app, req, plan, chosen)).map(({ id }) => id);
