import { keyType, tableSql } from '../../../postgres/sql/physical.js';
import { logEntry } from '../../history/log-entry.js';
import { DOER, asCondition, predicate } from '../../../rules/rights/index.js';
import { empty, fixed, ident, join, prepare, sql } from '../../../postgres/sql/index.js';
import { jsonValue } from '../compile/values.js';
import { answers } from './insert-statement.js';
import { judgeStatement } from './judge-statement.js';
import { judgedImage } from './judge-stored.js';
import { fieldName, fromPayload } from './payload.js';
import { noteAssignments } from './note-assignments.js';
import { references } from './references.js';
import { rowJson } from './row-json.js';
import { GIVEN_USER, WRITING_USER, byRow } from './row-user.js';
import { allLinks, linkParts, linksInOrder, payloadRows, returned, storedLinks, tableShape } from './shape.js';

/** @import { Actor, Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @import { Shape } from './shape.js' */

/** The setting with the keys of the rows that a transaction under row-level security has locked. */
const HELD = 'plinth.held';

/**
 * Updates the rows of the payload that pass all checks, and reports the outcome of each. Rights are checked on the row
 * before the update, which is locked, and on its new image. A row that would become what it is already is not written, so
 * it keeps its version, and nothing follows from it.
 *
 * @param {Compilation} c @param {Table} table
 * @param {{ expecting: boolean, rowSecurity: boolean, later?: boolean, show?: boolean }} options expecting: whether rows must be
 *   as the caller saw them; later: child rows are written by further statements of the transaction; `show: false` answers
 *   with nothing of the rows but their ids and versions, for imports
 */
export function updateStatement(c, table, { expecting, rowSecurity, later = false, show = true }) {
  const shape = tableShape(c, table);
  const { becomes, written, verdict } = judgedImage(c, shape, 'update', later);
  const refs = [...references(c, [...shape.columns, ...shape.links], { row: 'r', old: 'o' }), ...becomes.rules];
  const flags = [
    sql`(${becomes.allowed}) is true as ${ident('$image')}`,
    sql`${expecting ? asExpected(shape) : sql`true`} as ${ident('$same')}`,
    // The version of a row also guards its child rows.
    sql`${later ? sql`true` : becomesAnother(c, shape)} as ${ident('$changed')}`,
  ];
  for (const { flag, check } of refs) flags.push(sql`${check} as ${ident(flag)}`);
  const passed = ['$may', '$image', '$same', ...refs.map(({ flag }) => flag)].map((flag) => ident('k', flag));
  const settable = shape.columns.filter((field) => field.auto !== 'id');
  const linkValue = (/** @type {Field} */ field) =>
    sql`coalesce(${ident('k', field.name)}, ${storedLinks(c, table, field, sql`w.id`)})`;
  // Made once and kept as one value: the columns of two wide rows are more than PostgreSQL can join.
  // The row itself is t.*, since t alone is the field of that name, if there is one.
  const now = expecting ? sql`, ${currentRow(c, shape)} as ${ident('$now')}` : empty;
  const parts = [
    sql`input as materialized (
  ${payloadRows(c, table)}
)`,
    lockedRows(c.actor, table, 'no key update', rowSecurity, sql`, t.*::${tableSql(table)} as ${ident('$row')}${now}`),
    sql`candidate as materialized (
  select o.${ident('$n')}, o.${ident('$v')}, o.${ident('$may')}, o.id, ${join(
    [...settable, ...shape.links].map((field) => byRow(nextValue(c, field), GIVEN_USER)),
    ',\n    ',
  )}
  from old o
)`,
    sql`checked as materialized (
  select r.*, o.${ident(GIVEN_USER)} as ${ident(WRITING_USER)}, ${byRow(join(flags), GIVEN_USER)} from candidate r join old o using (${ident('$n')})
)`,
    sql`ready as materialized (select * from checked k where ${join(passed, ' and ')})`,
    ...writeParts(table, settable),
    ...linkParts(c, shape, { rows: 'ready', replace: true }),
    ...notes(c, shape),
  ];
  const all = sql`with ${join(parts, ',\n')}
select i.${ident('$n')}, o.id is not null as ${ident('$found')}, o.${ident('$may')}, o.${ident('$see')}, k.${ident('$image')}, k.${ident('$same')},
  w.id is not null as ${ident('$done')}${expecting ? sql`, ${ident('o', '$now')}` : empty}${answers(refs)},
  ${show ? returned(c, shape, 'w', linkValue, written) : versionOf(c, table)}${verdict}
from input i
left join old o on o.${ident('$n')} = i.${ident('$n')}
left join checked k on k.${ident('$n')} = i.${ident('$n')}
left join outcome w on w.id = o.id
order by i.${ident('$n')}`;
  return {
    statement: prepare(byRow(all, WRITING_USER)),
    hold: rowSecurity || becomes.pairs ? holdStatement(c, table, 'no key update') : null,
    resolvers: c.resolvers,
    refs,
    alone: becomes.alone,
    later: becomes.later ? judgeStatement(c, table, 'update') : null,
  };
}

