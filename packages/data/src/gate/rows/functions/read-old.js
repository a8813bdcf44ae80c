/** @import { Actor, Catalog, QuerySpec, Registry, Table, Row } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Work } from '../write/batch.js' */
/** @import { PayloadRow } from '../write/payload.js' */
/** @import { ReadWithin } from '../read-within.js' */
import { memoize } from '@plinth/plugin';
import { reachOfApp } from '../../../rules/reach/system-of.js';
import { isUnlimited } from '../../../rules/rights/index.js';
import { createReadWithin } from '../read-within.js';
import { readableNames } from '../read-rows.js';
import { createSelect } from '../select.js';

const MOST = 500;

/**
 * Reads rows as they are before an update: everything in them, because whether a row is valid does not depend on who
 * writes it, as far as the system code of the table's app may go; and which of them the writer can see.
 *
 * @param {{ db: any, registry: Registry, catalog: () => Catalog, clock?: () => Date, rowSecurity?: boolean }} context
 */
export function createReadOld(context) {
  const { registry } = context;
  const select = createSelect(context);
  const within = createReadWithin(context);
  const specsOf = memoize((/** @type {Table} */ table) => {
    const system = /** @type {Actor} */ ({ userId: null, roles: [], system: true });
    const where = { field: 'id', op: 'in', value: { param: 'keys' } };
    const spec = (/** @type {string[]} */ names) =>
      /** @type {QuerySpec} */ ({
        table: table.name,
        where,
        limit: MOST,
        select: names.map((field) => ({ as: field, field })),
      });
    return { whole: spec(readableNames(registry, system, table)), keys: spec([]) };
  });

  return {
    /** @param {Transaction} tx */
    within: (tx) => within(tx, false),

    /**
     * @param {Work} work @param {readonly PayloadRow[]} rows @param {ReadWithin | null} gate of the transaction
     * @returns {Promise<{ rows: Map<string, Record<string, unknown>>, visible: Set<string> }>} by key
     */
    async read({ actor, table }, rows, gate) {
      const { scope: _, reach: __, ...who } = actor;
      const system = { ...who, system: true, ...reachOfApp(context.catalog(), table.app) };
      const { whole, keys: onlyKeys } = specsOf(table);
      /** @type {Map<string, Record<string, unknown>>} */
      const found = new Map();
      /** @type {Set<string>} */
      const visible = new Set();
      for (let at = 0; at < rows.length; at += MOST) {
        const keys = [...new Set(rows.slice(at, at + MOST).map(({ k }) => k))];
        const ask = async (/** @type {Actor} */ asker, /** @type {QuerySpec} */ spec) => {
          const queries = [{ spec, params: { keys } }];
          const [result] = await (gate ? gate.select(asker, queries) : select(asker, queries));
          return result.rows;
        };
        for (const row of await ask(system, whole)) found.set(String(row.id), row);
        const seen = isUnlimited(actor) ? keys : await ask(actor, onlyKeys).then(idsOf, () => []);
        for (const id of seen) visible.add(String(id));
      }
      return { rows: found, visible };
    },
  };
}

/** @param {Row[]} rows @returns {unknown[]} */
const idsOf = (rows) => rows.map(({ id }) => id);
