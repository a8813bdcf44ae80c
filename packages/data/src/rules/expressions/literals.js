/** @import { Type } from '@plinth/expressions' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
import { fromJson } from '@plinth/expressions';
import { fixed, isoOf, sql } from '../../postgres/sql/index.js';
import { once } from './once.js';

const BIGINT = 2n ** 63n;
/** @type {Readonly<Record<string, string>>} */
const SQL_TYPES = Object.freeze({
  bool: 'boolean',
  int: 'numeric',
  decimal: 'numeric',
  text: 'text',
  date: 'date',
  moment: 'timestamptz',
  time: 'time',
  duration: 'numeric',
  id: 'uuid',
  json: 'jsonb',
});

/** SQL type of an expression's value. @param {Type} type @returns {string} */
export function sqlTypeName(type) {
  return type.name === 'list' ? `${sqlTypeName(type.of)}[]` : (SQL_TYPES[type.name] ?? 'text');
}

/**
 * A literal of the expression, bound as a value.
 *
 * @param {string | boolean | null} value @param {Type} type
 * @returns {Fragment}
 */
export function literalSql(value, type) {
  if (value === null) return fixed(`null::${sqlTypeName(type)}`);
  if (type.name === 'bool') return fixed(value ? 'true' : 'false');
  if (type.name === 'duration') return sql`${String(fromJson(value, type))}::numeric`;
  if (type.name === 'int') {
    const number = BigInt(value);
    // In the column's type, so that its index can be used.
    return number < BIGINT && number >= -BIGINT ? sql`${String(value)}::bigint` : sql`${String(value)}::numeric`;
  }
  return sql`${value}::${fixed(sqlTypeName(type))}`;
}

/**
 * A JSON number as the evaluator sees it: a double, truncated after twelve digits.
 *
 * @param {Fragment} json @param {() => string} alias
 */
export function decimalSql(json, alias) {
  return once([json], alias, (value) =>
    once(
      [sql`case when jsonb_typeof(${value}) = 'number' then (${value} #>> '{}')::numeric end`],
      alias,
      (number) => sql`case when abs(${number}) < 0.0000000000001 then 0
        when abs(${number}) < 1e30 then trunc((${number})::float8::text::numeric, 12) end`,
    ),
  );
}

/**
 * How a date, an instant or a time is written, in JSON as in string().
 *
 * @param {Fragment} value @param {'date' | 'moment' | 'time'} type
 */
export function writtenSql(value, type) {
  if (type === 'date') return sql`to_char(${value}, 'YYYY-MM-DD')`;
  if (type === 'time') return sql`to_char(${value}, 'HH24:MI:SS')`;
  return isoOf(value);
}