/**
 * The part `written`: rows that have become others; and `outcome`: these, and those that stay as they are.
 *
 * @param {Table} table @param {readonly Field[]} settable
 */
function writeParts(table, settable) {
  const values = settable.map((field) => sql`${ident(field.name)} = ${ident('r', field.name)}`);
  return [
    sql`written as (
  update ${tableSql(table)} t
  set ${join(values, ', ')}
  from ready r where t.id = r.id and r.${ident('$changed')}
  returning t.*
)`,
    sql`outcome as (
  select * from written
  union all
  select (o.${ident('$row')}).* from ready r join old o using (${ident('$n')}) where not r.${ident('$changed')}
)`,
  ];
}

/**
 * The part `old`: the rows to be changed, as far as the actor may see or change them. They are locked in the order of
 * their keys, so that two batches can't deadlock.
 *
 * @param {Actor} actor @param {Table} table @param {'no key update' | 'update'} strength
 * @param {boolean} rowSecurity the rows are held already, by a statement before (holdStatement)
 * @param {Fragment} [more] further columns of the payload
 */
export function lockedRows(actor, table, strength, rowSecurity, more = empty) {
  const { see, may } = rightsOn(actor, table, strength);
  const key = fixed(keyType(table));
  const held = sql`t.id = any ((select string_to_array(current_setting(${HELD}), ' ')::${key}[])::${key}[])`;
  const rows = sql`select i.${ident('$n')}, i.${ident('$v')}, i.${ident('$x')}, i.${ident(GIVEN_USER)}, i.${ident('$c')}${more}, t.*, (${may}) is true as ${ident('$may')},
    (${see}) is true as ${ident('$see')}
  from input i join ${tableSql(table)} t on t.id = i.${ident('$key')}
  where ${rowSecurity ? sql`((${see}) or (${may})) and ${held}` : sql`(${see}) or (${may})`}
  order by t.id${
    rowSecurity
      ? empty
      : sql`
  for ${fixed(strength)} of t`
  }`;
  return sql`old as materialized (
  ${byRow(rows, GIVEN_USER)}
)`;
}

/**
 * Locks the rows of the payload for the next statement, which then sees all earlier changes to them and their pairs. With
 * row-level security a setting of the transaction lists them, so that rows that become visible later are left alone.
 *
 * @param {Compilation} c @param {Table} table @param {'no key update' | 'update'} strength
 */
export function holdStatement(c, table, strength) {
  const { see, may } = rightsOn(c.actor, table, strength);
  const all = sql`with input as materialized (
  ${payloadRows(c, table)}
)
select set_config(${HELD}, coalesce(string_agg(h.id::text, ' '), ''), true) from (
  select t.id from input i join ${tableSql(table)} t on t.id = i.${ident('$key')}
  where (${see}) or (${may})
  order by t.id
  for ${fixed(strength)} of t
) h`;
  return prepare(byRow(all, GIVEN_USER));
}

/**
 * Which rows the actor can see, and which they may change or delete.
 *
 * @param {Actor} actor
 * @param {Table} table
 * @param {'no key update' | 'update'} strength
 */
function rightsOn(actor, table, strength) {
  return {
    see: asCondition(predicate(actor, table, 'read', 't')),
    may: asCondition(predicate(actor, table, strength === 'update' ? 'delete' : 'update', 't')),
  };
}

