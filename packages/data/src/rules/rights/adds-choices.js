/** @import { Actor, Field, Table } from '@plinth/plugin' */
import { grantOf } from './grants.js';
import { readableField, writableField } from './readable-field.js';

/**
 * Whether an actor may add choices to the fields of a table: a right of its own, because it changes the table and not
 * just a row.
 *
 * @param {Actor} actor @param {Table} table
 */
export const addsChoices = (actor, table) => !table.system && grantOf(actor, table, 'choices') === 'all';

/**
 * Whether an actor may add choices to a field: one that they may read and fill in, too.
 *
 * @param {Actor} actor @param {Table} table @param {Field} field
 */
export const addsChoicesTo = (actor, table, field) =>
  addsChoices(actor, table) && readableField(actor, table, field) && writableField(actor, table, field);
