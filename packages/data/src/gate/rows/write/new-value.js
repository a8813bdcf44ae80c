import { tableSql } from '../../../postgres/sql/physical.js';
import { DOER, USER_PARAM } from '../../../rules/rights/index.js';
import { fixed, param, quoteLiteral, sql, toStatement } from '../../../postgres/sql/index.js';
import { sqlTypeOf } from '../compile/values.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */

/** Where none came. @param {Compilation} c @param {Field} field @returns {Fragment | null} */
export function generated(c, field) {
  const { generatedSql } = c.type(field);
  return generatedSql && field.default === null ? fixed(`(${generatedSql})::${sqlTypeOf(c, field)}`) : null;
}

/** A value that Plinth sets itself; only system code may provide one. @param {Table} table @param {Field} field @returns {Fragment | null} */
export function automatic(table, field) {
  // The owner of a row is whoever has the rights.
  if (field.auto === 'created_by') return sql`${param(USER_PARAM)}::uuid`;
  if (field.auto === 'updated_by') return DOER;
  if (field.auto === 'number' || field.auto === 'function') return null;
  if (field.auto !== 'id') return fixed('now()');
  if (table.key === 'uuid') return fixed('plinth.uuid_v7()');
  // The sequence's name is looked up once, not for each row.
  return sql`nextval((select pg_get_serial_sequence(${fixed(quoteLiteral(toStatement(tableSql(table)).text))}, 'id')::regclass))`;
}
