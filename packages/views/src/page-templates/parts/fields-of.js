/** @import { Field, Table, TypeMatch } from '@plinth/plugin' */
import { isOfType } from '@plinth/plugin';

/** Values that many rows share, the best first. @type {readonly TypeMatch[]} */
const CHOSEN = [
  { value: 'choice', isMany: false },
  { value: 'reference', isMany: false, isPerson: false, isUnique: false },
  { value: 'reference', isMany: false, isUnique: true },
  { value: 'reference', isMany: false, isPerson: true },
  { value: 'boolean' },
];
/** Numbers whose sum says something, the best first. @type {readonly TypeMatch[]} */
const ADDED = [
  { sums: true, hasUnit: true, hasTime: false },
  { sums: true, hasUnit: false, isWhole: false },
  { sums: true, isWhole: true },
  { sums: true, hasTime: true },
];

/**
 * The fields of a table that a page about it is built on.
 *
 * @param {Table} table
 * @returns {{ chosen: Field[], number: Field | undefined, time: Field | undefined }} chosen: what rows are counted by, the best
 *   first; time: when a row came to be, or is due
 */
export function fieldsOf({ fields }) {
  const own = fields.filter(({ auto }) => !auto);
  const ofTypes = (/** @type {readonly TypeMatch[]} */ types) => [
    ...new Set(types.flatMap((type) => own.filter((field) => isOfType(field, [type])))),
  ];
  return {
    chosen: ofTypes(CHOSEN),
    number: ofTypes(ADDED)[0],
    time: fields.find(({ auto }) => auto === 'created_at') ?? own.find(({ traits }) => traits.hasDay),
  };
}
