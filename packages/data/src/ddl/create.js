/** @import { Diff, PhysicalColumn, PhysicalJoin, PhysicalTable } from './types.d.ts' */
import { hex } from '../schema/physical.js';
import { quoteIdentifier } from '../sql/index.js';
import { columnType } from './column-type.js';
import { pairsFromColumn } from './convert-storage.js';
import { missingIn } from './pairs.js';
import { inTrash, joinTrash, noteRestored, tableTrash } from './trash.js';

/** Makes new tables, or brings them back. Keys and constraints come later. @param {Diff} diff */
export function createTables(diff) {
  for (const table of missingIn(diff.now.tables.values(), diff.old.tables, (entry) => entry.id)) {
    if (!bringBack(diff, tableTrash(table.id), table.name)) createTable(diff, table);
  }
  for (const join of missingIn(diff.now.joins.values(), diff.old.joins, (entry) => entry.id)) {
    const kept = diff.restore === null ? null : joinTrash(join.id, diff.restore);
    if (kept === null || !bringBack(diff, kept, join.name)) createJoin(diff, join);
  }
}

/** @param {Diff} diff @param {string} kept @param {string} name */
function bringBack(diff, kept, name) {
  if (!diff.kept.has(kept)) return false;
  diff.steps.push({ sql: `alter table ${inTrash(kept)} set schema app` });
  diff.steps.push({ sql: `alter table "app".${quoteIdentifier(kept)} rename to ${quoteIdentifier(name)}` });
  noteRestored(diff, kept);
  return true;
}

/** @param {Diff} diff @param {PhysicalTable} table */
function createTable({ steps, now }, table) {
  const columns = [...table.columns.values()].filter((column) => column.type !== null).map(columnDefinition);
  const key = `constraint "table_${hex(table.id)}_pkey" primary key ("id")`;
  steps.push({ sql: `create table ${now.names.get(table.id)} (\n  ${[...columns, key].join(',\n  ')}\n)` });
}

/** @param {PhysicalColumn} column */
export function columnDefinition({ name, type, notNull, default: value, generated }) {
  const words = [
    type && columnType(type),
    generated,
    value === null ? null : `default ${value}`,
    notNull && 'not null',
  ];
  return [quoteIdentifier(name), ...words.filter(Boolean)].join(' ');
}

/** @param {Diff} diff @param {PhysicalJoin} join */
function createJoin(diff, join) {
  const { steps } = diff;
  // With the edit's number: an earlier join table of this field may lie in the trash, under its own names.
  const key = `${hex(join.id)}_${diff.trash}`;
  const name = `"app".${quoteIdentifier(join.name)}`;
  steps.push({
    sql: `create table ${name} (
  "source" ${join.sourceType} not null,
  "target" ${join.targetType} not null,
  constraint "field_${key}_pkey" primary key ("source", "target")
)`,
  });
  // The primary key serves the way there, this one the way back.
  steps.push({ sql: `create index "field_${key}_index" on ${name} ("target", "source")` });
  pairsFromColumn(diff, join);
}
