/** @import { FieldLike, FieldType } from '@plinth/plugin' */
import { quoteLiteral } from '@plinth/plugin';
import { instantText } from './instant-text.js';
import { writtenNumber } from './written-number.js';
import { momentOfLocal } from './zone-sql.js';

/** @typedef {{ type: string, field: FieldLike }} Source */

const DATE_TEXT = `'YYYY-MM-DD'`;

/** Types whose column already holds text. */
const TEXTUAL = new Set(['text', 'long_text', 'rich_text', 'colour', 'email', 'url', 'phone', 'select']);
const NUMERIC = new Set(['integer', 'rating', 'decimal', 'money', 'percent', 'auto_number']);
const KEYS = new Set(['uuid', 'file', 'image', 'user', 'relation', 'one_to_one']);

/** @param {string} type */
export const isTextual = (type) => TEXTUAL.has(type);
/** @param {string} type */
export const isNumeric = (type) => NUMERIC.has(type);

/**
 * A column of any type as canonical text, the intermediate form of conversions; null if there is none (values in a join
 * table).
 *
 * @param {string} column @param {Source} from
 * @returns {string | null}
 */
export function textForm(column, from) {
  if (isTextual(from.type)) return column;
  if (from.type === 'auto_number') return writtenNumber(column, from.field);
  if (isNumeric(from.type) || KEYS.has(from.type) || from.type === 'json') return `${column}::text`;
  switch (from.type) {
    case 'boolean':
      return `case when ${column} then 'true' when not ${column} then 'false' end`;
    case 'date':
      return `to_char(${column}, ${DATE_TEXT})`;
    case 'date_time':
      return instantText(column);
    case 'time':
      return `to_char(${column}, 'HH24:MI:SS')`;
    case 'duration':
      return `(extract(epoch from ${column})::float8)::text`;
    case 'multi_select':
      return `array_to_string(${column}, ';')`;
    default:
      return null;
  }
}

/**
 * A conversion that returns null instead of a value that the target's check constraints would refuse.
 *
 * @param {string | null} sql of the converted value @param {FieldType} type @param {FieldLike} field
 * @returns {string | null}
 */
export function withinChecks(sql, type, field) {
  if (sql === null) return null;
  const checks = type.checks?.(`(${sql})`, field, quoteLiteral) ?? [];
  if (!checks.length) return sql;
  return `case when ${checks.map((check) => `(${check.sql})`).join(' and ')} then ${sql} end`;
}

/**
 * A text as a decimal number of at most 38 digits and 20 decimal places, or null.
 *
 * @param {string} text
 */
export const numberOfText = (text) => `plinth.number_of_text(${text})`;

/**
 * Any column as a number, or null if its type has no sensible one.
 *
 * @param {string} column @param {Source} from
 * @returns {string | null}
 */
export function numberForm(column, from) {
  if (isNumeric(from.type)) return `${column}::numeric`;
  if (from.type === 'boolean') return `case when ${column} then 1 when not ${column} then 0 end::numeric`;
  if (from.type === 'duration') return `extract(epoch from ${column})::numeric`;
  if (isTextual(from.type)) return numberOfText(column);
  return null;
}

/**
 * A number as a whole number in JSON's exact range; null if it has a fraction.
 *
 * @param {string | null} number @param {string} [type]
 */
export function wholeNumber(number, type = 'bigint') {
  if (number === null) return null;
  return `plinth.whole_number(${number})::${type}`;
}

/**
 * A text as a date; null if there is no such day. Written out, because every cast of PostgreSQL 15 throws on an invalid
 * date.
 *
 * @param {string} text
 */
export function dateOfText(text) {
  const year = `substr(btrim(${text}), 1, 4)::int`;
  const month = `substr(btrim(${text}), 6, 2)::int`;
  const lastDay = `extract(day from make_date(${year}, ${month}, 1) + interval '1 month - 1 day')`;
  return `case when ${text} ~ '^\\s*(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?![0-9])' then
    case when substr(btrim(${text}), 9, 2)::int <= ${lastDay} then substr(btrim(${text}), 1, 10)::date end end`;
}

const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?';

/** A text as an instant; in the site's zone if it has none. @param {string} text @param {FieldLike} field */
export function instantOfText(text, field) {
  const zoned = `^.{10}[T ]${CLOCK}(Z|[+-](0[0-9]|1[0-4]):?[0-5][0-9])$`;
  return `case when (${dateOfText(text)}) is null then null
    when btrim(${text}) ~ '^.{10}$' then ${momentOfLocal(`btrim(${text})`, field)}
    when btrim(${text}) ~ '^.{10}[T ]${CLOCK}$' then ${momentOfLocal(`btrim(${text})`, field)}
    when btrim(${text}) ~ '${zoned}' then btrim(${text})::timestamptz end`;
}

/** @param {string} text */
export const timeOfText = (text) =>
  `case when btrim(${text}) ~ '^([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.]0+)?)?$' then btrim(${text})::time(0) end`;

/** @param {string} text */
export const uuidOfText = (text) =>
  `case when btrim(${text}) ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then btrim(${text})::uuid end`;
