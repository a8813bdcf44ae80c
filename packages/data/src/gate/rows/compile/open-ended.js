/** @import { Filter, QuerySpec, Values } from '@plinth/plugin' */
/** @import { Variant } from './compile-query.js' */

/**
 * Whether a query may read far more than it returns: a search, groups, totals, a count of all rows, a condition on other
 * tables or in the expression language. What it costs is asked of the planner before it runs for the first time.
 *
 * @param {QuerySpec} spec @param {Pick<Variant, 'searching'>} variant
 */
export function isOpenEnded({ groups, parts, totals, count, where }, { searching }) {
  if (groups?.length || parts || totals?.length || count === 'exact' || count === 'estimate') return true;
  return searching !== 'no' || goesFar(where);
}

/** @param {Filter | undefined} filter @returns {boolean} */
function goesFar(filter) {
  /** @type {Values} */
  const { all, any, not, field } = filter ?? {};
  const parts = all ?? any ?? (not ? [not] : null);
  if (Array.isArray(parts)) return parts.some(goesFar);
  // A plain comparison of one of the table's own fields.
  return filter !== undefined && (typeof field !== 'string' || field.includes('.'));
}
