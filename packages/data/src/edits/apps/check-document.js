/** @import { AppDocument, Catalog, Message, Reference, Registry } from '@plinth/plugin' */
import { asPhrase, packageFunction, phrase } from '@plinth/plugin';
import { documentCatalog } from './document-catalog.js';
import { mapDocument } from './map-document.js';

/**
 * What would prevent an installation, known before anything is changed.
 *
 * @typedef {{ clashes: { kind: 'app' | 'table' | 'view' | 'page' | 'piece' | 'trigger' | 'workflow' | 'function' | 'mail', name: string, app: string | null }[],
 *   problems: { where: Message, message: Message }[] }} DocumentCheck
 */

/**
 * @param {AppDocument} document in full form
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @returns {DocumentCheck}
 */
export function checkDocument(document, context) {
  return { clashes: clashes(document, context.catalog), problems: problems(document, context) };
}

/** @param {AppDocument} document @param {Catalog} catalog @returns {DocumentCheck['clashes']} */
function clashes(document, catalog) {
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
  for (const { name } of document.views) {
    if (catalog.hasView(name)) found.push({ kind: 'view', name, app: appName(catalog.view(name).app) });
  }
  for (const { name } of document.pages) {
    if (catalog.hasPage(name)) found.push({ kind: 'page', name, app: appName(catalog.page(name).app) });
  }
  for (const { name } of document.pieces ?? []) {
    if (catalog.hasPiece(name)) found.push({ kind: 'piece', name, app: appName(catalog.piece(name).app) });
  }
  for (const { name } of document.triggers ?? []) {
    const known = catalog.triggers.find((one) => one.name === name);
    if (known) found.push({ kind: 'trigger', name, app: appName(known.app) });
  }
  for (const { name } of document.workflows ?? []) {
    if (catalog.hasWorkflow(name)) found.push({ kind: 'workflow', name, app: appName(catalog.workflow(name).app) });
  }
  for (const { name } of document.functions ?? []) {
    if (catalog.hasFunction(name)) found.push({ kind: 'function', name, app: appName(catalog.function(name).app) });
  }
  for (const { name } of document.mails ?? []) {
    if (catalog.hasMail(name)) found.push({ kind: 'mail', name, app: appName(catalog.mail(name).app) });
  }
  return found;
}

/** @type {Record<string, string>} */
const KINDS = {
  fieldType: 'field type',
  fieldView: 'field view',
  viewTemplate: 'view template',
  workflowStep: 'workflow step',
  mail: 'mail template',
};

/** @param {AppDocument} document @param {{ catalog: Catalog, registry: Registry }} context */
function problems(document, { catalog, registry }) {
  /** @type {DocumentCheck['problems']} */
  const found = [];
  const names = {
    page: new Set(document.pages.map((page) => page.name)),
    workflow: new Set((document.workflows ?? []).map((one) => one.name)),
    function: new Set([
      ...(document.functions ?? []).map((one) => one.name),
      ...(document.packages ?? []).map((one) => packageFunction(one.name)),
    ]),
    secret: new Set([...catalog.secrets, ...(document.secrets ?? [])].map((secret) => secret.name)),
    mail: new Set((document.mails ?? []).map((one) => one.name)),
    role: new Set([...catalog.roles, ...(document.roles ?? [])].map((role) => role.name)),
  };
  const tables = documentCatalog(document, catalog, registry);
  /** @type {Partial<Record<Reference['kind'], (reference: Reference) => boolean>>} */
  const exists = {
    table: ({ name }) => tables.hasTable(name),
    view: ({ name }) => tables.hasView(name),
    page: ({ name }) => names.page.has(name) || catalog.hasPage(name),
    piece: ({ name }) => tables.hasPiece(name),
    workflow: ({ name }) => names.workflow.has(name) || catalog.hasWorkflow(name),
    function: ({ name }) => names.function.has(name) || catalog.hasFunction(name),
    secret: ({ name }) => names.secret.has(name),
    mail: ({ name }) => names.mail.has(name) || catalog.hasMail(name),
    role: ({ name }) => names.role.has(name),
    field: ({ name, table }) => !table || !tables.hasTable(table) || tables.table(table).hasField(name),
    definition: () => false,
  };
  mapDocument(document, { catalog, registry }, (reference, owner) => {
    if (exists[reference.kind]?.(reference) ?? true) return;
    const kind = reference.kind === 'definition' ? (reference.definition ?? '') : reference.kind;
    const what = asPhrase(KINDS[kind] ?? kind);
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
