/** @import { Catalog, Table, Trigger } from '@plinth/plugin' */
import { reachOfApp } from '../../reach/system-of.js';

/**
 * The triggers that run before rows of a table are saved, in their order. They ask for nobody's rights, so those of an
 * installed app run only where its system code may go.
 *
 * @param {Pick<Catalog, 'triggers' | 'apps' | 'tables'>} catalog @param {Pick<Table, 'name'>} table
 * @returns {Trigger[]}
 */
export const beforeTriggersOf = (catalog, { name }) =>
  catalog.triggers
    .filter(({ timing, enabled, table }) => timing === 'before' && enabled && table === name)
    .filter(({ app }) => reachOfApp(catalog, app).reach?.tables.includes(name) ?? true)
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/**
 * The fields that triggers may set before a row is saved.
 *
 * @param {Pick<Catalog, 'triggers' | 'apps' | 'tables'>} catalog @param {Pick<Table, 'name'>} table @param {'insert' | 'update'} event
 * @returns {Set<string>}
 */
export function fieldsSetBefore(catalog, table, event) {
  const steps = beforeTriggersOf(catalog, table).flatMap(({ events, before }) =>
    events.includes(event) ? before : [],
  );
  return new Set(steps.flatMap(({ kind, field }) => (kind === 'set' && field ? [field] : [])));
}
