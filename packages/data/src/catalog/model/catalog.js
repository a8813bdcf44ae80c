/** @import { Field, Kind, Problem, Registry, Table } from '@plinth/plugin' */
/** @import { CatalogInput, StoredCatalog, StoredObject } from '../types.d.ts' */
import { createRules } from '../../rules/rights/rules.js';
import { deepFreeze } from './freeze.js';
import { kindNotFound, tableNotFound } from '../../postgres/errors/not-found.js';
import { defaultsOf, hasOf, kindsOf } from './kinds.js';
import { findProblems } from './problems.js';
import { assembleField, assembleTable } from './tables.js';
import { usersTable } from './users-table.js';

/**
 * Builds the immutable snapshot from the stored objects.
 *
 * @param {CatalogInput} input
 * @returns {StoredCatalog}
 */
export function buildCatalog({ version, objects, unbuilt = [], registry }) {
  /** @type {Map<string, StoredObject>} */
  const byId = new Map();
  for (const object of objects) byId.set(object.id, deepFreeze(object));
  const kinds = groupByKind(byId.values());

  const rules = createRules(() => catalog, registry);
  const settings = single(kinds('settings')[0], {});
  const { timeZone = 'UTC' } = settings;
  const tables = [...assembleTables(kinds, registry, { rules, timeZone }), usersTable(registry, timeZone)];
  const lists = { plugins: kinds('plugin').map((object) => named(object, PLUGIN)) };
  const table = index(tables);
  const children = childRelations(tables);

  /** @type {any} */
  const catalog = {
    version,
    objects: byId,
    unbuilt,
    tables,
    ...lists,
    menu: single(kinds('menu')[0], { items: [] }),
    settings,
    table: (/** @type {string} */ name) => table.get(name) ?? fail(tableNotFound(name, [...table.keys()])),
    hasTable: (/** @type {string} */ name) => table.has(name),
    object: (/** @type {string} */ id) => byId.get(id),
    children: (/** @type {string} */ name) => children.get(name) ?? [],
    path: (/** @type {Table} */ start, /** @type {string} */ path) => walk(table, start, path),
  };
  for (const kind of kindsOf(registry)) Object.assign(catalog, membersOf(kind, kinds(/** @type {any} */ (kind.name))));
  /** @type {readonly Problem[] | undefined} Found when first asked for: drafts of edits never ask. */
  let problems;
  Object.defineProperty(catalog, 'problems', {
    enumerable: true,
    get: () => (problems ??= Object.freeze(findProblems(catalog, registry))),
  });
  for (const list of [tables, lists.plugins]) Object.freeze(list);
  return Object.freeze(catalog);
}

/** A plugin as far as nothing is said about it. */
const PLUGIN = Object.freeze({ enabled: true, version: null, integrity: null, contents: null, config: {} });

/**
 * The objects of a kind, as a list, by name and whether there is one: `pieces`, `piece(name)`, `hasPiece(name)`.
 *
 * @param {Kind} kind @param {readonly StoredObject[]} objects
 */
function membersOf(kind, objects) {
  const { title = 'label' } = kind;
  const defaults = defaultsOf(kind);
  const asNew = (/** @type {string} */ name) => (title in defaults ? { ...defaults, [title]: name } : defaults);
  const list = objects.map((object) => named(object, asNew(object.name)));
  const byName = index(list);
  return {
    [kind.plural]: Object.freeze(list),
    [kind.name]: (/** @type {string} */ name) => byName.get(name) ?? fail(kindNotFound(kind, name, [...byName.keys()])),
    [hasOf(kind)]: (/** @type {string} */ name) => byName.has(name),
  };
}

/** @param {Iterable<StoredObject>} objects */
function groupByKind(objects) {
  const groups = Object.groupBy(objects, (object) => object.kind);
  for (const group of Object.values(groups)) group.sort(byPosition);
  return (/** @type {keyof typeof groups} */ kind) => groups[kind] ?? [];
}

/** @param {StoredObject} a @param {StoredObject} b */
export function byPosition(a, b) {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}

/** @param {(kind: 'table' | 'field') => StoredObject[]} kinds @param {Registry} registry @param {{ rules: import('../../rules/rights/rules.js').Rules, timeZone: string }} site */
function assembleTables(kinds, registry, { rules, timeZone }) {
  const fields = Map.groupBy(kinds('field'), (field) => field.parent);
  return kinds('table').map((object) => {
    const own = (fields.get(object.id) ?? []).map((field) => assembleField(field, registry, timeZone));
    return assembleTable(object, Object.freeze(own), { system: false, rules });
  });
}

/** @param {StoredObject} object @param {object} defaults @returns {any} */
function named(object, defaults) {
  return Object.freeze({ ...defaults, ...object.body, id: object.id, name: object.name });
}

/** @param {StoredObject | undefined} object @param {object} defaults @returns {any} */
function single(object, defaults) {
  return Object.freeze({ ...defaults, ...object?.body, id: object?.id ?? '' });
}

/** @template {{ name: string }} T @param {readonly T[]} list */
function index(list) {
  return new Map(list.map((entry) => [entry.name, entry]));
}

/** @param {readonly Table[]} tables */
function childRelations(tables) {
  /** @type {Map<string, { table: Table, field: Field }[]>} */
  const found = new Map();
  for (const table of tables) {
    for (const field of table.fields) {
      if (!field.target) continue;
      const list = found.get(field.target) ?? [];
      list.push({ table, field });
      found.set(field.target, list);
    }
  }
  return found;
}

/** @param {Map<string, Table>} tables @param {Table} start @param {string} path */
function walk(tables, start, path) {
  /** @type {Field[]} */
  const steps = [];
  /** @type {Table | undefined} */
  let table = start;
  for (const [i, name] of path.split('.').entries()) {
    if (i > 0) table = tables.get(steps[i - 1].target ?? '');
    if (!table?.hasField(name)) return null;
    steps.push(table.field(name));
  }
  return { steps, field: steps[steps.length - 1], table: /** @type {Table} */ (table) };
}

/** @param {Error} error @returns {never} */
function fail(error) {
  throw error;
}
