/** @import { AppError, Select, Table, Row } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */
import { readableField } from '@plinth/data';
import { errorText } from '@plinth/plugin';
import { exactText } from '../deletions/question.js';

/** Names of rows in a message; it travels in a cookie. */
const MOST = 3;
const LONGEST = 40;

/**
 * Rows that were left as they are, and why the first of them was.
 *
 * @typedef {{ rows: readonly Row[], reason: string }} Left
 */

/**
 * The column with the name of a row, for a message about it.
 *
 * @param {Request} req @param {Table} table @returns {Select[]}
 */
export function nameOf(req, table) {
  const { display } = table;
  if (!display || !table.hasField(display)) return [];
  const field = table.field(display);
  if (!readableField(req.ctx.actor, table, field)) return [];
  return [{ as: '_name', field: display, ...(field.target && { label: /** @type {const} */ (true) }) }];
}

/**
 * "Not changed: 5 issues (Login page, Export, Dark mode …). You may not change this row".
 *
 * @param {Request} req @param {Table} table @param {Left} left @returns {string | null} null: none
 */
export function leftText(req, table, { rows, reason }) {
  if (rows.length === 0) return null;
  return req.ctx.t('delivered.rows.left', { what: namedRows(req, table, rows), reason });
}

/** @param {Request} req @param {Table} table @param {readonly Record<string, unknown>[]} rows */
function namedRows(req, table, rows) {
  const count = exactText(req, table, rows.length);
  const names = namesOf(rows);
  return names ? `${count} (${names})` : count;
}

/**
 * The names of the first few rows that have one.
 *
 * @param {readonly Row[]} rows read with `nameOf`
 */
export function namesOf(rows) {
  const names = rows.flatMap(({ _name: name }) => (isName(name) ? String(name).trim() : []));
  const shown = names.filter(Boolean).slice(0, MOST).map(shortened);
  if (shown.length === 0) return '';
  return shown.join(', ') + (rows.length > shown.length ? ' …' : '');
}

/** @param {unknown} value */
const isName = (value) => typeof value === 'string' || typeof value === 'number';

/** @param {string} name */
const shortened = (name) => (name.length > LONGEST ? `${[...name].slice(0, LONGEST).join('')}…` : name);

/** @param {readonly { row: Record<string, unknown>, error: AppError }[]} errors @param {Request} req @returns {Left} */
export const leftBy = (errors, req) => ({
  rows: errors.map(({ row }) => row),
  reason: errors.length > 0 ? errorText(errors[0].error, req.ctx.t).message : '',
});
