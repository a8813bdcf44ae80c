/** @import { Field, Values } from '@plinth/plugin' */
/** @import { Check, Diff, PhysicalColumn, PhysicalModel, PhysicalTable } from './types.d.ts' */
import { Phrase, phrase } from '@plinth/plugin';
import { hex } from '../../postgres/sql/physical.js';
import { quoteIdentifier, quoteLiteral } from '../../postgres/sql/index.js';
import { columnType } from './column-type.js';
import { nameIn, quotedIn } from './names.js';
import { lock } from './pairs.js';
import { dropSync, isPrepared, shadowColumn, shadowName, shadowTrash } from './shadow-names.js';
import { same } from './same.js';
import { alter } from './steps.js';
import { addTrashKey, dropTrash, fieldTrash, inTrash, recordTrash } from './trash.js';

const SAMPLES = 20;

/**
 * @typedef {{ table: PhysicalTable, before: PhysicalColumn, column: PhysicalColumn, was: Field, field: Field, restore:
 *   string | null }} Change
 *   restore: where undo finds the values to restore
 */

/**
 * Converts a column's values when its type, its limits or its target change. Values that can't be converted are found
 * beforehand. The old values are stored, so that undo restores them exactly.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} before @param {PhysicalColumn} column
 * @returns {boolean} whether values change, so that a constraint can only be added afterwards
 */
export function convertColumn(diff, table, before, column) {
  const change = changeOfColumn(diff, table, before, column);
  if (!change) return false;
  lock(diff, table.id);
  if (isPrepared(diff, table.id)) return swapColumn(diff, change);
  if (diff.onFailure !== 'empty') diff.early.push(failureCheck(diff, change));
  if (!changesValues(diff, change)) return false;
  const { field, restore } = change;
  const trash = fieldTrash(field.id, diff.trash);
  keepValues(diff, trash, change);
  if (before.notNull) alter(diff, nameIn(diff.now, table.id), (t) => t.setNullable(column.name));
  if (before.type !== column.type) alterType(diff, change);
  const quoted = quoteIdentifier(column.name);
  diff.steps.push({
    sql: `update ${quotedIn(diff.now, table.id)} as t set ${quoted} = k.converted from ${inTrash(trash)} as k where k.row_key = t."id" and t.${quoted} is distinct from k.converted`,
  });
  if (restore) dropTrash(diff, restore);
  return true;
}

/**
 * What is to be converted.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} before @param {PhysicalColumn} column
 * @returns {Change | null}
 */
export function changeOfColumn(diff, table, before, column) {
  if (before.type === null || column.type === null || column.generated) return null;
  const was = diff.before.table(/** @type {Values} */ (diff.old.tables.get(table.id)).name).field(before.name);
  const field = diff.after.table(table.name).field(column.name);
  const typeChanged = was.type !== field.type || before.type !== column.type;
  if (!typeChanged && !isStricter(diff, table, field) && !isRetargeted(diff, table, field)) return null;
  const trash = diff.restore === null ? null : fieldTrash(field.id, diff.restore);
  const restore = trash !== null && diff.trashed.has(trash) ? trash : null;
  return { table, before, column, was, field, restore };
}

/** Whether it does more than check the values. @param {Diff} diff @param {Change} change */
export function changesValues(diff, change) {
  const { aliased, expression } = textsIn(diff, diff.now, change);
  const rewrites = change.before.type !== change.column.type || expression !== aliased;
  return rewrites || change.restore !== null || diff.onFailure === 'empty';
}

/**
 * The column with the converted values takes the place of the first, and the old values are in the trash already.
 *
 * @param {Diff} diff @param {Change} change @returns {boolean}
 */
