import { withNewestSchema } from '../../catalog/model/newest-schema.js';
import { unnamed } from '../../postgres/database/index.js';
import { readKey } from '../../catalog/schema/key.js';
import { createReadWithin } from './read-within.js';
import { createWriteWithin } from './transact.js';
import { bindPayload } from './write/payload.js';

/** @import { Actor, Catalog, Registry, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { ReadWithin } from './read-within.js' */
/** @import { Values, WriteContext } from './write-rows.js' */
/**
 * The gate within one transaction.
 *
 * @typedef {ReadWithin & { tx: Transaction,
 *   insert(actor: Actor, table: string, values: Values): Promise<Row>,
 *   update(actor: Actor, table: string, id: unknown, values: Values): Promise<Row>,
 *   remove(actor: Actor, table: string, id: unknown): Promise<{ deletion: string | null }>,
 *   hold(actor: Actor, table: string, ids: readonly unknown[]): Promise<void> }} Within
 *   hold: locks rows until the transaction ends, as far as the actor sees or may change them, in the order of their keys. What is
 *   read of them afterwards is what the transaction will change
 */

/**
 * Reads and writes that happen together or not at all, and see each other.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date,
 *   write: WriteContext }} context
 */
export function createWithin(context) {
  const { db, reload } = context;
  const readWithin = createReadWithin(context);
  const writeOne = createWriteWithin(context.write);
  const writeNamed = createWriteWithin(context.write, { named: true });

  /** @param {Transaction} tx @param {boolean} named @returns {Within} */
  function gateOn(tx, named) {
    const write = named ? writeNamed : writeOne;
    return {
      tx,
      ...readWithin(tx, named),
      insert: async (actor, table, values) => rowOf(await write(tx, actor, { op: 'insert', table, values })),
      update: async (actor, table, id, values) => rowOf(await write(tx, actor, { op: 'update', table, id, values })),
      async remove(actor, table, id) {
        const { deletion = null } = await write(tx, actor, { op: 'delete', table, id });
        return { deletion };
      },
      async hold(actor, table, ids) {
        const { registry } = context;
        const work = context.write.work(actor, table, 'hold');
        const { statement, resolvers } = work.statementFor(work.catalog, actor, work.table, 'hold', false);
        const rows = ids.map((id) => ({ k: readKey(registry, work.table, id) }));
        const bound = statement.bind(bindPayload(resolvers, actor, rows));
        await tx.query(named ? bound : unnamed(bound));
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

/** All steps fail together, so there is a row. @param {import('./transact.js').StepOutcome} outcome */
const rowOf = ({ row }) => /** @type {Row} */ (row);
