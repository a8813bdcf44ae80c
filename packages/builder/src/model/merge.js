// Merges two drafts that were made from the same one, element by element and setting by setting.
import { flatten, isSame, raise } from './flat.js';

/** @import { Draft } from './tree.js' */
/** @import { Flat, FlatNode } from './flat.js' */

/**
 * Where both changed a setting, mine stays, and so does what one removed and the other changed.
 *
 * @param {Draft} base @param {Draft} mine @param {Draft} theirs
 * @returns {{ draft: Draft, conflicts: string[] }} conflicts: ids of the nodes that both changed
 */
export function mergeDrafts(base, mine, theirs) {
  const sides = { base: flatten(base), mine: flatten(mine), theirs: flatten(theirs) };
  /** @type {Set<string>} */
  const conflicts = new Set();
  const ids = [...new Set([...sides.theirs.nodes.keys(), ...sides.mine.nodes.keys()])].filter((id) =>
    isKept(sides, id),
  );
  const parents = parentsOf(sides, ids);
  const roots = mergeKeys(sides.base.roots, sides.mine.roots, sides.theirs.roots, () => {});
  /** @type {Flat['nodes']} */
  const nodes = new Map();
  for (const id of ids) {
    const parent = parents.get(id) ?? null;
    const own = ownOf(sides, id, () => conflicts.add(id));
    nodes.set(id, { own, parent, layout: '', children: childrenOf(sides, id, parents) });
  }
  const merged = (/** @type {'general' | 'settings'} */ key) =>
    mergeKeys(base[key], mine[key], theirs[key], () => conflicts.add(key));
  const flat = { general: merged('general'), settings: merged('settings'), roots, nodes };
  return { draft: raise(flat), conflicts: [...conflicts] };
}

/**
 * @typedef {{ base: Flat, mine: Flat, theirs: Flat }} Sides
 * @param {Sides} sides @param {string} id
 */
function isKept(sides, id) {
  const [base, mine, theirs] = atEach(sides, id);
  if (!base || (mine && theirs)) return true;
  const left = mine ?? theirs;
  // Removed on one side: kept only if the other side changed the node itself, or something in it.
  return Boolean(left) && isChangedIn(mine ? sides.mine : sides.theirs, sides.base, id);
}

/** @param {Flat} side @param {Flat} base @param {string} id @returns {boolean} */
function isChangedIn(side, base, id) {
  const [now, was] = [side.nodes.get(id), base.nodes.get(id)];
  if (!now || !was || !isSame(now.own, was.own)) return true;
  return (now.children ?? []).some((child) => isChangedIn(side, base, child));
}

/** @param {Sides} sides @param {string} id @returns {(FlatNode | undefined)[]} */
const atEach = ({ base, mine, theirs }, id) => [base.nodes.get(id), mine.nodes.get(id), theirs.nodes.get(id)];

/** @param {Sides} sides @param {string} id @param {() => void} conflict @returns {FlatNode['own']} */
function ownOf(sides, id, conflict) {
  const [base, mine, theirs] = atEach(sides, id);
  if (!mine || !theirs) return /** @type {FlatNode} */ (mine ?? theirs).own;
  const before = base?.own ?? /** @type {any} */ ({});
  const own = mergeKeys(before, mine.own, theirs.own, conflict, ['settings']);
  if (!mine.own.settings && !theirs.own.settings) return /** @type {any} */ (own);
  const [one, two, three] = [before, mine.own, theirs.own].map(({ settings }) => settings ?? {});
  return /** @type {any} */ ({ ...own, settings: mergeKeys(one, two, three, conflict) });
}

/**
 * @param {Record<string, any>} base @param {Record<string, unknown>} mine @param {Record<string, unknown>} theirs
 * @param {() => void} conflict @param {readonly string[]} [skipped]
 */
function mergeKeys(base, mine, theirs, conflict, skipped = []) {
  /** @type {Record<string, any>} */
  const merged = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    if (skipped.includes(key)) continue;
    const isMine = !isSame(base[key], mine[key]);
    if (isMine && !isSame(base[key], theirs[key]) && !isSame(mine[key], theirs[key])) conflict();
    const value = (isMine ? mine : theirs)[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/**
 * The parent of each node: mine if I moved it, otherwise theirs. What would end up inside itself or something removed stays.
 *
 * @param {Sides} sides @param {string[]} ids @returns {Map<string, string | null>}
 */
function parentsOf(sides, ids) {
  const kept = new Set(ids);
  /** @type {Map<string, string | null>} */
  const parents = new Map();
  for (const id of ids) {
    const [base, mine, theirs] = atEach(sides, id);
    const wanted = mine && (!theirs || mine.parent !== base?.parent) ? [mine, theirs] : [theirs, mine];
    const found = wanted.find((one) => one && (one.parent === null || kept.has(one.parent)));
    parents.set(id, found ? found.parent : null);
  }
  for (const id of ids) if (!reachesRoot(parents, id)) parents.set(id, sides.theirs.nodes.get(id)?.parent ?? null);
  for (const id of ids) if (!reachesRoot(parents, id)) parents.set(id, sides.mine.nodes.get(id)?.parent ?? null);
  return parents;
}

/** @param {Map<string, string | null>} parents @param {string} id */
function reachesRoot(parents, id) {
  const seen = new Set();
  for (let at = /** @type {string | null | undefined} */ (id); at; at = parents.get(at)) {
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return true;
}

/** @param {Sides} sides @param {string} id @param {Map<string, string | null>} parents @returns {string[] | null} */
function childrenOf(sides, id, parents) {
  const lists = atEach(sides, id).map((one) => (one?.children ?? []).filter((child) => parents.get(child) === id));
  const [base, mine, theirs] = lists;
  const isMineReordered = !isSameOrder(base, mine);
  const [first, second] = isMineReordered ? [mine, theirs] : [theirs, mine];
  const merged = [...first];
  for (const [i, child] of second.entries()) {
    if (merged.includes(child)) continue;
    const after = second.slice(0, i).findLast((one) => merged.includes(one));
    merged.splice(after === undefined ? 0 : merged.indexOf(after) + 1, 0, child);
  }
  const isContainer = atEach(sides, id).some((one) => one?.children);
  return isContainer || merged.length ? merged : null;
}

/** Whether the entries that both lists have are in the same order. @param {string[]} one @param {string[]} other */
function isSameOrder(one, other) {
  const common = one.filter((id) => other.includes(id));
  return other.filter((id) => one.includes(id)).every((id, i) => id === common[i]);
}
