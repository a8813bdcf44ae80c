/** @import { AppDocument, Catalog, Values } from '@plinth/plugin' */
import { isDeepStrictEqual } from 'node:util';

/**
 * Site settings that belong to an app's appearance, with the values of a new site (migration 0003); all others belong
 * to the server.
 */
export const LOOK = Object.freeze({
  mode: 'auto',
  siteName: 'Plinth',
  theme: 'default',
  themeColour: '#206bc4',
  themeSettings: {},
  look: {},
});

/** What an app may take of the site's look, besides its name. */
const LOOK_PARTS = new Set([...Object.keys(LOOK), 'logo', 'logoDark'].filter((name) => name !== 'siteName'));

/** Settings that belong to the server: no app changes them. */
const OWN = new Set([
  'signUp',
  'visitorSearch',
  'uploadsTotal',
  'uploadsPerPerson',
  'uploadsPerVisitor',
  'apiOrigins',
  'apiPerMinute',
  'outboundAllow',
]);

/**
 * What an app can bring to a site besides its own tables, views and pages. Each is chosen on its own.
 *
 * @typedef {'name' | 'look' | 'settings' | 'home' | 'menu' | 'roles' | 'people'} AppPart
 *
 * `what`: a name, or one for each that is added or changed; `isUsual`: whether it is taken if nobody says
 *
 * @typedef {{ part: AppPart, what: string[], isUsual: boolean }} AppOffer
 */

/** @type {readonly AppPart[]} */
export const APP_PARTS = Object.freeze(['name', 'look', 'settings', 'home', 'menu', 'roles', 'people']);

/**
 * What an app offers to this site. Its name, look, settings and home pages are usual only on a site that has none of its
 * own yet: no app, no page, and nothing chosen.
 *
 * @param {AppDocument} document in full form @param {Catalog} catalog before the installation
 * @returns {AppOffer[]}
 */
export function offersOf(document, catalog) {
  const { siteName, ...others } = settingsOf(document);
  const look = Object.keys(others).filter((name) => LOOK_PARTS.has(name));
  const settings = Object.keys(others).filter((name) => !LOOK_PARTS.has(name));
  const known = new Set(catalog.roles.map(({ name }) => name));
  const isNew = isUntouched(catalog);
  /** @type {Record<AppPart, { what: string[], isUsual: boolean }>} */
  const offers = {
    name: { what: siteName === undefined ? [] : [String(siteName)], isUsual: isNew },
    look: { what: look, isUsual: isNew },
    settings: { what: settings, isUsual: isNew },
    home: { what: Object.keys(document.home ?? {}), isUsual: isNew },
    menu: { what: document.menu.map(({ label, target }) => label || (target ?? '')), isUsual: true },
    roles: { what: (document.roles ?? []).map(({ name }) => name).filter((name) => !known.has(name)), isUsual: true },
    people: { what: usersOf(document).map(({ name, email }) => name || email), isUsual: isNew },
  };
  return APP_PARTS.map((part) => ({ part, ...offers[part] })).filter(({ what }) => what.length > 0);
}

/** Settings of a document that an app may change. @param {AppDocument} document @returns {Record<string, unknown>} */
export const settingsOf = (document) =>
  Object.fromEntries(Object.entries(document.settings ?? {}).filter(([name]) => !OWN.has(name)));

/** People whom the rows of a document name. @param {AppDocument} document @returns {{ email: string, name: string }[]} */
export const usersOf = (document) => /** @type {Values} */ (document).users ?? [];

/** Whether nobody has begun to make this site their own. @param {Catalog} catalog */
function isUntouched({ apps, pages, roles, settings }) {
  const now = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (settings));
  const isAsNew = (/** @type {string} */ name) =>
    now[name] === undefined || isDeepStrictEqual(now[name], /** @type {Values} */ (LOOK)[name]);
  // The settings of a theme are filled in by any change of the settings.
  const chosen = Object.keys(LOOK).filter((name) => name !== 'themeSettings' && !isAsNew(name));
  return apps.length === 0 && pages.length === 0 && !now.logo && chosen.length === 0 && !roles.some(({ home }) => home);
}

/**
 * The document without what was not chosen. A role that is not added leaves its rights to admins.
 *
 * @param {AppDocument} document @param {ReadonlySet<AppPart>} chosen @returns {AppDocument}
 */
export function onlyChosen(document, chosen) {
  const wanted = (/** @type {string} */ name) => {
    if (name === 'siteName') return chosen.has('name');
    return chosen.has(LOOK_PARTS.has(name) ? 'look' : 'settings');
  };
  return {
    ...document,
    settings: Object.fromEntries(Object.entries(settingsOf(document)).filter(([name]) => wanted(name))),
    home: chosen.has('home') ? document.home : {},
    menu: chosen.has('menu') ? document.menu : [],
  };
}
