/** @import { Tree } from '@plinth/expressions' */
/** @import { Catalog, Table } from '@plinth/plugin' */
import { readExpression } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';

/** @typedef {'groups' | 'roles'} List */

/**
 * Groups of people, or roles, that an expression asks for by name (`"sales" in user.groups`): the very names that the
 * compiler finds beside the list. Of what can't be read, none: that is told elsewhere.
 *
 * @param {List} list @param {Catalog} catalog @param {Table | null} table @param {string} source @returns {string[]}
 */
export function peopleIn(list, catalog, table, source) {
  // Spaces, comments and quotes may stand between the words.
  if (!source.includes(list)) return [];
  try {
    return [...new Set(besideList(list, readExpression(source, { catalog, table }).tree))];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** @param {List} list @param {Tree} tree @param {readonly string[]} [variables] that stand for one of the list @returns {string[]} */
function besideList(list, tree, variables = []) {
  const isList = (/** @type {Tree} */ part) => part.op === 'user' && part.name === list;
  const parts = partsOf(tree);
  const known = tree.op === 'each' && isList(tree.over) ? [...variables, tree.as] : variables;
  const ofList = parts.some((part) => isList(part) || (part.op === 'path' && known.includes(part.of)));
  return parts.flatMap((part) => {
    if (!ofList || part.op !== 'value') return besideList(list, part, known);
    return typeof part.value === 'string' ? [part.value] : [];
  });
}

/** @param {any} tree @returns {Tree[]} */
function partsOf(tree) {
  const parts = [...(tree.args ?? []), tree.over, tree.where, tree.value, tree.json];
  return parts.filter((part) => typeof part === 'object' && part !== null);
}
