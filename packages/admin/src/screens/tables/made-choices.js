import { choicesAttribute } from '@plinth/data';
import { formErrors, noErrors, readSettings } from '../../frame/index.js';

/** @import { Field, FieldType, Table } from '@plinth/plugin' */
/** @import { Form, FormErrors, Request } from '../../types.d.ts' */

/** The type whose choices a form showed: they are saved as they were sent. */
export const SHOWN = 'choicesFor';

/**
 * Whether the choices of a field that becomes a list of choices have yet to be shown.
 *
 * @param {Request} req @param {{ table: Table, field: Field, type: FieldType, form: Form | null }} model
 */
export function lacksChoices(req, { table, field, type, form }) {
  const name = choicesAttribute(type);
  const before = req.ctx.app.registry.fieldType(field.type);
  if (name === null || type.name === field.type || choicesAttribute(before) !== null) return false;
  if (!form) return true;
  if (form.has(SHOWN)) return form.get(SHOWN) !== type.name;
  const sent = readSettings(req, type.attributes, form, { prefix: 'attributes.', table });
  return !sent[name]?.length;
}

/**
 * The choices that a field gets from its rows when it becomes a list of choices, and the values that can't be choices.
 *
 * @param {Request} req @param {{ table: Table, field: Field, type: FieldType, form: Form | null }} model
 * @returns {Promise<{ attributes: Record<string, unknown>, text: string, errors: FormErrors, blocked: unknown } | null>} null: it
 *   has its choices
 */
export async function madeChoices(req, model) {
  const { app, actor, t } = req.ctx;
  const { table, field, type } = model;
  const name = choicesAttribute(type);
  if (name === null || !lacksChoices(req, model)) return null;
  const none = { attributes: { [name]: [] }, text: t('admin.field.choices.none'), errors: noErrors(), blocked: null };
  try {
    const input = { table: table.name, field: field.name, changes: { type: type.name } };
    const { changes, blocked } = await app.data.preview(actor, 'change-field', input);
    const options =
      changes.find((/** @type {{ id: string }} */ { id }) => id === field.id)?.after?.body.attributes[name] ?? [];
    const isUnfit = blocked?.code === 'FIELD_NOT_CONVERTIBLE';
    return {
      attributes: { [name]: options },
      text: t('admin.field.choices.made', { count: options.length }),
      errors: noErrors(),
      blocked: isUnfit ? blocked : null,
    };
  } catch (error) {
    const errors = formErrors(error, t);
    // There are no values to make choices from: they are entered.
    return errors.code === 'FIELD_ATTRIBUTES_INVALID' ? none : { ...none, errors: { ...errors, fields: {} } };
  }
}
