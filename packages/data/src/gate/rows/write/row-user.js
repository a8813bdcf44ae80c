import { USER_PARAM } from '../../../rules/rights/index.js';
import { ident, withParam } from '../../../postgres/sql/index.js';

/** @import { Fragment } from '../../../postgres/sql/index.js' */

/** The payload's column with the user who writes the row. It is unqualified, so only one part of a FROM clause may have it. */
export const GIVEN_USER = '$u';
/** The same column where rows before and after the change occur together. */
export const WRITING_USER = '$user';

/**
 * Rights for rows of several users: each row is checked against the user in its own column.
 *
 * @param {Fragment} fragment @param {typeof GIVEN_USER | typeof WRITING_USER} column
 */
export function byRow(fragment, column) {
  return withParam(fragment, USER_PARAM, ident(column));
}
