import { FORMATTING, html } from '@plinth/plugin';
import { checked, control, formErrors, readSettings, settingsControls, wrongFields } from '../../frame/index.js';
import { expressionAttrs } from '../../expressions/places.js';
import { freeName, nameOf } from '../../objects/names.js';
import { defaultControl, readDefault } from './default-value.js';

/** @import { Field, FieldType, Table, Values } from '@plinth/plugin' */
/** @import { App, Form, FormErrors, Request } from '../../types.d.ts' */

/** Whether `unique` makes sense. @param {FieldType} type */
const mayBeUnique = ({ traits }) => !traits.isMany && !traits.isLong && !traits.isUnique && traits.value !== 'boolean';
/** @type {import('@plinth/plugin').SettingsSchema} */
const CALCULATION = [
  { name: 'function', type: 'function', label: 'admin.kind.function' },
  { name: 'from', type: 'fields', label: 'admin.field.from', help: 'admin.field.fromHelp' },
];
/** Attributes that limit values. */
const LIMITS = new Set(['minLength', 'maxLength', 'min', 'max', 'step', 'pattern', 'patternMessage', 'patternHint']);

/**
 * The controls of a field: what every field has, and the type's own attributes.
 *
 * @param {App} app @param {Request} req
 * @param {{ table: Table, field: Field | null, type: FieldType, form: Form | null, errors: Record<string, string>,
 *   made?: Record<string, unknown> }} model made: attributes that were made from the rows
 */
export function fieldControls(app, req, { table, field, type, form, errors, made = {} }) {
  const { t } = req.ctx;
  const typed = (/** @type {string} */ name, /** @type {unknown} */ kept) =>
    form ? (form.get(name) ?? '') : (kept ?? '');
  const typedAttributes = form
    ? readSettings(req, type.attributes, form, { prefix: 'attributes.', table })
    : (field?.attributes ?? usualAttributes(req, type));
  const attributes = { ...typedAttributes, ...made };
  const ticked = (/** @type {'required' | 'unique'} */ name) => (form ? form.has(name) : (field?.[name] ?? false));
  const isFilledIn = type.storage === 'column' && !field?.formula && !field?.function && !type.numbering;
  return html`
    ${control({ name: 'label', label: t('admin.label'), value: typed('label', field?.label), required: true, error: errors.label, attrs: { maxlength: 80, autocomplete: 'off', autofocus: !field, 'data-adm-name': 'f-name' } })}
    ${settingsControls(
      req,
      type.attributes.filter((setting) => isMain(setting, type)),
      attributes,
      { prefix: 'attributes.', table, errors },
    )}
    <div class="adm-ticks d-flex flex-wrap">
      ${isFilledIn && control({ name: 'required', type: 'switch', label: t('admin.field.required'), value: ticked('required'), error: errors.required })}
      ${isFilledIn && mayBeUnique(type) && control({ name: 'unique', type: 'switch', label: t('admin.field.unique'), value: ticked('unique'), error: errors.unique })}
    </div>
    ${field?.formula && formulaControl(req, table, type, field, form, errors)}
    ${isFilledIn && defaultControl(req, { table, field, type, attributes, form, error: errors.default })}
    ${limitControls(app, req, { table, type, attributes, errors })}
    ${isFilledIn && fold(t('admin.field.byFormula'), formulaControl(req, table, type, field, form, errors), Boolean(form?.get('formula')))}
    ${functionControl(req, { table, type, field, form, errors })}
    ${formattingControl(req, { table, field, form, errors })}
    <details class="adm-more"${errors.name || errors.description ? html` open` : ''}><summary>${t('admin.field.more')}</summary>
      ${control({ name: 'name', label: t('admin.name'), value: typed('name', field?.name), help: t('admin.field.nameHelp'), error: errors.name, attrs: { maxlength: 48, autocomplete: 'off', spellcheck: 'false' } })}
      ${control({ name: 'description', label: t('admin.description'), value: typed('description', field?.description), help: t('admin.field.descriptionHelp'), error: errors.description })}
    </details>`;
}

/** What a new field starts with. @param {Request} req @param {FieldType} type @returns {Record<string, unknown>} */
const usualAttributes = ({ ctx: { catalog } }, { attributes }) =>
  attributes.some(({ name }) => name === 'currency') ? { currency: catalog.settings.currency ?? 'EUR' } : {};

/**
 * Rarely needed settings are collapsed.
 *
 * @param {string} title @param {import('@plinth/plugin').Html | null} content @param {boolean} open
 */
const fold = (title, content, open) =>
  content && html`<details class="adm-more"${open ? html` open` : ''}><summary>${title}</summary>${content}</details>`;

/**
 * A maximum alone, such as the number of stars, is an essential setting.
 *
 * @param {import('@plinth/plugin').Setting} setting @param {FieldType} type
 */
const isMain = ({ name, required }, { attributes }) =>
  required || !LIMITS.has(name) || (name === 'max' && !attributes.some((other) => other.name === 'min'));

/**
 * Lengths, ranges and patterns; expanded if one is set.
 *
 * @param {App} app @param {Request} req
 * @param {{ table: Table, type: FieldType, attributes: Record<string, unknown>, errors: Record<string, string> }} model
 */
