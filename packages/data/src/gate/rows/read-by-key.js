import { Failed, createBatchQueue, createBatchQueues } from './coalesce/batch-queue.js';
import { compileByKey } from './compile/by-key.js';
import { filterInvalid } from '../../postgres/errors/row-errors.js';

/** @import { Actor, Catalog, Registry, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @typedef {{ key: string | number, userId: string | null }} Wanted */
/** @typedef {Values | null} Found */

const LIMITS = { atOnce: 2, most: 500 };
/** Errors of the class "data exception": a value that PostgreSQL can't compute. */
const DATA_EXCEPTION = /^22/;

/**
 * Batches reads of single rows: those of the same shape share a statement.
 *
 * @param {{ db: Database, registry: Registry }} context
 */
export function createReadByKey({ db, registry }) {
  const queueOf = /** @type {ReturnType<typeof createBatchQueues<Wanted, Found>>} */ (createBatchQueues());

  /**
   * @param {Catalog} catalog @param {Actor} actor @param {string} shape names table, fields and kind of rights
   * @param {{ table: string, fields: () => readonly string[], key: string | number }} wanted
   * @returns {Promise<Found>} null for rows that are not there and for those that may not be read
   */
  return function readByKey(catalog, actor, shape, { table, fields, key }) {
    const queue = queueOf(catalog, shape, () => {
      const compiled = compileByKey({ catalog, registry, actor }, table, fields());
      return createBatchQueue((entries) => db.fairness.forEverybody(() => readAll(db, compiled, entries)), LIMITS);
    });
    return queue.add({ key, userId: actor.userId });
  };
}

/**
 * @param {Database} db @param {ReturnType<typeof compileByKey>} compiled @param {Wanted[]} wanted
 * @returns {Promise<(Found | Failed)[]>}
 */
async function readAll(db, { statement, names }, wanted) {
  const params = { keys: wanted.map(({ key }) => key), users: wanted.map(({ userId }) => userId) };
  try {
    /** @type {Found[]} */
    const found = new Array(wanted.length).fill(null);
    const { rows } = await db.query({ ...statement.bind(params), rowMode: 'array' });
    for (const cells of rows) found[cells[0] - 1] = toRow(names, cells);
    return found;
  } catch (/** @type {any} */ error) {
    if (!DATA_EXCEPTION.test(String(error?.code))) throw error;
    if (wanted.length === 1) return [new Failed(filterInvalid('A value in this query is out of range'))];
    // One row can't be computed, so each is read by itself and only that one fails.
    const alone = await Promise.all(wanted.map((one) => readAll(db, { statement, names }, [one])));
    return alone.flat();
  }
}

/** @param {readonly string[]} names @param {unknown[]} cells the place, then the values */
function toRow(names, cells) {
  /** @type {Record<string, unknown>} */
  const row = {};
  for (let i = 0; i < names.length; i++) row[names[i]] = cells[i + 1];
  return row;
}
