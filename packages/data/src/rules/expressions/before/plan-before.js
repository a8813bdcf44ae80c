/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Event } from './script.js' */
import { createHash } from 'node:crypto';
import { tableSql } from '../../../postgres/sql/physical.js';
import { quoteIdentifier, quoteLiteral, toStatement } from '../../../postgres/sql/index.js';
import { beforeNames, beforeScript } from './script.js';
import { beforeTriggersOf } from './triggers-of.js';

const EVENTS = /** @type {const} */ (['insert', 'update', 'delete']);

/**
 * What has to change so that the database runs a Catalog's triggers before rows are saved. Each is marked with a fingerprint
 * of its function.
 *
 * @typedef {{ tables: Table[], before: string[], after: string[] }} BeforePlan `tables` are locked
 *
 * @param {Pick<Transaction, 'query'>} on @param {Catalog} catalog @param {Registry} registry
 * @returns {Promise<BeforePlan>}
 */
export async function planBefore(on, catalog, registry) {
  const { rows } = await on.query(`
    select t.tgname as name, n.nspname as schema, c.relname as table, obj_description(t.oid, 'pg_trigger') as mark
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
     where t.tgname ~ '^before_[0-9a-f]{32}_(insert|update|delete)$' and not t.tgisinternal`);
  /** @type {BeforePlan} */
  const plan = { tables: [], before: [], after: [] };
  const wanted = scripts(catalog, registry);
  const known = new Set();
  for (const { name, schema, table, mark } of rows) {
    if (wanted.get(name)?.mark === mark) known.add(name);
    else
      plan.before.push(
        `drop trigger if exists ${quoteIdentifier(name)} on ${quoteIdentifier(schema)}.${quoteIdentifier(table)}`,
        `drop function if exists "plinth".${quoteIdentifier(name)}()`,
      );
  }
  for (const [name, { table, mark, statements }] of wanted) {
    if (known.has(name)) continue;
    plan.tables.push(table);
    const on = toStatement(tableSql(table)).text;
    plan.after.push(...statements, `comment on trigger ${quoteIdentifier(name)} on ${on} is ${quoteLiteral(mark)}`);
  }
  return plan;
}

/** @param {Catalog} catalog @param {Registry} registry */
function scripts(catalog, registry) {
  /** @type {Map<string, { table: Table, mark: string, statements: string[] }>} */
  const wanted = new Map();
  for (const table of catalog.tables) {
    const triggers = table.system ? [] : beforeTriggersOf(catalog, table);
    if (triggers.length === 0) continue;
    for (const event of /** @type {readonly Event[]} */ (EVENTS)) {
      const concerned = triggers.filter(({ events }) => events.includes(event));
      const statements = beforeScript(catalog, registry, table, event, concerned);
      if (!statements) continue;
      const mark = createHash('sha256').update(statements.join('\n')).digest('base64url');
      wanted.set(beforeNames(table, event).trigger, { table, mark, statements });
    }
  }
  return wanted;
}
