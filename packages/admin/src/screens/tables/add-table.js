import { freeName, nameOf } from '../../objects/names.js';
import { tableUrl } from './table-page.js';

/** @import { EditOutcome, Form, Request } from '../../types.d.ts' */

/** Adds a table by its label and leads to its fields. @param {Request} req @param {Form} form @returns {EditOutcome} */
export function addTable({ ctx: { catalog } }, form) {
  const label = (form.get('label') ?? '').trim();
  const name = (form.get('name') ?? '').trim() || freeName(nameOf(label), (one) => catalog.hasTable(one));
  return { edit: 'add-table', input: { label, name }, next: tableUrl(name, 'fields') };
}
