/** @import { Tree } from '../types.d.ts' */
import { expressionInvalid } from './errors.js';

/**
 * What planning one expression with all formulas inlined may cost PostgreSQL: about 10 KB of memory per unit, so that
 * the heaviest stays below 64 MB.
 */
export const MOST_WEIGHT = 6_000;

/** Operators use each argument once, so a chain of them counts as one level. */
const SIGNS = /^(add|subtract|multiply|divide|modulo|negate|decimal)\./;

/**
 * Refuses an expression that would cost the database too much before it reads a single row.
 *
 * @param {string} source @param {Tree} tree with all formulas inlined
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
 * What an expression costs the planner: each part once for every sub-select around it, because PostgreSQL copies a
 * sub-select's contents when planning it. Calls count as sub-selects (see `once` of the SQL compiler), and so do
 * queries over rows and each step to another row.
 *
 * @param {Tree} tree @param {number} [depth] of the sub-selects around it
 * @returns {number}
 */
export function weightOf(tree, depth = 1) {
  if (tree.op === 'path') {
    const steps = Math.max(tree.path.length, 1);
    // Measured: a path in a comparison becomes nested exists(), which is the most expensive of all.
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
