import { AppError, daysOfPeriod, phrase } from '@plinth/plugin';
import { fixed, ident, localOf, momentOf, sql } from '../../../postgres/sql/index.js';
import { filterInvalid } from '../../../postgres/errors/row-errors.js';
import { sqlTypeOf, typedValue } from './values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Value, Values } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from './compilation.js' */
/** @import { Run } from '../../types.d.ts' */
/** @import { Found } from './scope.js' */

/**
 * The right side of a comparison as a bound value in the column's type. Constants are checked when the statement is
 * compiled, parameters each time it runs; a value that the field type can't read is FILTER_INVALID.
 *
 * @param {Compilation} c @param {Found} found @param {Value | undefined} value
 * @returns {Fragment}
 */
export function comparable(c, found, value) {
  const { hasDay, hasTime } = found.field.traits;
  if (isMarker(value, 'today') || (isMarker(value, 'now') && hasDay && !hasTime))
    return today(c, found, dayReader(c, value));
  if (isMarker(value, 'now') && hasTime && !hasDay) return clock(c);
  return typedValue(
    c,
    found.field,
    bound(c, value, (input) => parseFor(c, found, input)),
  );
}

/** Several values as an array for any(). @param {Compilation} c @param {Found} found @param {Value | undefined} value @returns {Fragment} */
export function comparableList(c, found, value) {
  const list = bound(c, value, (input) => parseList(c, found, input));
  if (c.type(found.field).writeSql) {
    const one = fixed('entry');
    return sql`any (select ${typedValue(c, found.field, one)} from unnest(${list}::text[]) entry)`;
  }
  return sql`any (${list}::${fixed(elementType(c, found))}[])`;
}

/**
 * A text as it is, for operators that ask for part of a value.
 *
 * @param {Compilation} c @param {Value | undefined} value @param {(text: string) => string} [form]
 */
export const textValue = (c, value, form = (text) => text) =>
  bound(c, value, (input) => (input === null ? null : form(plainText(input))));

/** Escapes LIKE's wildcards. @param {string} text */
export const escapeLike = (text) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * The pattern for LIKE of a text that is part of another one.
 *
 * @param {string} op starts, ends, or anything else for a text that may stand anywhere @param {string} text
 */
export const likePattern = (op, text) => `${op === 'starts' ? '' : '%'}${escapeLike(text)}${op === 'ends' ? '' : '%'}`;

/** A text for case-insensitive search; migration 0065 says why it has its own collation. @param {Fragment} text */
export const foldable = (text) => sql`(${text}) collate ${ident('plinth', 'text_search')}`;

/** @param {unknown} value @param {string} name */
export const isMarker = (value, name) => isRecord(value) && Object.hasOwn(value, name) && value[name] === true;

/** The name of a parameter, if the value is one. @param {unknown} value @returns {string | null} */
export function paramName(value) {
  return isRecord(value) && Object.hasOwn(value, 'param') && typeof value.param === 'string' ? value.param : null;
}

/** @param {Run} run @param {string} name */
export function paramOf(run, name) {
  return Object.hasOwn(run.params, name) ? (run.params[name] ?? null) : null;
}

/**
 * A value or a parameter as it is read.
 *
 * @param {Compilation} c @param {Value | undefined} value @param {(input: unknown) => unknown} read
 * @returns {Fragment}
 */
export function bound(c, value, read) {
  const name = paramName(value);
  if (name !== null) return c.slot((run) => read(withAsker(paramOf(run, name), run)));
  if (isMarker(value, 'now')) return c.slot((run) => run.now.toISOString());
  if (isMarker(value, 'today')) return c.slot((run) => run.today);
  if (isRecord(value) && /** @type {Values} */ (value).user === 'id') return c.slot((run) => run.actor.userId);
  return sql`${read(value ?? null)}`;
}

/**
 * A parameter may ask for whoever asks, alone or among other values, so that the statement is the same for all.
 *
 * @param {unknown} value @param {Run} run @returns {unknown}
 */
function withAsker(value, run) {
  if (Array.isArray(value)) return value.map((entry) => withAsker(entry, run));
  return isRecord(value) && value.user === 'id' ? run.actor.userId : value;
}

/**
 * Today, or with `period` and `edge` the first day of a period around today, or the one after its last.
 *
 * @param {Compilation} c @param {Value | undefined} value @returns {(run: Run) => string}
 */
