/** @import { Field } from '@plinth/plugin' */
/** @import { Check, Diff, PhysicalColumn, PhysicalTable } from './types.d.ts' */
import { Phrase, phrase } from '@plinth/plugin';
import { hex } from '../schema/physical.js';
import { quoteIdentifier, quoteLiteral } from '../sql/index.js';
import { columnType } from './column-type.js';
import { byId, withNames } from './names.js';
import { lock } from './pairs.js';
import { dropKept, fieldTrash, inTrash, noteKept } from './trash.js';

const SAMPLES = 20;

/**
 * Takes a column's values over when its type, its limits or its target change. Values that can't be taken over are
 * found beforehand; the old values are kept, so that undo gives them back exactly.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} before @param {PhysicalColumn} column
 * @returns {boolean} whether values change; then the column may hold none for now
 */
export function convertColumn(diff, table, before, column) {
  if (before.type === null || column.type === null || column.generated) return false;
  const was = diff.before.table(/** @type {any} */ (diff.old.tables.get(table.id)).name).field(before.name);
  const field = diff.after.table(table.name).field(column.name);
  const typeChanged = was.type !== field.type || before.type !== column.type;
  if (!typeChanged && !isStricter(diff, table, field) && !isRetargeted(diff, table, field)) return false;
  lock(diff, table.id);

  const kept = fieldTrash(field.id, diff.trash);
  const restore =
    diff.restore !== null && diff.kept.has(fieldTrash(field.id, diff.restore))
      ? fieldTrash(field.id, diff.restore)
      : null;
  const aliased = `t.${byId(field.id)}`;
  const expression = conversion(diff, aliased, was, field, { before, column });
  const failing = failingSql(diff, aliased, expression, table, field);
  const restored = restore ? `(r.row_key is not null and r.converted is not distinct from ${aliased})` : 'false';
  const source = `${byId(table.id)} as t${restore ? ` left join ${inTrash(restore)} as r on r.row_key = t."id"` : ''}`;

  if (diff.onFailure !== 'empty')
    diff.early.push(
      failureCheck(diff, { table, before, field, aliased, source, where: `${failing} and not ${restored}` }),
    );
  const rewrites = before.type !== column.type || expression !== aliased;
  if (!rewrites && !restore && diff.onFailure !== 'empty') return false;
  keepValues(diff, {
    table,
    field,
    kept,
    source,
    aliased,
    restore,
    converted: convertedSql(restore, restored, failing, expression),
  });
  const name = diff.now.names.get(table.id);
  const quoted = quoteIdentifier(column.name);
  if (before.notNull) diff.steps.push({ sql: `alter table ${name} alter column ${quoted} drop not null` });
  if (before.type !== column.type)
    alterType(diff, { table, before, column, using: conversion(diff, byId(field.id), was, field, { before, column }) });
  diff.steps.push({
    sql: `update ${name} as t set ${quoted} = k.converted from ${inTrash(kept)} as k where k.row_key = t."id" and t.${quoted} is distinct from k.converted`,
  });
  if (restore) dropKept(diff, restore);
  return true;
}

/** A check of the field is new or different. @param {Diff} diff @param {PhysicalTable} table @param {Field} field */
function isStricter({ old }, table, field) {
  const before = old.tables.get(table.id)?.constraints;
  return [...table.constraints].some(
    ([key, text]) => key.startsWith(`field_${hex(field.id)}`) && text.startsWith('check') && before?.get(key) !== text,
  );
}

/** @param {Diff} diff @param {PhysicalTable} table @param {Field} field */
function isRetargeted({ old }, table, field) {
  const key = `field_${hex(field.id)}_fk`;
  const before = old.tables.get(table.id)?.foreignKeys.get(key);
  const now = table.foreignKeys.get(key);
  return before !== undefined && now !== undefined && before.target !== now.target;
}

