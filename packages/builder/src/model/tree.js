// Reading a draft's layouts: where a node is, what surrounds it, and in which order nodes come.

/**
 * @typedef {{ id: string, type: string, settings?: Record<string, any>, visible?: any, at?: any, children?: Node[], fieldsIn?: any }} Node
 * @typedef {{ general: Record<string, any>, settings: Record<string, any>, layouts: Record<string, Node> }} Draft
 * @typedef {{ layout: string, node: Node, parent: Node | null, index: number }} Found
 */

/** @param {Draft} draft @param {string | null | undefined} id @returns {Found | null} */
export function findNode(draft, id) {
  for (const found of nodesOf(draft)) if (found.node.id === id) return found;
  return null;
}

/** Every node, parents first, layout by layout. @param {Draft} draft @returns {Generator<Found>} */
export function* nodesOf(draft) {
  for (const [layout, root] of Object.entries(draft.layouts)) yield* step(layout, root, null, 0);
}

/** @param {string} layout @param {Node} node @param {Node | null} parent @param {number} index @returns {Generator<Found>} */
function* step(layout, node, parent, index) {
  yield { layout, node, parent, index };
  for (const [i, child] of (node.children ?? []).entries()) yield* step(layout, child, node, i);
}

/** The nodes from the layout's root down to this one. @param {Draft} draft @param {string} id @returns {Node[]} */
export function pathTo(draft, id) {
  const found = findNode(draft, id);
  if (!found) return [];
  return found.parent ? [...pathTo(draft, found.parent.id), found.node] : [found.node];
}

/** @param {Node} node @param {string} id @returns {boolean} */
export function contains(node, id) {
  return node.id === id || (node.children ?? []).some((child) => contains(child, id));
}

/**
 * Selected nodes that can be moved or removed: none inside another, no root, in the order of the page.
 *
 * @param {Draft} draft @param {readonly string[]} ids @returns {Found[]}
 */
export function movable(draft, ids) {
  const wanted = new Set(ids);
  /** @type {Found[]} */
  const found = [];
  const inside = new Set();
  for (const one of nodesOf(draft)) {
    const isInside = one.parent !== null && inside.has(one.parent);
    if (isInside || (one.parent && wanted.has(one.node.id))) inside.add(one.node);
    if (!isInside && one.parent && wanted.has(one.node.id)) found.push(one);
  }
  return found;
}

/** All ids of a node and what is in it. @param {Node} node @returns {string[]} */
export const idsIn = (node) => [node.id, ...(node.children ?? []).flatMap(idsIn)];

/** @param {Node} node @returns {number} */
export const countIn = (node) => 1 + (node.children ?? []).reduce((sum, child) => sum + countIn(child), 0);
