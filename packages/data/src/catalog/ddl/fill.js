/** @import { Diff, PhysicalColumn, PhysicalTable } from './types.d.ts' */
import { quoteIdentifier } from '../../postgres/sql/index.js';
import { valueSql } from '../schema/default.js';
import { quotedIn } from './names.js';
import { lock } from './pairs.js';
import { dropTrash, filledTrash, inTrash, recordTrash, unfilledTrash } from './trash.js';

/**
 * Gives rows without a value the one that the caller chose. The affected rows are recorded, so that undo empties them
 * again.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column
 */
export function fillColumn(diff, table, column) {
  if (!(column.id in diff.fill) || column.type === null) return;
  const field = diff.after.table(table.name).field(column.name);
  const value = valueSql(diff.fill[column.id], field, diff.registry.fieldType(field.type), column.type);
  const quoted = quoteIdentifier(column.name);
  const name = quotedIn(diff.now, table.id);
  if (!diff.old.tables.get(table.id)?.columns.has(column.id)) {
    diff.steps.push({ sql: `update ${name} set ${quoted} = ${value} where ${quoted} is null` });
    return;
  }
  const from = `select "id" as row_key, null::${column.type} as before, ${value} as after from ${name} where ${quoted} is null`;
  write(diff, table, column, { trash: filledTrash(column.id, diff.trash), from });
}

/**
 * Undo: empties what was filled, unless it was changed since. Runs before any conversion, because the fill ran after
 * it.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column
 */
export function unfillColumn(diff, table, column) {
  if (diff.restore === null) return;
  swapBack(diff, table, column, filledTrash(column.id, diff.restore), unfilledTrash(column.id, diff.trash));
}

/** Redo: fills the same rows again. @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column */
export function refillColumn(diff, table, column) {
  if (diff.restore === null) return;
  swapBack(diff, table, column, unfilledTrash(column.id, diff.restore), filledTrash(column.id, diff.trash));
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column @param {string} source @param {string} trash */
function swapBack(diff, table, column, source, trash) {
  if (!diff.trashed.has(source)) return;
  const quoted = quoteIdentifier(column.name);
  const from = `select k.row_key, k.after as before, k.before as after
  from ${inTrash(source)} as k join ${quotedIn(diff.now, table.id)} as t on t."id" = k.row_key and t.${quoted} is not distinct from k.after`;
  write(diff, table, column, { trash, from });
  dropTrash(diff, source);
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column @param {{ trash: string, from: string }} options */
function write(diff, table, column, { trash, from }) {
  lock(diff, table.id);
  const quoted = quoteIdentifier(column.name);
  diff.steps.push({ sql: `create table ${inTrash(trash)} as ${from}` });
  recordTrash(diff, trash, `${table.name}.${column.name}`);
  diff.steps.push({
    sql: `update ${quotedIn(diff.now, table.id)} as t set ${quoted} = k.after from ${inTrash(trash)} as k where k.row_key = t."id"`,
  });
}
