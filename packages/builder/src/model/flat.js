// A draft as a table of nodes, so that two drafts can be compared and merged node by node.

/** @import { Draft, Node } from './tree.js' */

/**
 * @typedef {{ own: Omit<Node, 'children'>, parent: string | null, layout: string, children: string[] | null }} FlatNode
 * @typedef {{ general: Record<string, any>, settings: Record<string, any>, roots: Record<string, string>,
 *   nodes: Map<string, FlatNode> }} Flat
 */

/** @param {Draft} draft @returns {Flat} */
export function flatten({ general, settings, layouts }) {
  /** @type {Flat['nodes']} */
  const nodes = new Map();
  /** @param {Node} node @param {string | null} parent @param {string} layout */
  const step = ({ children, ...own }, parent, layout) => {
    nodes.set(own.id, { own, parent, layout, children: children ? children.map(({ id }) => id) : null });
    for (const child of children ?? []) step(child, own.id, layout);
  };
  for (const [layout, root] of Object.entries(layouts)) step(root, null, layout);
  const roots = Object.fromEntries(Object.entries(layouts).map(([name, { id }]) => [name, id]));
  return { general, settings, roots, nodes };
}

/** @param {Flat} flat @returns {Draft} */
export function raise({ general, settings, roots, nodes }) {
  /** @param {string} id @returns {Node[]} */
  const step = (id) => {
    const found = nodes.get(id);
    return found ? [{ ...found.own, ...(found.children && { children: found.children.flatMap(step) }) }] : [];
  };
  const layouts = Object.fromEntries(Object.entries(roots).map(([name, id]) => [name, step(id)[0]]));
  return { general, settings, layouts };
}

/** Whether two JSON values are the same; the order of keys does not matter. @param {any} one @param {any} other @returns {boolean} */
export function isSame(one, other) {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = definedKeys(one);
  return keys.length === definedKeys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** What JSON keeps. @param {Record<string, any>} value */
const definedKeys = (value) => Object.keys(value).filter((key) => value[key] !== undefined);
