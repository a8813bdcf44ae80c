import { nextNumberSql } from '../../../catalog/schema/numbering.js';
import { tableSql } from '../../../postgres/sql/physical.js';
import { logEntry } from '../../history/log-entry.js';
import { fixed, ident, join, prepare, sql } from '../../../postgres/sql/index.js';
import { judgeStatement } from './judge-statement.js';
import { judgedImage } from './judge-stored.js';
import { automatic, generated } from './new-value.js';
import { fromPayload } from './payload.js';
import { noteAssignments } from './note-assignments.js';
import { references } from './references.js';
import { rowJson } from './row-json.js';
import { GIVEN_USER, byRow } from './row-user.js';
import { linkParts, payloadRows, returned, tableShape } from './shape.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */

/**
 * Inserts the rows of the payload that pass all checks, and reports for each whether it was inserted or why not. The SQL
 * is the same for any number of rows of a table and actors with the same rights.
 *
 * @param {Compilation} c @param {Table} table
 * @param {{ show?: boolean, later?: boolean }} [options] `show: false` answers with nothing of the rows but their ids, for
 *   imports; later: child rows are written by further statements of the transaction
 */
export function insertStatement(c, table, { show = true, later = false } = {}) {
  const shape = tableShape(c, table);
  const { becomes, written, verdict } = judgedImage(c, shape, 'create', later);
  const refs = [...references(c, [...shape.columns, ...shape.links], { row: 'r' }), ...becomes.rules];
  const flags = [sql`(${becomes.allowed}) is true as ${ident('$image')}`];
  for (const { flag, check } of refs) flags.push(sql`${check} as ${ident(flag)}`);
  const names = join(shape.columns.map((field) => ident(field.name)));
  const values = join(shape.columns.map((field) => storedValue(c, field)));
  const passed = join([ident('k', '$image'), ...refs.map(({ flag }) => ident('k', flag))], ' and ');
  const linkValue = (/** @type {Field} */ field) => sql`coalesce(${ident('k', field.name)}, '[]'::jsonb)`;
  const parts = [
    sql`input as materialized (
  ${payloadRows(c, table)}
)`,
    sql`candidate as materialized (
  select i.${ident('$n')}, i.${ident(GIVEN_USER)}, i.${ident('$c')}, ${join(
    [...shape.columns, ...shape.links].map((field) => newValue(c, table, field)),
    ',\n    ',
  )}
  from input i
)`,
    sql`checked as materialized (
  select r.*, ${join(flags)} from candidate r
)`,
    sql`ready as (select * from checked k where ${passed})`,
    sql`written as (
  insert into ${tableSql(table)} (${names}) select ${values} from ready order by ${ident('$n')} returning *
)`,
    sql`stored as (select k.* from written join ready k using (id))`,
    ...linkParts(c, shape, { rows: 'stored', replace: false }),
    ...(table.history ? [sql`logged as (${insertEntry(c, shape, linkValue)})`] : []),
    ...noteAssignments(table, { from: sql`written w join ready k using (id)`, before: null }),
  ];
  const all = sql`with ${join(parts, ',\n')}
select k.${ident('$n')}, w.id is not null as ${ident('$done')}, k.${ident('$image')}${answers(refs)}, ${
    show ? returned(c, shape, 'w', linkValue, written) : sql`false as ${ident('$show')}, w.id`
  }${verdict}
from checked k left join written w on w.id = k.id
order by k.${ident('$n')}`;
  return {
    statement: prepare(byRow(all, GIVEN_USER)),
    resolvers: c.resolvers,
    refs,
    alone: becomes.alone,
    later: becomes.later ? judgeStatement(c, table, 'create') : null,
  };
}

/** The flags that say which references failed. @param {readonly { flag: string }[]} refs */
export const answers = (refs) => join([sql``, ...refs.map(({ flag }) => sql`k.${ident(flag)}`)]);

/** @param {Compilation} c @param {import('./shape.js').Shape} shape @param {(field: Field) => Fragment} linkValue */
function insertEntry(c, { table, fields }, linkValue) {
  const after = rowJson(c, fields, 'w', (field) => field.id, linkValue);
  return logEntry(table, 'insert', {
    key: sql`w.id`,
    change: ident('k', '$c'),
    before: null,
    after,
    from: sql`written w join ready k using (id)`,
  });
}

/** @param {Compilation} c @param {Table} table @param {Field} field */
function newValue(c, table, field) {
  const given = fromPayload(c, field, ident('i', '$v'));
  const made = field.auto ? automatic(table, field) : generated(c, field);
  const value = made ? sql`coalesce(${given}, ${made})` : given;
  return sql`${value} as ${ident(field.name)}`;
}

/** Numbers are counted for rows that passed all checks, so that a refused one leaves no gap. @param {Compilation} c @param {Field} field */
function storedValue(c, field) {
  const name = ident(field.name);
  const { numbering } = c.type(field);
  return numbering ? sql`coalesce(${name}, ${fixed(nextNumberSql(field, numbering(field)))})` : name;
}
