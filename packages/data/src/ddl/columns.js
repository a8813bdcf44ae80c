/** @import { Diff, PhysicalColumn, PhysicalTable } from './types.d.ts' */
import { quoteIdentifier } from '../sql/index.js';
import { checkRequired } from './checks.js';
import { convertColumn } from './convert.js';
import { valuesFromPairs } from './convert-storage.js';
import { columnDefinition } from './create.js';
import { fillColumn, refillColumn, unfillColumn } from './fill.js';
import { keptTables, lock } from './pairs.js';
import { dropKept, fieldTrash, inTrash } from './trash.js';

/** Adds and changes columns of tables that stay. @param {Diff} diff */
export function changeColumns(diff) {
  for (const { old, now } of keptTables(diff)) {
    for (const column of now.columns.values()) {
      const before = old.columns.get(column.id);
      if (!before) addColumn(diff, now, column);
      else changeColumn(diff, now, before, column);
    }
  }
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column */
function addColumn(diff, table, column) {
  if (column.type === null) return;
  lock(diff, table.id);
  const name = diff.now.names.get(table.id);
  const kept = diff.restore === null ? null : fieldTrash(column.id, diff.restore);
  const back = kept !== null && diff.kept.has(kept);
  // Values that come back must not be mixed with a default that rows of that time did not have.
  const definition = columnDefinition({ ...column, notNull: false, default: back ? null : column.default });
  diff.steps.push({ sql: `alter table ${name} add column ${definition}` });
  if (back) restoreValues(diff, table, column, kept);
  const taken = !back && valuesFromPairs(diff, table, column);
  fillColumn(diff, table, column);
  if (!column.notNull) return;
  if (!(column.id in diff.fill) && (back || column.default === null))
    checkRequired(diff, table, column, { isNew: !back && !taken, converted: true });
  diff.steps.push({ sql: `alter table ${name} alter column ${quoteIdentifier(column.name)} set not null` });
}

/** Reckoned anew afterwards. @param {Diff} diff @param {string | undefined} name of the table @param {PhysicalColumn} before @param {PhysicalColumn} column */
function changeDerived(diff, name, before, column) {
  if (before.type === column.type || column.type === null) return;
  const quoted = quoteIdentifier(column.name);
  diff.steps.push({ sql: `alter table ${name} drop column ${quoted}` });
  diff.steps.push({ sql: `alter table ${name} add column ${columnDefinition(column)}` });
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column @param {string} kept */
function restoreValues(diff, table, column, kept) {
  const name = diff.now.names.get(table.id);
  const quoted = quoteIdentifier(column.name);
  diff.steps.push({
    sql: `update ${name} as t set ${quoted} = k.value from ${inTrash(kept)} as k where k.row_key = t."id"`,
  });
  if (column.default !== null) {
    diff.steps.push({ sql: `alter table ${name} alter column ${quoted} set default ${column.default}` });
    if (column.notNull) diff.steps.push({ sql: `update ${name} set ${quoted} = default where ${quoted} is null` });
  }
  dropKept(diff, kept);
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} before @param {PhysicalColumn} column */
function changeColumn(diff, table, before, column) {
  const name = diff.now.names.get(table.id);
  const quoted = quoteIdentifier(column.name);
  if (column.derived) return changeDerived(diff, name, before, column);
  const alter = (/** @type {string} */ what) => {
    lock(diff, table.id);
    diff.steps.push({ sql: `alter table ${name} alter column ${quoted} ${what}` });
  };
  if (before.notNull && !column.notNull) alter('drop not null');
  unfillColumn(diff, table, { ...before, name: column.name });
  const converted = convertColumn(diff, table, before, column);
  // A default of the old type would not survive its conversion: convertColumn dropped it.
  const standing = before.type === column.type || column.type === null ? before.default : null;
  if (standing !== column.default) alter(column.default === null ? 'drop default' : `set default ${column.default}`);
  fillColumn(diff, table, column);
  refillColumn(diff, table, column);
  if ((!before.notNull || converted) && column.notNull) {
    if (!(column.id in diff.fill)) checkRequired(diff, table, column, { isNew: false, converted });
    alter('set not null');
  }
}
