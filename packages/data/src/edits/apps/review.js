/** @import { AppDocument, Catalog, Registry, Values } from '@plinth/plugin' */
import { createHash } from 'node:crypto';
import { AppError, phrase } from '@plinth/plugin';
import { codeOf, namesPower } from './powers.js';
import { actionsOf } from '../../rules/reach/actions-of.js';
import { isShownOfUsers } from '../../rules/reach/shown-of-users.js';
import { namesAllUses } from '../definitions/base/plinth-uses.js';
import { mapDocument } from './map-document.js';

const PUBLIC = 'public';
const OPERATIONS = ['read', 'choices', 'create', 'update', 'delete'];

/**
 * What an app can do besides showing its own tables to people who are signed in.
 *
 * @typedef {'publicRows' | 'publicPages' | 'publicFunctions' | 'system' | 'callers' | 'sql' | 'tables' | 'unnamed' | 'parts' | 'code' | 'addresses' | 'triggers'
 *   | 'hosts' | 'secrets' | 'mails' | 'messages' | 'packages'} AppRightName
 * @typedef {{ name: string, label: string, kind?: string, more?: string[] }} AppRightOf what has or needs it; more: the operations
 *   that visitors may do, or the hosts that a secret may go to
 * @typedef {{ right: AppRightName, of: AppRightOf[] }} AppRight
 */

/**
 * All that an admin should know before an app is installed. What a document says of itself, such as its description, has no
 * part in it.
 *
 * @param {AppDocument} document in full form @param {{ catalog: Catalog, registry: Registry }} context
 * @returns {AppRight[]} without those that it doesn't take
 */
export function rightsOf(document, context) {
  const { registry } = context;
  const { tables, views, pages, functions = [], triggers = [], workflows = [], packages = [] } = document;
  const acting = actionsIn(document, registry);
  const outside = outsideOf(document, context);
  const uses = powersIn(document, context.catalog);
  const isPublic = (/** @type {{ roles?: readonly string[] }} */ { roles }) => roles?.includes(PUBLIC);
  const isSystem = (/** @type {Values} */ { as, runAs }) => as === 'system' || runAs === 'system';
  const isOpen = (/** @type {Values} */ { source }) =>
    registry.has('triggerSource', source) && registry.triggerSource(source).fromOutside === true;
  /** @type {Record<AppRightName, AppRightOf[]>} */
  const rights = {
    publicRows: tables.flatMap((table) => publicRows(table)),
    publicPages: [...pages.filter(isPublic).map(of('page')), ...views.filter(isPublic).map(of('view'))],
    publicFunctions: [
      ...functions.filter(isPublic).map(of('function')),
      ...workflows.filter(isPublic).map(of('workflow')),
    ],
    system: [
      ...functions.filter(isSystem).map(of('function')),
      ...triggers.filter(isSystem).map(of('trigger')),
      ...workflows.filter(isSystem).map(of('workflow')),
    ],
    callers: functions.filter((one) => !isSystem(one)).map(of('function')),
    sql: acting.filter(({ right }) => right === 'sql').map(({ owner }) => owner),
    tables: outside.tables,
    unnamed: functions.filter(({ code }) => !namesAllUses(code)).map(of('function')),
    parts: outside.parts,
    code: outside.code,
    addresses: triggers.filter(isOpen).map(of('trigger')),
    triggers: triggers.map(of('trigger')),
    hosts: [
      ...acting.flatMap(({ right, what, owner }) => (right === 'hosts' ? [{ ...owner, name: what, label: what }] : [])),
      ...functions.filter(uses('fetch')).map((one) => ({ ...of('function')(one), more: ['*'] })),
    ],
    secrets: outside.secrets,
    mails: [
      ...acting.filter(({ right }) => right === 'mails').map(({ owner }) => owner),
      ...functions.filter(uses('mail')).map(of('function')),
    ],
    messages: [
      ...acting.filter(({ right }) => right === 'messages').map(({ owner }) => owner),
      ...functions.filter(uses('notify')).map(of('function')),
    ],
    packages: packages.map(({ name, version }) => ({ name, label: plainLine(`${name} ${version}`) })),
  };
  return /** @type {AppRightName[]} */ (Object.keys(rights))
    .map((right) => ({ right, of: once(rights[right]) }))
    .filter((one) => one.of.length > 0);
}

/**
 * Stands for what an admin has read, so that nothing else is installed: another document may take the same rights.
 *
 * @param {readonly AppRight[]} rights @param {AppDocument} document in full form
 */
export function digestOf(rights, document) {
  const hash = createHash('sha256').update(JSON.stringify(rights));
  for (const part of Object.entries(document)) hash.update(JSON.stringify(part));
  return hash.digest('hex').slice(0, 32);
}

/**
 * Refuses an installation whose rights nobody has seen as they are now.
 *
 * @param {{ rights: readonly AppRight[], reviewed: string }} check @param {unknown} given the digest of what was shown
 * @throws {AppError} APP_NOT_REVIEWED with details.rights and details.reviewed
 */
export function requireReview({ rights, reviewed }, given) {
  if (rights.length === 0 || given === reviewed) return;
  throw new AppError('APP_NOT_REVIEWED', phrase`Look at what this app can do before you install it`, {
    status: 409,
    hint: 'Read the list of rights, then send its "reviewed" with the app',
    details: { rights, reviewed },
  });
}

/** @param {string} kind @returns {(object: any) => AppRightOf} */
const of = (kind) => (object) => ({
  kind,
  name: object.name,
  label: plainLine(object.label || object.title || '') || object.name,
});

/**
 * A text of a document on one line, without what a terminal obeys or what turns or hides the text around it.
 *
 * @param {string} text
 */
