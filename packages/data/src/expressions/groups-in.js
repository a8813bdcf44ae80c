/** @import { Tree } from '@plinth/expressions' */
/** @import { Catalog, Table } from '@plinth/plugin' */
import { readExpression } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';

/**
 * Groups of people that an expression asks for by name (`"sales" in user.groups`): the very names that the compiler finds
 * beside the list. Of what can't be read, none: that is told elsewhere.
 *
 * @param {Catalog} catalog @param {Table | null} table @param {string} source @returns {string[]}
 */
export function groupsIn(catalog, table, source) {
  // Spaces, comments and quotes may stand between the words.
  if (!source.includes('groups')) return [];
  try {
    return [...new Set(besideGroups(readExpression(source, { catalog, table }).tree))];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** @param {Tree} tree @param {readonly string[]} [variables] that stand for a group @returns {string[]} */
function besideGroups(tree, variables = []) {
  const parts = partsOf(tree);
  const known = tree.op === 'each' && isGroups(tree.over) ? [...variables, tree.as] : variables;
  const ofGroups = parts.some((part) => isGroups(part) || (part.op === 'path' && known.includes(part.of)));
  return parts.flatMap((part) => {
    if (!ofGroups || part.op !== 'value') return besideGroups(part, known);
    return typeof part.value === 'string' ? [part.value] : [];
  });
}

/** @param {Tree} tree */
const isGroups = (tree) => tree.op === 'user' && tree.name === 'groups';

/** @param {any} tree @returns {Tree[]} */
function partsOf(tree) {
  const parts = [...(tree.args ?? []), tree.over, tree.where, tree.value, tree.json];
  return parts.filter((part) => typeof part === 'object' && part !== null);
}
