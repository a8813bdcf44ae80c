/** @import { Catalog, Field, Filter, Operator, Registry, Table } from '@plinth/plugin' */
import { AppError, NO_TRAITS, addDays, asksForPart, needsNoValue, phrase } from '@plinth/plugin';

/** Operators of the grid, in the order of its list. @type {readonly Operator[]} */
export const OPERATORS = [
  'eq',
  'ne',
  'contains',
  'lacks',
  'starts',
  'ends',
  'lt',
  'lte',
  'gt',
  'gte',
  'empty',
  'filled',
];

/** Substitutes for operators that a type lacks: "contains 5" for a number means that number. */
const INSTEAD = /** @type {Record<string, Operator[]>} */ ({
  contains: ['contains', 'has', 'eq'],
  lacks: ['lacks', 'ne'],
  starts: ['starts', 'has', 'eq'],
  ends: ['ends', 'has', 'eq'],
  eq: ['eq', 'has'],
  ne: ['ne', 'has'],
});
/** What they are the opposite of. */
const OPPOSITES = /** @type {const} */ ({ ne: 'eq', lacks: 'contains' });
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const KEYS = { identity: /^\d{1,15}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i };

/** @typedef {{ registry: Registry, catalog: Catalog, timeZone?: string }} Known timeZone: the reader's; default: the site's */

/**
 * The operators that make sense for a field. Rows of another table can also be found by their label.
 *
 * @param {Known} known @param {Field} field @returns {Operator[]}
 */
export function operatorsOf(known, field) {
  const { operators } = known.registry.fieldType(field.type);
  if (labelOf(known, field)) return ['contains', 'lacks', 'starts', 'ends', 'eq', 'ne', 'empty', 'filled'];
  return OPERATORS.filter(
    (op) => operators.includes(op) || (op === 'eq' || op === 'ne' ? operators.includes('has') : false),
  );
}

/**
 * A submitted filter as a condition; values go into `params` under names that begin with `name`.
 *
 * @param {Known} known @param {Table} table @param {{ field: string, op: Operator, value: string }} condition
 * @param {string} name @param {Record<string, unknown>} params
 * @returns {Filter}
 * @throws {AppError} FILTER_INVALID, FIELD_INVALID: for an invalid filter
 */
export function conditionOf(known, table, { field: fieldName, op, value }, name, params) {
  const field = table.field(fieldName);
  const type = known.registry.fieldType(field.type);
  if (needsNoValue(op)) return { field: field.name, op };
  const label = labelOf(known, field);
  if (label && !(label.isKey(value) && (op === 'eq' || op === 'ne'))) {
    params[name] = value;
    return labelled(field, type.storage === 'join', label.display, op, name);
  }
  const fitting = (INSTEAD[op] ?? [op]).find((one) => type.operators.includes(one));
  if (!fitting) {
    throw new AppError('FILTER_INVALID', phrase`"${field.label}" does not support this comparison`, {
      status: 422,
      hint: 'Choose another operator',
    });
  }
  if (type.traits.hasDay && type.traits.hasTime && DAY.test(value))
    return withinDay(known, field, fitting, value, name, params);
  params[name] = asksForPart(fitting) ? value : type.parse(value, field);
  const condition = { field: field.name, op: fitting, value: { param: name } };
  return fitting === 'has' && op === 'ne' ? { not: condition } : condition;
}

/** The label of rows of another table, if it is a text. @param {Known} known @param {Field} field */
function labelOf({ catalog }, field) {
  if (!field.target || !catalog.hasTable(field.target)) return null;
  const target = catalog.table(field.target);
  const display = /** @type {string} */ (field.attributes.label ?? target.display);
  const { value: kind, searches } = target.hasField(display) ? target.field(display).traits : NO_TRAITS;
  if (kind !== 'text' || !searches) return null;
  return { display, isKey: (/** @type {string} */ value) => KEYS[target.key].test(value) };
}

/** @param {Field} field @param {boolean} several @param {string} display @param {Operator} op @param {string} name @returns {Filter} */
function labelled(field, several, display, op, name) {
  const positive = OPPOSITES[/** @type {'ne'} */ (op)];
  const value = { param: name };
  const found = several
    ? { child: field.name, where: { field: display, op: positive ?? op, value } }
    : { field: `${field.name}.${display}`, op: positive ?? op, value };
  return positive ? { not: found } : found;
}

/**
 * A day of instants is a day in the reader's time zone, from its first moment to before the next one's.
 *
 * @param {Known} known @param {Field} field @param {Operator} op @param {string} day @param {string} name
 * @param {Record<string, unknown>} params @returns {Filter}
 */
function withinDay({ registry, catalog, timeZone = catalog.settings.timeZone }, field, op, day, name, params) {
  const type = registry.fieldType(field.type);
  const start = (/** @type {string} */ one) => type.parse(`${one}T00:00[${timeZone}]`, field);
  params[`${name}_from`] = start(day);
  params[`${name}_to`] = start(addDays(day, 1) ?? day);
  const is = (/** @type {Operator} */ comparison, /** @type {'from' | 'to'} */ end) =>
    /** @type {Filter} */ ({ field: field.name, op: comparison, value: { param: `${name}_${end}` } });
  if (op === 'lt') return is('lt', 'from');
  if (op === 'lte') return is('lt', 'to');
  if (op === 'gt') return is('gte', 'to');
  if (op === 'gte') return is('gte', 'from');
  const within = { all: [is('gte', 'from'), is('lt', 'to')] };
  return op === 'ne' ? { not: within } : within;
}
