import { nodeId } from '@plinth/plugin';

/** @import { Node } from '@plinth/plugin' */

/**
 * The layout editor's changes of a tree. Each returns a new tree, or the same one if the step is not possible (the
 * first node can't go up). `accepts(parent, type)` says which children an element allows.
 *
 * @typedef {(parent: Node, type: string) => boolean} Accepts
 */

/**
 * @param {Node} root @param {string} id
 * @returns {{ node: Node, parent: Node | null, index: number } | null}
 */
export function findNode(root, id) {
  /** @param {Node} node @param {Node | null} parent @param {number} index @returns {any} */
  const step = (node, parent, index) => {
    if (node.id === id) return { node, parent, index };
    for (const [i, child] of (node.children ?? []).entries()) {
      const found = step(child, node, i);
      if (found) return found;
    }
    return null;
  };
  return step(root, null, 0);
}

/** @param {Node} root @param {string} id @param {(node: Node) => Node} change @returns {Node} */
export function updateNode(root, id, change) {
  return edited(root, (copy) => {
    const found = findNode(copy, id);
    if (found) Object.assign(found.node, change(structuredClone(found.node)));
  });
}

/**
 * Adds a node to the selected one if that accepts it, otherwise after it, otherwise after the nearest ancestor that
 * does.
 *
 * @param {Node} root @param {string} at id of the selected node @param {Node} node @param {Accepts} accepts
 * @returns {Node}
 */
export function insertNode(root, at, node, accepts) {
  return edited(root, (copy) => {
    let place = findNode(copy, at) ?? { node: copy, parent: null, index: 0 };
    if (accepts(place.node, node.type)) return childrenOf(place.node).push(node);
    while (place.parent) {
      if (accepts(place.parent, node.type)) return childrenOf(place.parent).splice(place.index + 1, 0, node);
      place = /** @type {any} */ (findNode(copy, place.parent.id));
    }
  });
}

/** @param {Node} root @param {string} id @param {-1 | 1} step @returns {Node} */
export function moveNode(root, id, step) {
  return edited(root, (copy) => {
    const { parent, index, node } = findNode(copy, id) ?? {};
    const siblings = parent?.children;
    if (!siblings || index === undefined || !node || index + step < 0 || index + step >= siblings.length) return;
    siblings.splice(index, 1);
    siblings.splice(index + step, 0, node);
  });
}

/** Into the container before it. @param {Node} root @param {string} id @param {Accepts} accepts @returns {Node} */
export function indentNode(root, id, accepts) {
  return edited(root, (copy) => {
    const { parent, index = 0, node } = findNode(copy, id) ?? {};
    const container = parent?.children?.[index - 1];
    if (!parent || !node || !container || !accepts(container, node.type)) return;
    childrenOf(parent).splice(index, 1);
    childrenOf(container).push(node);
  });
}

/**
 * Out of its container, to the position after it.
 *
 * @param {Node} root @param {string} id @param {Accepts} accepts
 * @returns {Node}
 */
export function outdentNode(root, id, accepts) {
  return edited(root, (copy) => {
    const { parent, index = 0, node } = findNode(copy, id) ?? {};
    const outer = parent && findNode(copy, parent.id);
    if (!parent || !node || !outer?.parent || !accepts(outer.parent, node.type)) return;
    childrenOf(parent).splice(index, 1);
    childrenOf(outer.parent).splice(outer.index + 1, 0, node);
  });
}

/** A copy after it, with new ids. @param {Node} root @param {string} id @returns {Node} */
export function duplicateNode(root, id) {
  return edited(root, (copy) => {
    const { parent, index = 0, node } = findNode(copy, id) ?? {};
    if (parent && node) childrenOf(parent).splice(index + 1, 0, withNewIds(node));
  });
}

/** @param {Node} root @param {string} id @returns {Node} */
export function removeNode(root, id) {
  return edited(root, (copy) => {
    const { parent, index = 0 } = findNode(copy, id) ?? {};
    if (parent) childrenOf(parent).splice(index, 1);
  });
}

/** @param {Node} node @returns {Node} */
export function withNewIds(node) {
  const copy = structuredClone(node);
  copy.id = nodeId();
  if (copy.children) copy.children = copy.children.map(withNewIds);
  return copy;
}

/** @param {Node} root @param {(copy: Node) => unknown} change @returns {Node} */
function edited(root, change) {
  const copy = structuredClone(root);
  change(copy);
  return copy;
}

/** @param {Node} node @returns {Node[]} */
const childrenOf = (node) => (node.children ??= []);
