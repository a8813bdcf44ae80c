// Elements on the clipboard: JSON text, so that they can be pasted in other views, apps and browser tabs. What is pasted may
// come from anywhere: it is checked before it becomes part of a draft.
import { withNewIds } from '../../model/ids.js';

/** @import { Node } from '../../model/tree.js' */

const MAX_TEXT = 1_000_000;
const MAX_NODES = 1_000;
const MAX_DEPTH = 30;
const ID = /^[a-z0-9_-]{1,40}$/i;
const TYPE = /^[a-z][a-z0-9_]{0,62}$/;
const FORMAT = 1;

/**
 * @typedef {'empty' | 'rubbish' | 'newer' | 'unknown' | 'large'} PasteProblem unknown: an element that is not installed here
 */

/** @param {readonly Node[]} nodes @returns {string} */
export const clipboardText = (nodes) => JSON.stringify({ plinth: 'elements', format: FORMAT, elements: nodes });

/**
 * The elements of a clipboard text, with new ids.
 *
 * @param {string} text @param {(type: string) => boolean} isKnown whether an element of this name is installed
 * @returns {{ nodes: Node[], problem: null, name: '' } | { nodes: null, problem: PasteProblem, name: string }} name: of
 *   the unknown element
 */
export function readClipboard(text, isKnown) {
  if (!text.trim()) return failed('empty');
  if (text.length > MAX_TEXT) return failed('large');
  const parsed = parsedJson(text);
  if (parsed?.plinth !== 'elements' || !Array.isArray(parsed.elements) || !parsed.elements.length)
    return failed('rubbish');
  if (parsed.format > FORMAT) return failed('newer');
  const count = { nodes: 0 };
  const nodes = parsed.elements.map((/** @type {unknown} */ one) => readNode(one, 0, count));
  if (count.nodes > MAX_NODES) return failed('large');
  if (nodes.includes(null)) return failed('rubbish');
  const unknown = nodes.flatMap(typesIn).find((/** @type {string} */ type) => !isKnown(type));
  return unknown ? failed('unknown', unknown) : { nodes: nodes.map(withNewIds), problem: null, name: '' };
}

/** @param {PasteProblem} problem @param {string} [name] @returns {{ nodes: null, problem: PasteProblem, name: string }} */
const failed = (problem, name = '') => ({ nodes: null, problem, name });

/** @param {string} text @returns {any} */
function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Only what a node consists of; anything else is left out.
 *
 * @param {any} value @param {number} depth @param {{ nodes: number }} count @returns {Node | null}
 */
function readNode(value, depth, count) {
  if (++count.nodes > MAX_NODES || depth > MAX_DEPTH || !isRecord(value)) return null;
  const { id, type, settings, visible, at, children } = value;
  if (typeof type !== 'string' || !TYPE.test(type) || typeof id !== 'string' || !ID.test(id)) return null;
  for (const part of [settings, visible, at]) if (part !== undefined && !isRecord(part)) return null;
  if (children !== undefined && !Array.isArray(children)) return null;
  const read = children?.map((/** @type {unknown} */ child) => readNode(child, depth + 1, count));
  if (read?.includes(null)) return null;
  const parts = {
    ...(settings && { settings }),
    ...(visible && { visible }),
    ...(at && { at }),
    ...(read && { children: read }),
  };
  return /** @type {Node} */ ({ id, type, ...parts });
}

/** @param {unknown} value */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {Node} node @returns {string[]} */
const typesIn = ({ type, children = [] }) => [type, ...children.flatMap(typesIn)];
