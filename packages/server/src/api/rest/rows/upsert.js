/** @import { App } from '../../../types.d.ts' */
/** @import { Call } from '../endpoints.js' */
import { AppError, phrase } from '@plinth/plugin';
import { settle } from './bulk.js';
import { checkRow } from './check-row.js';
import { changedMeanwhile, expected } from './known-version.js';

/** @typedef {Record<string, unknown>} Values */
/** @typedef {{ row: any, created: boolean }} Put */

/** Rows that are looked up together and written at once; others' requests come between. */
const AT_ONCE = 100;

/**
 * Rows with the same value are written one after the other, in order; all others at once.
 *
 * @param {App} app @param {Call} call @param {string} by @param {unknown[]} rows
 * @returns {Promise<{ row?: any, created?: boolean, error?: AppError }[]>}
 */
export async function putAll(app, call, by, rows) {
  const outcomes = [];
  for (let at = 0; at < rows.length; at += AT_ONCE)
    outcomes.push(...(await putSome(app, call, by, rows.slice(at, at + AT_ONCE))));
  return outcomes;
}

/** @param {App} app @param {Call} call @param {string} by @param {unknown[]} rows */
async function putSome(app, call, by, rows) {
  const known = await idsOf(app, call, by, rows);
  /** @type {Map<string, Promise<unknown>>} */
  const lines = new Map();
  return Promise.all(
    rows.map(async (row) => {
      const value = keyOf(row, by);
      const before = lines.get(value);
      const put = (async () => {
        await before;
        const id = before ? undefined : known.get(value);
        return settle(Promise.resolve().then(() => putOne(app, call, by, checkRow(row), id)));
      })();
      lines.set(value, put);
      const { row: found, error } = await put;
      return error ? { error } : /** @type {Put} */ (found);
    }),
  );
}

/** @param {any} row @param {string} by */
const keyOf = (row, by) => JSON.stringify(row?.[by]);

/**
 * The rows that have these values just as they are given, by one query. A value that is spelled in another way, or can't be
 * read, is looked for by itself.
 *
 * @param {App} app @param {Call} call @param {string} by @param {unknown[]} rows
 * @returns {Promise<Map<string, string | number>>} ids by value
 */
async function idsOf(app, { actor, table }, by, rows) {
  const all = rows.map((row) => /** @type {any} */ (row)?.[by]);
  const values = [...new Set(all.filter((value) => typeof value === 'string' || typeof value === 'number'))];
  if (values.length < 2) return new Map();
  const where = { field: by, op: /** @type {const} */ ('in'), value: { param: 'values' } };
  const select = [{ as: 'value', field: by }];
  const spec = { table: table.name, strict: true, select, where, limit: AT_ONCE };
  try {
    const [{ rows: found }] = await app.data.select(actor, [{ spec, params: { values } }]);
    return new Map(found.map(({ id, value }) => [JSON.stringify(value), id]));
  } catch (error) {
    if (error instanceof AppError && [400, 403, 422].includes(error.status)) return new Map();
    throw error;
  }
}

/**
 * @param {App} app @param {Call} call @param {string} by @param {Values} values
 * @param {string | number} [id] of the row, if it is known
 * @returns {Promise<Put>}
 */
export async function putOne(app, call, by, values, id) {
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
  const known = id ?? (await find());
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
