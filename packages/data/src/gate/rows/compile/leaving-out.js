import { HiddenField } from '../../../postgres/errors/row-errors.js';

/** @import { Compilation } from './compilation.js' */

/**
 * A part of a query, or its substitute if the query may leave out what its reader may not know.
 *
 * @template T, U
 * @param {Compilation} c @param {() => T} make @param {U} instead
 * @returns {T | U}
 */
export function leavingOut(c, make, instead) {
  if (!c.leaveOut) return make();
  try {
    return make();
  } catch (error) {
    if (error instanceof HiddenField) return instead;
    throw error;
  }
}
