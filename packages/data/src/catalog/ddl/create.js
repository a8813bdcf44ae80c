/** @import { Knex } from 'knex' */
/** @import { Diff, PhysicalColumn, PhysicalJoin, PhysicalTable } from './types.d.ts' */
import { hex } from '../../postgres/sql/physical.js';
import { k } from '../../postgres/sql/index.js';
import { columnType } from './column-type.js';
import { pairsFromColumn } from './convert-storage.js';
import { nameIn } from './names.js';
import { numberColumn } from './numbers.js';
import { missingIn } from './pairs.js';
import { alter, build, renameTable } from './steps.js';
import { inTrash, joinTrash, noteRestored, tableTrash } from './trash.js';

/** Creates new tables, or restores them. Keys and constraints come later. @param {Diff} diff */
export function createTables(diff) {
  for (const table of missingIn(diff.now.tables.values(), diff.old.tables, (entry) => entry.id)) {
    if (!bringBack(diff, tableTrash(table.id), table.name)) createTable(diff, table);
  }
  for (const join of missingIn(diff.now.joins.values(), diff.old.joins, (entry) => entry.id)) {
    const trash = diff.restore === null ? null : joinTrash(join.id, diff.restore);
    if (trash === null || !bringBack(diff, trash, join.name)) createJoin(diff, join);
  }
}

/** @param {Diff} diff @param {string} trash @param {string} name */
function bringBack(diff, trash, name) {
  if (!diff.trashed.has(trash)) return false;
  diff.steps.push({ sql: `alter table ${inTrash(trash)} set schema app` });
  renameTable(diff, trash, name);
  noteRestored(diff, trash);
  return true;
}

/** @param {Diff} diff @param {PhysicalTable} physical */
function createTable(diff, physical) {
  const { id, columns } = physical;
  build(
    diff,
    k.schema.createTable(nameIn(diff.now, id), (table) => {
      for (const column of columns.values())
        if (column.type !== null) addColumn(table, column.numbers ? { ...column, default: null } : column);
      table.primary(['id'], { constraintName: `table_${hex(id)}_pkey` });
    }),
  );
  for (const column of columns.values()) numberColumn(diff, physical, column);
}

/** @param {Knex.CreateTableBuilder | Knex.AlterTableBuilder} table @param {PhysicalColumn} column */
export function addColumn(table, { name, type, notNull, default: value, generated }) {
  // knex would quote a default as text, but here it already is SQL.
  const definition = [type && columnType(type), generated, value === null ? null : `default ${value}`];
  const column = table.specificType(name, definition.filter(Boolean).join(' '));
  if (notNull) column.notNullable();
}

/** @param {Diff} diff @param {PhysicalJoin} join */
function createJoin(diff, join) {
  // With the edit's number, because an earlier join table of this field may be in the trash under its own names.
  const key = `${hex(join.id)}_${diff.trash}`;
  const name = `app.${join.name}`;
  build(
    diff,
    k.schema.createTable(name, (table) => {
      table.specificType('source', join.sourceType).notNullable();
      table.specificType('target', join.targetType).notNullable();
      table.primary(['source', 'target'], { constraintName: `field_${key}_pkey` });
    }),
  );
  // The primary key serves one direction, this index the other.
  alter(diff, name, (table) => table.index(['target', 'source'], `field_${key}_index`));
  pairsFromColumn(diff, join);
}
