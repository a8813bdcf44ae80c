import { createCache, memoize } from '@plinth/plugin';
import { rowNotFound } from '../../postgres/errors/row-errors.js';
import { unnamed } from '../../postgres/database/index.js';
import { createPlanCache } from './compile/plan-cache.js';
import { readableNames } from './read-rows.js';
import { createSelect } from './select.js';

/** @import { Actor, Cache, Catalog, Query, QuerySpec, Registry, Result, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @typedef {(actor: Actor, queries: readonly Query[]) => Promise<Result[]>} Select */
/**
 * @typedef {{ select: Select,
 *   get(actor: Actor, table: string, id: unknown, options?: { fields?: string[] }): Promise<Values> }} ReadWithin
 */

const SPECS = { max: 2000 };

/**
 * Reads within a transaction, which see what it has written. They are checked by the gate alone, not by row-level security
 * as well, because that would need a transaction of its own.
 *
 * @param {{ registry: Registry, catalog: () => Catalog, clock?: () => Date,
 *   memory?: import('../../postgres/memory/divide.js').Memory }} context
 */
export function createReadWithin({ registry, catalog, clock, memory }) {
  const plans = createPlanCache(memory?.worker);
  const specs = memoize((/** @type {Catalog} */ _) => /** @type {Cache<string, QuerySpec>} */ (createCache(SPECS)));

  /** @param {Transaction} tx @param {boolean} named with prepared statements @returns {ReadWithin} */
  return (tx, named) => {
    const run = createSelect({ db: reader(tx, named), registry, catalog, clock, plans });
    /** @type {Select} */
    const select = (actor, queries) => run(actor, [...queries]);
    return {
      select,
      async get(actor, table, id, { fields } = {}) {
        const names = fields ?? readableNames(registry, actor, catalog().table(table));
        const spec = specs(catalog()).getOrMake(`${table} ${names.join(' ')}`, () => oneOf(table, names));
        const [{ rows }] = await select(actor, [{ spec, params: { id } }]);
        if (rows.length === 0) throw rowNotFound();
        return rows[0];
      },
    };
  };
}

/** @param {string} table @param {readonly string[]} names @returns {QuerySpec} */
const oneOf = (table, names) => ({
  table,
  limit: 1,
  where: { field: 'id', op: 'eq', value: { param: 'id' } },
  select: names.map((field) => ({ as: field, field })),
});

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
