/** @import { Field, Filter, Table } from '@plinth/plugin' */

const NUMBER = /^\d{1,15}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The key of a row as it was sent. @param {Table} table @param {unknown} text @returns {string | number | null} null: it is none */
export function rowKey(table, text) {
  if (typeof text !== 'string') return null;
  if (table.key === 'identity') return NUMBER.test(text) ? Number(text) : null;
  return UUID.test(text) ? text : null;
}

/**
 * What a column of the board stands for, as a value of its field; keys of rows are numbers or UUIDs.
 *
 * @param {Field} field @param {string} text '' is no value
 * @returns {string | number | null | undefined} undefined: no row could have that
 */
export function valueOf({ target }, text) {
  if (text === '') return null;
  if (!target) return text;
  if (NUMBER.test(text)) return Number(text);
  return UUID.test(text) ? text : undefined;
}

/** Rows of a column: `param` carries its value. @param {string} field @param {boolean} isEmpty @param {string} param @returns {Filter} */
export const ofColumn = (field, isEmpty, param) =>
  isEmpty ? { field, op: 'empty' } : { field, op: 'eq', value: { param } };
