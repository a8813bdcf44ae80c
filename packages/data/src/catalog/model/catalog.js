/** @import { Field, Problem, Registry, Table } from '@plinth/plugin' */
/** @import { CatalogInput, StoredCatalog, StoredObject } from '../types.d.ts' */
import { createRules } from '../../rules/rights/rules.js';
import { deepFreeze } from './freeze.js';
import {
  functionNotFound,
  mailTemplateNotFound,
  pageNotFound,
  pieceNotFound,
  tableNotFound,
  viewNotFound,
  workflowNotFound,
} from '../../postgres/errors/not-found.js';
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
  const lists = namedKinds(kinds);

  const table = index(tables);
  const view = index(lists.views);
  const page = index(lists.pages);
  const piece = index(lists.pieces);
  const fn = index(lists.functions);
  const secret = index(lists.secrets);
  const mail = index(lists.mails);
  const workflow = index(lists.workflows);
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
    view: (/** @type {string} */ name) => view.get(name) ?? fail(viewNotFound(name, [...view.keys()])),
    page: (/** @type {string} */ name) => page.get(name) ?? fail(pageNotFound(name, [...page.keys()])),
    piece: (/** @type {string} */ name) => piece.get(name) ?? fail(pieceNotFound(name, [...piece.keys()])),
    function: (/** @type {string} */ name) => fn.get(name) ?? fail(functionNotFound(name, [...fn.keys()])),
    workflow: (/** @type {string} */ name) => workflow.get(name) ?? fail(workflowNotFound(name, [...workflow.keys()])),
    hasWorkflow: (/** @type {string} */ name) => workflow.has(name),
    mail: (/** @type {string} */ name) => mail.get(name) ?? fail(mailTemplateNotFound(name, [...mail.keys()])),
    hasMail: (/** @type {string} */ name) => mail.has(name),
    hasFunction: (/** @type {string} */ name) => fn.has(name),
    hasSecret: (/** @type {string} */ name) => secret.has(name),
    hasPiece: (/** @type {string} */ name) => piece.has(name),
    hasTable: (/** @type {string} */ name) => table.has(name),
    hasView: (/** @type {string} */ name) => view.has(name),
    hasPage: (/** @type {string} */ name) => page.has(name),
    object: (/** @type {string} */ id) => byId.get(id),
    children: (/** @type {string} */ name) => children.get(name) ?? [],
    path: (/** @type {Table} */ start, /** @type {string} */ path) => walk(table, start, path),
  };
  /** @type {readonly Problem[] | undefined} Found when first asked for: drafts of edits never ask. */
  let problems;
  Object.defineProperty(catalog, 'problems', {
    enumerable: true,
    get: () => (problems ??= Object.freeze(findProblems(catalog, registry))),
  });
  for (const list of [tables, ...Object.values(lists)]) Object.freeze(list);
  return Object.freeze(catalog);
}

/** Objects that are their body with defaults. @param {ReturnType<typeof groupByKind>} kinds */
function namedKinds(kinds) {
  return {
    apps: kinds('app').map((object) =>
      named(object, { label: object.name, description: '', icon: 'apps', reach: null }),
    ),
    views: kinds('view').map((object) =>
      named(object, { label: object.name, description: '', app: null, table: null, roles: [], config: {} }),
    ),
    pages: kinds('page').map((object) => named(object, { title: object.name, description: '', app: null, roles: [] })),
    pieces: kinds('piece').map((object) =>
      named(object, { label: object.name, description: '', app: null, table: null, params: [] }),
    ),
    triggers: kinds('trigger').map((object) => named(object, TRIGGER)),
    workflows: kinds('workflow').map((object) => named(object, NEW_WORKFLOW)),
    functions: kinds('function').map((object) => named(object, NEW_FUNCTION)),
    secrets: kinds('secret').map((object) => named(object, { description: '', hosts: [] })),
    mails: kinds('mail').map((object) => named(object, MAIL)),
    roles: kinds('role').map((object) =>
      named(object, { label: object.name, inherits: null, builtIn: false, home: null }),
    ),
    plugins: kinds('plugin').map((object) =>
      named(object, { enabled: true, version: null, integrity: null, contents: null, config: {} }),
    ),
  };
}

/** A trigger as it is without further settings. */
const TRIGGER = Object.freeze({
  ...{ label: '', description: '', app: null, source: 'rows', options: {}, table: null, events: [], fields: [] },
  ...{ from: '', to: '', when: '', steps: [], timing: 'after', order: 0, before: [], as: 'cause', user: null },
  enabled: true,
});

/** A workflow as far as its body doesn't say otherwise. */
const NEW_WORKFLOW = Object.freeze({
  ...{ label: '', description: '', app: null, table: null, as: 'cause', user: null, enabled: true },
  ...{ roles: [], variables: [], steps: [], onError: [] },
});

/** A function as far as its body doesn't say otherwise. */
const NEW_FUNCTION = Object.freeze({
  ...{ label: '', description: '', app: null, code: '', methods: [], roles: [], runAs: 'caller', params: [] },
  ...{ seconds: 10, memory: 64, calls: 100, secrets: [], package: null },
});

/** A mail template without further settings. */
const MAIL = Object.freeze({
  ...{ label: '', description: '', app: null, table: null, subject: '', body: '', files: [], view: null },
  ...{ viewAs: 'table', relation: null, buttonView: null, button: null },
});

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
