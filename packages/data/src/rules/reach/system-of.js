/** @import { Actor, Catalog } from '@plinth/plugin' */
import { AppError, memoize, phrase } from '@plinth/plugin';

/** Code of the site itself: no limits. */
export const SYSTEM = /** @type {Actor} */ (Object.freeze({ userId: null, roles: [], system: true }));

/**
 * Where system code of each installed app ends: its own tables, and those that an admin has granted it. Apps that were made
 * here have no entry.
 */
const reaches = memoize((/** @type {Pick<Catalog, 'apps' | 'tables'>} */ { apps, tables }) => {
  const limited = apps.filter(({ reach }) => reach !== null);
  return new Map(
    limited.map(({ name, reach }) => {
      const granted = new Set(reach);
      const own = tables.filter(({ id, app }) => app === name || granted.has(id));
      const all = [...own.map((table) => table.name), ...(granted.has('users') ? ['users'] : [])];
      return [name, Object.freeze({ app: name, tables: Object.freeze(all) })];
    }),
  );
});

/**
 * The limits of system code that belongs to an app; none for code of the site, and of apps that were made here. What goes on
 * after its app was removed, such as a workflow that waited, reaches nothing.
 *
 * @param {Pick<Catalog, 'apps' | 'tables'>} catalog @param {string | null} app its name
 * @returns {Pick<Actor, 'reach'>}
 */
export function reachOfApp(catalog, app) {
  if (app === null) return {};
  const reach = reaches(catalog).get(app);
  if (reach) return { reach };
  return catalog.apps.some(({ name }) => name === app) ? {} : { reach: { app, tables: [] } };
}

/**
 * Who acts when something of an app runs as the system.
 *
 * @param {Pick<Catalog, 'apps' | 'tables'>} catalog @param {string | null} app its name; null: of the site
 * @returns {Actor}
 */
export const systemOf = (catalog, app) => ({ ...SYSTEM, ...reachOfApp(catalog, app) });

/**
 * Who acts when the system uses something of an app, such as its mail template: it gets what both of them may reach.
 *
 * @param {Actor} actor @param {Pick<Catalog, 'apps' | 'tables'>} catalog @param {string | null} app whose it is
 * @returns {Actor} others than the system as they are
 */
export function usingPartOf(actor, catalog, app) {
  const { reach } = reachOfApp(catalog, app);
  if (!actor.system || !reach || reach.app === actor.reach?.app) return actor;
  const both = reach.tables.filter((name) => actor.reach?.tables.includes(name) ?? true);
  return { ...actor, reach: { app: reach.app, tables: both } };
}

/**
 * Whether system code may call a function or start a workflow: those of its own app, and whatever has no rights of its own.
 *
 * @param {NonNullable<Actor['reach']>} reach @param {{ app: string | null }} called @param {boolean} isCallers it runs with the rights of the caller
 */
export const mayReach = (reach, { app }, isCallers) => app === reach.app || isCallers;

/**
 * Says why system code of an app gets nothing from a table, which the gate alone would not.
 *
 * @param {Actor} actor @param {Pick<Catalog, 'hasTable'>} catalog @param {string} table its name
 * @returns {Actor} the same
 * @throws {AppError} APP_OUT_OF_REACH
 */
export function requireReach(actor, catalog, table) {
  const { reach } = actor;
  if (!reach || reach.tables.includes(table) || !catalog.hasTable(table)) return actor;
  throw new AppError(
    'APP_OUT_OF_REACH',
    phrase`The app "${reach.app}" may not reach the table "${table}" as the system`,
    {
      status: 403,
      hint: 'An admin can grant it this table under Apps',
    },
  );
}

/**
 * The same for the tables of queries.
 *
 * @param {Actor} actor @param {Pick<Catalog, 'hasTable'>} catalog
 * @param {readonly { spec: { table: string | null } }[]} queries @returns {Actor}
 */
export function requireReachAll(actor, catalog, queries) {
  for (const { spec } of queries) if (spec.table) requireReach(actor, catalog, spec.table);
  return actor;
}
