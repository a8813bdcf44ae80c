import { nextNumberSql } from '../../../catalog/schema/numbering.js';
import { tableSql } from '../../../postgres/sql/physical.js';
import { logEntry } from '../../history/log-entry.js';
import { isSaid } from '../../history/made-by.js';
import { USER_PARAM } from '../../../rules/rights/index.js';
import { fixed, ident, join, param, prepare, sql } from '../../../postgres/sql/index.js';
import { sqlTypeOf, typedValue } from '../compile/values.js';
import { automatic, generated } from './new-value.js';
import { judgedImage } from './judge-stored.js';
import { noteAssignments } from './note-assignments.js';
import { references } from './references.js';
import { rowJson } from './row-json.js';
import { tableShape } from './shape.js';
import { textArray } from './text-array.js';

/** @import { Actor, Field, Table, Values } from '@plinth/plugin' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @import { PayloadRow } from './payload.js' */
/** @import { Shape } from './shape.js' */
/** @import { WriteStatement } from './statements.js' */

/**
 * Inserts rows about which nothing has to be asked: no right, rule or reference depends on their values. They come as one
 * array of texts a column, which costs PostgreSQL half of what JSON does. Each answer is the id of a row.
 *
 * @param {Compilation} c @param {Table} table
 * @returns {WriteStatement | null} null: something has to be checked, or a value can't be sent as a text
 */
export function plainInsert(c, table) {
  const shape = tableShape(c, table);
  if (!isPlain(c, shape)) return null;
  const { columns } = shape;
  const names = join(columns.map((field) => ident(field.name)));
  const given = columns.map((field) => sql`${param(slotOf(field))}::text[]`);
  const log = sql`,
logged as (${insertEntry(c, shape)})`;
  const statement = prepare(sql`with written as (
  insert into ${tableSql(table)} (${names})
  select ${join(columns.map((field) => newValue(c, table, field)))}
  from unnest(${join(given)}) i(${names}) returning *
)${table.history ? log : sql``}
select true as ${ident('$done')}, false as ${ident('$show')}, w.id from written w`);
  return {
    statement,
    resolvers: c.resolvers,
    refs: [],
    alone: false,
    later: null,
    bindRows: (actor, rows) => bindColumns(columns, actor, rows),
  };
}

/** @param {Compilation} c @param {Shape} shape */
function isPlain(c, shape) {
  const { table, columns, links } = shape;
  const { becomes } = judgedImage(c, shape, 'create', false);
  return (
    becomes.asksNothing &&
    links.length === 0 &&
    references(c, columns, { row: 'r' }).length === 0 &&
    noteAssignments(table, { from: sql`written w`, before: null }).length === 0 &&
    columns.every((field) => !sqlTypeOf(c, field).endsWith('[]'))
  );
}

/** @param {Compilation} c @param {Table} table @param {Field} field */
function newValue(c, table, field) {
  const given = typedValue(c, field, ident('i', field.name));
  const { numbering } = c.type(field);
  const counted = numbering ? fixed(nextNumberSql(field, numbering(field))) : null;
  const made = (field.auto ? automatic(table, field) : generated(c, field)) ?? counted;
  return made ? sql`coalesce(${given}, ${made})` : given;
}

/** @param {Compilation} c @param {Shape} shape */
function insertEntry(c, { table, fields }) {
  const told = fields.filter(({ auto }) => !isSaid(auto));
  return logEntry(table, 'insert', {
    key: sql`w.id`,
    change: sql`${param(CHANGE)}::uuid`,
    before: null,
    after: rowJson(
      c,
      told,
      'w',
      (field) => field.id,
      () => sql`null`,
    ),
    from: sql`written w`,
  });
}

const CHANGE = 'change';
/** @param {Field} field */
const slotOf = ({ id }) => `column ${id}`;

/**
 * @param {readonly Field[]} columns @param {Actor} actor @param {readonly PayloadRow[]} rows
 * @returns {Values | null} null: a value has no plain text, or comes with somebody or something of its own
 */
function bindColumns(columns, actor, rows) {
  /** @type {Values} */
  const values = { [USER_PARAM]: actor.userId, [CHANGE]: actor.change ?? null };
  // Who created a row and who is its doer can be told apart only by its own values.
  if (actor.doer || rows.some((row) => row.actor)) return null;
  for (const field of columns) {
    const texts = textArray(rows, field.name);
    if (texts === undefined) return null;
    // With a time or a person of its own, a row would need them in its history.
    if (texts !== null && field.auto !== 'id' && isSaid(field.auto)) return null;
    values[slotOf(field)] = texts;
  }
  // A list of nulls for all of them would be no rows.
  return columns.some((field) => values[slotOf(field)] !== null) ? values : null;
}