function limitControls(app, req, { table, type, attributes, errors }) {
  const limits = type.attributes.filter((setting) => !isMain(setting, type));
  if (limits.length === 0) return null;
  const isSet = (/** @type {import('@plinth/plugin').Setting} */ { name, default: usual }) =>
    (attributes[name] ?? usual ?? '') !== (usual ?? '') || errors[`attributes.${name}`];
  const controls = settingsControls(req, limits, attributes, { prefix: 'attributes.', table, errors });
  return fold(
    req.ctx.t('admin.field.limits'),
    controls,
    limits.some((setting) => Boolean(isSet(setting))),
  );
}

/**
 * The formula of a new field, or of one that has one; a field with values of its own keeps them.
 *
 * @param {Request} req @param {Table} table @param {FieldType} type @param {Field | null} field @param {Form | null}
 *   form
 * @param {Record<string, string>} errors
 */
function formulaControl(req, table, type, field, form, errors) {
  const { t } = req.ctx;
  if (!type.traits.calculates || (field && !field.formula)) return null;
  const area = control({
    name: 'formula',
    type: 'textarea',
    label: t('admin.field.formula'),
    help: t('admin.field.formulaHelp'),
    value: form ? (form.get('formula') ?? '') : (field?.formula ?? ''),
    error: errors.formula,
    required: Boolean(field?.formula),
    attrs: expressionAttrs({
      table: table.name,
      place: 'formula',
      result: type.traits.value === 'boolean' ? 'bool' : null,
    }),
  });
  const stored = control({
    name: 'stored',
    type: 'switch',
    label: t('admin.field.stored'),
    help: t('admin.field.storedHelp'),
    value: form ? form.has('stored') : (field?.stored ?? false),
    error: errors.stored,
  });
  return html`${area}${stored}`;
}

/**
 * The function that calculates a new field, or one that has one; a field with values of its own keeps them.
 *
 * @param {Request} req
 * @param {{ table: Table, type: FieldType, field: Field | null, form: Form | null, errors: Record<string, string> }} model
 */
function functionControl(req, { table, type, field, form, errors }) {
  const { t, catalog } = req.ctx;
  const isPossible = type.storage === 'column' && !type.numbering && !field?.formula && (!field || field.function);
  if (!isPossible || (catalog.functions.length === 0 && !field?.function)) return null;
  const values = form ? readSettings(req, CALCULATION, form, { table }) : (field ?? {});
  const controls = html`<p class="text-secondary">${t('admin.field.functionHelp')}</p>
    ${settingsControls(req, CALCULATION, values, { table, errors })}`;
  if (field?.function) return controls;
  return fold(t('admin.field.byFunction'), controls, Boolean(form?.get('function') || errors.function));
}

/**
 * The rules that colour the field; expanded if there are any.
 *
 * @param {Request} req
 * @param {{ table: Table, field: Field | null, form: Form | null, errors: Record<string, string> }} model
 */
function formattingControl(req, { table, field, form, errors }) {
  const { formatting } = form ? readSettings(req, FORMATTING, form, { table }) : (field ?? {});
  const controls = settingsControls(req, FORMATTING, { formatting }, { table, errors });
  return fold(req.ctx.t('formatting.title'), controls, Boolean(formatting?.length));
}

/**
 * The field described by a submitted form, or its errors by control name.
 *
 * @param {App} app @param {Request} req @param {{ table: Table, field: Field | null, type: FieldType, form: Form }}
 *   model
 * @returns {{ input: Values, wrong: FormErrors | null }}
 */
export function readField(app, req, { table, field, type, form }) {
  const { t } = req.ctx;
  const label = (form.get('label') ?? '').trim();
  const taken = (/** @type {string} */ name) => table.hasField(name) && name !== field?.name;
  const name = (form.get('name') ?? '').trim() || field?.name || freeName(nameOf(label), taken);
  const raw = readSettings(req, type.attributes, form, { prefix: 'attributes.', table });
  const { values: attributes, errors } = checked(type.attributes, raw, t, 'attributes.');
  const { values: look, errors: wrongRules } = checked(FORMATTING, readSettings(req, FORMATTING, form, { table }), t);
  Object.assign(errors, wrongRules);
  if (!label) errors.label = t('admin.labelMissing');
  const formula = (form.get('formula') ?? '').trim();
  const input = {
    name,
    label,
    description: (form.get('description') ?? '').trim(),
    type: type.name,
    attributes,
    required: form.has('required'),
    unique: form.has('unique'),
    default: null,
    ...((look.formatting.length > 0 || field?.formatting) && look),
    ...(formula && { formula, stored: form.has('stored'), required: false, unique: false }),
  };
  const calculation = calculationIn(req, table, form, field);
  if (calculation) Object.assign(input, { required: false, unique: false }, calculation);
  if (!Object.keys(errors).length && !formula && !calculation?.function) {
    try {
      input.default = readDefault(form, type, input);
    } catch (error) {
      errors.default = formErrors(error, t).message;
    }
  }
  return { input, wrong: Object.keys(errors).length > 0 ? wrongFields(errors) : null };
}

/** @param {Request} req @param {Table} table @param {Form} form @param {Field | null} field */
function calculationIn(req, table, form, field) {
  if (!form.get('function') && !field?.function) return null;
  const { function: name = '', from = [] } = readSettings(req, CALCULATION, form, { table });
  return { function: name || null, from: name ? from : [] };
}

/**
 * A value for rows without one when a field becomes required; only asked for if there are such rows.
 *
 * @param {(key: string) => string} t @param {string | null | undefined} value @param {string} [error]
 */
export const fillControl = (t, value, error) =>
  control({ name: 'fill', label: t('admin.field.fill'), value: value ?? '', error, attrs: { autocomplete: 'off' } });
