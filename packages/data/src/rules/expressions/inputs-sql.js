/** @import { Values } from '@plinth/plugin' */
/** @import { Reads, Type } from '@plinth/expressions' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Variable, Names } from './visible-rows.js' */
import { fromJson } from '@plinth/expressions';
import { writtenSql } from './literals.js';
import { relatedAt, valueAt } from './visible-rows.js';
import { join, sql } from '../../postgres/sql/index.js';

/**
 * What an expression needs of a row, as one jsonb value: columns as JSON-safe texts by dotted path, related rows as
 * lists.
 *
 * @param {Reads} reads @param {Variable} row @param {Names} names
 * @returns {Fragment}
 */
export function inputsSql(reads, row, names) {
  const entries = Object.entries(reads.fields).map(([path, type]) => {
    const value = valueAt(row, path === '' ? [] : path.split('.'), type, names);
    return sql`${path}::text, ${safe(value, type)}`;
  });
  for (const [path, { reads: inner }] of Object.entries(reads.lists)) {
    const { from, tie, entry } = relatedAt(row, path.split('.'), names);
    const list = sql`(select coalesce(jsonb_agg(${inputsSql(inner, entry, names)}), '[]') from ${from} where ${tie})`;
    entries.push(sql`${path}::text, ${list}`);
  }
  return sql`jsonb_build_object(${join(entries)})`;
}

/** Values in a form that JSON holds without loss. @param {Fragment} value @param {Type} type */
function safe(value, type) {
  switch (type.name) {
    case 'int':
    case 'decimal':
      return sql`(${value})::text`;
    case 'duration':
      return sql`(${value})::bigint::text`;
    case 'date':
    case 'moment':
    case 'time':
      return writtenSql(value, type.name);
    default:
      return value;
  }
}

/**
 * Converts the result of `inputsSql` into the evaluator's row.
 *
 * @param {Values} inputs @param {Reads} reads
 * @returns {Values}
 */
export function rowOfInputs(inputs, reads) {
  /** @type {Values} */
  const row = {};
  for (const [path, type] of Object.entries(reads.fields)) {
    const value = inputs[path] ?? null;
    // Already microseconds, because seconds would have been rounded.
    row[path] = type.name === 'duration' && value !== null ? BigInt(value) : fromJson(value, type);
  }
  for (const [path, { reads: inner }] of Object.entries(reads.lists)) {
    row[path] = (inputs[path] ?? []).map((/** @type {Values} */ entry) => rowOfInputs(entry, inner));
  }
  return row;
}
