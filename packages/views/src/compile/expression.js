/** @import { Actor, Catalog, SelectInput, Table } from '@plinth/plugin' */
/** @import { Expression, TypeName } from '@plinth/expressions' */
import { dayAt, evaluate, fromJson, readExpression, toJson } from '@plinth/expressions';

/** The input of an expression. @typedef {{ row: Record<string, any> | null, env: { actor: Actor } }} ExpressionModel */

/** Facts about the user that are always known; anything else is read from their row. */
export const CARRIED = ['id', 'roles', 'groups', 'signedIn', 'name', 'email'];

/**
 * Compiles a CEL text over row, user and time. Its fields become columns of the view's statement; if it needs related
 * rows or more facts about the user, the statement returns its result.
 *
 * @param {string} source
 * @param {{ table: Table | null, catalog: Catalog, select: (select: SelectInput) => string, result?: readonly
 *   TypeName[] }} options
 * @returns {{ evaluate: (m: ExpressionModel) => any, varies: { user: boolean, time: boolean }, expression: Expression }}
 *   `evaluate` gives JSON-safe values
 * @throws {AppError} EXPRESSION_INVALID naming what is wrong, and where
 */
export function compileExpression(source, { table, catalog, select, result }) {
  const expression = readExpression(source, { catalog, table, result });
  const { tree, type, reads, user, time } = expression;
  // Roles are part of every page's audience; anything else about the user makes the page personal.
  const varies = { user: user.some((name) => name !== 'roles'), time: time !== null };
  const timeZone = catalog.settings.timeZone ?? 'UTC';
  const asksStatement = Object.keys(reads.lists).length > 0 || user.some((name) => !CARRIED.includes(name));
  const given = table && asksStatement ? select({ expression: source }) : null;
  const columns = given ? [] : Object.entries(reads.fields).map((entry) => columnOf(entry, select));

  return {
    expression,
    varies,
    evaluate(m) {
      if (given && m.row) return m.row[given] ?? null;
      const row = m.row && Object.fromEntries(columns.map(({ path, read }) => [path, read(m.row)]));
      return toJson(evaluate(tree, { row, user: userOf(m), ...clock(time, timeZone), timeZone }), type);
    },
  };
}

/** @param {[string, import('@plinth/expressions').Type]} read @param {(select: SelectInput) => string} select */
function columnOf([path, type], select) {
  const column = select({ field: path });
  return { path, read: (/** @type {any} */ row) => fromJson(row[column], type) };
}

/** @param {Expression['time']} time @param {string} timeZone */
function clock(time, timeZone) {
  const now = BigInt(Date.now()) * 1000n;
  return { now, today: time === 'today' ? dayAt(now, timeZone) : 0 };
}

/** @param {ExpressionModel} m */
function userOf({ env: { actor } }) {
  const { userId, roles, groups = [], name = null, email = null } = actor;
  return { id: userId, roles, groups, signedIn: userId !== null, name, email };
}
