import { asCondition, joinedReach, leftBehind, reachOfRights } from '../../../rules/rights/index.js';
import { validations } from './validations.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { Image } from '../../../rules/expressions/visible-rows.js' */
/** @import { Reach } from '../../../rules/rights/reach.js' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @import { Validation } from './validations.js' */

/**
 * The conditions for a row once it is written, and how its statement must be sent to check them.
 *
 * @typedef {object} NewImage
 * @property {Fragment} allowed the rights of the actor
 * @property {Validation[]} rules of the table
 * @property {boolean} pairs whether stored pairs of the row matter; then an earlier statement locks the row and waits for
 *   other writers, so that this one sees their pairs
 * @property {boolean} alone whether rows written together affect each other's checks and must be written one by one
 * @property {boolean} asksNothing whether any row may be written
 * @property {boolean} later whether some checks must wait until all rows of the transaction are written
 */

/**
 * @param {Compilation} c @param {Table} table @param {'create' | 'update'} operation
 * @param {{ alias: string, image: Image, later: boolean }} options `later`: child rows are written by further
 * statements of the transaction, and rules over them are checked then
 * @returns {NewImage}
 */
export function newImage(c, table, operation, { alias, image, later }) {
  const reach = reachOfRights(c.actor, table, operation);
  const rules = validations(c, table, alias, image);
  const waits = (/** @type {Reach} */ { children }) => later && children;
  // The write may change the user's own profile, so these conditions are checked before and after it.
  const isNow = (/** @type {Reach} */ one) => !waits(one) || one.self;
  const all = [reach, ...rules.map((rule) => rule.reach)];
  const left = isNow(reach) ? leftBehind(c.actor, table, operation, alias, image) : 'all';
  return {
    allowed: asCondition(left),
    asksNothing: left === 'all' && rules.length === 0,
    rules: rules.filter((rule) => isNow(rule.reach)),
    pairs: all.some(({ pairs }) => pairs),
    alone: joinedReach(all.filter(isNow)).siblings,
    later: all.some(waits),
  };
}
