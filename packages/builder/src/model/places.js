// Which element may be where, and the places that the keyboard and the palette choose.
import { contains, findNode, movable, pathTo } from './tree.js';

/** @import { Draft, Found, Node } from './tree.js' */
/** @import { Place } from './document.js' */

/**
 * @typedef {{ name: string, children: 'any' | 'none' | readonly string[], onlyIn: readonly string[] }} ElementInfo
 * @typedef {(parent: string, child: string) => boolean} Accepts by element names
 * @typedef {'up' | 'down' | 'in' | 'out'} Direction
 */

/** @param {readonly ElementInfo[]} elements @returns {Accepts} */
export function acceptsBy(elements) {
  const byName = new Map(elements.map((element) => [element.name, element]));
  return (parent, child) => {
    const children = byName.get(parent)?.children ?? 'none';
    const onlyIn = byName.get(child)?.onlyIn ?? [];
    if (onlyIn.length && !onlyIn.includes(parent)) return false;
    return children === 'any' || (Array.isArray(children) && children.includes(child));
  };
}

/**
 * Where new nodes go: into the selected node or its first empty part, after it, or after an ancestor; without a selection at the
 * end of a layout.
 *
 * @param {Draft} draft @param {string | null} selected @param {readonly string[]} types @param {Accepts} accepts
 * @returns {Place | null}
 */
export function placeNear(draft, selected, types, accepts) {
  const fits = (/** @type {Node} */ parent) => types.every((type) => accepts(parent.type, type));
  const path = selected ? pathTo(draft, selected) : [];
  const [last] = path.slice(-1);
  if (last && fits(last)) return { parent: last.id, index: last.children?.length ?? 0 };
  const empty = last?.children?.find((part) => !part.children?.length && fits(part));
  if (empty) return { parent: empty.id, index: 0 };
  for (let i = path.length - 2; i >= 0; i--) {
    if (fits(path[i])) return { parent: path[i].id, index: (path[i].children ?? []).indexOf(path[i + 1]) + 1 };
  }
  const root = Object.values(draft.layouts).find(fits);
  return root ? { parent: root.id, index: root.children?.length ?? 0 } : null;
}

/**
 * Where a step of the keyboard moves nodes to: up and down lead from the end of a container into the next part, or out of it.
 *
 * @param {Draft} draft @param {readonly string[]} ids @param {Direction} direction @param {Accepts} accepts
 * @returns {Place | null} null: there is no such place
 */
export function placeBeside(draft, ids, direction, accepts) {
  const found = movable(draft, ids);
  const { parent } = found[0] ?? {};
  if (!parent || found.some((one) => one.parent !== parent)) return null;
  const fits = (/** @type {Node} */ holder) => found.every(({ node }) => accepts(holder.type, node.type));
  const siblings = parent.children ?? [];
  const [first, last] = [found[0].index, found[found.length - 1].index];
  if (direction === 'up' && first > 0) return { parent: parent.id, index: first - 1 };
  if (direction === 'down' && last < siblings.length - 1) return { parent: parent.id, index: last + 2 };
  if (direction === 'in') return placeInside(siblings[first - 1], 1, fits) ?? placeInside(siblings[last + 1], 0, fits);
  return placeOutside(draft, parent, direction === 'up' ? -1 : 1, direction === 'out' ? null : fits, fits);
}

/**
 * The end (1) or the start (0) of a node, or of its last or first part if only that accepts.
 *
 * @param {Node | undefined} node @param {0 | 1} end @param {(holder: Node) => boolean} fits @returns {Place | null}
 */
function placeInside(node, end, fits) {
  if (!node) return null;
  const children = node.children ?? [];
  if (fits(node)) return { parent: node.id, index: end ? children.length : 0 };
  return placeInside(children.at(end ? -1 : 0), end, fits);
}

/**
 * @param {Draft} draft @param {Node} holder what is left @param {-1 | 1} step
 * @param {((holder: Node) => boolean) | null} intoNext whether its neighbour may be entered @param {(holder: Node) => boolean} fits
 * @returns {Place | null}
 */
function placeOutside(draft, holder, step, intoNext, fits) {
  const { parent, index = 0 } = findNode(draft, holder.id) ?? {};
  if (!parent) return null;
  const isPart = !fits(parent);
  const next = parent.children?.[index + step];
  if (isPart && intoNext && next && intoNext(next)) {
    return { parent: next.id, index: step > 0 ? 0 : (next.children?.length ?? 0) };
  }
  if (!isPart) return { parent: parent.id, index: step > 0 ? index + 1 : index };
  return placeOutside(draft, parent, step, intoNext, fits);
}

/**
 * Whether nodes may be put there: accepted, and not into themselves.
 *
 * @param {Draft} draft @param {string} parent @param {{ types: readonly string[], ids?: readonly string[] }} what
 * @param {Accepts} accepts
 */
export function mayBeIn(draft, parent, { types, ids = [] }, accepts) {
  const found = findNode(draft, parent);
  if (!found || !types.every((type) => accepts(found.node.type, type))) return false;
  return !ids.some((id) => {
    const moved = findNode(draft, id);
    return moved && contains(moved.node, parent);
  });
}

/**
 * The node to select when some are removed: the next sibling, otherwise the previous one, otherwise the parent.
 *
 * @param {Draft} draft @param {readonly string[]} ids @returns {string | null}
 */
export function nextSelected(draft, ids) {
  const found = movable(draft, ids);
  const last = found.at(-1);
  const siblings = last?.parent?.children ?? [];
  const gone = new Set(found.map(({ node }) => node.id));
  const left = (/** @type {Node} */ node) => !gone.has(node.id);
  const index = last?.index ?? 0;
  return (siblings.slice(index).find(left) ?? siblings.slice(0, index).findLast(left) ?? last?.parent)?.id ?? null;
}
