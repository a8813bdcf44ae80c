/** @import { Fragment } from '../../postgres/sql/index.js' */
import { sql } from '../../postgres/sql/index.js';

/** How many semi-joins one conjunction may become: planning time grows exponentially with them. */
const MOST_JOINS = 8;

/**
 * The parts of a conjunction. PostgreSQL turns each exists() that is a condition by itself into a semi-join and
 * searches for the best order of all. The first ones are worth it; the others are checked row by row.
 *
 * @param {readonly Fragment[]} conditions
 * @returns {Fragment[]}
 */
export function limitJoins(conditions) {
  let joins = 0;
  return conditions.map((condition) => {
    const more = existsIn(condition);
    if (joins > 0 && more > 0 && joins + more > MOST_JOINS) return sql`((${condition}) is true)`;
    joins += more;
    return condition;
  });
}

/** @param {Fragment} condition */
const existsIn = ({ texts }) => texts.reduce((count, text) => count + text.split('exists (').length - 1, 0);
