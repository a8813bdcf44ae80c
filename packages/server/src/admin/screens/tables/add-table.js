import { freeName, nameOf } from '../../names.js';
import { runEdit } from '../../run-edit.js';
import { tableUrl } from './table-page.js';

/** @import { App, Form, Request, Response } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

/**
 * Makes the table that a form asks for by its label, and leads to its fields.
 *
 * @param {App} app @param {Request} req @param {Response} res
 * @param {(app: App, req: Request, res: Response, form: Form, errors: FormErrors) => unknown} again shows the form once more
 */
export async function addTable(app, req, res, again) {
  const form = await req.form();
  const label = (form.get('label') ?? '').trim();
  const isTaken = (/** @type {string} */ one) => req.ctx.catalog.hasTable(one);
  const name = (form.get('name') ?? '').trim() || freeName(nameOf(label), isTaken);
  await runEdit(app, req, res, {
    edit: 'add-table',
    input: { label, name },
    form,
    next: tableUrl(name, 'fields'),
    again: (errors) => again(app, req, res, form, errors),
  });
}
