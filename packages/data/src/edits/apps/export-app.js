/** @import { AppDocument, Catalog, Kind, MenuItem, Registry, Table, Values } from '@plinth/plugin' */
import { isDeepStrictEqual } from 'node:util';
import { AppError, belongsToApps, objectsOf, phrase } from '@plinth/plugin';
import { kindsOf } from '../../catalog/model/kinds.js';
import { compact, sorted } from '../definitions/base/compact.js';
import { menuPart, packagePart, partOf, tablePart } from './document-parts.js';
import { rolesOfApp } from './roles-of-app.js';
import { packagesOf } from '../definitions/base/function-packages.js';
import { secretsOfApp } from './secrets-of-app.js';
import { LOOK } from './site-changes.js';

/**
 * Writes the metadata of an app as a document in its shortest, canonical form.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {string} name the app's name
 * @returns {{ document: AppDocument, tables: Table[] }} without rows; `tables` in the document's order
 * @throws {AppError} APP_NOT_FOUND
 */
export function exportMetadata(catalog, registry, name) {
  const app = catalog.apps.find((candidate) => candidate.name === name);
  if (!app) throw appNotFound(name, catalog);
  /** @template {{ app: string | null }} T @param {readonly T[]} objects */
  const own = (objects) => objects.filter((object) => object.app === app.id || object.app === app.name);
  const tables = own(catalog.tables);
  const kinds = kindsOf(registry).filter(belongsToApps);
  const objects = new Map(kinds.map((kind) => [kind, own(objectsOf(catalog, kind))]));
  const pages = own(catalog.pages);
  const targets = new Set([...own(catalog.views), ...pages].map((object) => object.name));
  const home = Object.fromEntries(
    catalog.roles
      .filter((role) => role.home && pages.some((page) => page.name === role.home))
      .map((r) => [r.name, r.home]),
  );

  const parts = {
    tables: tables.map((table) => compact(tablePart, table)),
    ...Object.fromEntries([...objects].flatMap(([kind, list]) => listOf(kind, list, registry))),
    ...optional('menu', menuOf(catalog.menu.items, targets)),
  };
  const named = (/** @type {string} */ role) => usesRole(role, tables, [...objects.values()].flat());
  const whole = /** @type {any} */ ({ plinth: 1, app, menu: [], ...parts });
  const short = (/** @type {string} */ kind, /** @type {any} */ object) => compact(partOf(registry.kind(kind)), object);
  const roles = rolesOfApp(whole, catalog, registry, named).map((role) => short('role', { ...role, home: null }));
  const packages = packagesOf(catalog, own(catalog.functions)).map((one) => compact(packagePart, one));
  const secrets = secretsOfApp(whole, catalog, registry).map((secret) => short('secret', secret));
  const document = {
    plinth: 1,
    app: short('app', app),
    ...optional('roles', roles),
    ...parts,
    ...optional('packages', packages),
    ...optional('secrets', secrets),
    ...optional('home', home),
    ...(onlyApp(catalog) && lookOf(catalog)),
  };
  return { document: /** @type {any} */ (document), tables };
}

/**
 * The objects of a kind in their shortest form.
 *
 * @param {Kind} kind @param {readonly any[]} objects @param {Registry} registry @returns {[string, any[]][]}
 */
function listOf(kind, objects, registry) {
  const { isAlwaysListed, shortened } = kind.documents ?? {};
  const short = (/** @type {any} */ object) => compact(partOf(kind), object);
  const list = objects.map((object) => (shortened ? shortened(object, registry, short) : short(object)));
  return isAlwaysListed || list.length > 0 ? [[kind.plural, list]] : [];
}

/**
 * The bytes of a document: two spaces, a newline at the end.
 *
 * @param {AppDocument} document
 */
export function documentText(document) {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** @param {Catalog} catalog */
function lookOf({ settings }) {
  const changed = Object.entries(LOOK)
    .map(([key, asNew]) => ({ key, asNew, value: settings[/** @type {keyof typeof LOOK} */ (key)] }))
    .filter(({ asNew, value }) => value !== undefined && !isDeepStrictEqual(value, asNew));
  if (changed.length === 0) return {};
  return { settings: sorted(Object.fromEntries(changed.map(({ key, value }) => [key, value]))) };
}

/** If there is only one app, the site's appearance belongs to it. @param {Catalog} catalog */
function onlyApp(catalog) {
  return catalog.apps.length === 1;
}

/**
 * Menu items that lead into the app, with the groups around them.
 *
 * @param {readonly MenuItem[]} items @param {Set<string>} targets
 * @returns {unknown[]}
 */
function menuOf(items, targets) {
  return items.flatMap((item) => {
    const children = menuOf(item.items ?? [], targets);
    const isOwn = (item.kind === 'page' || item.kind === 'view') && targets.has(item.target ?? '');
    if (!isOwn && children.length === 0) return [];
    return [compact(menuPart, { ...item, items: children })];
  });
}

/** @param {string} role @param {readonly Values[]} tables @param {readonly Values[]} objects */
function usesRole(role, tables, objects) {
  const word = JSON.stringify(role);
  return (
    tables.some((table) => Object.hasOwn(table.access, role)) ||
    objects.some((object) => JSON.stringify([object.roles, object.config, object.layout]).includes(word))
  );
}

/** @param {string} key @param {any} value an array or an object, left out when empty */
function optional(key, value) {
  return Object.keys(value).length > 0 ? { [key]: value } : {};
}

/** @param {string} name @param {Catalog} catalog */
export function appNotFound(name, catalog) {
  return new AppError('APP_NOT_FOUND', phrase`There is no app "${name}"`, {
    status: 404,
    hint:
      catalog.apps.length > 0
        ? phrase`Apps here: ${catalog.apps.map((app) => app.name).join(', ')}`
        : 'No app is installed yet',
  });
}
