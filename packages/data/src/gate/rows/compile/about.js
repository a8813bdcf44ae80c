import { ident, join, prepare, sql, whole } from '../../../postgres/sql/index.js';

/** @import { Result } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Scope } from './scope.js' */
/** @import { Estimated } from '../select.js' */

/** Where no estimate may be given, rows are counted up to here. */
export const COUNTED = 1000;

/**
 * A number of rows without reading them all. The planner's estimate rests on samples of all rows, so who may not read
 * all of them, or asks for more than the planner knows, gets an exact count up to a limit instead: it tells of nothing
 * but rows that they may read.
 *
 * @param {Scope} scope @param {boolean} isGuessed the estimate is asked for beside this statement
 * @param {readonly Fragment[]} conditions @param {(rows: (all: Fragment[]) => Fragment) => Fragment | null} byIndex the
 *   same rows found through a search index; null: there is none for this query
 */
export function aboutStatement(scope, isGuessed, conditions, byIndex) {
  const count = ident('$count');
  if (isGuessed) return prepare(sql`select null::int as ${count}`);
  const rows = (
    /** @type {readonly Fragment[]} */ all,
  ) => sql`select count(*)::int as ${count} from (select from ${scope.from()}
  ${all.length ? sql`where ${join([...all], ' and ')}` : sql``}
  limit ${whole(COUNTED + 1)}) first`;
  return prepare(byIndex(rows) ?? rows(conditions));
}

/** @param {Record<string, unknown>[]} raw @param {Estimated | null} estimated @returns {Result} */
export function aboutResult([record], estimated) {
  const none = { rows: [], next: null, previous: null, totals: null };
  if (estimated) return { ...none, count: estimated.count, counted: estimated.isExact ? 'exact' : 'about' };
  const count = Number(record.$count);
  return count > COUNTED ? { ...none, count: COUNTED, counted: 'over' } : { ...none, count, counted: 'exact' };
}
