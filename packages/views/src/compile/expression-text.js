/** @import { Field, RowModel } from '@plinth/plugin' */
/** @import { Expression, Type } from '@plinth/expressions' */
/** @import { Compilation, Scope } from './scope.js' */
import { calculatedDigits } from '@plinth/plugin';
import { clockText } from '../field-views/parts/duration-text.js';
import { expressionIn } from './expression-in.js';

/** @typedef {Pick<Compilation, 'formats' | 't'>} Reader */

/**
 * The value of an expression as people read it: by its type, in their language and time zone; of a field as the field
 * is read.
 *
 * @param {Scope} scope @param {string} source @returns {(m: RowModel) => string} empty where there is no value
 */
export function expressionText(scope, source) {
  const { evaluate, expression } = expressionIn(scope, source);
  const { formats, registry, t } = scope.compilation;
  const field = fieldOf(scope, expression);
  if (!field) return (m) => textOf(evaluate(m), expression.type, { formats, t });
  const type = registry.fieldType(field.type);
  return (m) => type.format(evaluate(m), field, formats);
}

/**
 * The field that an expression is and nothing else, if it says more of a value than the value's type: a unit, how its
 * digits are written, what a choice is called.
 *
 * @param {Scope} scope @param {Expression} expression @returns {Field | null}
 */
function fieldOf({ table, compilation: { catalog } }, { tree }) {
  const field = table && tree.op === 'path' && tree.of === 'row' && catalog.path(table, tree.path.join('.'))?.field;
  if (!field || field.target) return null;
  return field.traits.value === 'number' || Array.isArray(field.attributes.options) ? field : null;
}

/** @type {Partial<Record<Type['name'], (value: any, reader: Reader) => string>>} */
const WRITTEN = {
  bool: (value, { t }) => t(value ? 'views.yes' : 'views.no'),
  int: (value, { formats }) => formats.number(value),
  decimal: (value, { formats }) => formats.number(value, calculatedDigits(value)),
  date: (value, { formats }) => formats.date(value),
  moment: (value, { formats }) => formats.dateTime(value),
  time: (value, { formats }) => formats.time(value),
  duration: clockText,
};

/** @param {any} value as JSON @param {Type} type @param {Reader} reader @returns {string} */
function textOf(value, type, reader) {
  if (value === null || value === undefined) return '';
  if (type.name === 'list') return value.map((/** @type {unknown} */ one) => textOf(one, type.of, reader)).join(', ');
  const write = WRITTEN[type.name];
  if (write) return write(value, reader);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
