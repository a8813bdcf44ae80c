/** @import { BeforeStep, Catalog, Registry, Table, Trigger, Values } from '@plinth/plugin' */
/** @import { Tree } from '@plinth/expressions' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { SqlContext } from '../compile-sql.js' */
import { changeOf } from './change-of.js';
import { orNothing } from '../../../postgres/errors/or-nothing.js';
import { visibleTo } from '../../reach/visible-to.js';
import { hex, tableSql } from '../../../postgres/sql/physical.js';
import { dayOf, empty, fixed, ident, join, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { compileCondition, compileValue } from '../compile-sql.js';
import { asColumn } from '../formula-value.js';
import { inlined } from '../stored/inlined.js';
import { isSettable, readBeforeCondition, readBeforeValue } from './read-before.js';

/** @typedef {'insert' | 'update' | 'delete'} Event */

/** SQLSTATE of a refusal. */
export const REFUSED = 'PLN01';

/**
 * Functions run as the owner of the tables: what they read and set is the app's affair, not the writer's. A name that could
 * be a variable or a column is a column.
 */
const HEAD = `language plpgsql security definer set search_path = pg_catalog, pg_temp`;

/** @param {Table} table @param {Event} event */
export const beforeNames = ({ id }, event) => ({
  trigger: `before_${hex(id)}_${event}`,
  fn: `"plinth"."before_${hex(id)}_${event}"()`,
});

/**
 * What the database does before a row of a table is written: the steps of all triggers of this event, one after the other, in
 * one function, so that each sees what those before it have set. Its trigger fires ahead of those of stored formulas, whose
 * names come later. Nothing is done while a row is put back as it was (an edit, an app's rows, a deletion taken back), nor by
 * an update that changes nothing.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {Table} table @param {Event} event
 * @param {readonly Trigger[]} triggers in order
 * @returns {string[] | null} statements; null if nothing is left to do
 */
export function beforeScript(catalog, registry, table, event, triggers) {
  const scripts = triggers.flatMap((trigger) => triggerSql({ catalog, registry, table, event, trigger }) ?? []);
  if (scripts.length === 0) return null;
  const result = fixed(event === 'delete' ? 'old' : 'new');
  const unchanged = event === 'update' ? fixed('\n  if old *= new then return new; end if;') : empty;
  const { trigger, fn } = beforeNames(table, event);
  const body = sql`begin
  if current_setting('plinth.as_saved', true) = 'on' then return ${result}; end if;${unchanged}
  ${join(scripts, '\n  ')}
  return ${result};
end`;
  return [
    `create or replace function ${fn} returns trigger ${HEAD} as ${quoteLiteral(`#variable_conflict use_column\n${inlined(body)}`)}`,
    inlined(sql`create or replace trigger ${ident(trigger)} before ${fixed(event)} on ${tableSql(table)}
for each row execute function ${fixed(fn)}`),
  ];
}

/** @typedef {{ catalog: Catalog, registry: Registry, table: Table, event: Event, trigger: Trigger }} Given */

/** @param {Given} given @returns {Fragment | null} null: it does nothing on this event, or names something that is gone */
function triggerSql(given) {
  const { catalog, registry, table, event, trigger } = given;
  const context = { ...contextOf(given), ...visibleTo(catalog, trigger.app) };
  const change = event === 'update' && trigger.fields.length > 0 ? changeOf(trigger, table, registry) : '';
  const steps = trigger.before.flatMap((step) => orNothing(() => stepSql(given, step, context)) ?? []);
  if (change === null || steps.length === 0) return null;
  const condition = trigger.when ? orNothing(() => readBeforeCondition(catalog, table, trigger.when)) : undefined;
  if (condition === null) return null;
  const conditions = [...(change ? [fixed(change)] : []), ...(condition ? [compileCondition(condition, context)] : [])];
  const body = join(steps, '\n  ');
  return conditions.length === 0 ? body : sql`if (${join(conditions, ' and ')}) then ${body} end if;`;
}

/** @param {Given} given @param {BeforeStep} step @param {SqlContext} context @returns {Fragment | null} */
function stepSql({ catalog, registry, table, event, trigger }, { kind, field: name, value, message, when }, context) {
  if (kind === 'set' && (event === 'delete' || !name || !isSettable(registry, table.field(name)))) return null;
  const does =
    kind === 'set'
      ? setSql({ catalog, registry, table }, String(name), value, context)
      : refuseSql(message, name, trigger);
  if (!when) return does;
  // In brackets, because a `then` inside would end the condition.
  return sql`if (${compileCondition(readBeforeCondition(catalog, table, when), context)}) then ${does} end if;`;
}

/** What a trigger sets is never emptied because it can't be converted. */
const STRICT = Object.freeze({ strict: true });

/** @param {Pick<Given, 'catalog' | 'registry' | 'table'>} given @param {string} name @param {string} source @param {SqlContext} context */
function setSql({ catalog, registry, table }, name, source, context) {
  const field = table.field(name);
  const tree = readBeforeValue(catalog, table, field, source);
  const target = field.target ? { key: catalog.table(field.target).key } : {};
  const sqlType = registry.fieldType(field.type).sqlType(field, /** @type {Values} */ (target));
  return sql`new.${ident(name)} := ${asColumn(compileValue(tree, context), sqlType, STRICT)};`;
}

/** @param {string} message @param {string | null} field @param {Trigger} trigger */
function refuseSql(message, field, { name }) {
  const at = field ? sql`, column = ${field}` : sql``;
  return sql`raise exception using errcode = ${fixed(quoteLiteral(REFUSED))}, message = ${message}, schema = tg_table_schema,
    table = tg_table_name, constraint = ${name}${at};`;
}

/** @param {Given} given @returns {SqlContext} */
function contextOf({ catalog, registry, table, event }) {
  let aliases = 0;
  const timeZone = catalog.settings.timeZone ?? 'UTC';
  const row = { table, alias: event === 'delete' ? 'old' : 'new' };
  return {
    catalog,
    registry,
    timeZone,
    strict: true,
    alias: () => `x${(aliases += 1)}`,
    rows: { row, old: { table, alias: 'old' } },
    user: fixed(
      `coalesce(nullif(current_setting('plinth.actor', true), ''), nullif(current_setting('plinth.user', true), ''))::uuid`,
    ),
    roles: fixed(`string_to_array(coalesce(nullif(current_setting('plinth.roles', true), ''), 'public'), ' ')`),
    now: fixed('now()'),
    today: dayOf(fixed('now()'), timeZone),
  };
}

/** Whether a tree depends on who writes. @param {Tree} tree */
const usesUser = (tree) => JSON.stringify(tree).includes('"op":"user"');

/**
 * Whether a trigger that runs before rows are saved has to know who writes them.
 *
 * @param {Catalog} catalog @param {Table} table @param {Trigger} trigger
 */
export function asksWho(catalog, table, { when, before }) {
  const conditions = [when, ...before.map((step) => step.when)].filter(Boolean);
  const trees = conditions.map((source) => orNothing(() => readBeforeCondition(catalog, table, source)));
  for (const { kind, field, value } of before) {
    const set = kind === 'set' && field && table.hasField(field) ? table.field(field) : null;
    if (set) trees.push(orNothing(() => readBeforeValue(catalog, table, set, value)));
  }
  return trees.some((tree) => tree !== null && usesUser(tree));
}
