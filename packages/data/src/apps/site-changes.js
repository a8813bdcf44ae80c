/** @import { AppDocument, Catalog, Registry } from '@plinth/plugin' */

/**
 * Site settings that belong to an app's appearance, with the values of a new site (migration 0003); all others belong
 * to the server.
 */
export const LOOK = Object.freeze({
  ...{ mode: 'auto', siteName: 'Plinth', theme: 'default', themeColour: '#206bc4' },
  ...{ themeSettings: {}, look: {} },
});

/** Settings that belong to the server. */
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
/** These show whether somebody chose a look; the settings of a theme are filled in by any change of the settings. */
const CHOSEN = /** @type {const} */ (['mode', 'theme', 'themeColour', 'look']);

/**
 * What an installation changes on the site around the app. The first app decides what the site is called and looks like,
 * unless somebody has already chosen that. A home page is set for roles that have none.
 *
 * @param {AppDocument} document @param {Catalog} catalog before the installation @param {Registry} registry
 * @returns {{ settings: Record<string, unknown>, home: Record<string, string> }} home: page by role
 */
export function siteChanges(document, catalog, registry) {
  const homeOf = (/** @type {string} */ role) => catalog.roles.find(({ name }) => name === role)?.home;
  const home = Object.fromEntries(Object.entries(document.home ?? {}).filter(([role]) => !homeOf(role)));
  if (catalog.apps.length > 0) return { settings: {}, home };
  const { logo, ...rest } = catalog.settings;
  const now = /** @type {Record<string, any>} */ (rest);
  const others = registry.all('starterApp').map(({ settings }) => /** @type {Record<string, any>} */ (settings ?? {}));
  const same = (/** @type {unknown} */ a, /** @type {unknown} */ b) => JSON.stringify(a) === JSON.stringify(b);
  // What an app left behind when it was removed was chosen by nobody.
  const isChosen = (/** @type {keyof typeof LOOK} */ name) =>
    now[name] !== undefined && !same(now[name], LOOK[name]) && !others.some((one) => same(one[name], now[name]));
  const hasLook = Boolean(logo) || CHOSEN.some(isChosen);
  const applies = (/** @type {string} */ name) => {
    if (OWN.has(name)) return false;
    if (name === 'siteName') return !isChosen(name);
    return !(Object.hasOwn(LOOK, name) && hasLook);
  };
  return {
    settings: Object.fromEntries(Object.entries(document.settings ?? {}).filter(([name]) => applies(name))),
    home,
  };
}
