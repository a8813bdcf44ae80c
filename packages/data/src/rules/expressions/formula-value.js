/** @import { Catalog, Field, Table } from '@plinth/plugin' */
/** @import { Tree } from '@plinth/expressions' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
import { readExpression } from '@plinth/expressions';
import { orNothing } from '../../postgres/errors/or-nothing.js';
import { fixed, sql } from '../../postgres/sql/index.js';
import { once } from './once.js';

/**
 * Computes a formula field, with the formulas that it uses inlined. Null if it names something that no longer exists;
 * it is empty then, and everything else works.
 *
 * @param {Pick<Catalog, 'table' | 'hasTable' | 'children'>} catalog @param {Table} table @param {Field} field
 * @returns {Tree | null}
 */
export function formulaTree(catalog, table, field) {
  return orNothing(() => readExpression(`row.${field.name}`, { catalog, table, allowUser: false }).tree);
}

/** The fields that a formula uses. @param {Parameters<typeof formulaTree>[0]} catalog @param {Table} table @param {Field} field */
export const namesOf = (catalog, table, { formula }) =>
  orNothing(() => readExpression(String(formula), { catalog, table, allowUser: false }).names) ?? [];

/**
 * A formula's value in the type of the field's column; if the column can't hold it, empty, or an error where `strict`.
 * Calculations have twelve decimals, which a column of decimals would keep and show: 22.5 is stored as 22.5.
 *
 * @param {Fragment} value @param {string} sqlType @param {{ strict?: boolean }} [how]
 */
export function asColumn(value, sqlType, { strict = false } = {}) {
  const within = (/** @type {string} */ most, /** @type {(number: Fragment) => Fragment} */ result) =>
    numberWithin(value, most, strict, result);
  if (sqlType === 'numeric') return sql`trim_scale((${value})::numeric)`;
  if (sqlType === 'text') return sql`((${value}) collate plinth.text_order)`;
  if (sqlType === 'bigint') return within('9007199254740991', (n) => sql`(${n})::bigint`);
  // In hours and seconds, because an interval of seconds goes through floating point.
  if (sqlType === 'interval')
    return within(
      '1e18',
      (n) =>
        sql`make_interval(hours => div(${n}, 3600000000)::int, secs => (mod(${n}, 3600000000) * 0.000001)::float8)`,
    );
  const digits = /^numeric\((\d+),\s*(\d+)\)$/.exec(sqlType);
  if (digits) return within(`1e${Number(digits[1]) - Number(digits[2])} - 1`, (n) => sql`(${n})::${fixed(sqlType)}`);
  // The cast also prevents that a constant formula is taken for a column number in `order by`.
  return sql`(${value})::${fixed(sqlType)}`;
}

/** @param {Fragment} value @param {string} most @param {boolean} strict @param {(number: Fragment) => Fragment} result */
function numberWithin(value, most, strict, result) {
  return once(
    [sql`(${value})::numeric`],
    () => 'v',
    (number) =>
      strict
        ? sql`case when abs(${number}) <= ${fixed(most)} then ${result(number)} when ${number} is not null then ${result(sql`plinth.not_convertible('number', (${number})::text)`)} end`
        : sql`case when abs(${number}) <= ${fixed(most)} then ${result(number)} end`,
  );
}
