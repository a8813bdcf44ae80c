import { hasFullAccess } from '@plinth/plugin';
import { isShownOfUsers } from '../reach/shown-of-users.js';
import { inScope, isUnlimited } from './grants.js';

/** @import { Actor, Field, Table } from '@plinth/plugin' */
/** @import { Rules } from './rules.js' */

/**
 * Whether an actor may read a field at all, on any row. Checked on every path; an unreadable field is answered as if it
 * did not exist.
 *
 * @param {Actor} actor @param {Table} table @param {Field} field
 */
export function readableField(actor, table, field) {
  if (!isOneOf(actor, field.access?.read)) return false;
  if (field.formula && !isUnlimited(actor) && !formulaReadable(actor, table, field)) return false;
  if (!table.system || isUnlimited(actor)) return true;
  if (actor.reach && inScope(actor, table, 'read')) return true;
  return table.name === 'users' && isShownOfUsers(field.name);
}

/**
 * Whether an actor may set a field in rows that they may create or change.
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

/**
 * A formula reveals the fields that it uses, so it is readable only if all of them are.
 *
 * @param {Actor} actor
 * @param {Table} table
 * @param {Field} field
 */
function formulaReadable(actor, table, field) {
  const { rules } = /** @type {Table & { rules?: Rules }} */ (table);
  const names = rules?.namesIn(table, field) ?? [];
  return names.every(
    (found) => !found.table.hasField(found.name) || readableField(actor, found.table, found.table.field(found.name)),
  );
}
