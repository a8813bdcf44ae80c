/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
import { isFileList } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';
import { columnSql } from '../../postgres/sql/physical.js';

/**
 * Condition that a row holds a file in a field, in the form that the field's index serves.
 *
 * @param {Table} table @param {Field} field @param {string} alias of the row's table @param {Fragment} id of the file
 */
export function holdsFile(table, field, alias, id) {
  const column = columnSql(table, field, alias);
  return isFileList(field) ? sql`${column} @> array[${id}]::uuid[]` : sql`${column} = ${id}`;
}
