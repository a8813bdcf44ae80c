/** @import { Catalog, ObjectKind, Reference, Registry } from '../index.d.ts' */
import { bodyWalkers } from './bodies.js';

/**
 * What the walkers share: where names are looked up, and who is told.
 *
 * @typedef {{
 *   registry: Registry,
 *   catalog: Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView'>,
 *   visit: (reference: Reference) => string,
 *   whole: boolean,
 * }} Walk
 */

/**
 * Walks every reference in a metadata body; `visit` may return a replacement name. One walker serves rename, export
 * with a prefix, problems and dependents, so none of them can know more places than another.
 *
 * @template T
 * @param {{ kind: ObjectKind, body: T }} object
 * @param {{ registry: Registry, catalog: Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView'>, whole?: boolean }} context
 *   whole: `visit` finds the names within expressions by itself
 * @param {(reference: Reference) => string | undefined | void} visit
 * @returns {T} a copy with the replacements made; the same object when nothing changed
 */
export function mapReferences(object, { registry, catalog, whole = false }, visit) {
  let changed = false;
  /** @param {Reference} reference */
  const tell = (reference) => {
    const next = visit(reference);
    if (next === undefined || next === reference.name) return reference.name;
    changed = true;
    return next;
  };
  const walker = bodyWalkers[object.kind];
  if (!walker) return object.body;
  const copy = walker(copyOf(object.body), { registry, catalog, visit: tell, whole });
  return changed ? copy : object.body;
}

/** Metadata is plain JSON, for which this takes a fraction of what structuredClone does. @param {any} value @returns {any} */
function copyOf(value) {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}
