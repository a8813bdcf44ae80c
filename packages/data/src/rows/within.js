import { createCache, memoize } from '@plinth/plugin';
import { withNewestSchema } from '../catalog/newest-schema.js';
import { rowNotFound } from '../errors/row-errors.js';
import { unnamed } from '../postgres/index.js';
import { createPlanCache } from './compile/plan-cache.js';
import { readableNames } from './read-rows.js';
import { createSelect } from './select.js';
import { createWriteWithin } from './transact.js';

/** @import { Actor, Cache, Catalog, Query, QuerySpec, Registry, Result } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Transaction } from '../postgres/transaction.js' */
/** @import { Values, WriteContext } from './write-rows.js' */
/** @typedef {(actor: Actor, queries: readonly Query[]) => Promise<Result[]>} Select */
/**
 * The gate within one transaction.
 *
 * @typedef {{ tx: Transaction, select: Select,
 *   get(actor: Actor, table: string, id: unknown, options?: { fields?: string[] }): Promise<Record<string, any>>,
 *   insert(actor: Actor, table: string, values: Values): Promise<Record<string, any>>,
 *   update(actor: Actor, table: string, id: unknown, values: Values): Promise<Record<string, any>>,
 *   remove(actor: Actor, table: string, id: unknown): Promise<{ deletion: string | null }> }} Within
 */

const SPECS = { max: 2000 };

/**
 * Reads and writes that happen together or not at all, and see each other. Reads are checked by the gate alone, not by
 * row-level security as well, because that would need a transaction of its own.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date,
 *   write: WriteContext }} context
 */
export function createWithin(context) {
  const { db, registry, catalog, clock, reload } = context;
  const plans = createPlanCache();
  const writeOne = createWriteWithin(context.write);
  const writeNamed = createWriteWithin(context.write, { named: true });
  const specs = memoize((/** @type {Catalog} */ _) => /** @type {Cache<string, QuerySpec>} */ (createCache(SPECS)));

  /** @param {Transaction} tx @param {boolean} named @returns {Within} */
  function gateOn(tx, named) {
    const select = createSelect({ db: reader(tx, named), registry, catalog, clock, plans });
    const write = named ? writeNamed : writeOne;
    return {
      tx,
      select: (actor, queries) => select(actor, [...queries]),
      async get(actor, table, id, { fields } = {}) {
        const names = fields ?? readableNames(registry, actor, catalog().table(table));
        const spec = specs(catalog()).getOrMake(`${table} ${names.join(' ')}`, () => oneOf(table, names));
        const [{ rows }] = await select(actor, [{ spec, params: { id } }]);
        if (rows.length === 0) throw rowNotFound();
        return rows[0];
      },
      insert: async (actor, table, values) => rowOf(await write(tx, actor, { op: 'insert', table, values })),
      update: async (actor, table, id, values) => rowOf(await write(tx, actor, { op: 'update', table, id, values })),
      async remove(actor, table, id) {
        const { deletion = null } = await write(tx, actor, { op: 'delete', table, id });
        return { deletion };
      },
    };
  }

  /**
   * @template T @param {(gate: Within) => Promise<T>} work runs again if the schema has just changed
   * @param {{ named?: boolean }} [options] named: with prepared statements, for work that is done often; one from before a
   *   change of the schema makes the work run again
   * @returns {Promise<T>}
   */
  return (work, { named = false } = {}) => {
    let isFirst = true;
    const attempt = () => {
      const isNamed = named && isFirst;
      isFirst = false;
      return db.transaction((tx) => work(gateOn(tx, isNamed)));
    };
    return withNewestSchema(attempt, reload);
  };
}

/** @param {string} table @param {readonly string[]} names @returns {QuerySpec} */
const oneOf = (table, names) => ({
  ...{ table, limit: 1, where: { field: 'id', op: 'eq', value: { param: 'id' } } },
  select: names.map((field) => ({ as: field, field })),
});

/** All steps fail together, so there is a row. @param {import('./transact.js').StepOutcome} outcome */
const rowOf = ({ row }) => /** @type {Record<string, any>} */ (row);

/**
 * Statements of the gate on the transaction, usually unnamed: a prepared one from before a schema change would abort it.
 * After one has failed, the others report the same error.
 *
 * @param {Transaction} tx @param {boolean} named @returns {Database}
 */
function reader(tx, named) {
  /** @type {unknown} */
  let failed;
  const send = async (/** @type {any} */ statement) => {
    if (failed) return { error: failed };
    try {
      return await tx.query(named ? statement : unnamed(statement));
    } catch (error) {
      failed = error;
      return { error };
    }
  };
  const pipeline = async (/** @type {any[]} */ statements) => {
    const answers = [];
    for (const statement of statements) answers.push(await send(statement));
    return answers;
  };
  return /** @type {any} */ ({ pipeline });
}
