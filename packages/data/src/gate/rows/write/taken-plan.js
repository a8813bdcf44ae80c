/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Prepared } from '../../../postgres/sql/statement.js' */
/** @import { Compilation, Resolve } from '../compile/compilation.js' */
import { logTaken } from '../../history/log-entry.js';
import { asCondition, predicate } from '../../../rules/rights/index.js';
import { joinTable, keyType, tableSql } from '../../../postgres/sql/physical.js';
import { empty, fixed, ident, join, param, prepare, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { cascadeFrom } from './dependents.js';
import { rowJson } from './row-json.js';
import { GIVEN_USER, byRow } from './row-user.js';
import { allLinks, payloadRows, tableShape } from './shape.js';

/**
 * Statements that record what is deleted with rows, starting from the rows' table. Each takes the keys of deleted rows
 * of one table, and for each the number of the root row that it is deleted with.
 *
 * @typedef {object} TakenPlan
 * @property {Prepared} roots locks the rows of the payload that may be deleted, and gives each the id of its entry
 * @property {Map<string, Resolve>} resolvers of `roots`
 * @property {Map<string, TableStatements>} tables by id
 */
/**
 * @typedef {object} TableStatements
 * @property {{ table: string, statement: Prepared }[]} children rows that are deleted too: locks and records them, and
 * returns their keys
 * @property {{ table: string, statement: Prepared }[]} changes rows of a table with history that lose a reference
 */

/**
 * Null if a deletion affects no other table that keeps a history.
 *
 * @param {Compilation} c @param {Table} table @returns {TakenPlan | null}
 */
export function takenPlan(c, table) {
  const reached = cascadeFrom(c, table);
  const touched = reached.flatMap(({ dependents }) => dependents.filter(({ rule }) => rule !== 'restrict'));
  if (!touched.some((one) => one.table.history)) return null;
  return {
    roots: rootsStatement(c, table),
    resolvers: c.resolvers,
    tables: new Map(
      reached.map(({ table: parent, dependents }) => [
        parent.id,
        {
          children: childTables(dependents).map(({ child, fields }) => ({
            table: child.id,
            statement: childStatement(c, parent, child, fields),
          })),
          changes: dependents
            .filter((one) => one.table.history && (one.rule === 'empty' || one.rule === 'unlink'))
            .map(({ table: other, field, rule }) => ({
              table: other.id,
              statement: rule === 'empty' ? emptied(c, parent, other, field) : unlinked(parent, other, field),
            })),
        },
      ]),
    ),
  };
}

/** @param {import('./dependents.js').Dependent[]} dependents @returns {{ child: Table, fields: Field[] }[]} */
function childTables(dependents) {
  /** @type {Map<string, { child: Table, fields: Field[] }>} */
  const children = new Map();
  for (const { table: child, field, rule } of dependents) {
    if (rule !== 'cascade') continue;
    const fields = children.get(child.id)?.fields ?? [];
    children.set(child.id, { child, fields: [...fields, field] });
  }
  return [...children.values()];
}

/** @param {Compilation} c @param {Table} table */
function rootsStatement(c, table) {
  const may = asCondition(predicate(c.actor, table, 'delete', 't'));
  const all = sql`with input as materialized (
  ${payloadRows(c, table)}
)
select (i.${ident('$n')} - 1)::int as n, t.id::text as k, plinth.uuid_v7() as h
from input i join ${tableSql(table)} t on t.id = i.${ident('$key')}
where (${may}) is true
order by t.id
for update of t`;
  return prepare(byRow(all, GIVEN_USER));
}

/** Deleted rows as p.k and p.n, and the root rows that they are deleted with as r. @param {Table} parent */
const given = (parent) => sql`parents as materialized (
  select p.k::${fixed(keyType(parent))} as k, p.n from unnest(${param('keys')}::text[], ${param('ns')}::int[]) p(k, n)
), roots as materialized (
  select r.u, r.d, r.h, r.n - 1 as n from unnest(${param('users')}::uuid[], ${param('deletions')}::uuid[], ${param('entries')}::uuid[]) with ordinality r(u, d, h, n)
)`;

/** @param {Compilation} c @param {Table} parent @param {Table} child @param {Field[]} fields */
function childStatement(c, parent, child, fields) {
  const ways = fields.map(
    (field) => sql`select x.id, p.n from ${tableSql(child)} x join parents p on x.${ident(field.name)} = p.k`,
  );
  // Checked again on the locked row, which may have been moved to another parent meanwhile.
  const still = fields.map((field) => sql`t.${ident(field.name)} in (select k from parents)`);
  const { columns, links } = tableShape(c, child);
  const before = rowJson(
    c,
    [...columns, ...links],
    'w',
    (field) => field.id,
    (field) => allLinks(child, field, sql`w.id`),
  );
  const from = sql`locked w join roots r on r.n = w.${ident('$n')}`;
  const logged = child.history
    ? sql`, logged as (${logTaken(child, 'delete', { key: sql`w.id`, before, from })})`
    : empty;
  return prepare(sql`with ${given(parent)}, found as (
  select f.id, min(f.n) as n from (${join(ways, ' union all ')}) f
  where not f.id::text = any(${param('seen')}::text[]) group by f.id
), locked as materialized (
  select t.*, f.n as ${ident('$n')} from ${tableSql(child)} t join found f on f.id = t.id
  where ${join(still, ' or ')}
  order by t.id for update of t
)${logged}
select id::text as k, ${ident('$n')} as n from locked`);
}

/** @param {Compilation} c @param {Table} parent @param {Table} table @param {Field} field */
function emptied(c, parent, table, field) {
  const before = rowJson(
    c,
    [field],
    'w',
    () => field.id,
    () => empty,
  );
  const entry = { key: sql`w.id`, before, after: sql`jsonb_build_object(${fixed(quoteLiteral(field.id))}, null)` };
  return prepare(sql`with ${given(parent)}, locked as materialized (
  select t.id, t.${ident(field.name)}, p.n as ${ident('$n')} from ${tableSql(table)} t join parents p on p.k = t.${ident(field.name)}
  where not t.id::text = any(${param('seen')}::text[])
  order by t.id for no key update of t
)
${logTaken(table, 'update', { ...entry, from: sql`locked w join roots r on r.n = w.${ident('$n')}` })}`);
}

/** @param {Table} parent @param {Table} table @param {Field} field */
function unlinked(parent, table, field) {
  const pairs = joinTable(table, field).name;
  const id = fixed(quoteLiteral(field.id));
  /** @param {Fragment} which */
  const list = (which) =>
    sql`(select coalesce(jsonb_agg(l.target order by l.target), '[]'::jsonb) from ${pairs} l where l.source = s.id${which})`;
  const entry = {
    key: sql`s.id`,
    before: sql`jsonb_build_object(${id}, ${list(empty)})`,
    after: sql`jsonb_build_object(${id}, ${list(sql` and not l.target in (select k from parents)`)})`,
  };
  return prepare(sql`with ${given(parent)}, sources as materialized (
  select j.source as id, min(p.n) as n from ${pairs} j join parents p on p.k = j.target
  where not j.source::text = any(${param('seen')}::text[]) group by j.source
)
${logTaken(table, 'update', { ...entry, from: sql`sources s join roots r on r.n = s.n` })}`);
}
