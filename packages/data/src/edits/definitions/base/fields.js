/** @import { Field, FieldType, Registry, Role, Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { AppError, checkSettings, fieldMessages, inputInvalid, isFileList, phrase } from '@plinth/plugin';
import { checkFieldAccess } from './field-access.js';
import { checkFormatting } from './formatting.js';
import { checkCalculation } from './calculations.js';
import { checkFormulaField } from './formulas.js';
import { fieldName, free, onlyKeys } from './names.js';
import { labelOf, line, paragraph, yesNo } from './texts.js';

/** What an edit may say about a field. */
export const FIELD_KEYS = [
  'name',
  'label',
  'description',
  'type',
  'attributes',
  'required',
  'unique',
  'default',
  'auto',
  'formula',
  'stored',
  'function',
  'from',
  'access',
  'formatting',
];

/**
 * The fields that Plinth fills in itself.
 *
 * @type {Record<string, { label: string, type: string, required: boolean, description?: string }>}
 */
export const AUTO = {
  created_at: { label: 'Created at', type: 'date_time', required: true },
  created_by: { label: 'Created by', type: 'user', required: false },
  updated_at: { label: 'Updated at', type: 'date_time', required: true },
  updated_by: { label: 'Updated by', type: 'user', required: false },
};

/** Whether it is the key or one of AUTO, not a field of somebody's own. @param {Values} field */
export const isStamp = (field) => Boolean(field?.auto) && !field.formula && !field.function && field.auto !== 'number';

/** @param {'identity' | 'uuid'} key */
export function idField(key) {
  return body({ label: 'ID', type: key === 'uuid' ? 'uuid' : 'integer', required: true, auto: 'id' });
}

/** @param {string} name */
export function autoField(name) {
  const auto = AUTO[name];
  if (!auto) throw inputInvalid({ auto: phrase`must be one of ${Object.keys(AUTO).join(', ')}` });
  return body({ ...auto, auto: name });
}

/** @param {object} given @returns {any} */
function body(given) {
  return {
    label: '',
    description: '',
    attributes: {},
    required: false,
    unique: false,
    default: null,
    auto: null,
    ...given,
  };
}

/**
 * Checks the description of a field and returns it in stored form.
 *
 * @param {Values} input
 * @param {{ registry: Registry, hasTable(name: string): boolean, siblings: readonly { name: string, id: string }[],
 *   self?: string,
 *   roles: readonly Role[], timeZone: string }} context timeZone: of the site
 * @returns {{ name: string, body: any }}
 */
export function checkField(input, { registry, hasTable, siblings, self, roles, timeZone }) {
  onlyKeys('a field', input, FIELD_KEYS);
  const name = free('field', fieldName(input.name), siblings, self);
  const formula = checkFormulaField(input, registry);
  const calculation = checkCalculation(input);
  const access = checkFieldAccess(input.access, roles);
  const formatting = checkFormatting(input.formatting);
  const type = registry.fieldType(String(input.type ?? ''));
  if (input.auto && !formula && !calculation && !(input.auto === 'number' && type.numbering))
    throw inputInvalid({ auto: phrase`"${name}" can't be filled in automatically` });
  if (formula && type.numbering)
    throw inputInvalid({ formula: 'is not possible for numbers that the database counts' });
  if (calculation && (formula || type.numbering || type.storage !== 'column'))
    throw inputInvalid({ function: 'is not possible for this kind of field' });
  const field = body({
    label: line('label', input.label, labelOf(name)),
    description: paragraph('description', input.description),
    type: type.name,
    attributes: checkSettings(type.attributes, input.attributes ?? {}, 'attributes'),
    required: yesNo('required', input.required),
    unique: yesNo('unique', input.unique),
    ...(formula && { auto: 'formula', formula, ...(yesNo('stored', input.stored) && { stored: true }) }),
    ...calculation,
    ...(type.numbering && { auto: 'number', required: true, unique: true }),
    ...(access && { access }),
    ...(formatting && { formatting }),
  });
  const like = /** @type {Field} */ ({ ...field, id: '', name, target: null, traits: type.traits, timeZone });
  /** @type {Values} */ (type).checkAttributes?.(like);
  checkStorage(type, like);
  checkTarget(type, like, hasTable);
  field.default = type.numbering ? null : checkDefault(input.default, type, like);
  return { name, body: field };
}

/** @param {FieldType} type @param {Field} field */
function checkStorage(type, field) {
  const target = type.target?.(field) ?? null;
  if (field.unique && (type.storage === 'join' || isFileList({ ...field, target })))
    throw inputInvalid({ unique: 'is not possible for a field with several values' });
  if (field.required && field.attributes.onDelete === 'set_null') {
    throw inputInvalid({
      onDelete: "can't empty a required field. Choose to refuse the deletion or to delete this row too",
    });
  }
}

/** @param {FieldType} type @param {Field} field @param {(name: string) => boolean} hasTable */
function checkTarget(type, field, hasTable) {
  const target = type.target?.(field);
  if (!target || ['users', 'files'].includes(target) || hasTable(target)) return;
  throw new AppError('TABLE_NOT_FOUND', phrase`"${field.label}" points to table "${target}", which does not exist`, {
    status: 422,
    hint: 'Create that table first',
    details: fieldMessages({ table: phrase`There is no table "${target}"` }),
  });
}

/**
 * @param {any} value @param {FieldType} type @param {Field} field
 * @returns {unknown} in parsed form
 */
export function checkDefault(value, type, field) {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'object' && !Array.isArray(value) && value.now === true && type.traits.value === 'date')
    return { now: true };
  if (typeof value === 'object' && !Array.isArray(value) && value.user === true && type.target?.(field) === 'users')
    return { user: true };
  if (isExpression(value, type)) return { expression: String(value.expression) };
  if (type.storage === 'join') throw inputInvalid({ default: "can't be set for a field with several values" });
  return checkValue('default', value, type, field);
}

/** @param {any} value @param {FieldType} type */
function isExpression(value, type) {
  const isRecord = typeof value === 'object' && !Array.isArray(value);
  return isRecord && type.name !== 'json' && typeof value.expression === 'string' && type.storage === 'column';
}

/** A value in parsed form. @param {string} key @param {unknown} value @param {FieldType} type @param {Field} field */
export function checkValue(key, value, type, field) {
  try {
    const parsed = type.parse(value, field);
    if (parsed !== null) type.validate(parsed, field);
    return parsed;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw inputInvalid({ [key]: error.phrases.message });
  }
}

/**
 * What a field's checks need to know.
 *
 * @param {Scope} scope @param {string} tableId @param {string} [self] id of the field
 */
export function fieldContext({ catalog, registry }, tableId, self) {
  const table = catalog.tables.find((entry) => entry.id === tableId);
  return {
    registry,
    hasTable: catalog.hasTable,
    siblings: table?.fields ?? [],
    self,
    roles: catalog.roles,
    timeZone: catalog.settings.timeZone ?? 'UTC',
  };
}
