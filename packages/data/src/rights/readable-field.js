import { isUnlimited } from './grants.js';

/** @import { Actor, Field, Table } from '@plinth/plugin' */

/** What a user's row tells to everybody who may see that it is pointed at. */
const USER_FIELDS = ['id', 'name'];

/**
 * Whether an actor may learn anything of a field, on whichever row. Asked on every path: what it refuses is answered
 * as if the field did not exist.
 *
 * @param {Actor} actor @param {Table} table @param {Field} field
 */
export function readableField(actor, table, field) {
  if (!table.system || isUnlimited(actor)) return true;
  return table.name === 'users' && USER_FIELDS.includes(field.name);
}
