/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @import { Dependent } from '../write/dependents.js' */
import { asCondition, predicate, readableField } from '../../../rules/rights/index.js';
import { joinTable, keyType, tableSql } from '../../../postgres/sql/physical.js';
import { empty, fixed, ident, join, param, sql, whole } from '../../../postgres/sql/index.js';
import { jsonValue } from '../compile/values.js';
import { cascadeFrom } from '../write/dependents.js';

/** Rows of one table are counted up to here. */
export const COUNTED = 1000;
/** Rows that are looked at in all. */
const LOOKED_AT = 10 * COUNTED;

/** Rows of a table, counted up to COUNTED; `more`: there are or may be more. @typedef {{ table: string, count: number, more: boolean }} Count */
/**
 * What a deletion takes with it, as the actor may know it: rows that they may not read are "others".
 *
 * @typedef {object} WhatGoes
 * @property {number} rows that will be deleted
 * @property {string | null} title of the only row
 * @property {Count[]} deleted too
 * @property {(Count & { field: string })[]} emptied rows that lose what they point at
 * @property {Count[]} refusing rows that still need these, so that they can't be deleted
 * @property {{ deleted: boolean, emptied: boolean, refusing: boolean }} others
 * @property {string[]} unkept tables that keep no history, so that their rows can't be restored
 */

/**
 * One statement that finds out what would go with rows of a table. Looks at a limited number of rows.
 *
 * @param {Compilation} c @param {Table} table
 * @returns {{ query: Fragment, read(answer: any): WhatGoes }} with the slot `keys`
 */
export function whatGoes(c, table) {
  const reached = cascadeFrom(c, table);
  const number = (/** @type {Table} */ one) => reached.findIndex((other) => other.table.id === one.id);
  const may = asCondition(predicate(c.actor, table, 'delete', 't'));
  const steps = reached.flatMap(({ table: parent, dependents }) =>
    dependents.filter(({ rule }) => rule === 'cascade').map((one) => step(parent, one, number)),
  );
  const touching = reached.flatMap(({ table: parent, dependents }) =>
    dependents
      .filter(({ rule }) => rule !== 'cascade')
      .map((one) => ({ ...one, parent, at: number(parent), own: number(one.table) })),
  );
  const counts = [
    ...reached.map(({ table: one }, i) => deletedCount(c, one, i)),
    ...touching.map((one) => touchedCount(c, one)),
  ];
  const display = table.fields.find(({ name }) => name === table.display);
  const title =
    display && readableField(c.actor, table, display) && c.type(display).storage === 'column' && !display.formula;
  const query = sql`with recursive roots as (
  select t.id from ${tableSql(table)} t where t.id = any(${param('keys')}::text[]::${fixed(keyType(table))}[]) and (${may})
), goes(t, k) as (
  select 0, id::text from roots${
    steps.length > 0
      ? sql`
  union
  select c.t, c.k from goes g cross join lateral (
    ${join(steps, '\n    union all\n    ')}
  ) c`
      : empty
  }
), found as materialized (select t, k from goes limit ${LOOKED_AT + 1})
select (select count(*)::int from roots) as rows, (select count(*) > ${LOOKED_AT} from found) as cut,
  ${title && display ? sql`(select ${jsonValue(c, display, sql`t.${ident(display.name)}`)} from ${tableSql(table)} t where t.id = (select min(id::text) from roots)::${fixed(keyType(table))} and (${asCondition(predicate(c.actor, table, 'read', 't'))}))` : sql`null`} as title,
  array[${join(counts)}]::int[] as counts`;
  return {
    query,
    read: (answer) =>
      told(
        answer,
        reached.map((one) => one.table),
        touching,
      ),
  };
}

/** @param {Table} parent @param {Dependent} dependent @param {(table: Table) => number} number */
function step(parent, { table, field }, number) {
  return sql`select ${whole(number(table))} as t, x.id::text as k from ${tableSql(table)} x
      where x.${ident(field.name)} = ${keyIf(parent, number(parent), 'g')}`;
}

