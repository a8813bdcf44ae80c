/** @import { Diff, PhysicalColumn, PhysicalJoin, PhysicalTable } from './types.d.ts' */
import { hex } from '../../postgres/sql/physical.js';
import { quoteIdentifier } from '../../postgres/sql/index.js';
import { nameIn, quotedIn } from './names.js';
import { commonTables, lock, missingIn } from './pairs.js';
import { alter, renameTable } from './steps.js';
import { addTrashKey, fieldTrash, inTrash, joinTrash, recordTrash, tableTrash } from './trash.js';

/** Moves removed objects to the trash with their data; names are the old ones here. @param {Diff} diff */
export function dropTables(diff) {
  for (const join of diff.old.joins.values()) dropJoinKeys(diff, join);
  for (const join of missingIn(diff.old.joins.values(), diff.now.joins, (entry) => entry.id)) dropJoin(diff, join);
  for (const pair of commonTables(diff)) {
    for (const column of missingIn(pair.old.columns.values(), pair.now.columns, (entry) => entry.id)) {
      dropColumn(diff, pair.old, column);
    }
  }
  for (const table of missingIn(diff.old.tables.values(), diff.now.tables, (entry) => entry.id)) dropTable(diff, table);
}

/** @param {Diff} diff @param {PhysicalTable} table */
function dropTable(diff, { id, name }) {
  lock(diff, id);
  moveToTrash(diff, name, tableTrash(id));
  recordTrash(diff, tableTrash(id), name);
}

/** @param {Diff} diff @param {PhysicalJoin} join */
function dropJoin(diff, { id, name }) {
  moveToTrash(diff, name, joinTrash(id, diff.trash));
  recordTrash(diff, joinTrash(id, diff.trash), name);
}

/**
 * Drops foreign keys of pairs whose field or target is removed: nothing in the trash may restrict live rows.
 *
 * @param {Diff} diff @param {PhysicalJoin} join
 */
function dropJoinKeys(diff, join) {
  const next = diff.now.joins.get(join.id);
  const drop = (/** @type {string} */ side) =>
    alter(diff, `app.${join.name}`, (table) => table.dropForeign([], `field_${hex(join.id)}_${side}`));
  if (!next) drop('source');
  if (join.target && join.target !== next?.target) drop('target');
}

/** @param {Diff} diff @param {string} name @param {string} trash */
function moveToTrash(diff, name, trash) {
  renameTable(diff, name, trash);
  diff.steps.push({ sql: `alter table "app".${quoteIdentifier(trash)} set schema plinth_trash` });
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column */
function dropColumn(diff, table, column) {
  lock(diff, table.id);
  const name = quotedIn(diff.old, table.id);
  const remove = () => alter(diff, nameIn(diff.old, table.id), (t) => t.dropColumn(column.name));
  const trash = fieldTrash(column.id, diff.trash);
  const quoted = quoteIdentifier(column.name);
  if (column.derived) return remove();
  diff.steps.push({
    sql: `create table ${inTrash(trash)} as select "id" as row_key, ${quoted} as value from ${name} where ${quoted} is not null`,
  });
  addTrashKey(diff, trash);
  recordTrash(diff, trash, `${table.name}.${column.name}`);
  remove();
}
