/** @import { Node, Values } from './index.d.ts' */
import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new node id: 8 letters of 5 random bits each, so the chance that two nodes of a layout collide is about 2^-40. */
export function nodeId() {
  return Array.from(randomBytes(8), (byte) => LETTERS[byte & 31]).join('');
}

/**
 * A layout node with a fresh id.
 *
 * @param {string} type @param {Values} [settings] @param {Node[]} [children] @returns {Node}
 */
export function node(type, settings, children) {
  return { id: nodeId(), type, ...(settings && { settings }), ...(children && { children }) };
}

/**
 * Visits every node of a layout, parents first.
 *
 * @param {Node} root @param {(node: Node, parent: Node | null) => void} visit
 */
export function walkLayout(root, visit) {
  /** @param {Node} current @param {Node | null} parent */
  const step = (current, parent) => {
    visit(current, parent);
    for (const child of current.children ?? []) step(child, current);
  };
  step(root, null);
}
