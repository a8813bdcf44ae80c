import { fieldsSetBefore } from '../../../rules/expressions/before/triggers-of.js';
import { empty, fixed, ident, join, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { imageOf } from './image.js';
import { newImage } from './new-image.js';

/** @import { Image } from '../../../rules/expressions/visible-rows.js' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @import { NewImage } from './new-image.js' */
/** @import { Shape } from './shape.js' */

/** SQLSTATE of a row that breaks a rule once triggers have set its fields (plinth.judge_row). */
export const BROKEN_AS_STORED = 'PLN02';

/**
 * The conditions for a row of a table whose triggers may set fields before it is saved: they hold for the row as it is
 * stored, so its statement judges the row that it has written, and fails as a whole if they don't. Elsewhere they are judged
 * before anything is written.
 *
 * The row that was sent has the alias `r`; the one that is stored `w`, with the lists that came with it as `k`.
 *
 * @param {Compilation} c @param {Shape} shape @param {'create' | 'update'} operation @param {boolean} later see newImage
 * @returns {{ becomes: NewImage, written: Image, verdict: Fragment }} written: the image of the stored row; verdict: further
 *   columns of the answer
 */
export function judgedImage(c, shape, operation, later) {
  const { table } = shape;
  const replaces = operation === 'update';
  const written = imageOf(c, shape, { row: 'w', lists: 'k', replaces });
  const isSet = fieldsSetBefore(c.catalog, table, replaces ? 'update' : 'insert').size > 0;
  if (!isSet) {
    const image = imageOf(c, shape, { row: 'r', lists: 'r', replaces });
    return { becomes: newImage(c, table, operation, { alias: 'r', image, later }), written, verdict: empty };
  }
  const becomes = newImage(c, table, operation, { alias: 'w', image: written, later });
  const held = join([sql`(${becomes.allowed}) is true`, ...becomes.rules.map(({ check }) => check)]);
  const names = ['$image', ...becomes.rules.map(({ flag }) => flag)].map(quoteLiteral).join(', ');
  const verdict = sql`, case when w.id is null then true
    else plinth.judge_row(array[${held}], array[${fixed(names)}]) end as ${ident('$stored')}`;
  return { becomes: { ...becomes, allowed: sql`true`, rules: [], asksNothing: false }, written, verdict };
}
