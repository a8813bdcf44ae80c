// Changes of a draft: pure functions that return a new draft, or the same one if the change is impossible.
import { withNewIds } from './ids.js';
import { contains, findNode, movable, pathTo } from './tree.js';

/** @import { Draft, Node } from './tree.js' */
/** @import { Accepts } from './places.js' */

/**
 * A place for nodes: before the child that has this index now, or after the last one.
 *
 * @typedef {{ parent: string, index: number }} Place
 */

/** @param {Draft} draft @param {readonly Node[]} nodes @param {Place} place @returns {Draft} */
export function insertNodes(draft, nodes, { parent, index }) {
  if (nodes.length === 0) return draft;
  const around = pathTo(draft, parent).flatMap(({ settings = {} }) => Object.values(settings));
  // A new one gets a field of the child rows around it.
  const placed = nodes.map(({ fieldsIn = {}, ...node }) => {
    const rows = around.findLast((value) => Object.hasOwn(fieldsIn, value));
    return rows ? { ...node, settings: { ...node.settings, ...fieldsIn[rows] } } : node;
  });
  return changeNode(draft, parent, (node) =>
    withChildren(node, [...before(node, index), ...placed, ...after(node, index)]),
  );
}

/** @param {Draft} draft @param {readonly string[]} ids @returns {Draft} without them; roots stay */
export function removeNodes(draft, ids) {
  return movable(draft, ids).reduce(
    (rest, { node, parent }) =>
      changeNode(rest, /** @type {Node} */ (parent).id, (one) =>
        withChildren(
          one,
          (one.children ?? []).filter(({ id }) => id !== node.id),
        ),
      ),
    draft,
  );
}

/**
 * Moves nodes to one place, in the order of the page. A node can't be moved into itself.
 *
 * @param {Draft} draft @param {readonly string[]} ids @param {Place} place @returns {Draft}
 */
export function moveNodes(draft, ids, place) {
  const moved = movable(draft, ids);
  const target = findNode(draft, place.parent);
  if (!moved.length || !target || moved.some(({ node }) => contains(node, place.parent))) return draft;
  const earlier = moved.filter(({ parent, index }) => parent?.id === place.parent && index < place.index).length;
  const nodes = moved.map(({ node }) => node);
  const next = insertNodes(removeNodes(draft, ids), nodes, { ...place, index: place.index - earlier });
  return sameOrder(target.node, findNode(next, place.parent)?.node) ? draft : next;
}

/** @param {Node} node @param {Node | undefined} other */
const sameOrder = (node, other) =>
  (node.children ?? []).length === (other?.children ?? []).length &&
  (node.children ?? []).every(({ id }, i) => other?.children?.[i].id === id);

/**
 * Copies with new ids, after the last of the originals in each parent.
 *
 * @param {Draft} draft @param {readonly string[]} ids @returns {{ draft: Draft, ids: string[] }} ids: of the copies
 */
export function duplicateNodes(draft, ids) {
  const groups = Map.groupBy(movable(draft, ids), ({ parent }) => /** @type {Node} */ (parent).id);
  /** @type {string[]} */
  const made = [];
  let next = draft;
  for (const [parent, found] of groups) {
    const copies = found.map(({ node }) => withNewIds(node));
    made.push(...copies.map(({ id }) => id));
    const last = /** @type {string} */ (found.at(-1)?.node.id);
    next = insertNodes(next, copies, { parent, index: (findNode(next, last)?.index ?? 0) + 1 });
  }
  return { draft: next, ids: made };
}

/**
 * Puts nodes into a new container, in place of the first one. A container that takes only parts of its own (columns) gets
 * each node in a part.
 *
 * @param {Draft} draft @param {readonly string[]} ids
 * @param {{ wrapper: Node, part: Node | null, accepts: Accepts }} options wrapper, part: new nodes without children
 * @returns {{ draft: Draft, id: string } | null} null: not possible here
 */
export function wrapNodes(draft, ids, { wrapper, part, accepts }) {
  const found = movable(draft, ids);
  const { parent, index = 0 } = found[0] ?? {};
  if (!parent || !accepts(parent.type, wrapper.type)) return null;
  const fits = (/** @type {Node} */ holder) => found.every(({ node }) => accepts(holder.type, node.type));
  const nodes = found.map(({ node }) => node);
  const inParts = !fits(wrapper);
  if (inParts && !(part && fits(part))) return null;
  const children = inParts
    ? nodes.map((node) => ({ ...withNewIds(/** @type {Node} */ (part)), children: [node] }))
    : nodes;
  const made = { ...wrapper, children };
  const earlier = found.filter((one) => one.parent === parent && one.index < index).length;
  const next = insertNodes(removeNodes(draft, ids), [made], { parent: parent.id, index: index - earlier });
  return { draft: next, id: made.id };
}

/**
 * Puts a container's content in its place; parts that can't stand alone (columns) are unwrapped as well.
 *
 * @param {Draft} draft @param {string} id @param {Accepts} accepts
 * @returns {{ draft: Draft, ids: string[] } | null} null: there is nothing in it, or its parent doesn't accept the content
 */
export function unwrapNode(draft, id, accepts) {
  const { node, parent, index = 0 } = findNode(draft, id) ?? {};
  if (!node?.children?.length || !parent) return null;
  /** @param {Node} child @returns {Node[]} */
  const lift = (child) => (accepts(parent.type, child.type) ? [child] : (child.children ?? []).flatMap(lift));
  const lifted = node.children.flatMap(lift);
  if (!lifted.length) return null;
  const next = insertNodes(removeNodes(draft, [id]), lifted, { parent: parent.id, index });
  return { draft: next, ids: lifted.map((one) => one.id) };
}

/** @param {Draft} draft @param {string} id @param {Record<string, unknown>} settings changed ones; undefined: the default @returns {Draft} */
export function setSettings(draft, id, settings) {
  return changeNode(draft, id, (node) => ({
    ...node,
    settings: Object.fromEntries(
      Object.entries({ ...node.settings, ...settings }).filter(([, value]) => value !== undefined),
    ),
  }));
}

/** Puts another node in the place of one. @param {Draft} draft @param {string} id @param {Node} node @returns {Draft} */
export const replaceNode = (draft, id, node) => changeNode(draft, id, () => node);

/**
 * Replaces one node and what surrounds it; all others are shared with the draft before.
 *
 * @param {Draft} draft @param {string} id @param {(node: Node) => Node} change @returns {Draft}
 */
export function changeNode(draft, id, change) {
  const found = findNode(draft, id);
  if (!found) return draft;
  /** @param {Node} node @returns {Node} */
  const step = (node) => {
    if (node.id === id) return change(node);
    const children = node.children?.map(step);
    return !children || children.every((child, i) => child === node.children?.[i]) ? node : { ...node, children };
  };
  return { ...draft, layouts: { ...draft.layouts, [found.layout]: step(draft.layouts[found.layout]) } };
}

/** @param {Node} node @param {Node[]} children @returns {Node} */
const withChildren = (node, children) => ({ ...node, children });

/** @param {Node} node @param {number} index */
const before = ({ children = [] }, index) => children.slice(0, Math.max(0, index));

/** @param {Node} node @param {number} index */
const after = ({ children = [] }, index) => children.slice(Math.max(0, index));
