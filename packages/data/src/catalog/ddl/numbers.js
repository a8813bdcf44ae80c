/** @import { Diff, PhysicalColumn, PhysicalTable } from './types.d.ts' */
import { nextNumberSql, sequenceName } from '../schema/numbering.js';
import { quoteIdentifier, quoteLiteral } from '../../postgres/sql/index.js';
import { quotedIn } from './names.js';
import { lock } from './pairs.js';

/**
 * Gives a column its counter, numbers the rows that have none in the order in which they were created, and lets the
 * counter continue after the highest number.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column
 */
export function numberColumn(diff, table, column) {
  if (!column.numbers) return;
  const { steps } = diff;
  const { gapFree, start } = column.numbers;
  const id = quoteLiteral(column.id);
  const [name, quoted] = [quotedIn(diff.now, table.id), quoteIdentifier(column.name)];
  const sequence = sequenceName(column.id);
  lock(diff, table.id);
  if (!gapFree) {
    steps.push({ sql: `create sequence if not exists ${sequence} as bigint minvalue 0 start with ${start}` });
    steps.push({ sql: `alter sequence ${sequence} owned by ${name}.${quoted}` });
  }
  const last = `select greatest(${start} - 1, max(o.${quoted}), (select c.value from plinth.numbers c where c.field_id = ${id}),
    (select pg_sequence_last_value(to_regclass(${quoteLiteral(sequence)})))) as value from ${name} o`;
  steps.push({
    sql: `update ${name} t set ${quoted} = k.number
  from (select o."id", l.value + row_number() over (order by ${order(diff, table)}) as number
          from ${name} o cross join (${last}) l where o.${quoted} is null) k
 where k."id" = t."id"`,
  });
  steps.push({
    sql: gapFree
      ? `insert into plinth.numbers (field_id, value) select ${id}, l.value from (${last}) l
  on conflict (field_id) do update set value = excluded.value`
      : `select setval(${quoteLiteral(sequence)}, l.value) from (${last}) l`,
  });
  steps.push({
    sql: `alter table ${name} alter column ${quoted} set default ${nextNumberSql(column, column.numbers)}`,
  });
}

/**
 * Drops the sequence of a column that has no use for it any more. A counter's row stays, so that no number is given
 * twice when the field comes back.
 *
 * @param {Diff} diff @param {PhysicalColumn} before @param {PhysicalColumn} column
 */
export function dropSequence({ steps }, before, column) {
  const isUsed = column.numbers && !column.numbers.gapFree;
  if (before.numbers && !before.numbers.gapFree && !isUsed)
    steps.push({ sql: `drop sequence if exists ${sequenceName(column.id)}` });
}

/** @param {Diff} diff @param {PhysicalTable} table */
function order(diff, table) {
  const made = diff.after.table(table.name).fields.find(({ auto }) => auto === 'created_at');
  return made ? `o.${quoteIdentifier(made.name)} nulls first, o."id"` : 'o."id"';
}