const plainLine = (text) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();

/** @param {AppDocument['tables'][number]} table @returns {AppRightOf[]} */
function publicRows(table) {
  const access = /** @type {Values} */ (table.access?.[PUBLIC] ?? {});
  const more = OPERATIONS.filter((operation) => (access[operation] ?? 'none') !== 'none');
  return more.length > 0 ? [{ ...of('table')(table), more }] : [];
}

/**
 * Which functions of a document have a power, by themselves or by what they import; no other gets it (see perform.js).
 *
 * @param {AppDocument} document @param {Catalog} catalog
 */
function powersIn({ functions = [] }, catalog) {
  const own = new Map(functions.map((one) => [one.name, one]));
  const known = (/** @type {string} */ name) =>
    own.get(name) ?? (catalog.hasFunction(name) ? catalog.function(name) : undefined);
  return (/** @type {import('./powers.js').Power} */ power) => (/** @type {{ code: string }} */ fn) =>
    namesPower(codeOf(fn, known), power);
}

/** What a document may name of other apps, the list of the Catalog with it, and the right that this is. @type {Record<string, { list: 'tables' | 'views' | 'pages' | 'pieces' | 'mails' | 'functions' | 'workflows', right: 'tables' | 'parts' | 'code' }>} */
const OTHERS = {
  table: { list: 'tables', right: 'tables' },
  view: { list: 'views', right: 'parts' },
  page: { list: 'pages', right: 'parts' },
  piece: { list: 'pieces', right: 'parts' },
  mail: { list: 'mails', right: 'parts' },
  function: { list: 'functions', right: 'code' },
  workflow: { list: 'workflows', right: 'code' },
};

/**
 * What the document names that is not in it: other apps' tables, views, pages, mails, functions and workflows, and secrets.
 *
 * @param {AppDocument} document @param {{ catalog: Catalog, registry: Registry }} context
 */
function outsideOf(document, context) {
  const { catalog } = context;
  /** @type {{ tables: AppRightOf[], parts: AppRightOf[], code: AppRightOf[], secrets: AppRightOf[] }} */
  const found = { tables: [], parts: [], code: [], secrets: [] };
  const named = Object.entries(OTHERS).map(([kind, { list }]) => {
    const own = new Set((document[list] ?? []).map(({ name }) => name));
    const others = /** @type {readonly Values[]} */ (catalog[list]).filter(
      ({ name, package: npm }) => !own.has(name) && !npm,
    );
    return /** @type {const} */ ([kind, new Map(others.map((one) => [one.name, one]))]);
  });
  const others = new Map(named);
  mapDocument(document, context, ({ kind, name, table }, owner) => {
    if (kind === 'secret') found.secrets.push(secretOf(document, catalog, name));
    // A field for a person names them; what else uses the table of users may list them.
    const isPerson = (/** @type {Values} */ one) => one.system && owner.kind === 'field';
    const note = (/** @type {string} */ as, /** @type {string} */ called) => {
      const one = others.get(as)?.get(called);
      if (one && !isPerson(one)) found[OTHERS[as].right].push(of(as)(one));
    };
    note(kind, name);
    if (kind === 'field' && table && !(table === 'users' && isShownOfUsers(name))) note('table', table);
  });
  for (const { name } of document.secrets ?? []) found.secrets.push(secretOf(document, catalog, name));
  return found;
}

/** @param {AppDocument} document @param {Catalog} catalog @param {string} name @returns {AppRightOf} */
function secretOf(document, catalog, name) {
  // One that is here already keeps its hosts.
  const here = catalog.secrets.find((one) => one.name === name);
  const hosts = (here ?? (document.secrets ?? []).find((one) => one.name === name))?.hosts ?? [];
  return {
    kind: 'secret',
    name,
    label: name,
    more: (Array.isArray(hosts) ? hosts : []).map((host) => plainLine(String(host))),
  };
}

/**
 * What the actions of an app take, wherever they are: in buttons, triggers and workflows.
 *
 * @param {AppDocument} document @param {Registry} registry
 * @returns {{ right: string, what: string, owner: AppRightOf }[]}
 */
function actionsIn({ views, pages, pieces = [], triggers = [], workflows = [] }, registry) {
  const lists = /** @type {[string, readonly Values[]][]} */ ([
    ['view', views],
    ['page', pages],
    ['piece', pieces],
    ['trigger', triggers],
    ['workflow', workflows],
  ]);
  return lists.flatMap(([kind, list]) =>
    list.flatMap((object) => {
      const takes = [...actionsOf(object)].flatMap(({ action, config }) =>
        registry.has('action', action) ? (registry.action(action).takes?.(config ?? {}) ?? []) : [],
      );
      if (kind === 'trigger' && registry.has('triggerSource', object.source))
        takes.push(...(registry.triggerSource(object.source).takes?.(object.options ?? {}) ?? []));
      const asked = kind === 'workflow' && hasTask(object, registry) ? [{ right: 'messages', what: '' }] : [];
      return [...takes, ...asked].map((one) => ({ ...one, owner: of(kind)(object) }));
    }),
  );
}

/** Whether a step asks somebody, who is told by mail, too. @param {any} value @param {Registry} registry @returns {boolean} */
function hasTask(value, registry) {
  if (typeof value !== 'object' || value === null) return false;
  const isStep = typeof value.kind === 'string' && registry.has('workflowStep', value.kind);
  if (isStep && registry.workflowStep(value.kind).isTask) return true;
  return Object.values(value).some((part) => hasTask(part, registry));
}

/** @param {readonly AppRightOf[]} list */
const once = (list) => [...new Map(list.map((one) => [`${one.kind} ${one.name}`, one])).values()];
