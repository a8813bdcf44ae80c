import { AppError } from '@plinth/plugin';
import { isStaleSchema } from '../../../postgres/database/index.js';
import { writeAsWriter } from '../../../rules/rights/row-security/index.js';
import { explainWriteError, isContention, isDataError } from './constraint-error.js';
import { sendCaused, sendHeld } from './send-held.js';
import { noteTaken } from './note-taken.js';
import { outcome } from './outcome.js';
import { bindPayload } from './payload.js';

/** @import { Actor, Catalog, Table, Row } from '@plinth/plugin' */
/** @import { PayloadRow } from './payload.js' */
/** @import { WriteKind, WriteStatement } from './statements.js' */
/** @typedef {import('../../../postgres/database/database.js').Database | import('../../../postgres/database/transaction.js').Transaction} Runner */
/** @typedef {{ row: Row, error?: undefined } | { error: unknown, row?: undefined }} Outcome */
/**
 * What is written, and by whom: all rows belong to actors with the same rights. `rowSecurity`: policies check the
 * statement, too, and all rows belong to one user.
 *
 * @typedef {{ actor: Actor, catalog: Catalog, table: Table, kind: WriteKind, rowSecurity: boolean,
 *   statementFor: ReturnType<typeof import('./statements.js').createWriteStatements>, later?: boolean, isCaused?: boolean,
 *   tellsStale?: boolean }} Work
 *   later: the rows are checked once more at the end of the transaction (createLater); isCaused: triggers may follow, which
 *   are told who wrote the rows, so all rows belong to one user; tellsStale: rows that the schema has changed under have that
 *   error as their outcome, beside others that were written
 */

/** Rows per statement: enough to be fast, but few enough to hold locks only briefly. */
const MOST = 1000;

/**
 * Writes rows, as many as possible in one statement. A violated constraint fails the whole statement, so its rows are
 * retried in halves until only the offending ones fail.
 *
 * @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows
 * @returns {Promise<Outcome[]>} one for each row, in order
 */
export async function writeBatch(on, work, rows) {
  /** @type {Outcome[]} */
  const done = [];
  const most = statementOf(work).alone ? 1 : MOST;
  for (let i = 0; i < rows.length; i += most) done.push(...(await inParts(on, work, rows.slice(i, i + most))));
  return done;
}

/**
 * Writes all rows in one statement or none. Within a transaction, rows that affect each other's checks get a statement
 * each.
 *
 * @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows @param {{ named?: boolean }} [options]
 * @returns {Promise<Outcome[]>}
 */
export async function writeOnce(on, work, rows, { named = true } = {}) {
  const { alone } = statementOf(work);
  if (!alone || rows.length === 1) return send(on, work, rows, named);
  /** @type {Outcome[]} */
  const done = [];
  for (const row of rows) done.push(...(await send(on, work, [row], named)));
  return done;
}

/** @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows @param {boolean} named @returns {Promise<Outcome[]>} */
async function send(on, work, rows, named) {
  const { actor, table, kind } = work;
  const { refs, taken } = statementOf(work);
  const answers = taken
    ? await noteTaken(on, work, taken, rows, (tx, noted) => ask(tx, work, noted, false))
    : await ask(on, work, rows, named);
  return answers.map((answer, i) =>
    outcome(answer, { actor: rows[i].actor ?? actor, table, refs, sent: rows[i], kind }),
  );
}

/** @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows @param {boolean} named @returns {Promise<any[]>} */
async function ask(on, work, rows, named) {
  const { actor, rowSecurity } = work;
  const { statement, hold, resolvers, plain } = statementOf(work);
  const columns = plain?.bindRows?.(actor, rows);
  const values = columns ?? bindPayload(resolvers, actor, rows);
  const write = (columns && plain ? plain.statement : statement).bind(values);
  const held = hold?.bind(values) ?? null;
  if (work.isCaused && !rowSecurity) return sendCaused(on, rows[0].actor ?? actor, { hold: held, write, named });
  if (rowSecurity) return writeAsWriter(on, actor, { hold: held, write });
  if (held) return sendHeld(on, { hold: held, write });
  return (await on.query(named ? write : { text: write.text, values: write.values })).rows;
}

/** @param {Work} work */
const statementOf = ({ actor, catalog, table, kind, rowSecurity, statementFor, later = false }) =>
  statementFor(catalog, actor, table, kind, rowSecurity, later);

/** @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows @returns {Promise<Outcome[]>} */
async function inParts(on, work, rows) {
  try {
    return await writeOnce(on, work, rows);
  } catch (error) {
    if (isStaleSchema(error)) {
      if (work.tellsStale) return rows.map(() => ({ error }));
      throw error;
    }
    if (rows.length > 1 && (isDataError(error) || isContention(error))) return again(on, work, rows, error);
    if (!isDataError(error) && !(error instanceof AppError)) throw error;
    // Never retry what may have been committed: the connection may have been lost after the commit.
    return rows.map(({ actor = work.actor }) => ({
      error: explainWriteError(error, { ...work, actor, removing: work.kind === 'remove' }),
    }));
  }
}

/**
 * Retries the rows in smaller statements. The server has confirmed that the failed one was rolled back.
 *
 * @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows @param {unknown} error
 */
async function again(on, work, rows, error) {
  // A locked row delays every batch that it is part of, so rows are tried one by one to wait for it only once.
  const half = rows.length >> 1;
  const parts = isContention(error) ? rows.map((row) => [row]) : [rows.slice(0, half), rows.slice(half)];
  /** @type {Outcome[]} */
  const done = [];
  for (const part of parts) done.push(...(await inParts(on, work, part)));
  return done;
}
