/** @import { Fragment } from '../../postgres/sql/index.js' */
import { ident, join, sql } from '../../postgres/sql/index.js';

/** Up to this length, SQL is cheaper to repeat than to compute once in a sub-select. */
const SHORT = 120;

/**
 * SQL that uses some of its arguments more than once. Short ones, such as columns and bound values, are repeated.
 * Longer ones are computed once in a sub-select: `offset 0` keeps the planner from merging it into the outer query,
 * which would copy each argument everywhere it is used and make nested calls grow exponentially.
 *
 * @param {Fragment[]} args @param {() => string} alias for the sub-select @param {(...args: Fragment[]) => Fragment}
 *   build
 * @returns {Fragment}
 */
export function once(args, alias, build) {
  if (args.every(isShort)) return build(...args);
  const name = alias();
  const columns = args.map((arg, i) => (isShort(arg) ? null : sql`${arg} as ${ident(`a${i}`)}`));
  const given = args.map((arg, i) => (columns[i] ? ident(name, `a${i}`) : arg));
  const computed = join(columns.filter((column) => column !== null));
  return sql`(select ${build(...given)} from (select ${computed} offset 0) ${ident(name)})`;
}

/** @param {Fragment} fragment */
function isShort({ texts }) {
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (length > SHORT || text.includes('(select ')) return false;
  }
  return true;
}
