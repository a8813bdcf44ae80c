import { inputInvalid } from '@plinth/plugin';
import { select, text } from '@plinth/plugin/settings';
import { settingsControls } from '../../frame/index.js';
import { expressionAttrs } from '../../expressions/places.js';

/** @import { Field, FieldType, Html, Table, Values } from '@plinth/plugin' */
/** @import { Form, Request } from '../../types.d.ts' */

/** The option of a list of values that stands for an expression, which has its own control. */
const BY_EXPRESSION = '=';

/**
 * The control for a field's default value: a text that may be an expression after =, or a list of the possible values,
 * with an expression as the last option.
 *
 * @param {Request} req
 * @param {{ table: Table, field: Field | null, type: FieldType, attributes: Record<string, unknown>, form: Form | null,
 *   error: string | undefined }} model
 * @returns {Html | null} null if the type has no default value
 */
export function defaultControl(req, { table, field, type, attributes, form, error = '' }) {
  const { t } = req.ctx;
  const kept = field && field.type === type.name ? textOf(type, field) : '';
  const value = form ? (form.get('default') ?? '') : kept;
  const options = optionsOf(t, type, attributes);
  if (options) return choice(req, { table, type, form, options, value, error });
  if (type.traits.value === 'reference' || type.traits.value === 'files') return null;
  const help = type.traits.value === 'date' ? 'admin.field.defaultNow' : 'admin.field.defaultHelp';
  const attrs = expressionAttrs({ table: table.name, place: 'default', prefix: '=' });
  const schema = [text('default', 'admin.field.default', { help, attrs })];
  return settingsControls(req, schema, { default: value }, { errors: { default: error } });
}

/** @param {Request['ctx']['t']} t @param {FieldType} type @param {Values} attributes */
function optionsOf(t, type, attributes) {
  if (type.traits.isPerson) return [{ value: '@user', label: t('admin.field.defaultUser') }];
  if (type.traits.value === 'boolean')
    return ['true', 'false'].map((value) => ({ value, label: t(`admin.${YES_NO[value]}`) }));
  if (!isOneChoice(type)) return null;
  return (attributes.options ?? [])
    .filter((/** @type {any} */ option) => option?.value)
    .map((/** @type {Values} */ { value, label }) => ({ value, label: label || value }));
}

/** @param {FieldType} type */
const isOneChoice = ({ traits }) => traits.value === 'choice' && !traits.isMany;

const YES_NO = /** @type {Record<string, string>} */ ({ true: 'yes', false: 'no' });

/**
 * @param {Request} req
 * @param {{ table: Table, type: FieldType, form: Form | null, options: { value: string, label: string }[],
 *   value: string, error: string }} model
 */
function choice(req, { table, type, form, options, value, error }) {
  const isExpression = value.startsWith(BY_EXPRESSION);
  const result = type.traits.value === 'boolean' ? 'bool' : null;
  const schema = [
    select(
      'default',
      'admin.field.default',
      [...options, { value: BY_EXPRESSION, label: 'admin.field.defaultExpression' }],
      // The choices are typed in the same form.
      { none: 'admin.none', attrs: isOneChoice(type) ? { 'data-pl-offers-options': true } : {} },
    ),
    text('default.expression', 'admin.field.expression', {
      help: 'admin.field.expressionHelp',
      showIf: { name: 'default', in: [BY_EXPRESSION] },
      attrs: expressionAttrs({ table: table.name, place: 'default', result }),
    }),
  ];
  const written = form ? form.get('default.expression') : value.slice(BY_EXPRESSION.length);
  const values = { default: isExpression ? BY_EXPRESSION : value, 'default.expression': written };
  return settingsControls(req, schema, values, {
    errors: { [isExpression ? 'default.expression' : 'default']: error },
  });
}

/** The stored default as its control shows it. @param {FieldType} type @param {Field} field */
function textOf(type, field) {
  const value = /** @type {Values} */ (field.default);
  if (value === null || value === undefined) return '';
  if (value.now) return '@now';
  if (value.user) return '@user';
  if (type.name !== 'json' && typeof value.expression === 'string') return `=${value.expression}`;
  return type.serialize(value, field);
}

/**
 * The default value of a submitted form.
 *
 * @param {Form} form @param {FieldType} type @param {any} field as described by the form
 * @returns {any} null if there is none
 * @throws {import('@plinth/plugin').AppError} FIELD_INVALID, INPUT_INVALID
 */
export function readDefault(form, type, field) {
  const text = form.get('default') ?? '';
  if (text === '') return null;
  if (text === BY_EXPRESSION && form.has('default.expression')) return { expression: written(form) };
  if (text.startsWith('=') && type.name !== 'json') return { expression: text.slice(1).trim() };
  if (text === '@now' || text === '@user') return text === '@now' ? { now: true } : { user: true };
  const value = type.parse(text, field);
  if (value !== null) type.validate(value, field);
  return value;
}

/** @param {Form} form */
function written(form) {
  const source = (form.get('default.expression') ?? '').trim();
  if (source) return source;
  throw inputInvalid({ default: 'Enter an expression or choose a value' });
}
