// Whose change of an element is kept, where two people changed the same one.
import { changeNode } from './document.js';
import { mergeDrafts } from './merge.js';
import { findNode } from './tree.js';

/** @import { Draft, Node } from './tree.js' */

/**
 * Whose change is kept, by node id, or by `general` and `settings` for those of the view itself.
 *
 * @typedef {Record<string, 'mine' | 'theirs'>} Choices
 * @typedef {{ base: Draft, mine: Draft, theirs: Draft }} Sides
 */

/**
 * The merged draft with the elements of `theirs` where they were chosen.
 *
 * @param {Sides} sides @param {Draft} merged where all choices are mine @param {Choices} choices @returns {Draft}
 */
export function choose({ base, mine, theirs }, merged, choices) {
  const { draft: reversed } = mergeDrafts(base, theirs, mine);
  let chosen = merged;
  for (const [id, side] of Object.entries(choices)) {
    if (side !== 'theirs') continue;
    if (id === 'general' || id === 'settings') chosen = { ...chosen, [id]: reversed[id] };
    const found = findNode(reversed, id)?.node;
    if (found) chosen = changeNode(chosen, id, (node) => withChildrenOf(found, node));
  }
  return chosen;
}

/**
 * A node's own settings with the children of another.
 *
 * @template {Node} N @param {N} own @param {{ children?: any[] }} other @returns {N}
 */
export function withChildrenOf(own, { children }) {
  const { children: _own, ...rest } = own;
  return /** @type {N} */ (children ? { ...rest, children } : rest);
}
