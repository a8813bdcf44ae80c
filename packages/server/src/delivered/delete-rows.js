/** @import { Request, Response } from '../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { AppError, errorText, phrase } from '@plinth/plugin';
import { ask, goOn } from '../deletions/answer.js';
import { deletionQuestion } from '../deletions/question.js';
import { notFound } from '../http/canonical-path.js';
import { localUrl } from '../http/local-url.js';

/** Rows that are deleted at once. */
const MOST = 500;

/**
 * GET /view/:name/delete?id=1&id=2: what is asked before rows of a view are deleted.
 *
 * @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function askDeleteRows(req, res, plan) {
  const ids = await shownIds(req, plan, req.query.getAll('id'));
  const question = await deletionQuestion(req, tableOf(req, plan), ids);
  const back = localUrl(req.query.get('return'), '/');
  const fields = ids.map((id) => /** @type {[string, string]} */ (['id', String(id)]));
  return ask(req, res, question, { action: req.path, fields: [...fields, ['return', back]], back });
}

/**
 * POST /view/:name/delete: deletes the rows `id` of those that the view shows; each is checked by itself.
 *
 * @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function deleteRows(req, res, plan) {
  const form = await req.form();
  const { app, actor, t } = req.ctx;
  const table = tableOf(req, plan);
  const ids = await shownIds(req, plan, form.all('id'));
  const { done, errors, deletion } = await app.data.rows.removeMany(actor, table.name, ids);
  if (done.length === 0 && errors.length > 0) throw errors[0].error;
  const note =
    errors.length > 0
      ? t('deletion.left', { count: errors.length, reason: errorText(errors[0].error, t).message })
      : undefined;
  const next = localUrl(form.get('return'), '/');
  return goOn(req, res, { table, rows: done.length, deletion, next, plain: form.has('plain'), note });
}

/** @param {Request} req @param {Plan} plan */
function tableOf(req, plan) {
  if (plan.table === null) throw notFound();
  return req.ctx.catalog.table(plan.table);
}

/**
 * Rows that the view's own statement would not return do not exist here.
 *
 * @param {Request} req @param {Plan} plan @param {readonly string[]} ids @returns {Promise<unknown[]>}
 */
async function shownIds(req, plan, ids) {
  const { actor, env } = req.ctx;
  if (ids.length === 0) throw notFound();
  if (ids.length > MOST)
    throw new AppError('ROWS_TOO_MANY', phrase`At most ${MOST} rows can be deleted at once`, {
      status: 422,
      hint: 'Select fewer rows',
    });
  const { main } = plan.start({ actor, query: new URLSearchParams(), env });
  if (!main || plan.table === null || main.spec.table !== plan.table) throw notFound();
  /** @type {import('@plinth/plugin').Filter} */
  const rows = { field: 'id', op: 'in', value: { param: '_rows' } };
  const where = main.spec.where ? { all: [main.spec.where, rows] } : rows;
  const spec = { table: plan.table, select: [{ as: 'id', field: 'id' }], where, limit: MOST };
  const keys = [...new Set(ids)].map((id) =>
    req.ctx.catalog.table(String(plan.table)).key === 'identity' ? Number(id) : id,
  );
  const [result] = await req.ctx.select([{ spec: /** @type {any} */ (spec), params: { ...main.params, _rows: keys } }]);
  if (result.rows.length === 0) throw notFound();
  return result.rows.map((row) => row.id);
}
