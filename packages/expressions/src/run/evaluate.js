/** @import { Row, Values } from '@plinth/plugin' */
/** @import { Each, Env, Tree } from '../types.d.ts' */
import { byId } from '../functions/index.js';
import { divide, ONE } from '../values/decimal.js';
import { fromJson } from '../values/values.js';

/**
 * Evaluates a checked expression for a row. Nothing fails, unless `env.fail` says otherwise: without a result the value is
 * null. Needs nothing but the language, so that the browser runs the same file.
 *
 * @param {Tree} tree @param {Env} env
 */
export function evaluate(tree, env) {
  return run(tree, env, { ...env.rows, row: env.row });
}

/** Whether a condition holds; empty counts as false. @param {Tree} tree @param {Env} env */
export function holds(tree, env) {
  return evaluate(tree, env) === true;
}

/** Rows by variable. @typedef {Row} Rows */

/** @type {{ [Op in Tree['op']]: (tree: any, env: Env, rows: Rows) => any }} */
const operations = {
  value: (tree) =>
    tree.value === null || typeof tree.value === 'boolean' ? tree.value : fromJson(tree.value, tree.type),
  path: ({ of, path }, _, rows) => (path.length === 0 ? rows[of] : rows[of]?.[path.join('.')]) ?? null,
  inside: (tree, env, rows) => inside(run(tree.json, env, rows), tree),
  user: ({ name }, env) => env.user[name] ?? null,
  now: (_, env) => env.now,
  today: (_, env) => env.today,
  not: ({ args: [a] }, env, rows) => run(a, env, rows) !== true,
  and: ({ args: [a, b] }, env, rows) => run(a, env, rows) === true && run(b, env, rows) === true,
  or: ({ args: [a, b] }, env, rows) => run(a, env, rows) === true || run(b, env, rows) === true,
  if: ({ args: [condition, yes, no] }, env, rows) => run(run(condition, env, rows) === true ? yes : no, env, rows),
  empty: ({ args: [a] }, env, rows) => run(a, env, rows) === null,
  // An empty value equals nothing but the literal null: two people without a department don't share one.
  equal: (tree, env, rows) => compare(tree, env, rows, same),
  less: (tree, env, rows) => compare(tree, env, rows, (a, b) => ordered(a, b) < 0),
  atMost: (tree, env, rows) => compare(tree, env, rows, (a, b) => ordered(a, b) <= 0),
  in: ({ args: [a, list] }, env, rows) => {
    const value = run(a, env, rows);
    return value !== null && (run(list, env, rows)?.includes(value) ?? false);
  },
  list: ({ args }, env, rows) => args.map((/** @type {Tree} */ arg) => run(arg, env, rows)),
  call: ({ name, args }, env, rows) =>
    call(
      name,
      args.map((/** @type {Tree} */ arg) => run(arg, env, rows)),
      env,
    ),
  each: (tree, env, rows) => each(tree, env, rows),
};

/** @param {Tree} tree @param {Env} env @param {Rows} rows */
function run(tree, env, rows) {
  return operations[tree.op](tree, env, rows);
}

/** @param {Values} tree @param {Env} env @param {Rows} rows @param {(a: unknown, b: unknown) => boolean} test */
function compare({ args: [left, right] }, env, rows, test) {
  const a = run(left, env, rows);
  const b = run(right, env, rows);
  return a !== null && b !== null && test(a, b);
}

/** Lists are equal entry by entry, and two empty entries are equal. @param {any} a @param {any} b */
function same(a, b) {
  if (!Array.isArray(a)) return a === b;
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}

/** Texts are ordered by code point, everything else in its natural order. @param {any} a @param {any} b */
function ordered(a, b) {
  if (typeof a !== 'string') return a < b ? -1 : a > b ? 1 : 0;
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] === b[i]) continue;
    // UTF-16 puts characters above U+FFFF before those from U+E000 on.
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    const isHigh = (/** @type {number} */ unit) => unit >= 0xd800 && unit <= 0xdfff;
    return isHigh(x) === isHigh(y) ? x - y : isHigh(x) ? 1 : -1;
  }
  return a.length - b.length;
}

/** @param {string} name @param {unknown[]} args @param {Env} env */
function call(name, args, env) {
  const overload = byId.get(name);
  if (!overload) throw new TypeError(`There is no function "${name}"`);
  if (!overload.total && args.includes(null)) return null;
  const result = overload.run(args, env);
  if (result === null && overload.converts && env.fail) env.fail(overload, args[0]);
  return result;
}

/** @param {any} json @param {{ keys: string[], type: import('../types.d.ts').Type }} tree */
function inside(json, { keys, type }) {
  let value = json;
  for (const key of keys) {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  if (type.name === 'text') return typeof value === 'string' ? value : null;
  if (type.name === 'bool') return typeof value === 'boolean' ? value : null;
  if (type.name === 'decimal')
    return typeof value === 'number' && Math.abs(value) < 1e30 ? fromJson(value, type) : null;
  return value;
}

/** @param {Each} tree @param {Env} env @param {Rows} rows */
function each({ kind, over, as, where, value }, env, rows) {
  const entries = (run(over, env, rows) ?? []).filter(
    (/** @type {unknown} */ entry) =>
      where === null || kind === 'all' || run(where, env, { ...rows, [as]: entry }) === true,
  );
  if (kind === 'exists') return entries.length > 0;
  if (kind === 'count') return BigInt(entries.length);
  if (kind === 'all') {
    return entries.every(
      (/** @type {unknown} */ entry) => where === null || run(where, env, { ...rows, [as]: entry }) === true,
    );
  }
  const values = entries
    .map((/** @type {unknown} */ entry) => run(/** @type {Tree} */ (value), env, { ...rows, [as]: entry }))
    .filter((/** @type {unknown} */ found) => found !== null);
  return gather[kind](values);
}

/** A sum over nothing is 0; other aggregates are empty. */
const gather = {
  sum: (/** @type {bigint[]} */ values) => values.reduce((a, b) => a + b, 0n),
  average: (/** @type {bigint[]} */ values) =>
    values.length === 0 ? null : divide(gather.sum(values), BigInt(values.length) * ONE),
  min: (/** @type {unknown[]} */ values) =>
    values.length === 0 ? null : values.reduce((a, b) => (ordered(b, a) < 0 ? b : a)),
  max: (/** @type {unknown[]} */ values) =>
    values.length === 0 ? null : values.reduce((a, b) => (ordered(b, a) > 0 ? b : a)),
};
