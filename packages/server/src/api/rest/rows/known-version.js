/** @import { App } from '../../../types.d.ts' */
/** @import { Call } from '../endpoints.js' */
import { AppError } from '@plinth/plugin';
import { namesVersion } from '../../../http/requests/answer.js';
import { etagOf } from './send-row.js';

/** @typedef {Record<string, unknown>} Values */
/** @typedef {Parameters<App['data']['rows']['transact']>[1][number]} WriteStep */

/**
 * A write with an idempotency key and a known version. If it is repeated, its own first attempt has changed or deleted
 * the row, so the stored response comes first.
 *
 * @param {App} app @param {Call} call @param {NonNullable<ReturnType<typeof import('./idempotency.js').claimOf>>} claim
 * @param {(expect: Values | undefined) => WriteStep[]} stepsOver
 */
export async function onceOver(app, call, claim, stepsOver) {
  const { req, actor } = call;
  const { rows } = app.data;
  try {
    return await rows.once(actor, claim, stepsOver(await expected(app, call, req.params.id)));
  } catch (error) {
    const isOther = error instanceof AppError && OTHER_NOW.includes(error.code);
    const again = isOther && req.headers['if-match'] !== undefined;
    const kept = again ? await rows.answered(actor, claim, stepsOver({})) : null;
    if (kept) return kept;
    return asPrecondition(error);
  }
}

/** The error if the row has changed. */
const OTHER_NOW = ['PRECONDITION_FAILED', 'ROW_CONFLICT', 'ROW_NOT_FOUND'];

/**
 * Checks the caller's version of the row, if given: a hash of everything they may read of it.
 *
 * @param {App} app @param {Call} call @param {string | number} id
 * @returns {Promise<Values | undefined>}
 */
export async function expected(app, { req, actor, table }, id) {
  const header = req.headers['if-match'];
  if (header === undefined) return undefined;
  const row = await app.data.rows.get(actor, table.name, id);
  if (!namesVersion(header, etagOf(JSON.stringify(row)))) throw changedMeanwhile();
  if (header.trim() === '*') return undefined;
  const columns = table.fields.filter(
    (field) =>
      field.name in row &&
      field.auto !== 'id' &&
      !field.formula &&
      app.registry.fieldType(field.type).storage === 'column',
  );
  return Object.fromEntries(columns.map(({ name }) => [name, row[name]]));
}

/** @param {unknown} error @returns {never} */
export function asPrecondition(error) {
  throw error instanceof AppError && error.code === 'ROW_CONFLICT' ? changedMeanwhile() : error;
}

export const changedMeanwhile = () =>
  new AppError('PRECONDITION_FAILED', 'The row has changed since the version in If-Match', {
    status: 412,
    hint: 'Read it again and check what changed',
  });
