/** @import { App } from '../../../types.d.ts' */
/** @import { Call } from '../endpoints.js' */
import { AppError, phrase } from '@plinth/plugin';
import { settle } from './bulk.js';
import { checkRow } from './check-row.js';
import { changedMeanwhile, expected } from './known-version.js';

/** @typedef {Record<string, unknown>} Values */
/** @typedef {{ row: any, created: boolean }} Put */

/**
 * Rows with the same value are written one after the other, in order; all others at once.
 *
 * @param {App} app @param {Call} call @param {string} by @param {unknown[]} rows
 * @returns {Promise<{ row?: any, created?: boolean, error?: AppError }[]>}
 */
export function putAll(app, call, by, rows) {
  /** @type {Map<unknown, Promise<unknown>>} */
  const lines = new Map();
  return Promise.all(
    rows.map(async (row) => {
      const value = JSON.stringify(/** @type {any} */ (row)?.[by]);
      const before = lines.get(value);
      const put = (async () => {
        await before;
        return settle(Promise.resolve().then(() => putOne(app, call, by, checkRow(row))));
      })();
      lines.set(value, put);
      const { row: found, error } = await put;
      return error ? { error } : /** @type {Put} */ (found);
    }),
  );
}

/** @param {App} app @param {Call} call @param {string} by @param {Values} values @returns {Promise<Put>} */
export async function putOne(app, call, by, values) {
  const { req, actor, table } = call;
  const { rows } = app.data;
  if (values[by] === undefined || values[by] === null) {
    throw new AppError('QUERY_INVALID', phrase`The row needs a value for "${by}"`, { status: 422 });
  }
  const find = async () => {
    const where = { field: by, op: /** @type {const} */ ('eq'), value: { param: 'value' } };
    const spec = { table: table.name, strict: true, select: [], where, limit: 1 };
    const [found] = await app.data.select(actor, [{ spec, params: { value: values[by] } }]);
    return found.rows[0]?.id;
  };
  const change = async (/** @type {string | number} */ id) => {
    const expect = await expected(app, call, id);
    // The value was used to find the row, and may only be settable when a row is created.
    const { [by]: _, ...changes } = values;
    return { row: await rows.update(actor, table.name, id, changes, { expect }), created: false };
  };
  const known = await find();
  if (known !== undefined) return change(known);
  if (req.headers['if-match'] !== undefined) throw changedMeanwhile();
  try {
    return { row: await rows.insert(actor, table.name, values), created: true };
  } catch (error) {
    // Somebody else created it meanwhile; otherwise it is a row that the caller may not see, and the error stays.
    const isTaken = error instanceof AppError && error.code === 'INPUT_INVALID';
    const now = isTaken ? await find() : undefined;
    if (now === undefined) throw error;
    return change(now);
  }
}