function swapColumn(diff, { table, column, field, restore }) {
  if (diff.prepared?.field !== field.id) return false;
  const trash = fieldTrash(field.id, diff.trash);
  const name = quotedIn(diff.now, table.id);
  const failed = `from ${shadowTrash(field.id)} where failed`;
  if (diff.onFailure !== 'empty')
    diff.steps.push({
      check: unconverted(
        field,
        table.name,
        column.name,
        failed,
        `select row_key as id, value ${failed} order by row_key limit ${SAMPLES}`,
      ),
    });
  for (const sql of [
    ...dropSync(field.id, name),
    `alter table ${name} drop column ${quoteIdentifier(column.name)}`,
    `alter table ${name} rename column ${shadowColumn(field.id)} to ${quoteIdentifier(column.name)}`,
    `alter table ${shadowTrash(field.id)} rename to ${quoteIdentifier(trash)}`,
    `alter index "plinth_trash".${quoteIdentifier(`${shadowName(field.id)}_pkey`)} rename to ${quoteIdentifier(`${trash}_pkey`)}`,
    `drop index "plinth_trash".${quoteIdentifier(`${shadowName(field.id)}_failed`)}`,
    `alter table ${inTrash(trash)} drop column failed`,
  ])
    diff.steps.push({ sql });
  recordTrash(diff, trash, `${table.name}.${field.name}`);
  if (restore) dropTrash(diff, restore);
  return true;
}

/**
 * The SQL of a conversion, by the names before or after it: the old value, the new one, what can't be converted, what
 * undo takes from the stored values, and where the rows come from.
 *
 * @param {Diff} diff @param {PhysicalModel} model @param {Change} change
 */
export function textsIn(diff, model, { table, before, column, was, field, restore }) {
  const aliased = `t.${quotedIn(model, field.id)}`;
  const made = conversion(diff, aliased, was, field, { before, column });
  const isSame = made === aliased;
  // Calculated once for a row, wherever the value is asked for.
  const expression = isSame ? aliased : 'm.made';
  const failing = failingSql(diff, model, { aliased, expression, table, field });
  const restored = restore ? `(r.row_key is not null and r.converted is not distinct from ${aliased})` : 'false';
  const joined = `${restore ? ` left join ${inTrash(restore)} as r on r.row_key = t."id"` : ''}${
    isSame ? '' : ` cross join lateral (select ${made} as made offset 0) as m`
  }`;
  return { aliased, expression, failing, restored, joined, source: `${quotedIn(model, table.id)} as t${joined}` };
}

/**
 * Whether a check of the field is new or changed.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {Field} field
 */
function isStricter({ old }, table, field) {
  const before = old.tables.get(table.id)?.constraints;
  return [...table.constraints].some(
    ([key, constraint]) =>
      key.startsWith(`field_${hex(field.id)}`) && constraint.kind === 'check' && !same(constraint, before?.get(key)),
  );
}

/** @param {Diff} diff @param {PhysicalTable} table @param {Field} field */
function isRetargeted({ old }, table, field) {
  const key = `field_${hex(field.id)}_fk`;
  const before = old.tables.get(table.id)?.foreignKeys.get(key);
  const now = table.foreignKeys.get(key);
  return before !== undefined && now !== undefined && before.target !== now.target;
}

/**
 * The new value as SQL over the old one.
 *
 * @param {Diff} diff @param {string} column @param {Field} was @param {Field} field
 * @param {{ before: PhysicalColumn, column: PhysicalColumn }} types
 */
function conversion({ registry, readings }, column, was, field, types) {
  const sameColumn = types.before.type === types.column.type;
  if (was.type === field.type && sameColumn) return column;
  // Another table has taken the target's name, so the remaining keys say nothing about its rows.
  if (was.type === field.type && field.target && field.target !== 'files') return `null::${types.column.type}`;
  const type = registry.fieldType(field.type);
  const made = type.convertSql?.(column, { type: was.type, field: was }, field) ?? `null::${types.column.type}`;
  const read = readings?.get(field.id);
  if (!read) return made;
  const text = `(${quoteLiteral(JSON.stringify(read))}::jsonb ->> ${column})`;
  return `coalesce(${made}, ${type.writeSql?.(text, field) ?? `${text}::${types.column.type}`})`;
}

