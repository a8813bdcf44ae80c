/** @import { Change, ObjectState, StoredCatalog, StoredObject } from '../../catalog/types.d.ts' */
import { isDeepStrictEqual } from 'node:util';

/**
 * The changes that take a revision back, on top of what was done since. What only later revisions touched stays as
 * they left it; `conflicts` names the objects where both wanted the same.
 *
 * @param {readonly Change[]} changes of the revision @param {StoredCatalog} catalog as it is now
 * @returns {{ changes: Change[], conflicts: Change[] }}
 */
export function inverse(changes, catalog) {
  /** @type {Change[]} */
  const undone = [];
  /** @type {Change[]} */
  const conflicts = [];
  const now = situation(changes, catalog);
  for (const change of changes.toReversed()) {
    const next = takeBack(change, catalog.objects.get(change.id), now);
    if (next === null) conflicts.push(change);
    else undone.push({ ...change, name: (next.after ?? next.before)?.name ?? change.name, ...next });
  }
  return { changes: undone.filter(({ before, after }) => !isDeepStrictEqual(before, after)), conflicts };
}

/**
 * What is asked of the Catalog for each change, found in one pass: a revision may have thousands.
 *
 * @typedef {{ objects: StoredCatalog['objects'], own: ReadonlySet<string>, names: ReadonlySet<string>, extended: ReadonlySet<string | null> }} Situation
 *   own: ids of all objects of the revision; names: those that are taken; extended: parents of objects that are not its own
 *
 * @param {readonly Change[]} changes @param {StoredCatalog} catalog @returns {Situation}
 */
function situation(changes, { objects }) {
  const own = new Set(changes.map((change) => change.id));
  const all = [...objects.values()];
  const others = all.filter(({ id }) => !own.has(id));
  return {
    objects,
    own,
    names: new Set(all.map(({ kind, parent, name }) => nameKey(kind, parent, name))),
    extended: new Set(others.map(({ parent }) => parent)),
  };
}

/** @param {string} kind @param {string | null} parent @param {string | undefined} name */
const nameKey = (kind, parent, name) => `${kind} ${parent} ${name}`;

/**
 * @param {Change} change @param {StoredObject | undefined} current @param {Situation} situation
 * @returns {{ before: ObjectState | null, after: ObjectState | null } | null} null: it can't be taken back
 */
function takeBack({ id, kind, parent, before, after }, current, { objects, own, names, extended }) {
  if (!after) {
    // It was removed: it comes back as it was, unless its name is somebody else's by now, or its table is gone.
    if (current || (parent && !objects.has(parent) && !own.has(parent))) return null;
    return names.has(nameKey(kind, parent, before?.name)) ? null : { before: null, after: before };
  }
  if (!current) return null;
  const now = { name: current.name, position: current.position, body: current.body };
  if (!before) {
    const untouched = isDeepStrictEqual({ ...now, position: 0 }, { ...after, position: 0 });
    return untouched && !extended.has(id) ? { before: now, after: null } : null;
  }
  const merged = mergeBack(before, after, now);
  return merged && { before: now, after: merged };
}

/** Each key that the revision changed goes back, if it still has the value that the revision gave it. @param {ObjectState} before @param {ObjectState} after @param {ObjectState} now */
function mergeBack(before, after, now) {
  const merged = { name: now.name, position: now.position, body: { ...now.body } };
  if (before.name !== after.name) {
    if (now.name !== after.name) return null;
    merged.name = before.name;
  }
  // Places shift with every field that comes or goes: no reason to refuse.
  if (before.position !== after.position && now.position === after.position) merged.position = before.position;
  for (const key of new Set([...Object.keys(before.body), ...Object.keys(after.body)])) {
    if (isDeepStrictEqual(before.body[key], after.body[key])) continue;
    if (!isDeepStrictEqual(now.body[key], after.body[key])) return null;
    if (key in before.body) merged.body[key] = before.body[key];
    else delete merged.body[key];
  }
  return merged;
}
