import { flatten, isSame, raise } from './flat.js';

/** @import { Draft } from './tree.js' */
/** @import { Flat, FlatNode } from './flat.js' */

/**
 * What differs between two drafts, as pairs of before and after; null: the node is not there.
 *
 * @typedef {{ general?: [any, any], settings?: [any, any], roots?: [any, any],
 *   nodes: Record<string, [FlatNode | null, FlatNode | null]> }} Difference
 */

/** @param {Draft} before @param {Draft} after @returns {Difference} */
export function differenceOf(before, after) {
  const [one, other] = [flatten(before), flatten(after)];
  /** @type {Difference} */
  const found = { nodes: {} };
  for (const key of /** @type {const} */ (['general', 'settings', 'roots'])) {
    if (!isSame(one[key], other[key])) found[key] = [one[key], other[key]];
  }
  for (const id of new Set([...one.nodes.keys(), ...other.nodes.keys()])) {
    const [was, is] = [one.nodes.get(id) ?? null, other.nodes.get(id) ?? null];
    if (!isSame(was, is)) found.nodes[id] = [was, is];
  }
  return found;
}

/** @param {Difference} difference */
export const isNone = ({ nodes, ...rest }) => Object.keys(rest).length === 0 && Object.keys(nodes).length === 0;

/**
 * The other draft of a difference: `after` (1) from the one before, `before` (0) from the one after.
 *
 * @param {Draft} draft @param {Difference} difference @param {0 | 1} side @returns {Draft}
 */
export function applyDifference(draft, difference, side) {
  const flat = flatten(draft);
  /** @type {Flat} */
  const next = {
    general: difference.general?.[side] ?? flat.general,
    settings: difference.settings?.[side] ?? flat.settings,
    roots: difference.roots?.[side] ?? flat.roots,
    nodes: flat.nodes,
  };
  for (const [id, pair] of Object.entries(difference.nodes)) {
    const node = pair[side];
    if (node) next.nodes.set(id, node);
    else next.nodes.delete(id);
  }
  return raise(next);
}
