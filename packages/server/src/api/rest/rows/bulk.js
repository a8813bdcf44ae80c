/** @import { Values } from '@plinth/plugin' */
/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Call } from '../endpoints.js' */
import { LIMITS } from '@plinth/data';
import { AppError, errorText, phrase } from '@plinth/plugin';
import { claimOf, replayedHeader } from './idempotency.js';

/** @typedef {{ op: 'insert' | 'update' | 'delete', table: string, id?: unknown, values?: Record<string, unknown> }} Step */
/**
 * @typedef {{ step: Omit<Step, 'table'> } | { error: AppError }} Wanted what to do with a row, or why it is refused be
 * @typedef {{ row?: any, error?: AppError, deletion?: string | null }} Outcome
 */

/**
 * Writes each entry of a body with several rows. Each has its own result; a refused one does not affect the others.
 * With an Idempotency-Key everything is one transaction with the key.
 *
 * @param {App} app @param {Call} call @param {(entry: unknown) => Omit<Step, 'table'>} stepOf throws if an entry is invalid
 */
export async function writeRows(app, call, stepOf) {
  const { req, res, actor, table, body } = call;
  const steps = listOf(body).map((entry) => stepOrError(() => stepOf(entry)));
  const claim = claimOf(req, body);
  const wanted = steps.flatMap((one) => ('step' in one ? [{ ...one.step, table: table.name }] : []));
  if (claim && wanted.length > 0) {
    const { outcomes: done, replayed } = await app.data.rows.once(actor, claim, wanted, { alone: true });
    let next = 0;
    const outcomes = steps.map((one) => ('step' in one ? done[next++] : one));
    return res.json(answerOf(req, steps, outcomes), { headers: replayedHeader(replayed) });
  }
  const outcomes = await Promise.all(steps.map((one) => ('step' in one ? runOne(app, call, one.step) : one)));
  res.json(answerOf(req, steps, outcomes));
}

/**
 * Concurrent single writes share their statements.
 *
 * @param {App} app @param {Call} call @param {Omit<Step, 'table'>} step
 */
async function runOne({ data: { rows } }, { actor, table }, { op, id, values = {} }) {
  if (op === 'insert') return settle(rows.insert(actor, table.name, values));
  if (op === 'update') return settle(rows.update(actor, table.name, id, values));
  return settle(rows.remove(actor, table.name, id), ({ deletion }) => ({ row: { id }, deletion }));
}

/** @param {Request} req @param {readonly Wanted[]} steps @param {readonly Outcome[]} outcomes */
function answerOf(req, steps, outcomes) {
  const results = steps.map((one, i) => {
    const outcome = outcomes[i];
    const op = 'step' in one ? one.step.op : null;
    if (outcome.row && op === 'delete')
      return { ...resultOf(req, { row: { id: outcome.row.id } }, 204), deletion: outcome.deletion ?? null };
    return resultOf(req, outcome, op === 'insert' ? 201 : 200);
  });
  return { results, failed: outcomes.filter(({ error }) => error).length };
}

/** The result of one row of several. @param {Request} req @param {Outcome} outcome @param {200 | 201 | 204} status */
export function resultOf(req, { row, error }, status) {
  return error ? { status: error.status, error: errorOf(req, error) } : { status, row };
}

/** The error of a part of a request. @param {Request} req @param {AppError} error */
export function errorOf(req, error) {
  const { message, hint, fields } = errorText(error, req.ctx.t);
  return { code: error.code, title: message, hint, ...(Object.keys(fields).length > 0 && { fields }) };
}

/** @param {Promise<any>} work @param {(result: Values) => Outcome} [outcomeOf] @returns {Promise<Outcome>} */
export async function settle(work, outcomeOf = (row) => ({ row })) {
  try {
    return outcomeOf(await work);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { error };
    throw error;
  }
}

/** @param {() => any} make @returns {Wanted} */
function stepOrError(make) {
  try {
    return { step: make() };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

/** @param {unknown} body @returns {unknown[]} */
export function listOf(body) {
  if (Array.isArray(body) && body.length > 0 && body.length <= LIMITS.bulkRows) return body;
  throw new AppError('ROWS_EXPECTED', phrase`Send a list of 1 to ${LIMITS.bulkRows} rows`, {
    status: 422,
    hint: 'Split it into several requests',
  });
}

/** @param {unknown} id */
export function keyOf(id) {
  if (typeof id === 'string' || typeof id === 'number') return id;
  throw new AppError('ROW_EXPECTED', 'Each row needs its id', { status: 422 });
}
