import { elementInWords, nameOfNode } from './words.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Sides } from '@plinth/builder' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * Both changes of each element in words, to choose from.
 *
 * @param {Request} req @param {Edited} edited @param {readonly string[]} ids @param {Sides} sides
 * @returns {{ id: string, name: string, mine: string[], theirs: string[] }[]}
 */
export function conflictsOf(req, edited, ids, { base, mine, theirs }) {
  const { subject } = edited;
  return ids.map((id) => ({
    id,
    name: nameOfNode(req, subject, mine, id),
    mine: elementInWords(req, subject, { base, side: mine }, id),
    theirs: elementInWords(req, subject, { base, side: theirs }, id),
  }));
}
