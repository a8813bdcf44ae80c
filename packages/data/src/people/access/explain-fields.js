/** @import { Actor, Field, Table } from '@plinth/plugin' */
/** @import { Rules } from '../../rules/rights/rules.js' */
import { isUnlimited, readableField, writableField } from '../../rules/rights/index.js';

/**
 * Whether somebody may read or write a field of rows that they can reach, and what decided it: `free` no limit, `roles`
 * the field's list, `formula` it would reveal hidden fields, `hidden` they may not read it, `automatic` Plinth sets it,
 * `system` only people's names are visible.
 *
 * @typedef {{ may: boolean, by: 'admin' | 'free' | 'roles' | 'formula' | 'hidden' | 'automatic' | 'system', names:
 *   readonly string[] }} FieldAnswer
 *   names: of the roles in the list, or of the hidden fields
 * @typedef {{ name: string, label: string, read: FieldAnswer, write: FieldAnswer }} FieldAnswers
 */

/**
 * The fields of a table as somebody sees them.
 *
 * @param {Actor} actor @param {Table} table @returns {FieldAnswers[]}
 */
export function explainFields(actor, table) {
  return table.fields.map((field) => ({
    name: field.name,
    label: field.label,
    read: reading(actor, table, field),
    write: writing(actor, table, field),
  }));
}

/** @param {Actor} actor @param {Table} table @param {Field} field @returns {FieldAnswer} */
function reading(actor, table, field) {
  const may = readableField(actor, table, field);
  if (isUnlimited(actor)) return { may, by: 'admin', names: [] };
  const limit = field.access?.read ?? null;
  const inList = !limit || limit.some((role) => actor.roles.includes(role));
  if (may || !inList) return { may, by: limit ? 'roles' : 'free', names: limit ?? [] };
  return field.formula
    ? { may, by: 'formula', names: hiddenIn(actor, table, field) }
    : { may, by: 'system', names: [] };
}

/** @param {Actor} actor @param {Table} table @param {Field} field @returns {FieldAnswer} */
function writing(actor, table, field) {
  if (field.auto || field.formula) return { may: false, by: 'automatic', names: [] };
  const may = writableField(actor, table, field);
  if (isUnlimited(actor)) return { may, by: 'admin', names: [] };
  if (!readableField(actor, table, field)) return { may: false, by: 'hidden', names: [] };
  const limit = field.access?.write ?? null;
  return { may, by: limit ? 'roles' : 'free', names: limit ?? [] };
}

/**
 * Labels of the fields that a formula uses and the actor may not read.
 *
 * @param {Actor} actor @param {Table} table @param {Field} field
 */
function hiddenIn(actor, table, field) {
  const { rules } = /** @type {Table & { rules?: Rules }} */ (table);
  return (rules?.namesIn(table, field) ?? [])
    .filter(({ table: of, name }) => of.hasField(name) && !readableField(actor, of, of.field(name)))
    .map(({ table: of, name }) => (of === table ? name : `${of.name}.${name}`));
}
