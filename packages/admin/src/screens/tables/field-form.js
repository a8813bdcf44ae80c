import { FORMATTING, html } from '@plinth/plugin';
import { boolean, longtext, text } from '@plinth/plugin/settings';
import { checked, formErrors, readSettings, settingsControls, wrongFields } from '../../frame/index.js';
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
 * What every field has. A formula belongs to a new field, or to one that has one; a field with values of its own keeps them.
 *
 * @param {Table} table @param {Field | null} field @param {FieldType} type @returns {import('@plinth/plugin').SettingsSchema}
 */
function ownSettings(table, field, { traits }) {
  const result = traits.value === 'boolean' ? 'bool' : null;
  return [
    text('label', 'admin.label', {
      required: true,
      max: 80,
      attrs: { autofocus: !field, 'data-adm-name': 's-name' },
    }),
    boolean('required', 'admin.field.required'),
    boolean('unique', 'admin.field.unique'),
    longtext('formula', 'admin.field.formula', {
      help: 'admin.field.formulaHelp',
      required: Boolean(field?.formula),
      attrs: { rows: 3, ...expressionAttrs({ table: table.name, place: 'formula', result }) },
    }),
    boolean('stored', 'admin.field.stored', { help: 'admin.field.storedHelp' }),
    text('name', 'admin.name', { help: 'admin.field.nameHelp', max: 48, attrs: { spellcheck: 'false' } }),
    text('description', 'admin.description', { help: 'admin.field.descriptionHelp' }),
  ];
}

/**
 * The controls of a field: what every field has, and the type's own attributes.
 *
 * @param {App} app @param {Request} req
 * @param {{ table: Table, field: Field | null, type: FieldType, form: Form | null, errors: Record<string, string>,
 *   made?: Record<string, unknown> }} model made: attributes that were made from the rows
 */
export function fieldControls(app, req, { table, field, type, form, errors, made = {} }) {
  const { t } = req.ctx;
  const schema = ownSettings(table, field, type);
  const values = form ? readSettings(req, schema, form) : (field ?? {});
  const own = (/** @type {string[]} */ ...names) =>
    settingsControls(req, schema, values, { errors, asks: true, only: ({ name }) => names.includes(name) });
  const typedAttributes = form
    ? readSettings(req, type.attributes, form, { prefix: 'attributes.', table })
    : (field?.attributes ?? usualAttributes(req, type));
  const attributes = { ...typedAttributes, ...made };
  const isFilledIn = type.storage === 'column' && !field?.formula && !field?.function && !type.numbering;
  return html`
    ${own('label')}
    ${settingsControls(
      req,
      type.attributes.filter((setting) => isMain(setting, type)),
      attributes,
      { prefix: 'attributes.', table, errors },
    )}
    <div class="adm-ticks d-flex flex-wrap">
      ${isFilledIn && own('required')}${isFilledIn && mayBeUnique(type) && own('unique')}
    </div>
    ${field?.formula && type.traits.calculates && own('formula', 'stored')}
    ${isFilledIn && defaultControl(req, { table, field, type, attributes, form, error: errors.default })}
    ${limitControls(app, req, { table, type, attributes, errors })}
    ${isFilledIn && !field && type.traits.calculates && fold(t('admin.field.byFormula'), own('formula', 'stored'), Boolean(form?.get('formula')))}
    ${functionControl(req, { table, type, field, form, errors })}
    ${formattingControl(req, { table, field, form, errors })}
    <details class="adm-more"${errors.name || errors.description ? html` open` : ''}><summary>${t('admin.field.more')}</summary>
      ${own('name', 'description')}
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
  const own = readSettings(req, ownSettings(table, field, type), form);
  const label = (own.label ?? '').trim();
  const taken = (/** @type {string} */ name) => table.hasField(name) && name !== field?.name;
  const name = (own.name ?? '').trim() || field?.name || freeName(nameOf(label), taken);
  const raw = readSettings(req, type.attributes, form, { prefix: 'attributes.', table });
  const { values: attributes, errors } = checked(type.attributes, raw, t, 'attributes.');
  const { values: look, errors: wrongRules } = checked(FORMATTING, readSettings(req, FORMATTING, form, { table }), t);
  Object.assign(errors, wrongRules);
  if (!label) errors.label = t('admin.labelMissing');
  const formula = (own.formula ?? '').trim();
  const input = {
    name,
    label,
    description: (own.description ?? '').trim(),
    type: type.name,
    attributes,
    required: own.required === true,
    unique: own.unique === true,
    default: null,
    ...((look.formatting.length > 0 || field?.formatting) && look),
    ...(formula && { formula, stored: own.stored === true, required: false, unique: false }),
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
 * @param {Request} req @param {Form | null | undefined} form @param {Record<string, string>} [errors]
 */
export const fillControl = (req, form, errors) =>
  settingsControls(req, [text('fill', 'admin.field.fill')], { fill: form?.get('fill') }, { errors });
