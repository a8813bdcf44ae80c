import { createHash } from 'node:crypto';
import { cursorInvalid } from '../../../postgres/errors/row-errors.js';
import { isTextType } from '../../../postgres/sql/text-order.js';
import { orderIn } from './sorted.js';
import { sqlTypeOf } from './values.js';

/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Position } from './seek.js' */
/** @import { SortKey } from './sort.js' */
/** @typedef {{ found: { table: Table, field: Pick<import('@plinth/plugin').Field, 'id'> }, sqlType: string, descending: boolean, order: string }} OrderedBy */

const LONGEST = 4000;
/** What a text of each SQL type may look like, so that a forged cursor does not become a database error. */
const FORMS = [
  [/^(bigint|integer|smallint)$/, /^-?\d{1,19}$/],
  [/^numeric/, /^-?\d{1,60}(\.\d{1,60})?$/],
  [/^boolean$/, /^(true|false)$/],
  [/^uuid$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  [/^date$/, /^\d{4,7}-\d\d-\d\d( BC)?$/],
  [/^timestamptz$/, /^\d{4,7}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00( BC)?$/],
  [/^time/, /^\d\d:\d\d:\d\d(\.\d{1,6})?$/],
];

/**
 * A position in a list as an opaque text: the sort values and key of a row, with a mark of the order it belongs to.
 *
 * @param {string} mark @param {readonly (string | null)[]} values
 */
export function encodeCursor(mark, values) {
  return Buffer.from(JSON.stringify([mark, ...values])).toString('base64url');
}

/**
 * Cursors in the default order, that of the keys: returns the cursor behind the row with a key.
 *
 * @param {{ registry: Registry, catalog: Catalog }} c @param {Table} table
 * @returns {(id: string | number) => string}
 */
export function cursorsByKey(c, table) {
  const field = table.field('id');
  const key = { found: { table, field }, sqlType: sqlTypeOf(c, field), descending: false, order: orderIn(c) };
  const mark = cursorMark(table.name, [key]);
  return (id) => encodeCursor(mark, [String(id)]);
}

/**
 * @param {unknown} text @param {string} mark @param {readonly SortKey[]} keys
 * @returns {(string | null)[]} the values
 * @throws CURSOR_INVALID unless encodeCursor made it for this order
 */
export function decodeCursor(text, mark, keys) {
  if (typeof text !== 'string' || text.length > LONGEST || !/^[\w-]+$/.test(text)) throw cursorInvalid();
  const [found, ...values] = parse(text);
  if (found !== mark || values.length !== keys.length) throw cursorInvalid();
  for (const [i, value] of values.entries()) {
    if (value === null ? !keys[i].nullable : !fits(value, keys[i].sqlType)) throw cursorInvalid();
  }
  return values;
}

/**
 * Changes with table, columns, directions and the order of texts, because a cursor of another order would skip rows.
 *
 * @param {string} table @param {readonly OrderedBy[]} keys
 */
export function cursorMark(table, keys) {
  const parts = keys.map(({ found, sqlType, descending, order }) =>
    [`${found.table.name}.${found.field.id}`, sqlType, descending, ...(isTextType(sqlType) ? [order] : [])].join(' '),
  );
  return createHash('sha256')
    .update([table, ...parts].join('\n'))
    .digest('base64url')
    .slice(0, 8);
}

/** @param {string} text @returns {any[]} */
function parse(text) {
  try {
    const list = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(list)) return list;
  } catch {
    throw cursorInvalid();
  }
  throw cursorInvalid();
}

/** @param {unknown} value @param {string} sqlType */
function fits(value, sqlType) {
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false;
  const form = FORMS.find(([type]) => type.test(sqlType))?.[1];
  return form ? form.test(value) : true;
}

/** @param {(string | null)[] | null} values @param {Position['direction']} direction @returns {Position} */
export function positionOf(values, direction) {
  return { direction, nulls: (values ?? []).map((value) => value === null) };
}
