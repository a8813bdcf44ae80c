/** @import { Filter } from '@plinth/plugin' */

/**
 * Which rows a view shows: those that its conditions let through, and its expression where it has one.
 *
 * @param {{ filter?: Filter, condition?: string }} config
 * @returns {Filter | undefined}
 */
export function rowsWhere({ filter, condition }) {
  if (!condition) return filter;
  return filter ? { all: [filter, { expression: condition }] } : { expression: condition };
}
