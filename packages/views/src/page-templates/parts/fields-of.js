/** @import { Field, Table } from '@plinth/plugin' */

/** Types with a small number of values, which rows can be counted by. */
const CHOSEN = ['select', 'relation', 'one_to_one', 'user', 'boolean'];
/** Types whose sum says something. */
const ADDED = ['money', 'decimal', 'integer', 'duration'];
const TIMES = ['date', 'date_time'];

/**
 * The fields of a table that a page about it is built on.
 *
 * @param {Table} table
 * @returns {{ chosen: Field[], number: Field | undefined, time: Field | undefined }} chosen: what rows are counted by, the best
 *   first; time: when a row came to be, or is due
 */
export function fieldsOf({ fields }) {
  const own = fields.filter(({ auto }) => !auto);
  const ofTypes = (/** @type {string[]} */ types) =>
    types.flatMap((type) => own.filter((field) => field.type === type));
  return {
    chosen: ofTypes(CHOSEN),
    number: ofTypes(ADDED)[0],
    time: fields.find(({ auto }) => auto === 'created_at') ?? own.find(({ type }) => TIMES.includes(type)),
  };
}
