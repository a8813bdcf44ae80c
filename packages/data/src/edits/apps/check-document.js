/** @import { AppDocument, Catalog, Kind, Message, Reference, Registry } from '@plinth/plugin' */
import { asPhrase, belongsToApps, objectsOf, phrase } from '@plinth/plugin';
import { kindsOf } from '../../catalog/model/kinds.js';
import { documentCatalog } from './document-catalog.js';
import { objectsIn } from './document-parts.js';
import { mapDocument } from './map-document.js';

/**
 * What would prevent an installation, known before anything is changed.
 *
 * @typedef {{ clashes: { kind: string, name: string, app: string | null }[],
 *   problems: { where: Message, message: Message }[] }} DocumentCheck
 */

/**
 * @param {AppDocument} document in full form
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @returns {DocumentCheck}
 */
export function checkDocument(document, context) {
  return { clashes: clashes(document, context), problems: problems(document, context) };
}

/** @param {AppDocument} document @param {{ catalog: Catalog, registry: Registry }} context @returns {DocumentCheck['clashes']} */
function clashes(document, { catalog, registry }) {
  /** @param {string | null} id */
  const appName = (id) => catalog.apps.find((app) => app.id === id || app.name === id)?.name ?? null;
  /** @type {DocumentCheck['clashes']} */
  const found = [];
  if (catalog.apps.some((app) => app.name === document.app.name)) {
    found.push({ kind: 'app', name: document.app.name, app: document.app.name });
  }
  for (const { name } of document.tables) {
    if (catalog.hasTable(name)) found.push({ kind: 'table', name, app: appName(catalog.table(name).app) });
  }
  for (const kind of kindsOf(registry).filter(belongsToApps)) {
    const here = new Map(objectsOf(catalog, kind).map((one) => [one.name, one]));
    for (const { name } of objectsIn(document, kind.plural))
      if (here.has(name)) found.push({ kind: kind.name, name, app: appName(here.get(name).app) });
  }
  return found;
}

/** @type {Record<string, string>} */
const KINDS = {
  fieldType: 'field type',
  fieldView: 'field view',
  viewTemplate: 'view template',
  workflowStep: 'workflow step',
};

/** @param {AppDocument} document @param {{ catalog: Catalog, registry: Registry }} context */
function problems(document, { catalog, registry }) {
  /** @type {DocumentCheck['problems']} */
  const found = [];
  const tables = documentCatalog(document, catalog, registry);
  /** @type {Partial<Record<Reference['kind'], (reference: Reference) => boolean>>} */
  const exists = {
    ...Object.fromEntries(kindsOf(registry).map((kind) => [kind.name, existsIn(kind, document, catalog)])),
    table: ({ name }) => tables.hasTable(name),
    field: ({ name, table }) => !table || !tables.hasTable(table) || tables.table(table).hasField(name),
    definition: () => false,
  };
  mapDocument(document, { catalog, registry }, (reference, owner) => {
    if (exists[reference.kind]?.(reference) ?? true) return;
    const kind = reference.kind === 'definition' ? (reference.definition ?? '') : reference.kind;
    const what = asPhrase(registry.has('kind', kind) ? registry.kind(kind).label : (KINDS[kind] ?? kind));
    const place =
      reference.table && reference.kind === 'field' ? `${reference.table}.${reference.name}` : reference.name;
    found.push({
      where: phrase`${asPhrase(owner.kind)} ${owner.name}, ${reference.at}`,
      message:
        reference.kind === 'definition'
          ? phrase`There is no ${what} "${place}" (is its plugin enabled?)`
          : phrase`There is no ${what} "${place}"`,
    });
  });
  return found;
}

/** @param {Kind} kind @param {AppDocument} document @param {Catalog} catalog @returns {(reference: Reference) => boolean} */
function existsIn(kind, document, catalog) {
  const objects = [...objectsOf(catalog, kind), ...objectsIn(document, kind.plural)];
  const names = new Set([...objects.map(({ name }) => name), ...(kind.documents?.alsoIn?.(document) ?? [])]);
  return ({ name }) => names.has(name);
}
