/** @import { Actor, Catalog, SelectInput, Table, Row } from '@plinth/plugin' */
/** @import { Expression, TypeName } from '@plinth/expressions' */
import { isSignedIn } from '@plinth/plugin';
import { dayAt, evaluate, fromJson, readExpression, toJson } from '@plinth/expressions';

/** The input of an expression. @typedef {{ row: Row | null, env: { actor: Actor } }} ExpressionModel */

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
  const facts = user.filter((name) => CARRIED.includes(name));
  const columns = given ? [] : Object.entries(reads.fields).map((entry) => columnOf(entry, select));

  return {
    expression,
    varies,
    evaluate(m) {
      if (given && m.row) return m.row[given] ?? null;
      const row = m.row && Object.fromEntries(columns.map(({ path, read }) => [path, read(m.row)]));
      return toJson(
        evaluate(tree, { row, user: factsOf(m.env.actor, facts), ...clock(time, timeZone), timeZone }),
        type,
      );
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

/** @type {Record<string, (actor: Actor) => unknown>} */
const FACTS = {
  id: ({ userId }) => userId,
  roles: ({ roles }) => roles,
  groups: ({ groups = [] }) => groups,
  signedIn: isSignedIn,
  name: ({ name = null }) => name,
  email: ({ email = null }) => email,
};

/** Facts about the user that are always known; anything else is read from their row. */
export const CARRIED = Object.keys(FACTS);

/**
 * What an expression asks about the user, and nothing else: reading who it is makes the page theirs alone.
 *
 * @param {Actor} actor @param {readonly string[]} names of CARRIED
 * @returns {any}
 */
export const factsOf = (actor, names) => Object.fromEntries(names.map((name) => [name, FACTS[name](actor)]));
