/** @import { Node } from '@plinth/plugin' */

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

/** @param {Node} root @param {(copy: Node) => unknown} change @returns {Node} */
function edited(root, change) {
  const copy = structuredClone(root);
  change(copy);
  return copy;
}
