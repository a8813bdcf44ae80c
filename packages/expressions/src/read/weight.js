/** @import { Tree } from '../types.d.ts' */
import { expressionInvalid } from './errors.js';

/**
 * What Postgres may spend on planning one expression, all formulas in place: about 10 KB of memory each, so that the
 * heaviest stays below 64 MB.
 */
export const MOST_WEIGHT = 6_000;

/** Signs take each argument once, so a chain of them is no deeper than one. */
const SIGNS = /^(add|subtract|multiply|divide|modulo|negate|decimal)\./;

/**
 * Refuses an expression that would cost the database too much before it reads a single row.
 *
 * @param {string} source @param {Tree} tree with all formulas in place
 */
export function checkWeight(source, tree) {
  if (weightOf(tree) > MOST_WEIGHT) throw tooLarge(source);
}

/** @param {string} source */
export const tooLarge = (source) =>
  expressionInvalid(
    source,
    null,
    'it is too large, including the formulas it uses',
    'Nest fewer calls, or use shorter paths or fewer formulas',
  );

/**
 * What an expression costs the planner: each part once for every sub-select around it, because Postgres copies what a
 * sub-select holds when it plans that. Calls count as sub-selects (see `once` of the SQL compiler), so do questions over
 * rows and each step to another row.
 *
 * @param {Tree} tree @param {number} [depth] of the sub-selects around it
 * @returns {number}
 */
export function weightOf(tree, depth = 1) {
  if (tree.op === 'path') {
    const steps = Math.max(tree.path.length, 1);
    // Measured: a path becomes nested exists() where it is compared, the dearest of all.
    return steps * depth + 3 * (steps - 1) ** 2;
  }
  if (tree.op === 'inside') return depth + weightOf(tree.json, depth + 1);
  if (tree.op === 'each') {
    const parts = [tree.over, tree.where, tree.value].filter((part) => part !== null);
    return parts.reduce((sum, part) => sum + weightOf(part, depth + 1), depth);
  }
  const args = 'args' in tree ? tree.args : [];
  const inner = tree.op === 'call' && !SIGNS.test(tree.name) ? depth + 1 : depth;
  return args.reduce((sum, arg) => sum + weightOf(arg, inner), depth);
}
