/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Field, Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { listOf, resultOf, settle } from './bulk.js';
import { checkRow } from './check-row.js';
import { openTable } from './open-table.js';
import { sendRow } from './send-row.js';
import { asPrecondition, changedMeanwhile, expected, locationOf } from './write-row.js';

/** @typedef {Record<string, unknown>} Values */
/** @typedef {{ row: any, created: boolean }} Put */

/** Whoever may change rows may, without the right to make any, put those that are there. @param {App} app @param {Request} req */
export function tableToPut(app, req) {
  const { catalog, actor } = req.ctx;
  const { table: name } = req.params;
  const mayUpdate = catalog.hasTable(name) && app.data.rows.right(actor, catalog.table(name), 'update') !== 'none';
  return openTable(app, req, mayUpdate ? 'update' : 'create');
}

/**
 * PUT ?by=field: the row with this value of a unique field is changed, or made where there is none. A list of rows has a
 * result for each.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Table} table @param {unknown} body
 */
export async function putRows(app, req, res, table, body) {
  const by = uniqueField(app, req, res, table);
  if (!Array.isArray(body)) {
    const { row, created } = await putOne(app, req, table, by, checkRow(body)).catch(asPrecondition);
    return sendRow(req, res, row, created ? { status: 201, location: locationOf(table, row) } : {});
  }
  if (req.headers['if-match'] !== undefined) throw oneRowOnly();
  const outcomes = await putAll(app, req, table, by, listOf(body));
  const results = outcomes.map((outcome) => resultOf(req, outcome, outcome.created ? 201 : 200));
  res.json({ results, failed: outcomes.filter(({ error }) => error).length });
}

/**
 * Rows of the same value come one after the other, in their order; all others at once.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string} by @param {unknown[]} rows
 * @returns {Promise<{ row?: any, created?: boolean, error?: AppError }[]>}
 */
function putAll(app, req, table, by, rows) {
  /** @type {Map<unknown, Promise<unknown>>} */
  const lines = new Map();
  return Promise.all(
    rows.map(async (row) => {
      const value = JSON.stringify(/** @type {any} */ (row)?.[by]);
      const before = lines.get(value);
      const put = (async () => {
        await before;
        return settle(Promise.resolve().then(() => putOne(app, req, table, by, checkRow(row))));
      })();
      lines.set(value, put);
      const { row: found, error } = await put;
      return error ? { error } : /** @type {Put} */ (found);
    }),
  );
}

/** @param {App} app @param {Request} req @param {Table} table @param {string} by @param {Values} values @returns {Promise<Put>} */
async function putOne(app, req, table, by, values) {
  const { actor } = req.ctx;
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
    const expect = await expected(app, req, table, id);
    // Its value is what the row was found by, and may be one that only its maker sets.
    const { [by]: _, ...changes } = values;
    return { row: await rows.update(actor, table.name, id, changes, { expect }), created: false };
  };
  const known = await find();
  if (known !== undefined) return change(known);
  if (req.headers['if-match'] !== undefined) throw changedMeanwhile();
  try {
    return { row: await rows.insert(actor, table.name, values), created: true };
  } catch (error) {
    // Somebody else made it meanwhile; else it is a row that the caller may not see, and the refusal stands.
    const isTaken = error instanceof AppError && error.code === 'INPUT_INVALID';
    const now = isTaken ? await find() : undefined;
    if (now === undefined) throw error;
    return change(now);
  }
}

/** @param {App} app @param {Request} req @param {Response} res @param {Table} table */
function uniqueField(app, req, res, table) {
  const by = req.query.get('by') ?? '';
  /** @type {Field[]} */
  const unique = app.data.rows.fields(req.ctx.actor, table.name).filter((/** @type {Field} */ field) => field.unique);
  if (unique.some(({ name }) => name === by)) return by;
  if (unique.length === 0) {
    res.setHeader('allow', 'GET, HEAD, POST, PATCH, DELETE');
    throw noUniqueField(table);
  }
  throw new AppError('QUERY_INVALID', phrase`"by" must name a unique field of "${table.name}"`, {
    status: 422,
    hint: phrase`PUT ${req.path}?by=field`,
  });
}

/** @param {Table} table */
const noUniqueField = ({ name }) =>
  new AppError('METHOD_NOT_ALLOWED', phrase`Table "${name}" has no unique field to identify rows for PUT`, {
    status: 405,
    hint: 'Use POST to add rows and PATCH to change them by their id',
  });

const oneRowOnly = () => new AppError('QUERY_INVALID', 'If-Match applies to one row, not to a list', { status: 422 });
