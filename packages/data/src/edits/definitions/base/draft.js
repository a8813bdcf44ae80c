/** @import { ObjectKind, Reference, Registry, Values } from '@plinth/plugin' */
/** @import { Change, ObjectState, StoredCatalog, StoredObject } from '../../../catalog/types.d.ts' */
/** @import { PlannedChanges } from '../../types.d.ts' */
import { isDeepStrictEqual } from 'node:util';
import { inputInvalid } from '@plinth/plugin';
import { buildCatalog } from '../../../catalog/model/catalog.js';
import { mapObject } from '../../../catalog/model/references.js';
import { changedObject } from '../../../catalog/model/store.js';
import { unstorableIn } from '../../../catalog/schema/unstorable.js';
import { uuidv7 } from '../../../catalog/schema/uuid.js';
import { targetKey } from '../../../catalog/schema/target-key.js';
import { checkRules } from './access-rules.js';
import { checkFormulas } from './formulas.js';
import { objectNotFound } from '../../../postgres/errors/not-found.js';

/** @param {StoredCatalog} base @param {Registry} registry */
export function createDraft(base, registry) {
  return new Draft(base, registry);
}

/** Collects an edit's changes on top of a Catalog. Each step sees the changes of earlier ones. */
export class Draft {
  /** @type {Map<string, Change>} */
  #changes = new Map();
  /** @type {Record<string, string>} */
  #ids = {};
  /** @type {string[]} */
  #warnings = [];
  /** @type {Record<string, unknown>} */
  #fill = {};
  /** @type {StoredCatalog | null} null: must be rebuilt */
  #current;
  /** The objects with all changes; null until the first change. @type {Map<string, StoredObject> | null} */
  #objects = null;
  /** The last position by kind and parent. @type {Map<string, number> | null} */
  #places = null;
  #emptying = false;

  /** @param {StoredCatalog} base @param {Registry} registry */
  constructor(base, registry) {
    this.base = base;
    this.registry = registry;
    this.#current = base;
  }

  /**
   * The Catalog that this draft results in. It is rebuilt after each change, in time proportional to the number of objects,
   * so steps that add many objects should read it once.
   *
   * @returns {StoredCatalog}
   */
  get catalog() {
    const { version, objects } = this.base;
    this.#current ??= buildCatalog({ version, objects: (this.#objects ?? objects).values(), registry: this.registry });
    return this.#current;
  }

  /**
   * @param {ObjectKind} kind @param {string} name @param {Values} body @param {{ parent?: string, position?: number }} [place]
   * @returns {string} its id
   */
  add(kind, name, body, { parent, position } = {}) {
    const id = uuidv7();
    const at = position ?? this.#lastPlace(kind, parent ?? null) + 1;
    this.#set({ id, kind, parent: parent ?? null, name, before: null, after: null }, { name, position: at, body });
    this.#ids[parent ? `${this.#state(parent).name}.${name}` : name] = id;
    return id;
  }

  /** @param {string} id @param {Partial<ObjectState>} next */
  change(id, next) {
    this.#set(this.#changeOf(id), { ...this.#state(id), ...next });
  }

  /** Merges keys into an object's body. @param {string} id @param {object} keys */
  merge(id, keys) {
    this.change(id, { body: { ...this.#state(id).body, ...keys } });
  }

  /** @param {string} id */
  remove(id) {
    this.#set(this.#changeOf(id), null);
  }

  /** Rewrites references in all objects. @param {(reference: Reference) => string | undefined | void} replace */
  mapReferences(replace) {
    const { catalog, registry } = this;
    for (const object of catalog.objects.values()) {
      const body = mapObject(object, { catalog, registry }, replace);
      if (body !== object.body) this.change(object.id, { body });
    }
  }

  /** @param {string} text */
  warn(text) {
    this.#warnings.push(text);
  }

  /** Allows values to be lost that can't be converted; they are kept for undo. */
  allowEmptying() {
    this.#emptying = true;
  }

  /** Fills in a value for rows that have none. @param {string} field id @param {unknown} value in parsed form */
  fill(field, value) {
    this.#fill[field] = value;
  }

  /** @returns {PlannedChanges} */
  result() {
    for (const [id, targetKey] of staleTargetKeys(this.catalog)) this.merge(id, { targetKey });
    const changes = [...this.#changes.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after));
    checkRules(this.catalog, changes);
    checkFormulas(this.catalog, changes);
    const onFailure = this.#emptying ? 'empty' : 'refuse';
    return { changes, ids: this.#ids, warnings: this.#warnings, fill: this.#fill, onFailure };
  }

  /** @param {ObjectKind} kind @param {string | null} parent 0: there is none yet */
  #lastPlace(kind, parent) {
    if (!this.#places) {
      this.#places = new Map();
      for (const object of (this.#objects ?? this.base.objects).values()) notePlace(this.#places, object);
    }
    return this.#places.get(placeKey(kind, parent)) ?? 0;
  }

  /** @param {string} id @returns {Change} */
  #changeOf(id) {
    const known = this.#changes.get(id);
    if (known) return known;
    const object = this.base.objects.get(id);
    if (!object) throw objectNotFound('object', id);
    const state = { name: object.name, position: object.position, body: object.body };
    return { id, kind: object.kind, parent: object.parent, name: object.name, before: state, after: state };
  }

  /** @param {string} id @returns {ObjectState} */
  #state(id) {
    const { after, kind, name } = this.#changeOf(id);
    if (!after) throw objectNotFound(kind, name);
    return after;
  }

  /** @param {Change} change @param {ObjectState | null} after */
  #set(change, after) {
    const next = {
      ...change,
      name: after?.name ?? change.name,
      after: after && { ...after, body: asStored(after.body) },
    };
    this.#changes.set(change.id, next);
    this.#current = null;
    this.#objects ??= new Map(this.base.objects);
    const object = changedObject(this.base.objects.get(change.id), next);
    if (!object) return void this.#objects.delete(change.id);
    this.#objects.set(change.id, object);
    if (this.#places) notePlace(this.#places, object);
  }
}

/**
 * A body as it comes back from the database: what a request brought may have no prototype, and would then never equal
 * what is stored, so that it could not be taken back.
 *
 * @param {unknown} body @throws {import('@plinth/plugin').AppError} INPUT_INVALID
 */
function asStored(body) {
  const at = unstorableIn(body);
  if (at !== null) throw inputInvalid({ [at]: 'contains characters that are not text' });
  return JSON.parse(JSON.stringify(body));
}

/**
 * Each relation stores the key type of its target, so that its column keeps the type when the target is removed.
 *
 * @param {StoredCatalog} catalog @returns {[string, 'identity' | 'uuid'][]} fields that do not store it yet
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

/** @param {ObjectKind} kind @param {string | null} parent */
const placeKey = (kind, parent) => `${kind} ${parent}`;

/** @param {Map<string, number>} places @param {StoredObject} object */
function notePlace(places, { kind, parent, position }) {
  const key = placeKey(kind, parent);
  places.set(key, Math.max(places.get(key) ?? 0, position));
}