/** The new value as SQL over the old one. @param {Diff} diff @param {string} column @param {Field} was @param {Field} field @param {{ before: PhysicalColumn, column: PhysicalColumn }} types */
function conversion({ registry }, column, was, field, types) {
  const sameColumn = types.before.type === types.column.type;
  if (was.type === field.type && sameColumn) return column;
  // Another table has taken the target's name: the keys left behind say nothing about its rows.
  if (was.type === field.type && field.target) return `null::${types.column.type}`;
  const made = registry.fieldType(field.type).convertSql?.(column, { type: was.type, field: was }, field);
  return made ?? `null::${types.column.type}`;
}

/** @param {Diff} diff @param {string} aliased @param {string} expression @param {PhysicalTable} table @param {Field} field */
function failingSql(diff, aliased, expression, table, field) {
  const type = diff.registry.fieldType(field.type);
  const bad = [`(${expression}) is null`];
  for (const { sql } of type.checks?.(`(${expression})`, field, quoteLiteral) ?? []) bad.push(`(${sql}) is false`);
  const target = table.foreignKeys.get(`field_${hex(field.id)}_fk`)?.target;
  // A target that this same edit makes has no rows yet.
  if (target)
    bad.push(isThere(diff, target) ? `not exists (select from ${target} as o where o."id" = (${expression}))` : 'true');
  return `(${aliased} is not null and (${bad.join(' or ')}))`;
}

/** @param {Diff} diff @param {string} target */
function isThere({ old }, target) {
  const id = /^"@(.+)"$/.exec(target)?.[1];
  return !id || old.names.has(id);
}

/** @param {string | null} restore @param {string} restored @param {string} failing @param {string} expression */
function convertedSql(restore, restored, failing, expression) {
  return `case ${restore ? `when ${restored} then r.value ` : ''}when ${failing} then null else ${expression} end`;
}

/**
 * @param {Diff} diff
 * @param {{ table: PhysicalTable, before: PhysicalColumn, field: Field, aliased: string, source: string, where: string }} options
 * @returns {Check}
 */
function failureCheck({ old }, { table, before, field, aliased, source, where }) {
  return {
    code: 'FIELD_NOT_CONVERTIBLE',
    count: withNames(`select count(*) as count from ${source} where ${where}`, old),
    samples: withNames(
      `select t."id" as id, ${aliased} as value from ${source} where ${where} order by t."id" limit ${SAMPLES}`,
      old,
    ),
    message: (count) =>
      phrase`${count} values of "${before.name}" in "${table.name}" can't become ${new Phrase(field.type.replaceAll('_', ' '))} as wanted`,
    hint: 'Change those values first, or choose to empty them (undo brings them back)',
    field: field.name,
    canEmpty: true,
  };
}

/**
 * @param {Diff} diff
 * @param {{ table: PhysicalTable, field: Field, kept: string, source: string, aliased: string, restore: string | null, converted: string }} options
 */
function keepValues(diff, { table, field, kept, source, aliased, restore, converted }) {
  const where = `${aliased} is not null${restore ? ' or (r.value is not null and r.converted is null)' : ''}`;
  diff.steps.push({
    sql: withNames(
      `create table ${inTrash(kept)} as select t."id" as row_key, ${aliased} as value, ${converted} as converted from ${source} where ${where}`,
      diff.now,
    ),
  });
  diff.steps.push({ sql: `alter table ${inTrash(kept)} add primary key (row_key)` });
  noteKept(diff, kept, `${table.name}.${field.name}`);
}

/** @param {Diff} diff @param {{ table: PhysicalTable, before: PhysicalColumn, column: PhysicalColumn, using: string }} options */
function alterType(diff, { table, before, column, using }) {
  const alter = `alter table ${diff.now.names.get(table.id)} alter column ${quoteIdentifier(column.name)}`;
  if (before.default !== null) diff.steps.push({ sql: `${alter} drop default` });
  const type = columnType(/** @type {string} */ (column.type));
  diff.steps.push({ sql: withNames(`${alter} type ${type} using (${using})`, diff.now) });
}
