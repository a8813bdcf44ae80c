/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../sql/index.js' */
import { sql } from '../sql/index.js';
import { columnSql } from './physical.js';

/** Whether a field holds a list of files, as an array of their ids. @param {Pick<Field, 'target' | 'attributes'>} field */
export const holdsSeveral = ({ target, attributes }) => target === 'files' && attributes?.several === true;

/**
 * Condition that a row holds a file in a field, in the form that the field's index serves.
 *
 * @param {Table} table @param {Field} field @param {string} alias of the row's table @param {Fragment} id of the file
 */
export function holdsFile(table, field, alias, id) {
  const column = columnSql(table, field, alias);
  return holdsSeveral(field) ? sql`${column} @> array[${id}]::uuid[]` : sql`${column} = ${id}`;
}
