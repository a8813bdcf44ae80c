/** @import { Expression } from '@plinth/expressions' */

/** Facts about the user that are known without reading anything. */
const CARRIED = ['id', 'roles', 'groups', 'signedIn', 'name', 'email'];

/** Whether it names what the database knows nothing of, so that it is not part of a statement. @param {Expression} expression */
export const usesVariable = ({ tree }) => /"of":"(old|event|input)"/.test(JSON.stringify(tree));

/**
 * Whether it needs more than is known outside of the database: old values are those of the row alone, and nothing else is
 * read beside them.
 *
 * @param {Expression} expression @param {boolean} hasRow whether the row is still there
 */
export function needsMore({ tree, reads, user }, hasRow) {
  const lists = Object.keys(reads.lists).length > 0;
  const paths = [...pathsIn(tree)].filter(({ of }) => of === 'old' || !hasRow);
  return lists || paths.some(({ path }) => path.length > 1) || user.some((name) => !CARRIED.includes(name));
}

/**
 * Whether nothing but the row's own fields changes its value: not the time, nor related rows, nor people.
 *
 * @param {Expression} expression
 */
export const isOfRowAlone = ({ reads, user, time }) =>
  time === null &&
  user.every((name) => name === 'id') &&
  Object.keys(reads.lists).length === 0 &&
  !Object.keys(reads.fields).some((path) => path.includes('.'));

/** @param {any} tree @returns {Generator<{ of: string, path: string[] }>} */
function* pathsIn(tree) {
  if (typeof tree !== 'object' || tree === null) return;
  if (tree.op === 'path') yield tree;
  else for (const inner of Object.values(tree)) yield* pathsIn(inner);
}
