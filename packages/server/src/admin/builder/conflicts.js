import { findNode } from '../assets/builder/tree.js';
import { changeNode } from '../assets/builder/document.js';
import { mergeDrafts } from '../assets/builder/merge.js';
import { elementInWords, nameOfNode, withChildrenOf } from './words.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/editor-screen.js' */

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
 * Both changes of each element in words, to choose from.
 *
 * @param {Request} req @param {Edited} edited @param {readonly string[]} ids @param {Sides} sides
 * @returns {{ id: string, name: string, mine: string[], theirs: string[] }[]}
 */
export function conflictsOf(req, edited, ids, { base, mine, theirs }) {
  const { subject } = edited;
  return ids.map((id) => ({
    ...{ id, name: nameOfNode(req, subject, mine, id) },
    mine: elementInWords(req, subject, { base, side: mine }, id),
    theirs: elementInWords(req, subject, { base, side: theirs }, id),
  }));
}
