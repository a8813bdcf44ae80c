/** @import { Fragment } from '../sql/index.js' */
import { sql } from '../sql/index.js';

/** Semi-joins that one conjunction may become: planning time grows exponentially with them. */
const MOST_JOINS = 8;

/**
 * The parts of a conjunction. Postgres makes a semi-join of each exists() that is a condition by itself, and looks for
 * the best order of all. The first are worth it; those after them are asked row by row.
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