/**
 * @param {Diff} diff @param {PhysicalModel} model
 * @param {{ aliased: string, expression: string, table: PhysicalTable, field: Field }} values
 */
function failingSql(diff, model, { aliased, expression, table, field }) {
  const type = diff.registry.fieldType(field.type);
  const bad = [`(${expression}) is null`];
  for (const { sql } of type.checks?.(`(${expression})`, field, quoteLiteral) ?? []) bad.push(`(${sql}) is false`);
  const target = table.foreignKeys.get(`field_${hex(field.id)}_fk`)?.target;
  if (target) bad.push(diff.old.names.has(target) ? noRow(quotedIn(model, target), expression) : NO_ROWS_YET);
  return `(${aliased} is not null and (${bad.join(' or ')}))`;
}

/** A target created by this same edit has no rows. */
const NO_ROWS_YET = 'true';

/** @param {string} target quoted @param {string} key */
const noRow = (target, key) => `not exists (select from ${target} as o where o."id" = (${key}))`;

/** @param {string | null} restore @param {string} restored @param {string} failing @param {string} expression */
export function convertedSql(restore, restored, failing, expression) {
  return `case ${restore ? `when ${restored} then r.value ` : ''}when ${failing} then null else ${expression} end`;
}

/** @param {Diff} diff @param {Change} change @returns {Check} */
export function failureCheck(diff, change) {
  const { table, before, field } = change;
  const { aliased, failing, restored, source } = textsIn(diff, diff.old, change);
  const from = `from ${source} where ${failing} and not ${restored}`;
  const samples = `select t."id" as id, ${aliased} as value ${from} order by t."id" limit ${SAMPLES}`;
  return unconverted(field, table.name, before.name, from, samples);
}

/** @param {Field} field @param {string} table @param {string} column @param {string} from @param {string} samples @returns {Check} */
function unconverted(field, table, column, from, samples) {
  return {
    code: 'FIELD_NOT_CONVERTIBLE',
    count: `select count(*) as count ${from}`,
    samples,
    message: (count) => {
      const type = new Phrase(field.type.replaceAll('_', ' '));
      return count === 1
        ? phrase`One value of "${column}" in "${table}" can't be converted to ${type}`
        : phrase`${count} values of "${column}" in "${table}" can't be converted to ${type}`;
    },
    hint: 'Change those values first, or choose to empty them (undo restores them)',
    field: field.name,
    canEmpty: true,
  };
}

/** @param {Diff} diff @param {string} trash @param {Change} change */
function keepValues(diff, trash, change) {
  const { table, field, restore } = change;
  const { aliased, expression, failing, restored, source } = textsIn(diff, diff.now, change);
  const converted = convertedSql(restore, restored, failing, expression);
  const where = `${aliased} is not null${restore ? ' or (r.value is not null and r.converted is null)' : ''}`;
  diff.steps.push({
    sql: `create table ${inTrash(trash)} as select t."id" as row_key, ${aliased} as value, ${converted} as converted from ${source} where ${where}`,
  });
  addTrashKey(diff, trash);
  recordTrash(diff, trash, `${table.name}.${field.name}`);
}

/** @param {Diff} diff @param {Change} change */
function alterType(diff, { table, before, column, was, field }) {
  const quoted = quoteIdentifier(column.name);
  const alterColumn = `alter table ${quotedIn(diff.now, table.id)} alter column ${quoted}`;
  const using = conversion(diff, quoted, was, field, { before, column });
  if (before.default !== null) diff.steps.push({ sql: `${alterColumn} drop default` });
  diff.steps.push({ sql: `${alterColumn} type ${columnType(/** @type {string} */ (column.type))} using (${using})` });
}
