import { latinDigits, memoize } from '@plinth/plugin';
import { columnSql } from '../../../postgres/sql/physical.js';
import { createLocalReader } from '../../../catalog/local-values/local-reader.js';
import { join, momentOf, sql } from '../../../postgres/sql/index.js';
import { hasColumn } from './formula.js';
import { paramOf } from './literal.js';
import { readable } from './scope.js';
import { sqlTypeOf } from './values.js';

/** @import { Field, QuerySpec } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Run } from '../../types.d.ts' */
/** @import { Scope } from './scope.js' */
/** @typedef {NonNullable<QuerySpec['search']>} Search */
/** A search that is a number or a day as a whole. @typedef {{ number: string | null, day: string | null }} Typed */

const LONGEST = 60;
/** What stands beside a number where it is shown: a currency or a percent sign. */
const BESIDE = /^(?:\p{Sc}|[A-Z]{2,3}\p{Sc}|[A-Z]{3}|\s)+|(?:\p{Sc}|[A-Z]{3}|%|٪|kr\.?|zł|Kč|\s)+$/gu;
const NUMBER = /^[+-]?\d{1,30}(\.\d{1,20})?$/;
const DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[ T,])/;
/** Integers that a bigint holds for sure. */
const WHOLE = /^-?\d{1,18}$/;

/** What reads a search, by its object in the query. */
const readerOf = memoize((/** @type {Search} */ { locale = 'en' }) => createLocalReader(locale));

/**
 * The number or the day that a search is as a whole, as its reader's language writes it: "1.234,50 €", "31.12.2026",
 * "Dec 31, 2026"; null: it is only words.
 *
 * @param {Pick<Run, 'params'>} run @param {Search} search @returns {Typed | null}
 */
export function typedSearch(run, search) {
  const given = search.locale ? paramOf(/** @type {Run} */ (run), search.param) : null;
  if ((typeof given !== 'string' && typeof given !== 'number') || String(given).length > LONGEST) return null;
  const text = latinDigits(String(given)).trim();
  if (!/\d/.test(text)) return null;
  const { number, day } = readerOf(search);
  const read = number(bare(text)) ?? '';
  const found = DAY.exec(day(text) ?? text);
  const typed = { number: NUMBER.test(read) ? read : null, day: found ? found[1] : null };
  return typed.number === null && typed.day === null ? null : typed;
}

/**
 * That a number, a date or an instant of the row is what the search says, compared as such, so that an index of the column
 * serves it; null: the reader sees no such column.
 *
 * @param {Scope} scope @param {Search} search @param {string} alias of the table @returns {Fragment | null}
 */
export function typedMatch({ c, table }, search, alias) {
  const fields = typedFields(c, table);
  if (fields.length === 0) return null;
  const part = (/** @type {(typed: Typed | null) => string | null} */ of) =>
    c.slot((run) => of(typedSearch(run, search)));
  const number = part((typed) => typed?.number ?? null);
  const whole = part((typed) => wholeOf(typed?.number ?? null));
  const day = part((typed) => typed?.day ?? null);
  const zone = c.slot((run) => run.timeZone);
  const conditions = fields.map((field) => {
    const column = columnSql(table, field, alias);
    const { hasDay, hasTime } = field.traits;
    if (hasDay && !hasTime) return sql`${column} = ${day}::date`;
    if (hasDay) {
      const [from, to] = [sql`${day}::date`, sql`${day}::date + 1`].map((one) => momentOf(one, zone));
      return sql`(${column} >= ${from} and ${column} < ${to})`;
    }
    return sqlTypeOf(c, field).startsWith('numeric')
      ? sql`${column} = ${number}::numeric`
      : sql`${column} = ${whole}::bigint`;
  });
  return sql`(${join(conditions, ' or ')})`;
}

/** Own numbers and days of the rows that the reader may know. @param {Scope['c']} c @param {Scope['table']} table @returns {Field[]} */
export const typedFields = (c, table) =>
  table.fields.filter(
    (field) =>
      (!field.auto || field.auto === 'formula' || field.auto === 'function') &&
      !field.target &&
      readable(c, table, field.name) &&
      c.type(field).storage === 'column' &&
      hasColumn(c, table, field) &&
      field.traits.searches &&
      (field.traits.hasDay || isNumber(c, field)),
  );

/** @param {Scope['c']} c @param {Field} field */
const isNumber = (c, field) =>
  field.traits.value === 'number' && /^(numeric|bigint|integer|smallint)/.test(sqlTypeOf(c, field));

/** Only the number and its sign, which may stand before the currency: -€5. @param {string} text */
function bare(text) {
  const [, sign, rest] = /** @type {RegExpExecArray} */ (/^([+-]?)(.*)$/su.exec(text));
  return sign + rest.replace(BESIDE, '');
}

/** @param {string | null} number */
function wholeOf(number) {
  const whole = number?.replace(/^\+/, '').replace(/\.0*$/, '') ?? '';
  return WHOLE.test(whole) ? whole : null;
}
