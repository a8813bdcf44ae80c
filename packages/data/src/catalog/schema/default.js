/** @import { Field, FieldType, Values } from '@plinth/plugin' */
import { quoteLiteral } from '../../postgres/sql/index.js';
import { nextNumberSql } from './numbering.js';

/**
 * The column's default. `{ user: true }` has none here: only the data layer knows who asks.
 *
 * @param {Field} field @param {FieldType} type @param {string | null} sqlType
 * @returns {string | null}
 */
export function defaultSql(field, type, sqlType) {
  const value = field.default;
  if (sqlType === null) return null;
  if (type.numbering) return nextNumberSql(field, type.numbering(field));
  if (value === null || value === undefined) return type.generatedSql ? `(${type.generatedSql})::${sqlType}` : null;
  if (isNow(value)) return `(now())::${sqlType}`;
  if (typeof value === 'object' && /** @type {Values} */ (value).user === true) return null;
  if (defaultExpression(field) !== null) return null;
  return valueSql(value, field, type, sqlType);
}

/**
 * A parsed value as SQL text, for DDL.
 *
 * @param {unknown} value @param {Field} field @param {FieldType} type @param {string} sqlType
 */
export function valueSql(value, field, type, sqlType) {
  const driver = type.toDriver ? type.toDriver(value) : value;
  const literal = Array.isArray(driver)
    ? `array[${driver.map((entry) => quoteLiteral(entry)).join(', ')}]`
    : quoteLiteral(/** @type {any} */ (driver));
  if (type.writeSql && !Array.isArray(driver)) return type.writeSql(literal, field);
  return `${literal}::${sqlType}`;
}

/** The expression that gives a new row's value, if the default is one. @param {Field} field @returns {string | null} */
export function defaultExpression({ type, default: value }) {
  const { expression } = /** @type {Values} */ (value ?? {});
  return type !== 'json' && typeof expression === 'string' ? expression : null;
}

/** @param {unknown} value */
function isNow(value) {
  return typeof value === 'object' && value !== null && /** @type {Values} */ (value).now === true;
}
