/** @import { Catalog, MenuItem, ShellMenuItem } from '@plinth/plugin' */

/** This many entries are easy to scan; more, from several apps, are grouped by app. */
const AT_A_GLANCE = 7;
/** How many groups may be expanded at once. */
const OPEN_AT_ONCE = 12;

/**
 * An entry as it is shown, and the name of the app that it leads into.
 *
 * @typedef {{ app: string | null, entry: ShellMenuItem }} Placed
 */

/**
 * Groups the entries of each app under its name if the site has several apps and the menu is long or repeats a label.
 * An app with a single entry is not grouped; nor are entries that lead into no app.
 *
 * @param {readonly Placed[]} placed
 * @param {Pick<Catalog, 'apps'>} catalog
 * @param {string | null} here name of the app that the page belongs to
 * @returns {ShellMenuItem[]}
 */
export function bySection(placed, { apps }, here) {
  const entries = placed.map(({ entry }) => entry);
  const names = new Set(placed.flatMap(({ app }) => app ?? []));
  const labels = new Set(entries.map(({ label }) => label));
  const isClear = entries.length <= AT_A_GLANCE && labels.size === entries.length;
  if (names.size < 2 || isClear) return entries;

  const current = placed.find(({ app, entry }) => app && holdsActive(entry))?.app ?? here;
  const isCurrent = (/** @type {string | null} */ name) => name === (names.has(current ?? '') ? current : first);
  const [first] = names;
  const fits = countOf(entries) <= OPEN_AT_ONCE;

  /** @type {Map<string, ShellMenuItem>} */
  const sections = new Map();
  return placed.flatMap(({ app, entry }) => {
    const found = app === null ? undefined : apps.find(({ name }) => name === app);
    const own = placed.filter((other) => other.app === app);
    if (!found || own.length === 1) return [entry];
    const known = sections.get(found.name);
    if (known) return (known.items.push(entry), []);
    const section = fits || isCurrent(found.name) ? 'open' : 'closed';
    /** @type {ShellMenuItem} */
    const made = { label: found.label, icon: found.icon || null, url: null, active: false, items: [entry], section };
    sections.set(found.name, made);
    return [made];
  });
}

/**
 * The one app that an entry leads into, together with everything below it.
 *
 * @param {MenuItem} item @param {Pick<Catalog, 'hasPage' | 'page' | 'hasView' | 'view'>} catalog
 * @returns {string | null}
 */
export function appOf(item, catalog) {
  const { kind, target = '' } = item;
  const own =
    kind === 'page' && catalog.hasPage(target)
      ? catalog.page(target).app
      : kind === 'view' && catalog.hasView(target)
        ? catalog.view(target).app
        : null;
  const all = new Set([...(own ? [own] : []), ...(item.items ?? []).map((child) => appOf(child, catalog))]);
  return all.size === 1 ? [...all][0] : null;
}

/** @param {ShellMenuItem} entry @returns {boolean} */
function holdsActive({ active, isParent, items }) {
  return active || isParent || items.some(holdsActive);
}

/** @param {readonly ShellMenuItem[]} entries @returns {number} */
function countOf(entries) {
  return entries.reduce((sum, { items }) => sum + 1 + countOf(items), 0);
}
