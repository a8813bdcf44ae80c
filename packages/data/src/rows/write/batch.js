import { isStaleSchema } from '../../postgres/index.js';
import { explainWriteError, isDataError } from './constraint-error.js';
import { outcome } from './outcome.js';

/** @import { Actor, AppError, Catalog, Table } from '@plinth/plugin' */
/** @import { PayloadRow } from './payload.js' */
/** @import { WriteKind, WriteStatement } from './statements.js' */
/** @typedef {{ query(statement: any): Promise<{ rows: any[] }> }} Runner the database, or a transaction */
/** @typedef {{ row: Record<string, any>, error?: undefined } | { error: unknown, row?: undefined }} Outcome */
/** @typedef {{ actor: Actor, catalog: Catalog, table: Table, kind: WriteKind, statementFor: ReturnType<typeof import('./statements.js').createWriteStatements> }} Work */

/** Rows per statement: enough to be fast, few enough to keep locks short. */
const MOST = 1000;

/**
 * Writes rows, as many as possible in one statement. A constraint fails a whole statement: its rows are then tried in
 * halves, so that only the guilty ones hear of it.
 *
 * @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows
 * @returns {Promise<Outcome[]>} one for each row, in order
 */
export async function writeBatch(on, work, rows) {
  /** @type {Outcome[]} */
  const done = [];
  for (let i = 0; i < rows.length; i += MOST) done.push(...(await inHalves(on, work, rows.slice(i, i + MOST))));
  return done;
}

/**
 * One statement, all or nothing: any error of the database ends it.
 *
 * @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows @param {{ named?: boolean }} [options]
 * @returns {Promise<Outcome[]>}
 */
export async function writeOnce(on, { actor, catalog, table, kind, statementFor }, rows, { named = true } = {}) {
  const { statement, resolvers, refs } = statementFor(catalog, actor, table, kind);
  const run = /** @type {any} */ ({
    actor,
    params: {},
    payload: JSON.stringify(rows.map(({ k, v, x }) => ({ k, v, x }))),
  });
  const { text, name, values } = statement.bind(
    Object.fromEntries([...resolvers].map(([slot, read]) => [slot, read(run)])),
  );
  const { rows: answers } = await on.query(named ? { text, name, values } : { text, values });
  return answers.map((answer, i) => outcome(answer, { actor, table, refs, sent: rows[i], kind }));
}

/** @param {Runner} on @param {Work} work @param {readonly PayloadRow[]} rows @returns {Promise<Outcome[]>} */
async function inHalves(on, work, rows) {
  try {
    return await writeOnce(on, work, rows);
  } catch (error) {
    if (!isDataError(error) || isStaleSchema(error)) throw error;
    if (rows.length === 1) return [{ error: explainWriteError(error, { ...work, removing: work.kind === 'remove' }) }];
    const half = rows.length >> 1;
    return [...(await inHalves(on, work, rows.slice(0, half))), ...(await inHalves(on, work, rows.slice(half)))];
  }
}
