/** @import { Draft, Node } from './tree.js' */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** A node id as the server makes it: 8 letters of 5 random bits each. */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte & 31]).join('');

/** A copy with new ids. @param {Node} node @returns {Node} */
export function withNewIds(node) {
  const { children, ...own } = structuredClone(node);
  return { ...own, id: newId(), ...(children && { children: children.map(withNewIds) }) };
}

/**
 * Ids need to be unique only within a layout, but the page shows several: a node whose id occurs in an earlier layout
 * gets a new one.
 *
 * @param {Draft} draft @returns {Draft} the same one if all ids differ
 */
export function withOwnIds(draft) {
  const seen = new Set();
  let changed = false;
  /** @param {Node} node @returns {Node} */
  const step = (node) => {
    const id = seen.has(node.id) ? newId() : node.id;
    changed ||= id !== node.id;
    seen.add(id);
    return { ...node, id, ...(node.children && { children: node.children.map(step) }) };
  };
  const layouts = Object.fromEntries(Object.entries(draft.layouts).map(([name, root]) => [name, step(root)]));
  return changed ? { ...draft, layouts } : draft;
}
