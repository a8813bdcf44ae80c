/** @import { Filter, Values } from '@plinth/plugin' */
import { OPERATORS, needsNoValue, phrase } from '@plinth/plugin';
import { queryInvalid, shown } from '../../postgres/errors/row-errors.js';

// What functions write for a query, as the gate takes it.

const AGGREGATES = /** @type {const} */ (['sum', 'avg', 'min', 'max']);

/**
 * { status: 'open', amount: { gte: 5 } } and a CEL condition, with the values as parameters.
 *
 * @param {{ where?: any, filter?: any }} options @param {Record<string, unknown>} params receives the values
 * @returns {{ where?: Filter }}
 */
export function conditionsOf({ where = {}, filter }, params) {
  const all = Object.entries(objectOf(where)).flatMap(([field, wanted]) => compared(field, wanted, params));
  if (filter !== undefined) all.push({ expression: String(filter) });
  return all.length === 0 ? {} : { where: { all } };
}

/** @param {string} field @param {unknown} wanted a value, or values by operator @param {Record<string, unknown>} params @returns {Filter[]} */
function compared(field, wanted, params) {
  if (wanted === null) return [{ field, op: 'empty' }];
  const isPlain = typeof wanted !== 'object' || Array.isArray(wanted);
  const pairs = isPlain ? { [Array.isArray(wanted) ? 'in' : 'eq']: wanted } : wanted;
  return Object.entries(pairs).map(([op, value]) => {
    if (!OPERATORS.includes(/** @type {any} */ (op)))
      throw queryInvalid(phrase`"${shown(op)}" is not a comparison`, phrase`Available: ${OPERATORS.join(', ')}`);
    if (needsNoValue(op)) return { field, op: /** @type {any} */ (op) };
    const param = `p${Object.keys(params).length}`;
    params[param] = value;
    return { field, op: /** @type {any} */ (op), value: { param } };
  });
}

/** "name", "-created", or several. @param {unknown} sort */
export function sortOf(sort) {
  const names = sort === undefined ? [] : listOf(sort).map(String);
  return names.map((name) => (name.startsWith('-') ? { field: name.slice(1), descending: true } : { field: name }));
}

/** "status", "created:month", or several. @param {unknown} group */
export function groupsOf(group) {
  return listOf(group).map((text) => {
    const [field, step] = String(text).split(':');
    return { as: field, field, ...(step && { step: /** @type {any} */ (step) }) };
  });
}

/** { sum: 'amount' } is `sum_amount`; without any, rows are counted. @param {Values} options */
export function totalsOf(options) {
  const totals = AGGREGATES.flatMap((aggregate) =>
    listOf(options[aggregate] ?? []).map((field) => ({ as: `${aggregate}_${field}`, aggregate, field: String(field) })),
  );
  const isCounted = options.count || totals.length === 0;
  return [...(isCounted ? [{ as: 'count', aggregate: /** @type {const} */ ('count') }] : []), ...totals];
}

/** @param {unknown} value @returns {unknown[]} */
export const listOf = (value) => (Array.isArray(value) ? value : [value]);

/** @param {unknown} value @returns {Record<string, unknown>} */
export function objectOf(value) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return /** @type {any} */ (value);
  throw queryInvalid('Values must be an object, such as { name: "Ada" }');
}

/** @param {unknown} options @param {readonly string[]} known @returns {any} */
export function optionsOf(options, known) {
  const given = options === null || options === undefined ? {} : objectOf(options);
  const strange = Object.keys(given).find((key) => !known.includes(key));
  if (strange === undefined) return given;
  throw queryInvalid(phrase`"${shown(strange)}" is not an option`, phrase`Available: ${known.join(', ')}`);
}