/** @param {Compilation} c @param {Field} field */
function nextValue(c, field) {
  const given = fromPayload(c, field, ident('o', '$v'));
  if (c.type(field).storage === 'join') return sql`${given} as ${ident(field.name)}`;
  /** @type {Fragment} */
  let kept = ident('o', field.name);
  // Always later than before, even within a millisecond, because it distinguishes versions of the row.
  if (field.auto === 'updated_at') kept = sql`greatest(now(), ${kept} + interval '1 millisecond')`;
  if (field.auto === 'updated_by') kept = DOER;
  return sql`case when ${ident('o', '$v')} ? ${fieldName(field)} then ${given} else ${kept} end as ${ident(field.name)}`;
}

/**
 * Whether any value differs from the stored one, byte for byte, so that another spelling of an equal value counts.
 *
 * @param {Compilation} c @param {Shape} shape
 */
function becomesAnother(c, { table, columns, links }) {
  const isGiven = (/** @type {Field} */ field) => sql`r.${ident('$v')} ? ${fieldName(field)}`;
  const isOwn = (/** @type {Field} */ { auto }) => auto === 'updated_at' || auto === 'updated_by';
  const plain = columns.filter((field) => field.auto !== 'id' && !isOwn(field)).map(({ name }) => name);
  const rowOf = (/** @type {string} */ alias) => sql`row(${join(plain.map((name) => ident(alias, name)))})::record`;
  const differs = [
    ...(plain.length > 0 ? [sql`${rowOf('r')} *<> ${rowOf('o')}`] : []),
    ...columns
      .filter(isOwn)
      .map(
        (field) => sql`(${isGiven(field)} and ${ident('r', field.name)} is distinct from ${ident('o', field.name)})`,
      ),
    ...links.map(
      (field) =>
        sql`(${isGiven(field)} and ${linksInOrder(c, field, ident('r', field.name))} is distinct from ${storedLinks(c, table, field, sql`o.id`)})`,
    ),
  ];
  return differs.length > 0 ? sql`(${join(differs, ' or ')})` : sql`false`;
}

/**
 * Whether the row still has the values that the caller saw. Programs that read instants into milliseconds send the row's
 * version back with three digits, which tells versions apart, too (see nextValue).
 *
 * @param {Shape} shape
 */
function asExpected({ columns }) {
  const version = columns.find(({ auto }) => auto === 'updated_at');
  const now = ident('o', '$now');
  const rough = version
    ? sql` and not coalesce(e.key = ${fieldName(version)} and length(e.value #>> '{}') = 24 and e.value #>> '{}' =
      regexp_replace(${now}->>e.key, '[0-9]{3}Z$', 'Z'), false)`
    : empty;
  return sql`not exists (select from jsonb_each(${ident('o', '$x')}) e where e.value is distinct from ${now}->e.key${rough})`;
}

/** A row of the table as it is, by field names. @param {Compilation} c @param {Shape} shape */
function currentRow(c, { table, columns }) {
  return rowJson(
    c,
    columns.filter((field) => !table.system || field.auto === null),
    't',
    (field) => field.name,
    () => fixed('null'),
  );
}

/** @param {Compilation} c @param {Table} table */
const versionOf = (c, table) =>
  sql`false as ${ident('$show')}, w.id, ${jsonValue(c, table.field('updated_at'), ident('w', 'updated_at'))} as ${ident('$version')}`;

/** What is noted of the rows: their history, and whom they were assigned to. @param {Compilation} c @param {Shape} shape */
function notes(c, shape) {
  const { table } = shape;
  const from = sql`written w join ready k using (id) join old o using (id)`;
  const logged = table.history ? [sql`logged as (${updateEntry(c, shape)})`] : [];
  return [...logged, ...noteAssignments(table, { from, before: 'o' })];
}

/** @param {Compilation} c @param {Shape} shape */
function updateEntry(c, { table, fields, links }) {
  const kept = fields.filter(
    (field) =>
      (!field.auto || field.auto === 'function') && (c.type(field).storage === 'column' || links.includes(field)),
  );
  const stored = (/** @type {Field} */ field) => allLinks(table, field, sql`o.id`);
  const before = rowJson(c, kept, 'o', (field) => field.id, stored);
  const after = rowJson(
    c,
    kept,
    'w',
    (field) => field.id,
    (field) => sql`coalesce(${ident('k', field.name)}, ${stored(field)})`,
  );
  return logEntry(table, 'update', {
    key: sql`w.id`,
    change: ident('o', '$c'),
    before,
    after,
    from: sql`written w join ready k using (id) join old o using (id)`,
  });
}
