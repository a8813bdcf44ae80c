import { text } from '@plinth/plugin/settings';
import { freeName, nameOf } from '../../objects/names.js';
import { tableUrl } from './table-page.js';

/** @import { SettingsSchema, Values } from '@plinth/plugin' */
/** @import { EditOutcome, Form, Request } from '../../types.d.ts' */

/** @type {SettingsSchema} */
export const NEW_TABLE = [
  text('label', 'admin.tables.newLabel', { required: true, max: 80, none: 'admin.tables.newPlaceholder' }),
];

/** People who may edit a row may comment on it, until an admin switches that off in the settings of the table. */
export const NEW_COMMENTS = 'editors';

/** Adds a table by its label and leads to its fields. @param {Request} req @param {Values} values @param {Form} form @returns {EditOutcome} */
export function addTable({ ctx: { catalog } }, values, form) {
  const label = values.label.trim();
  const name = (form.get('name') ?? '').trim() || freeName(nameOf(label), (one) => catalog.hasTable(one));
  return { edit: 'add-table', input: { label, name, comments: NEW_COMMENTS }, next: tableUrl(name, 'fields') };
}
