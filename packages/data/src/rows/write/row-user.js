import { USER_PARAM } from '../../rights/index.js';
import { ident, withParam } from '../../sql/index.js';

/** @import { Fragment } from '../../sql/index.js' */

/** Column of the payload with the user who writes the row; unqualified, so exactly one part of a from clause may have it. */
export const GIVEN_USER = '$u';
/** The same where rows of before and of after the change meet. */
export const WRITING_USER = '$user';

/**
 * Rights as rows of several people need them: each row is judged by its own user, who is a column of it.
 *
 * @param {Fragment} fragment @param {typeof GIVEN_USER | typeof WRITING_USER} column
 */
export function byRow(fragment, column) {
  return withParam(fragment, USER_PARAM, ident(column));
}
