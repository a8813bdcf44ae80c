import { joinTable, tableSql } from '../../../postgres/sql/physical.js';
import { fixed, ident, join, sql } from '../../../postgres/sql/index.js';
import { links } from '../compile/relation.js';
import { createScope } from '../compile/scope.js';
import { sqlTypeOf } from '../compile/values.js';
import { fieldName } from './payload.js';

/** @import { Field } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Image } from '../../../rules/expressions/visible-rows.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @import { Shape } from './shape.js' */

/** An alias that no table, field or variable of an expression can have. */
const OTHER = 'other$';

/**
 * The table and its pairs as they are once this row has been written. Conditions in the writing statement need this image,
 * because a statement does not see its own changes. All other rows are unchanged.
 *
 * @param {Compilation} c @param {Shape} shape
 * @param {{ row: string, lists: string, replaces: boolean }} aliases of the new row and of the lists of keys that came
 *   with it; `replaces`: the row was there, and lists that did not come stay as they are
 * @returns {Image}
 */
export function imageOf(c, { table, columns, links: joined }, { row, lists, replaces }) {
  const id = ident(row, 'id');
  const cells = (/** @type {string} */ alias) => join(columns.map(({ name }) => ident(alias, name)));
  return {
    rows: (of) =>
      of.id === table.id
        ? sql`(select ${cells(OTHER)} from ${tableSql(table)} ${ident(OTHER)} where ${ident(OTHER, 'id')} <> ${id}
      union all select ${cells(row)})`
        : null,
    pairs(of, { id: wanted }) {
      const field = of.id === table.id ? joined.find((one) => one.id === wanted) : undefined;
      if (!field) return null;
      const key = fixed(sqlTypeOf(c, field));
      const others = sql`${ident(OTHER, 'source')} <> ${id}${replaces ? kept(c, table, field, { row, lists }) : sql``}`;
      return sql`(select ${ident(OTHER, 'source')}, ${ident(OTHER, 'target')} from ${joinTable(table, field).name} ${ident(OTHER)}
        where ${others}
      union select ${id}, one::${key} from jsonb_array_elements_text(${ident(lists, field.name)}) one)`;
    },
  };
}

/** Pairs of the row that its update leaves alone. @param {Compilation} c @param {Shape['table']} table @param {Field} field @param {{ row: string, lists: string }} aliases @returns {Fragment} */
function kept(c, table, field, { row, lists }) {
  const found = { field, type: c.type(field), table, alias: row, column: ident(row, 'id'), own: true };
  const readable = links(createScope(c, table), found);
  return sql` or not ${ident(lists, '$v')} ? ${fieldName(field)} or not ${ident(OTHER, 'target')} in (${readable})`;
}
