import { hasFullAccess } from '@plinth/plugin';
import { isUnlimited } from './grants.js';

/** @import { Actor, Field, Table } from '@plinth/plugin' */
/** @import { Rules } from './rules.js' */

/** What a user's row tells to everybody who may see that it is pointed at. */
const USER_FIELDS = ['id', 'name'];

/**
 * Whether an actor may learn anything of a field, on whichever row. Asked on every path: what it refuses is answered
 * as if the field did not exist.
 *
 * @param {Actor} actor @param {Table} table @param {Field} field
 */
export function readableField(actor, table, field) {
  if (!isOneOf(actor, field.access?.read)) return false;
  if (field.formula && !isUnlimited(actor) && !formulaReadable(actor, table, field)) return false;
  if (!table.system || isUnlimited(actor)) return true;
  return table.name === 'users' && USER_FIELDS.includes(field.name);
}

/**
 * Whether an actor may set a field in rows that he may create or change.
 *
 * @param {Actor} actor @param {Table} table @param {Field} field
 */
export function writableField(actor, table, field) {
  return isOneOf(actor, field.access?.write) && readableField(actor, table, field);
}

/** @param {Actor} actor @param {readonly string[] | null | undefined} roles */
function isOneOf(actor, roles) {
  if (!roles || hasFullAccess(actor)) return true;
  return roles.some((role) => actor.roles.includes(role));
}

/** A formula tells what its fields hold: who may not read one of them may not read it. @param {Actor} actor @param {Table} table @param {Field} field */
function formulaReadable(actor, table, field) {
  const { rules } = /** @type {Table & { rules?: Rules }} */ (table);
  const names = rules?.namesIn(table, field) ?? [];
  return names.every(
    (found) => !found.table.hasField(found.name) || readableField(actor, found.table, found.table.field(found.name)),
  );
}
