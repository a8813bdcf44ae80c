/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { WriteContext } from '../write-rows.js' */
import { asCondition, isUnlimited, predicate } from '../../../rules/rights/index.js';
import { keyType, tableSql } from '../../../postgres/sql/physical.js';
import { fixed, prepare, sql } from '../../../postgres/sql/index.js';
import { createCompilation } from '../compile/compilation.js';
import { bindPayload } from '../write/payload.js';

/**
 * Which rows the actor may see and change or delete, as they are now.
 *
 * @param {Pick<WriteContext, 'catalog' | 'registry'>} context @param {Transaction} tx @param {Actor} actor
 * @param {{ table: Table, operation: 'update' | 'delete', keys: readonly (string | number)[] }} asked
 * @returns {Promise<Set<string>>} keys
 */
export async function allowedKeys({ catalog, registry }, tx, actor, { table, operation, keys }) {
  if (isUnlimited(actor)) return new Set(keys.map(String));
  const c = createCompilation({ catalog: catalog(), registry, actor });
  const [see, may] = /** @type {const} */ (['read', operation]).map((one) =>
    asCondition(predicate(actor, table, one, 't')),
  );
  const payload = c.slot((run) => run.payload);
  const statement = prepare(sql`select t.id::text as k from ${tableSql(table)} t
    where t.id in (select (e->>'k')::${fixed(keyType(table))} from jsonb_array_elements(${payload}::text::jsonb) e)
      and (${see}) and (${may})`);
  const rows = keys.map((k) => ({ k }));
  const { text, values } = statement.bind(bindPayload(c.resolvers, actor, rows));
  const found = await tx.query({ text, values });
  return new Set(found.rows.map(({ k }) => k));
}
