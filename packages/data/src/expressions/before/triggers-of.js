/** @import { Catalog, Table, Trigger } from '@plinth/plugin' */

/**
 * The triggers that run before rows of a table are saved, in their order.
 *
 * @param {Pick<Catalog, 'triggers'>} catalog @param {Pick<Table, 'name'>} table
 * @returns {Trigger[]}
 */
export const beforeTriggersOf = ({ triggers }, { name }) =>
  triggers
    .filter(({ timing, enabled, table }) => timing === 'before' && enabled && table === name)
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/**
 * The fields that triggers may set before a row is saved.
 *
 * @param {Pick<Catalog, 'triggers'>} catalog @param {Pick<Table, 'name'>} table @param {'insert' | 'update'} event
 * @returns {Set<string>}
 */
export function fieldsSetBefore(catalog, table, event) {
  const steps = beforeTriggersOf(catalog, table).flatMap(({ events, before }) =>
    events.includes(event) ? before : [],
  );
  return new Set(steps.flatMap(({ kind, field }) => (kind === 'set' && field ? [field] : [])));
}
