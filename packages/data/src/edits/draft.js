/** @import { ObjectKind, Reference, Registry } from '@plinth/plugin' */
/** @import { Change, ObjectState, StoredCatalog, StoredObject } from '../catalog/types.d.ts' */
import { isDeepStrictEqual } from 'node:util';
import { buildCatalog } from '../catalog/catalog.js';
import { mapObject } from '../catalog/references.js';
import { applyChanges } from '../catalog/store.js';
import { uuidv7 } from '../catalog/uuid.js';
import { targetKey } from '../catalog/target-key.js';
import { objectNotFound } from '../catalog/not-found.js';

/** @typedef {ReturnType<typeof createDraft>} Draft */

/**
 * What an edit writes to: changes on top of a Catalog. Each step sees those before it.
 *
 * @param {StoredCatalog} base @param {Registry} registry
 */
export function createDraft(base, registry) {
  /** @type {Map<string, Change>} */
  const changes = new Map();
  /** @type {Record<string, string>} */
  const ids = {};
  /** @type {string[]} */
  const warnings = [];
  /** @type {Record<string, unknown>} */
  const fill = {};
  let current = base;
  let stale = false;
  let emptying = false;

  /** @returns {StoredCatalog} */
  function catalog() {
    if (stale)
      current = buildCatalog({ version: base.version, objects: applyChanges(base.objects, list()).values(), registry });
    stale = false;
    return current;
  }

  function list() {
    return [...changes.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after));
  }

  /** @param {string} id @returns {Change} */
  function changeOf(id) {
    const known = changes.get(id);
    if (known) return known;
    const object = base.objects.get(id);
    if (!object) throw objectNotFound('object', id);
    const state = { name: object.name, position: object.position, body: object.body };
    return { id, kind: object.kind, parent: object.parent, name: object.name, before: state, after: state };
  }

  /** @param {Change} change @param {ObjectState | null} after */
  function set(change, after) {
    changes.set(change.id, { ...change, name: after?.name ?? change.name, after });
    stale = true;
  }

  const draft = {
    base,
    registry,
    /** The Catalog as this draft would leave it. */
    get catalog() {
      return catalog();
    },

    /**
     * @param {ObjectKind} kind @param {string} name @param {any} body @param {{ parent?: string, position?: number }} [place]
     * @returns {string} its id
     */
    add(kind, name, body, { parent, position } = {}) {
      const id = uuidv7();
      const at = position ?? nextPosition([...applied().values()], kind, parent ?? null);
      set({ id, kind, parent: parent ?? null, name, before: null, after: null }, { name, position: at, body });
      ids[parent ? `${nameOf(parent)}.${name}` : name] = id;
      return id;
    },

    /** @param {string} id @param {Partial<ObjectState>} next */
    change(id, next) {
      const change = changeOf(id);
      set(change, { .../** @type {ObjectState} */ (change.after), ...next });
    },

    /** Changes keys of its body. @param {string} id @param {object} keys */
    merge(id, keys) {
      const { body } = /** @type {ObjectState} */ (changeOf(id).after);
      draft.change(id, { body: { ...body, ...keys } });
    },

    /** @param {string} id */
    remove(id) {
      set(changeOf(id), null);
    },

    /** Rewrites whatever refers to something. @param {(reference: Reference) => string | undefined | void} replace */
    mapReferences(replace) {
      const context = { catalog: catalog(), registry };
      for (const object of context.catalog.objects.values()) {
        const body = mapObject(object, context, replace);
        if (body !== object.body) draft.change(object.id, { body });
      }
    },

    /** @param {string} text */
    warn: (text) => void warnings.push(text),
    /** Rows may lose values that can't be taken over; they are kept for undo. */
    allowEmptying: () => void (emptying = true),
    /** @param {string} field id @param {unknown} value in parsed form */
    fill: (field, value) => void (fill[field] = value),

    result() {
      for (const [id, targetKey] of staleTargetKeys(catalog())) draft.merge(id, { targetKey });
      return {
        changes: list(),
        ids,
        warnings,
        fill,
        onFailure: /** @type {'refuse' | 'empty'} */ (emptying ? 'empty' : 'refuse'),
      };
    },
  };

  /** @param {string} id */
  function nameOf(id) {
    return changeOf(id).after?.name;
  }

  function applied() {
    return applyChanges(base.objects, [...changes.values()]);
  }
  return draft;
}

/**
 * Each relation remembers what kind of key its target has: its column keeps that type when the target is removed.
 *
 * @param {StoredCatalog} catalog @returns {[string, 'identity' | 'uuid'][]} fields where it is not noted yet
 */
function staleTargetKeys(catalog) {
  return catalog.tables.flatMap((table) =>
    table.fields.flatMap((field) => {
      const key = targetKey(field, catalog);
      const noted = catalog.objects.get(field.id)?.body.targetKey;
      return table.system || key === null || key === noted
        ? []
        : [/** @type {[string, 'identity' | 'uuid']} */ ([field.id, key])];
    }),
  );
}

/** @param {StoredObject[]} objects @param {ObjectKind} kind @param {string | null} parent */
function nextPosition(objects, kind, parent) {
  const positions = objects
    .filter((object) => object.kind === kind && object.parent === parent)
    .map((object) => object.position);
  return positions.length === 0 ? 1 : Math.max(...positions) + 1;
}
