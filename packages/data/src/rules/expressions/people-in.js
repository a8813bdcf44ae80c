/** @import { Tree } from '@plinth/expressions' */
/** @import { Catalog, Table } from '@plinth/plugin' */
import { readExpression, textsIn } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';

/** @typedef {'groups' | 'roles'} List */

/**
 * Groups or roles that an expression mentions by name (`"sales" in user.groups`), exactly those that the compiler finds
 * beside the list. None if the expression can't be read, which is reported elsewhere.
 *
 * @param {List} list @param {Catalog} catalog @param {Table | null} table @param {string} source @returns {string[]}
 */
export function peopleIn(list, catalog, table, source) {
  // Spaces, comments and quotes may be between the words.
  if (!source.includes(list)) return [];
  try {
    return [...new Set(besideList(list, readExpression(source, { catalog, table }).tree))];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** No group or role can have this name. */
const NOBODY = '\uE000';

/**
 * Renames a group or role in an expression. Other texts that look the same stay: each is tried by itself, using
 * `peopleIn`.
 *
 * @param {List} list @param {Catalog} catalog @param {Table | null} table @param {string} source @param {string} from
 *   @param {string} to
 */
export function renameInExpression(list, catalog, table, source, from, to) {
  if (!peopleIn(list, catalog, table, source).includes(from)) return source;
  let text = source;
  for (const { value, start, end } of textsIn(source)) {
    if (value !== from) continue;
    const withText = (/** @type {string} */ name) => text.slice(0, start) + JSON.stringify(name) + text.slice(end);
    if (peopleIn(list, catalog, table, withText(NOBODY)).includes(NOBODY)) text = withText(to);
  }
  return text;
}

/**
 * @param {List} list @param {Tree} tree @param {readonly string[]} [variables] that stand for an entry of the list
 * @returns {string[]}
 */
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
