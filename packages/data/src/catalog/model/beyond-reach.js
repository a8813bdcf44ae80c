/** @import { Reference, Registry, Values } from '@plinth/plugin' */
/** @import { Change, StoredCatalog, StoredObject } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { actionsOf } from '../../rules/reach/actions-of.js';
import { isShownOfUsers } from '../../rules/reach/shown-of-users.js';
import { reachOfApp } from '../../rules/reach/system-of.js';
import { mapObject } from './references.js';

/** Everything that may carry actions. */
const ACTING = new Set(['view', 'page', 'piece', 'trigger', 'workflow']);

/** @typedef {{ before: StoredCatalog, after: StoredCatalog, changes: readonly Pick<Change, 'id'>[], registry: Registry }} Edited */

/**
 * Refuses SQL in an app that may not reach all tables, however it comes there: the database could not limit it.
 *
 * @param {Edited} edited @throws {AppError} APP_NEEDS_GRANT
 */
export function refuseSql({ before, after, changes, registry }) {
  const touched = new Set(changes.map(({ id }) => id));
  const found = [...after.objects.values()].filter((object) => {
    if (!ACTING.has(object.kind) || !isLimited(after, object) || !hasSql(object, registry)) return false;
    return touched.has(object.id) || !isLimited(before, object);
  });
  if (found.length === 0) return;
  const names = found.map((one) => `“${labelOf(one)}”`).join(', ');
  throw needsGrant(
    phrase`This app reads the tables of all apps with SQL: ${names}`,
    'Remove its SQL first, or let it reach all tables',
  );
}

/**
 * Refuses changes with which code of a limited app would run as the system on tables that the app may not reach, or
 * without the limit. What has been so before stays as it is: it does nothing there.
 *
 * @param {Edited} edited @throws {AppError} APP_NEEDS_GRANT
 */
export function refuseBeyondReach({ before, after, changes, registry }) {
  for (const { id } of changes) {
    const [old, next] = [before.objects.get(id), after.objects.get(id)];
    if (!next) continue;
    if (old && leavesItsLimit(old, next, { before, after })) throw keptBy(before, old);
    const had = old ? beyondReach(old, before, registry) : new Set();
    const more = [...beyondReach(next, after, registry)].filter((table) => !had.has(table));
    if (more.length > 0) throw outOfReach(after, next, more);
  }
}

/** @param {StoredObject} old @param {StoredObject} next @param {Pick<Edited, 'before' | 'after'>} edited */
function leavesItsLimit(old, next, { before, after }) {
  if (!isSystem(next.kind, next.body) || !isLimited(before, old) || isLimited(after, next)) return false;
  // An app that gets all tables, or is called otherwise, was changed itself.
  return after.apps.find(({ name }) => name === appOf(after, next))?.id !== idOfApp(before, old);
}

/** @param {StoredCatalog} catalog @param {StoredObject} object */
const idOfApp = (catalog, object) => catalog.apps.find(({ name }) => name === appOf(catalog, object))?.id ?? null;

/**
 * Tables that something of a limited app uses with nobody's rights and that are out of its reach, by id. What the code of a
 * function asks for is known only when it runs, and refused then.
 *
 * @param {StoredObject} object @param {StoredCatalog} catalog @param {Registry} registry
 * @returns {Set<string>}
 */
function beyondReach(object, catalog, registry) {
  const { reach } = reachOfApp(catalog, appOf(catalog, object));
  /** @type {Set<string>} */
  const found = new Set();
  const isWhole = isSystem(object.kind, object.body);
  if (!reach || !(isWhole || isEvaluated(object))) return found;
  mapObject(object, { catalog, registry }, (reference) => {
    const name = isWhole ? tableOf(reference) : tableInExpression(reference);
    if (name && catalog.hasTable(name) && !reach.tables.includes(name)) found.add(catalog.table(name).id);
  });
  return found;
}

/** @param {Reference} reference @returns {string | undefined} */
const tableOf = (reference) => (reference.kind === 'table' ? reference.name : tableInExpression(reference));

/** @param {Reference} reference @returns {string | undefined} names of people are for everybody */
function tableInExpression({ kind, table, name }) {
  if (kind !== 'field' || (table === 'users' && isShownOfUsers(name))) return undefined;
  return table;
}

/** Whether it does something with the rights of the system. @param {string} kind @param {Values} body */
function isSystem(kind, body) {
  if (kind === 'trigger') return body.as === 'system' || body.timing === 'before';
  return (kind === 'workflow' && body.as === 'system') || (kind === 'function' && body.runAs === 'system');
}

/** Whether the database evaluates expressions of it with nobody's rights: rules, and formulas that are stored. @param {StoredObject} object */
const isEvaluated = ({ kind, body }) => kind === 'table' || (kind === 'field' && body.stored === true);

/** @param {StoredCatalog} catalog @param {StoredObject} object @returns {string | null} the name of its app */
const appOf = (catalog, { kind, parent, body }) =>
  kind === 'field' ? (catalog.objects.get(String(parent))?.body.app ?? null) : (body.app ?? null);

/** @param {StoredCatalog} catalog @param {StoredObject} object */
const isLimited = (catalog, object) => reachOfApp(catalog, appOf(catalog, object)).reach !== undefined;

/** @param {StoredObject} object @param {Registry} registry */
const hasSql = ({ body }, registry) =>
  actionsOf(body).some(
    ({ action, config }) =>
      registry.has('action', action) &&
      registry
        .action(action)
        .takes?.(config ?? {})
        .some(({ right }) => right === 'sql'),
  );

/** @param {StoredObject} object @returns {string} */
const labelOf = ({ name, body }) => body.title || body.label || name;

/** @param {StoredCatalog} catalog @param {StoredObject} object @param {readonly string[]} ids */
function outOfReach(catalog, object, ids) {
  const app = catalog.apps.find(({ name }) => name === appOf(catalog, object));
  const tables = catalog.tables.filter(({ id }) => ids.includes(id)).map(({ label }) => `“${label}”`);
  return needsGrant(
    phrase`“${labelOf(object)}” would use tables that the app “${app?.label ?? ''}” may not reach: ${tables.join(', ')}`,
    'Nothing was changed. Grant the app these tables first, under Apps, Rights',
  );
}

/** @param {StoredCatalog} catalog before @param {StoredObject} old */
function keptBy(catalog, old) {
  const app = catalog.apps.find(({ name }) => name === appOf(catalog, old));
  return needsGrant(
    phrase`“${labelOf(old)}” runs as the system, and only within the limits of the app “${app?.label ?? ''}”`,
    'Nothing was changed. Let the app reach all tables first, or let it run with the rights of whoever starts it',
  );
}

/** @param {import('@plinth/plugin').Message} message @param {string} hint */
const needsGrant = (message, hint) => new AppError('APP_NEEDS_GRANT', message, { status: 422, hint });
