/** @import { Field, FieldType, Registry, Table } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../types.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError } from '@plinth/plugin';
import { tableSql } from '../../postgres/sql/physical.js';
import { fixed, ident, quoteIdentifier, sql } from '../../postgres/sql/index.js';

/** Rows with further texts are counted as not convertible; so are those with longer ones. */
const MOST_TEXTS = 20_000;
const LONGEST = 120;

/** The values of texts as texts, by text. @typedef {Record<string, string>} Readings */

/**
 * What the readers of types make of texts that SQL alone does not convert: "8:00 AM" as a time, "1. Juli 2026" as a date. So
 * a text field that becomes a date reads what a form or a file does.
 *
 * @param {Pick<Transaction, 'query'>} on
 * @param {{ before: StoredCatalog, after: StoredCatalog, concerned: ReadonlySet<string>, registry: Registry }} edit
 * @returns {Promise<ReadonlyMap<string, Readings>>} by id of the field
 */
export async function readTexts(on, { before, after, concerned, registry }) {
  /** @type {Map<string, Readings>} */
  const readings = new Map();
  for (const { table, was, field } of changedFields(before, after, concerned)) {
    const type = registry.has('fieldType', field.type) ? registry.fieldType(field.type) : null;
    if (!type || !isRead(type, field) || !isText(registry, was)) continue;
    const column = ident('t', was.name);
    const plain = `t.${quoteIdentifier(was.name)}`;
    const made = fixed(type.convertSql?.(plain, { type: was.type, field: was }, field) ?? 'null');
    const { rows } = await on.query(sql`select distinct ${column} as text from ${tableSql(table)} as t
      where ${column} is not null and char_length(${column}) <= ${LONGEST} and (${made}) is null limit ${MOST_TEXTS}`);
    const read = rows.flatMap((/** @type {{ text: string }} */ { text }) => {
      const value = valueOf(type, field, text);
      return value === null ? [] : [[text, Array.isArray(value) ? arrayText(value) : String(value)]];
    });
    if (read.length > 0) readings.set(field.id, Object.fromEntries(read));
  }
  return readings;
}

/**
 * Fields whose type changes, in tables that stay.
 *
 * @param {StoredCatalog} before @param {StoredCatalog} after @param {ReadonlySet<string>} concerned
 * @returns {{ table: Table, was: Field, field: Field }[]} `table`: as it was
 */
function changedFields(before, after, concerned) {
  const tables = new Map(after.tables.map((table) => [table.id, table]));
  return before.tables.flatMap((table) => {
    const fields = new Map(tables.get(table.id)?.fields.map((field) => [field.id, field]));
    return table.fields.flatMap((was) => {
      const field = concerned.has(table.id) ? fields.get(was.id) : undefined;
      return field && field.type !== was.type && !was.auto && !field.auto ? [{ table, was, field }] : [];
    });
  });
}

/** @param {FieldType} type @param {Field} field */
function isRead(type, field) {
  return type.storage === 'column' && !field.target && type.sqlType(field, {}) !== 'jsonb';
}

/** A list as PostgreSQL writes it. @param {readonly unknown[]} values */
const arrayText = (values) => `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** @param {Registry} registry @param {Field} field */
const isText = (registry, field) =>
  registry.has('fieldType', field.type) &&
  !field.target &&
  registry.fieldType(field.type).sqlType(field, {}) === 'text';

/** @param {FieldType} type @param {Field} field @param {string} text @returns {unknown} null: it is none */
function valueOf(type, field, text) {
  try {
    const value = type.parse(text, field);
    if (value !== null) type.validate(value, field);
    return value;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
