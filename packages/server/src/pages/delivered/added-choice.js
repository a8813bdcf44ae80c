/** @import { Field, Html, Table } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../../types.d.ts' */
import { AppError, errorText, mayAddChoices } from '@plinth/plugin';
import { newChoice, newChoiceName } from '@plinth/views';
import { ID } from './cell-control.js';

// A choice that somebody adds while a field of several rows is set.

const NAME = 'value';

/** @param {Request} req @param {Table} table @param {Field} field @param {string} typed @returns {Html | null} */
export function addingControl({ ctx: { actor, t } }, table, field, typed) {
  if (!mayAddChoices(table, field, actor)) return null;
  return newChoice({ name: NAME, id: ID, label: field.label, typed: { [newChoiceName(NAME)]: typed }, t });
}

/** @param {Request} req @param {Table} table @param {Field} field @param {Form} form @returns {string} '' for none */
export const addedIn = ({ ctx: { actor } }, table, field, form) =>
  mayAddChoices(table, field, actor) ? (form.get(newChoiceName(NAME)) ?? '').trim() : '';

/**
 * Adds it to the field once, before the rows are written.
 *
 * @param {App} app @param {Request} req @param {{ table: Table, field: Field, added: string, value: unknown }} what value: of a row
 * @param {readonly Record<string, unknown>[]} rows
 * @returns {Promise<string | null>} why it can't be added
 */
export async function bringAdded(app, req, { table, field, added, value }, rows) {
  if (added === '' || rows.length === 0) return null;
  const row = { table: table.name, id: rows[0].id, values: { [field.name]: value } };
  try {
    await app.data.rows.bringChoices(req.ctx.changing(), row, [
      { table: table.name, field: field.name, texts: [added] },
    ]);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, hint, fields } = errorText(error, req.ctx.t);
    return [fields[field.name] ?? message, hint].filter(Boolean).join('. ');
  }
}
