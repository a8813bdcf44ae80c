/** @import { Field } from '@plinth/plugin' */

/** Field types whose values have one text each, the same in a setting and in PostgreSQL. */
const TYPES = new Set(
  'text select email url phone colour boolean integer rating date relation one_to_one user uuid'.split(' '),
);

/** Whether a value in a setting can be compared with the field's. @param {Pick<Field, 'type'>} field */
export const comparedAsText = ({ type }) => TYPES.has(type);
