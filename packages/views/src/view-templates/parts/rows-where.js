/** @import { Filter } from '@plinth/plugin' */

/**
 * Which rows a view shows: those that match its conditions, and its expression if it has one.
 *
 * @param {{ filter?: Filter, condition?: string }} config
 * @returns {Filter | undefined}
 */
export function rowsWhere({ filter, condition }) {
  if (!condition) return filter;
  return filter ? { all: [filter, { expression: condition }] } : { expression: condition };
}
