/** @import { Tree } from '../types.d.ts' */
import { byId } from '../functions/index.js';

/**
 * Whether an expression converts values that may not be of the type, such as a text to a number.
 *
 * @param {Tree} tree @returns {boolean}
 */
export function converts(tree) {
  if (tree.op === 'call' && byId.get(tree.name)?.converts) return true;
  if (tree.op === 'inside') return converts(tree.json);
  if (tree.op === 'each') return [tree.over, tree.where, tree.value].some((part) => part !== null && converts(part));
  return 'args' in tree && tree.args.some(converts);
}
