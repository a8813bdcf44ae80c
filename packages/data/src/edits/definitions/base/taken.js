/** @import { AppDocument, Catalog, MenuItem } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */
import { isDeepStrictEqual } from 'node:util';

/**
 * What an installation took of the site around the app, kept in the app, so that removing the app puts it back.
 *
 * @typedef {{ settings: Record<string, { before: unknown, after: unknown }>, home: Record<string, { before: string | null,
 *   after: string }> }} Taken
 */

/**
 * @param {Catalog} before @param {Catalog} after @param {AppDocument} document with what was chosen
 * @returns {Taken}
 */
export function takenBy(before, after, document) {
  const was = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (before.settings));
  const is = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (after.settings));
  const names = Object.keys(document.settings ?? {}).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  const homeOf = (/** @type {Catalog} */ { roles }, /** @type {string} */ wanted) =>
    roles.find(({ name }) => name === wanted)?.home ?? null;
  const homes = Object.entries(document.home ?? {}).filter(([role, page]) => homeOf(after, role) === page);
  return {
    settings: Object.fromEntries(names.map((name) => [name, { before: was[name], after: is[name] }])),
    home: Object.fromEntries(homes.map(([role, after]) => [role, { before: homeOf(before, role), after }])),
  };
}

/**
 * Puts back what an app took, as far as nobody has changed it since.
 *
 * @param {Draft} draft @param {{ taken?: Taken }} app
 */
export function giveBack(draft, { taken }) {
  if (!taken) return;
  const { settings, roles } = draft.catalog;
  const now = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (settings));
  const back = Object.entries(taken.settings).filter(([name, { after }]) => isDeepStrictEqual(now[name], after));
  if (back.length > 0) draft.merge(settings.id, Object.fromEntries(back.map(([name, { before }]) => [name, before])));
  for (const role of roles) {
    const { before, after } = taken.home[role.name] ?? {};
    const isThere = draft.catalog.pages.some(({ name }) => name === before);
    if (before && isThere && (role.home === after || role.home === null)) draft.merge(role.id, { home: before });
  }
}
