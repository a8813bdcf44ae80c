/** @import { Catalog, Field, Table } from '@plinth/plugin' */
/** @import { Tree } from '@plinth/expressions' */
/** @import { Fragment } from '../sql/index.js' */
import { readExpression } from '@plinth/expressions';
import { orNothing } from '../errors/or-nothing.js';
import { fixed, sql } from '../sql/index.js';
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

/**
 * A formula's value in the type of the field's column; empty if the column can't hold it.
 *
 * @param {Fragment} value @param {string} sqlType
 */
export function asColumn(value, sqlType) {
  if (sqlType === 'text') return sql`((${value}) collate plinth.text_order)`;
  if (sqlType === 'bigint') return within(value, '9007199254740991', (n) => sql`(${n})::bigint`);
  // In hours and seconds, because an interval of seconds goes through floating point.
  if (sqlType === 'interval')
    return within(
      value,
      '1e18',
      (n) =>
        sql`make_interval(hours => div(${n}, 3600000000)::int, secs => (mod(${n}, 3600000000) * 0.000001)::float8)`,
    );
  const digits = /^numeric\((\d+),\s*(\d+)\)$/.exec(sqlType);
  if (digits)
    return within(value, `1e${Number(digits[1]) - Number(digits[2])} - 1`, (n) => sql`(${n})::${fixed(sqlType)}`);
  // The cast also prevents that a constant formula is taken for a column number in `order by`.
  return sql`(${value})::${fixed(sqlType)}`;
}

/** @param {Fragment} value @param {string} most @param {(number: Fragment) => Fragment} result */
function within(value, most, result) {
  return once(
    [sql`(${value})::numeric`],
    () => 'v',
    (number) => sql`case when abs(${number}) <= ${fixed(most)} then ${result(number)} end`,
  );
}
