/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Table } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { namesVersion } from '../../http/answer.js';
import { checkRow } from './check-row.js';
import { claimOf } from './idempotency.js';
import { etagOf, sendRow } from './send-row.js';

/** @typedef {Record<string, unknown>} Values */

/** POST one row. @param {App} app @param {Request} req @param {Response} res @param {Table} table @param {unknown} body */
export async function createRow(app, req, res, table, body) {
  const values = checkRow(body);
  const { actor } = req.ctx;
  const claim = claimOf(req, body);
  if (!claim) {
    const row = await app.data.rows.insert(actor, table.name, values);
    return sendRow(req, res, row, { status: 201, location: locationOf(table, row) });
  }
  const { outcomes, replayed } = await app.data.rows.once(actor, claim, [{ op: 'insert', table: table.name, values }]);
  const [{ row }] = outcomes;
  sendRow(req, res, row, { status: 201, location: locationOf(table, row), replayed });
}

/** PATCH one row, with If-Match only the version that the caller knows. @param {App} app @param {Request} req @param {Response} res @param {Table} table @param {unknown} body */
export async function updateRow(app, req, res, table, body) {
  const values = checkRow(body);
  const { actor } = req.ctx;
  const { id } = req.params;
  const claim = claimOf(req, body);
  if (claim) {
    const stepsOver = (/** @type {Values | undefined} */ expect) => [
      { op: /** @type {const} */ ('update'), table: table.name, id, values, expect },
    ];
    const { outcomes, replayed } = await onceOver(app, req, table, claim, stepsOver);
    return sendRow(req, res, outcomes[0].row, { replayed });
  }
  const expect = await expected(app, req, table, id);
  const row = await app.data.rows.update(actor, table.name, id, values, { expect }).catch(asPrecondition);
  sendRow(req, res, row);
}

/** DELETE one row. @param {App} app @param {Request} req @param {Response} res @param {Table} table */
export async function removeRow(app, req, res, table) {
  const { actor } = req.ctx;
  const { id } = req.params;
  const step = { op: /** @type {const} */ ('delete'), table: table.name, id };
  // A change of nothing holds the row, as it is known, until it is gone.
  const stepsOver = (/** @type {Values | undefined} */ expect) =>
    expect ? [{ ...step, op: /** @type {const} */ ('update'), values: {}, expect }, step] : [step];
  const claim = claimOf(req, null);
  if (claim) {
    const { replayed } = await onceOver(app, req, table, claim, stepsOver);
    return void res.writeHead(204, replayed ? { 'idempotency-replayed': 'true' } : {}).end();
  }
  const expect = await expected(app, req, table, id);
  if (expect) await app.data.rows.transact(actor, stepsOver(expect)).catch(asPrecondition);
  else await app.data.rows.remove(actor, table.name, id);
  res.writeHead(204).end();
}

/**
 * A write that is done once, over the version that the caller knows. Sent again it finds the row changed or gone, by
 * itself: what was kept goes before that.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {NonNullable<ReturnType<typeof claimOf>>} claim
 * @param {(expect: Values | undefined) => any[]} stepsOver
 */
async function onceOver(app, req, table, claim, stepsOver) {
  const { actor } = req.ctx;
  const { rows } = app.data;
  try {
    return await rows.once(actor, claim, stepsOver(await expected(app, req, table, req.params.id)));
  } catch (error) {
    const isOther = error instanceof AppError && OTHER_NOW.includes(error.code);
    const again = isOther && req.headers['if-match'] !== undefined;
    const kept = again ? await rows.answered(actor, claim, stepsOver({})) : null;
    if (kept) return kept;
    return asPrecondition(error);
  }
}

/** What is said where a row is not as it was. */
const OTHER_NOW = ['PRECONDITION_FAILED', 'ROW_CONFLICT', 'ROW_NOT_FOUND'];

/** @param {Table} table @param {{ id: string | number }} row */
export const locationOf = (table, { id }) => `/api/v1/tables/${table.name}/rows/${id}`;

/**
 * What the row must still be like, if the caller says which version he knows: all that he may read of it.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string | number} id
 * @returns {Promise<Values | undefined>}
 */
export async function expected(app, req, table, id) {
  const header = req.headers['if-match'];
  if (header === undefined) return undefined;
  const row = await app.data.rows.get(req.ctx.actor, table.name, id);
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
