/** @import { Catalog, Kind, ObjectKind, Reference, ReferenceWalk, Registry } from '../index.d.ts' */
import { bodyWalkers } from './bodies.js';
import { walkToolsOf } from './walk-tools.js';

/**
 * What the walkers share: where names are looked up, and what is called for each.
 *
 * @typedef {{
 *   registry: Registry,
 *   catalog: Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView'> & Partial<Pick<Catalog, 'piece' | 'hasPiece'>>,
 *   visit: (reference: Reference) => string,
 *   old?: boolean,
 *   event?: readonly import('../index.d.ts').EventField[],
 *   variables?: Reference['variables'],
 * }} Walk
 * old: expressions may name the row before a change; event: members of `event` in expressions; variables: what else they
 * may name
 */

/**
 * Walks every reference in a metadata body; `visit` may return a new name, and finds names in expressions itself. One function serves rename, export with a
 * prefix, problems and dependents, so they all find the same references.
 *
 * @template T
 * @param {{ kind: ObjectKind, body: T }} object
 * @param {{ registry: Registry, catalog: Pick<Catalog, 'table' | 'view' | 'hasTable' | 'hasView'> & Partial<Pick<Catalog, 'piece' | 'hasPiece'>> }}
 *   context
 * @param {(reference: Reference) => string | undefined | void} visit
 * @returns {T} a copy with all replacements; the same object if nothing changed
 */
export function mapReferences(object, { registry, catalog }, visit) {
  let changed = false;
  /** @param {Reference} reference */
  const tell = (reference) => {
    const next = visit(reference);
    if (next === undefined || next === reference.name) return reference.name;
    changed = true;
    return next;
  };
  const walk = { registry, catalog, visit: tell };
  const walker = bodyWalkers[object.kind];
  if (!walker && !registry.has('kind', object.kind)) return object.body;
  const body = copyOf(object.body);
  const copy = walker ? walker(body, walk) : referencesOf(registry.kind(object.kind), body, walkToolsOf(walk));
  return changed ? copy : object.body;
}

/** @param {Kind} kind @param {any} body @param {ReferenceWalk} walk */
function referencesOf(kind, body, walk) {
  if (kind.references) return kind.references(body, walk);
  return { ...body, ...walk.settings(kind.schema, body, body.table ?? null, '') };
}

/**
 * Metadata is plain JSON, which this copies in a fraction of structuredClone's time.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function copyOf(value) {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}
