/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { createHash } from 'node:crypto';
import { hex, tableSql } from '../../postgres/sql/physical.js';
import { quoteIdentifier, quoteLiteral, toStatement } from '../../postgres/sql/index.js';
import { changeOf } from '../../rules/expressions/before/change-of.js';

/**
 * What has to change so that the database notes a run for each change that a trigger of the Catalog is about. Each of them
 * is a trigger of PostgreSQL, so it sees changes made by psql as well, and a run exists exactly if its change was committed.
 *
 * @typedef {{ tables: Table[], before: string[], after: string[] }} TriggerPlan `tables` are locked
 *
 * @param {Pick<Transaction, 'query'>} on @param {Catalog} catalog @param {Registry} registry
 * @returns {Promise<TriggerPlan>}
 */
export async function planTriggers(on, catalog, registry) {
  const { rows } = await on.query(`
    select t.tgname as name, n.nspname as schema, c.relname as table, obj_description(t.oid, 'pg_trigger') as mark
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
     where t.tgname like 'on\\_change\\_%' and not t.tgisinternal`);
  /** @type {TriggerPlan} */
  const plan = { tables: [], before: [], after: [] };
  const wanted = wantedTriggers(catalog, registry);
  const known = new Map();
  for (const { name, schema, table, mark } of rows) {
    if (wanted.get(name)?.mark === mark) known.set(name, mark);
    else
      plan.before.push(
        `drop trigger if exists ${quoteIdentifier(name)} on ${quoteIdentifier(schema)}.${quoteIdentifier(table)}`,
      );
  }
  for (const [name, { table, mark, statement }] of wanted) {
    if (known.get(name) === mark) continue;
    plan.tables.push(table);
    const on = toStatement(tableSql(table)).text;
    plan.after.push(statement, `comment on trigger ${quoteIdentifier(name)} on ${on} is ${quoteLiteral(mark)}`);
  }
  return plan;
}

/** @param {Field} field */
const typeOf = ({ type, attributes }) => `${type} ${JSON.stringify(attributes)}`;

/** @param {Catalog} catalog @param {Registry} registry */
function wantedTriggers(catalog, registry) {
  /** @type {Map<string, { table: Table, mark: string, statement: string }>} */
  const wanted = new Map();
  for (const trigger of catalog.triggers) {
    const { enabled, source, timing } = trigger;
    const name = enabled && source === 'rows' && timing === 'after' ? trigger.table : null;
    const table = name !== null && catalog.hasTable(name) ? catalog.table(name) : null;
    if (!table || table.system) continue;
    for (const event of trigger.events) {
      const name = `on_change_${hex(trigger.id)}_${event}`;
      const when = event === 'update' ? changeOf(trigger, table, registry) : '';
      // A field that it is about is gone.
      if (when === null) continue;
      const on = toStatement(tableSql(table)).text;
      const statement = `create or replace trigger ${quoteIdentifier(name)} after ${event} on ${on}
for each row ${when && `when (${when}) `}execute function plinth.note_trigger_run(${quoteLiteral(trigger.id)})`;
      // The trigger follows a table that is renamed.
      // A column that a trigger names can be neither converted nor replaced, so the trigger is made anew with its type.
      const types = when ? trigger.fields.map((field) => typeOf(table.field(field))).join() : '';
      const mark = createHash('sha256')
        .update(`${table.id} ${event} ${when}${types && ` ${types}`} 1`)
        .digest('base64url');
      wanted.set(name, { table, mark, statement });
    }
  }
  return wanted;
}
