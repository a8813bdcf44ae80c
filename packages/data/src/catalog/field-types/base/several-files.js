/** @import { FieldLike, Setting } from '@plinth/plugin' */
import { VALUE_LIMITS, mostFiles } from '@plinth/plugin';
import { boolean, integer } from '@plinth/plugin/settings';
import { fieldInvalid } from './invalid.js';
import { readTrimmed } from './read-text.js';
import { readUuid } from './read-uuid.js';

/** @param {FieldLike} field */
export const isSeveral = (field) => field.attributes?.several === true;

/** Settings of file and image fields: whether a row holds a list of files. @type {readonly Setting[]} */
export const severalAttributes = Object.freeze([
  boolean('several', 'ft.severalFiles', { help: 'ft.several.help' }),
  integer('maxFiles', 'ft.maxFiles', {
    min: 1,
    max: VALUE_LIMITS.fieldFiles,
    help: 'ft.maxFiles.help',
    showIf: { name: 'several', in: [true] },
  }),
]);

/**
 * Ids of files from JSON (ids, or objects with an id), from repeated form controls, or from text with ; or , between
 * them. The order is kept; none is null.
 *
 * @param {unknown} input @param {FieldLike} field @param {string} message @returns {string[] | null}
 */
export function readFileIds(input, field, message) {
  const list = Array.isArray(input) ? input : (readTrimmed(input, field, message)?.split(/[;,\s]+/) ?? []);
  const given = list.map((entry) => (entry && typeof entry === 'object' && 'id' in entry ? entry.id : entry));
  const ids = given.map((entry) => readUuid(entry, field, message)).filter((id) => id !== null);
  const unique = [...new Set(ids)];
  const max = mostFiles(field);
  if (unique.length > max) throw fieldInvalid(field, 'must have at most {max} files', { max });
  return unique.length > 0 ? unique : null;
}

/**
 * The new value over the old one where the field held a file before: a single one becomes a list, a list of one becomes
 * single, and a longer list can't.
 *
 * @param {string} column @param {FieldLike} was @param {FieldLike} field
 */
export function convertFiles(column, was, field) {
  if (isSeveral(was) === isSeveral(field)) return column;
  if (isSeveral(field)) return `case when ${column} is not null then array[${column}] end`;
  return `case when cardinality(${column}) = 1 then ${column}[1] end`;
}