function dayReader({ catalog }, value) {
  const { period, edge } = /** @type {{ period?: string, edge?: string }} */ (isRecord(value) ? value : {});
  if (period === undefined) return (run) => run.today;
  if (!daysOfPeriod('2000-01-01', String(period)))
    throw filterInvalid(phrase`There is no period "${String(period).slice(0, 40)}"`);
  const { firstDay } = /** @type {{ firstDay?: number }} */ (catalog.settings);
  return (run) => daysOfPeriod(run.today, period, firstDay)?.[edge === 'end' ? 'end' : 'start'] ?? run.today;
}

/**
 * A day in the reader's time zone; for an instant, the moment at which it begins there.
 *
 * @param {Compilation} c @param {Found} found @param {(run: Run) => string} read
 */
function today(c, found, read) {
  const day = c.slot(read);
  const { hasDay, hasTime } = found.field.traits;
  if (hasDay && !hasTime) return sql`${day}::date`;
  if (!hasDay) throw filterInvalid(phrase`Field "${found.field.name}" is not a date or a date and time`);
  return momentOf(sql`${day}::text::date`, zoneOf(c));
}

/** @param {Compilation} c */
const zoneOf = (c) => c.slot((run) => run.timeZone);

/** The current time of day in the reader's time zone. @param {Compilation} c */
function clock(c) {
  const now = c.slot((run) => run.now.toISOString());
  return sql`date_trunc('second', ${localOf(sql`${now}::timestamptz`, zoneOf(c))})::time`;
}

/** A value as the driver takes it. @param {Compilation} c @param {Found} found @param {unknown} input @returns {unknown} */
export function parseFor(c, { field, type }, input) {
  if (input === null) return null;
  if (!isScalar(input)) throw filterInvalid(phrase`The value for field "${field.name}" must be a single value`);
  try {
    const value = type.parse(typeof input === 'string' ? plainText(input) : input, field);
    return type.toDriver ? type.toDriver(value) : value;
  } catch (error) {
    if (error instanceof AppError) throw filterInvalid(error.phrases.message, error.phrases.hint);
    throw error;
  }
}

/** @param {Compilation} c @param {Found} found @param {unknown} input */
function parseList(c, found, input) {
  const list = input === null ? [] : Array.isArray(input) ? input : [input];
  if (list.length > LIMITS.comparedValues)
    throw filterInvalid(
      phrase`At most ${LIMITS.comparedValues} values can be compared at once`,
      'Leave some out, or ask in several requests',
    );
  const element = found.type.storage === 'join' || elementType(c, found) !== sqlTypeOf(c, found.field);
  const values = list.map((entry) => (element ? parseElement(c, found, entry) : parseFor(c, found, entry)));
  return values.filter((entry) => entry !== null);
}

/**
 * One entry of a field with several values, because its own type only reads lists.
 *
 * @param {Compilation} c @param {Found} found @param {unknown} input
 */
function parseElement(c, found, input) {
  if (input === null) return null;
  if (!isScalar(input)) throw filterInvalid(phrase`The value for field "${found.field.name}" must be a single value`);
  try {
    return found.type.parse([input], found.field)?.[0] ?? null;
  } catch (error) {
    if (error instanceof AppError) throw filterInvalid(error.phrases.message, error.phrases.hint);
    throw error;
  }
}

/** One entry of a list field, bound. @param {Compilation} c @param {Found} found @param {Value | undefined} value */
export function elementValue(c, found, value) {
  return sql`${bound(c, value, (input) => parseElement(c, found, input))}::${fixed(elementType(c, found))}`;
}

/** @param {Compilation} c @param {Found} found */
export function elementType(c, found) {
  return sqlTypeOf(c, found.field).replace(/\[\]$/, '');
}

/** @param {unknown} input */
function plainText(input) {
  if (!isScalar(input)) throw filterInvalid('Text is expected here');
  const text = String(input);
  if (text.length > LIMITS.comparedCharacters)
    throw filterInvalid(phrase`A value can have at most ${LIMITS.comparedCharacters} characters`, 'Shorten it');
  if (text.includes('\0') || !text.isWellFormed())
    throw filterInvalid('A value contains a character that is not allowed');
  return text;
}

/** @param {unknown} value */
const isScalar = (value) => ['string', 'number', 'boolean'].includes(typeof value);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces the mark \u0001 in a text of SQL with a fragment. @param {string} text @param {Fragment} inner */
export function around(text, inner) {
  const [before, ...rest] = text.split('\u0001').map((part) => fixed(part));
  return rest.reduce((sum, part) => sql`${sum}${inner}${part}`, before);
}
