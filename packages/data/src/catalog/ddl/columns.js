/** @import { Diff, PhysicalColumn, PhysicalTable } from './types.d.ts' */
import { isDeepStrictEqual } from 'node:util';
import { quoteIdentifier } from '../../postgres/sql/index.js';
import { checkRequired } from './checks.js';
import { convertColumn } from './convert.js';
import { valuesFromPairs } from './convert-storage.js';
import { addColumn as define } from './create.js';
import { fillColumn, refillColumn, unfillColumn } from './fill.js';
import { nameIn, quotedIn } from './names.js';
import { dropSequence, numberColumn } from './numbers.js';
import { commonTables, lock } from './pairs.js';
import { hasPrepared, requiredName } from './shadow-names.js';
import { alter } from './steps.js';
import { dropTrash, fieldTrash, inTrash } from './trash.js';

/** Adds and changes columns of existing tables. @param {Diff} diff */
export function changeColumns(diff) {
  for (const { old, now } of commonTables(diff)) {
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
  const name = nameIn(diff.now, table.id);
  const trash = diff.restore === null ? null : fieldTrash(column.id, diff.restore);
  const back = trash !== null && diff.trashed.has(trash);
  // Restored values must not be mixed with a default that those rows did not have.
  const added = { ...column, notNull: false, default: back || column.numbers ? null : column.default };
  alter(diff, name, (t) => define(t, added));
  if (back) restoreValues(diff, table, column, trash);
  const taken = !back && valuesFromPairs(diff, table, column);
  fillColumn(diff, table, column);
  numberColumn(diff, table, column);
  if (!column.notNull) return;
  if (!(column.id in diff.fill) && (back || column.default === null))
    checkRequired(diff, table, column, { isNew: !back && !taken, converted: true });
  alter(diff, name, (t) => t.dropNullable(column.name));
}

/**
 * Recalculated afterwards.
 *
 * @param {Diff} diff @param {string} name of the table @param {PhysicalColumn} before @param {PhysicalColumn} column
 */
function changeDerived(diff, name, before, column) {
  if (before.type === column.type || column.type === null) return;
  alter(diff, name, (t) => t.dropColumn(column.name));
  alter(diff, name, (t) => define(t, column));
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column @param {string} trash */
function restoreValues(diff, table, column, trash) {
  const name = quotedIn(diff.now, table.id);
  const quoted = quoteIdentifier(column.name);
  diff.steps.push({
    sql: `update ${name} as t set ${quoted} = k.value from ${inTrash(trash)} as k where k.row_key = t."id"`,
  });
  if (column.default !== null && !column.numbers) {
    setDefault(diff, name, column);
    if (column.notNull) diff.steps.push({ sql: `update ${name} set ${quoted} = default where ${quoted} is null` });
  }
  dropTrash(diff, trash);
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} before @param {PhysicalColumn} column */
function changeColumn(diff, table, before, column) {
  const name = nameIn(diff.now, table.id);
  if (column.derived) return changeDerived(diff, name, before, column);
  if (before.notNull && !column.notNull) {
    lock(diff, table.id);
    alter(diff, name, (t) => t.setNullable(column.name));
  }
  unfillColumn(diff, table, { ...before, name: column.name });
  const converted = convertColumn(diff, table, before, column);
  // A default of the old type would not survive the conversion: convertColumn dropped it.
  const isKept = before.type === column.type && diff.prepared?.field !== column.id;
  const standing = isKept || column.type === null ? before.default : null;
  if (column.numbers) {
    const isSame = isDeepStrictEqual(before.numbers, column.numbers);
    if (!isSame || standing !== column.default) numberColumn(diff, table, column);
  } else if (standing !== column.default) {
    lock(diff, table.id);
    setDefault(diff, quotedIn(diff.now, table.id), column);
  }
  dropSequence(diff, before, column);
  fillColumn(diff, table, column);
  refillColumn(diff, table, column);
  if ((!before.notNull || converted) && column.notNull) {
    const proof = requiredName(column.id);
    const isProved = hasPrepared(diff, proof);
    if (!(column.id in diff.fill) && !column.numbers && !isProved)
      checkRequired(diff, table, column, { isNew: false, converted });
    lock(diff, table.id);
    alter(diff, name, (t) => t.dropNullable(column.name));
    if (isProved)
      diff.steps.push({ sql: `alter table ${quotedIn(diff.now, table.id)} drop constraint ${quoteIdentifier(proof)}` });
  }
}

/** @param {Diff} diff @param {string} table quoted @param {PhysicalColumn} column */
function setDefault({ steps }, table, { name, default: value }) {
  const what = value === null ? 'drop default' : `set default ${value}`;
  steps.push({ sql: `alter table ${table} alter column ${quoteIdentifier(name)} ${what}` });
}