/** The key of a row that goes, if it is one of that table. @param {Table} table @param {number} number @param {string} alias */
const keyIf = (table, number, alias) =>
  sql`case when ${ident(alias)}.t = ${whole(number)} then ${ident(alias)}.k::${fixed(keyType(table))} end`;

/** Rows to be read by the actor, and all of them. @param {Compilation} c @param {Table} table @param {number} number */
function deletedCount(c, table, number) {
  const from = sql`from found s join ${tableSql(table)} t on t.id = ${keyIf(table, number, 's')}`;
  return twoCounts(c, table, (which) => sql`select 1 ${from} where s.t = ${whole(number)}${which}`);
}

/** @param {Compilation} c @param {Dependent & { parent: Table, at: number, own: number }} dependent */
function touchedCount(c, { table, field, rule, parent, at, own }) {
  const key = keyIf(parent, at, 's');
  const stays =
    own < 0 ? empty : sql` and not exists (select from found o where o.t = ${whole(own)} and o.k = t.id::text)`;
  const points =
    rule === 'unlink'
      ? sql`join ${joinTable(table, field).name} j on j.target = ${key} join ${tableSql(table)} t on t.id = j.source`
      : sql`join ${tableSql(table)} t on t.${ident(field.name)} = ${key}`;
  return twoCounts(
    c,
    table,
    (which) => sql`select distinct t.id from found s ${points} where s.t = ${whole(at)}${stays}${which}`,
  );
}

/** @param {Compilation} c @param {Table} table @param {(which: Fragment) => Fragment} rows */
function twoCounts(c, table, rows) {
  const limited = (/** @type {Fragment} */ which) =>
    sql`(select count(*)::int from (${rows(which)} limit ${LOOKED_AT + 1}) n)`;
  const see = predicate(c.actor, table, 'read', 't');
  return sql`${limited(sql` and (${asCondition(see)})`)}, ${see === 'all' ? sql`0` : limited(sql` and (${asCondition(see)}) is not true`)}`;
}

/**
 * @param {{ rows: number, cut: boolean, title: unknown, counts: number[] }} answer @param {readonly Table[]} deleted
 * @param {readonly Dependent[]} touched @returns {WhatGoes}
 */
function told({ rows, cut, title, counts }, deleted, touched) {
  const seen = (/** @type {number} */ i) => counts[2 * i];
  const hidden = (/** @type {number} */ i) => counts[2 * i + 1] > 0;
  const count = (/** @type {Table} */ table, /** @type {number} */ n) => ({
    table: table.name,
    count: Math.min(n, COUNTED),
    more: cut || n > COUNTED,
  });
  /** @type {WhatGoes} */
  const goes = {
    rows,
    title: rows === 1 && title !== null ? String(title) : null,
    deleted: [],
    emptied: [],
    refusing: [],
    others: { deleted: false, emptied: false, refusing: false },
    unkept: [],
  };
  for (const [i, table] of deleted.entries()) {
    const n = seen(i) - (i === 0 ? Math.min(rows, seen(i)) : 0);
    if (n > 0) goes.deleted.push(count(table, n));
    goes.others.deleted ||= i > 0 && hidden(i);
    if (!table.history && (i === 0 || n > 0)) goes.unkept.push(table.name);
  }
  for (const [i, { table, field, rule }] of touched.entries()) {
    const at = deleted.length + i;
    const kind = rule === 'restrict' ? 'refusing' : 'emptied';
    if (kind === 'refusing' && seen(at) > 0) goes.refusing.push(count(table, seen(at)));
    if (kind === 'emptied' && seen(at) > 0) goes.emptied.push({ ...count(table, seen(at)), field: field.name });
    goes.others[kind] ||= hidden(at);
  }
  return goes;
}
