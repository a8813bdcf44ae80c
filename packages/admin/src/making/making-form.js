import { html } from '@plinth/plugin';
import { partsFor, readChecked, settingsControls } from '../frame/index.js';

/** @import { Html, Message, SettingsSchema, Table, Values } from '@plinth/plugin' */
/** @import { Form, Outcome, Request, Tried } from '../types.d.ts' */

/** @type {SettingsSchema} */
const ROLES = [{ name: 'roles', type: 'roles', label: 'admin.visibleTo', help: 'admin.rolesHelp' }];

/**
 * The roles chosen for what is made.
 *
 * @param {Request} req @param {Form} form
 * @returns {string[]}
 */
export const rolesOf = (req, form) => readChecked(req, ROLES, form, {}).values.roles ?? [];

/**
 * What is wrong with the first settings of a new view or page, and what it can't do without.
 *
 * @param {Request} req @param {SettingsSchema} schema @param {Form} form
 * @param {{ label: string, table: Table | null, template: { needsTable?: boolean } }} made
 * @returns {Record<string, string> | null} by the control's name
 */
export function wrongIn(req, schema, form, { label, table, template }) {
  const { t } = req.ctx;
  const { errors } = readChecked(req, schema, form);
  if (!label) errors.label = t('admin.labelMissing');
  if (template.needsTable && !table) errors.table = t('admin.views.tableMissing');
  return Object.keys(errors).length ? errors : null;
}

/**
 * One step of the history, however many objects are made.
 *
 * @param {{ edit: string, input: Values }[]} edits @param {{ says: Message, next: string }} made
 * @returns {Outcome}
 */
export const inOneStep = (edits, { says, next }) =>
  edits.length === 1 ? { ...edits[0], next } : { edit: 'batch', input: { edits }, says, next };

/**
 * The form of a new view or page: a starting point among pictures, the first settings, and who may see it.
 *
 * @param {Request} req @param {Tried} tried
 * @param {{ action: string, submit: string, cancel: string, table: Table | null, kinds: Html, controls: unknown }} parts
 *   kinds: the gallery of starting points
 */
export function makingForm(req, { form: typed, errors }, { action, submit, cancel, table, kinds, controls }) {
  const { form } = partsFor(req);
  const roles = settingsControls(req, ROLES, { roles: typed?.all('roles') ?? [] });
  const wrongTable = errors.fields.table;
  return form({
    action,
    submit,
    cancel,
    class: 'adm-making',
    controls: html`<input type="hidden" name="table" value="${table?.name ?? ''}">${
      wrongTable && html`<p class="text-danger" role="alert">${wrongTable}</p>`
    }${kinds}<div class="adm-making-controls">${controls}${roles}</div>`,
  });
}
