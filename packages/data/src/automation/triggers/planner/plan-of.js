/** @import { Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */

/**
 * What a planned time is for; if it differs, the trigger is planned anew. The database gives back options with their keys
 * in another order.
 *
 * @param {StoredCatalog} catalog @param {Trigger} trigger
 */
export const planOf = ({ settings }, { source, options, table }) => {
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([source, sorted, table, settings.timeZone ?? 'UTC']);
};

/**
 * Triggers of a plugin that this process doesn't have: what is stored of them waits until it is back, or is left to a
 * process that has it.
 *
 * @param {StoredCatalog} catalog @param {Registry} registry @returns {string[]} ids
 */
export const withoutPlugin = ({ triggers }, registry) =>
  triggers.filter(({ source }) => !registry.has('triggerSource', source)).map(({ id }) => id);

/** Triggers that run on a schedule. @param {StoredCatalog} catalog @param {Registry} registry */
export const plannedTriggers = (catalog, registry) =>
  catalog.triggers.filter(({ enabled, source: name, table, options }) => {
    if (!enabled || !registry.has('triggerSource', name)) return false;
    const source = registry.triggerSource(name);
    const known = table === null || catalog.hasTable(table);
    const field = source.rowTime?.(options).field;
    const isThere = field === undefined || (table !== null && known && catalog.table(table).hasField(field));
    return Boolean(source.next || source.rowTime) && known && isThere;
  });
