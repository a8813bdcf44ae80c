/** @import { Field, Filter, Registry, Table, Values } from '@plinth/plugin' */
/** @import { Constraint, NameOf } from './types.d.ts' */
import { AppError, asksForPart, phrase } from '@plinth/plugin';
import { quoteLiteral } from '../../postgres/sql/index.js';
import { valueSql } from '../schema/default.js';
import { byId } from './names.js';

const COMPARISONS = /** @type {Record<string, string>} */ ({
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
});

/** @param {import('@plinth/plugin').Message} message */
const invalid = (message) =>
  new AppError('CONSTRAINT_INVALID', message, {
    status: 422,
    hint: 'A check can only compare fields of the same row with fixed values or with each other',
  });

/** @typedef {{ table: Table, registry: Registry, nameOf: NameOf }} Scope */

/**
 * A constant Filter over a row's own columns, as a check constraint; null if it names a missing field. As in every
 * check of PostgreSQL, a condition that is unknown because of an empty value passes.
 *
 * @param {Filter} filter @param {Table} table @param {Registry} registry
 * @returns {Constraint | null}
 * @throws {AppError} CONSTRAINT_INVALID for a filter that is not constant
 */
export function checkOf(filter, table, registry) {
  /** @type {Set<string>} */
  const fields = new Set();
  const noting = (/** @type {string} */ id) => {
    fields.add(id);
    return byId(id);
  };
  if (checkSql(filter, { table, registry, nameOf: noting }) === null) return null;
  const sql = (/** @type {NameOf} */ nameOf) => /** @type {string} */ (checkSql(filter, { table, registry, nameOf }));
  return { kind: 'check', fields: [...fields], sql };
}

/** @param {Filter} filter @param {Scope} scope @returns {string | null} */
function checkSql(filter, scope) {
  if ('all' in filter) return joined(filter.all, ' and ', 'true', scope);
  if ('any' in filter) return joined(filter.any, ' or ', 'false', scope);
  if ('not' in filter) {
    const inner = checkSql(filter.not, scope);
    return inner && `not ${inner}`;
  }
  if ('child' in filter || 'expression' in filter) throw invalid('A check can only use the fields of its own row');
  if (filter.field.includes('.')) throw invalid(phrase`A check can't follow a relation: ${filter.field}`);
  if (!scope.table.hasField(filter.field)) return null;
  return comparison(scope.table.field(filter.field), filter, scope);
}

/** @param {Filter[]} filters @param {string} word @param {string} none @param {Scope} scope */
function joined(filters, word, none, scope) {
  const parts = filters.map((filter) => checkSql(filter, scope));
  if (parts.includes(null)) return null;
  return parts.length === 0 ? none : `(${parts.join(word)})`;
}

/** @param {Field} field @param {Values} filter @param {Scope} scope */
function comparison(field, { op, value }, scope) {
  const type = scope.registry.fieldType(field.type);
  if (type.storage !== 'column') throw invalid(phrase`"${field.label}" can't be checked: it is not stored in a column`);
  const column = scope.nameOf(field.id);
  if (op === 'empty') return `(${column} is null)`;
  if (op === 'filled') return `(${column} is not null)`;
  if (op === 'has') return `(${quoteLiteral(String(value))} = any (${column}))`;
  if (op === 'lacks' && type.operators.includes('has')) return `(${quoteLiteral(String(value))} <> all (${column}))`;
  if (asksForPart(op)) {
    if (typeof value !== 'string') throw invalid(phrase`"${field.label}" ${op} needs text`);
    return partSql(op, `lower((${column})::text)`, `lower(${quoteLiteral(value)})`);
  }
  if (op === 'in') {
    if (!Array.isArray(value) || value.length === 0) throw invalid(phrase`"${field.label}" in needs a list of values`);
    return `(${column} in (${value.map((entry) => constant(entry, field, type)).join(', ')}))`;
  }
  const right = typeof value?.path === 'string' ? otherColumn(value.path, scope) : constant(value, field, type);
  return right && `(${column} ${COMPARISONS[op]} ${right})`;
}

/** @param {string} op @param {string} text @param {string} part */
function partSql(op, text, part) {
  if (op === 'ends') return `(right(${text}, length(${part})) = ${part})`;
  return `(position(${part} in ${text}) ${{ lacks: '= 0', starts: '= 1' }[op] ?? '> 0'})`;
}

/** @param {string} path @param {Scope} scope */
function otherColumn(path, { table, nameOf }) {
  if (path.includes('.')) throw invalid(phrase`A check can't follow a relation: ${path}`);
  return table.hasField(path) ? nameOf(table.field(path).id) : null;
}

/** @param {unknown} value @param {Field} field @param {any} type */
function constant(value, field, type) {
  if (value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value))) {
    throw invalid(phrase`"${field.label}" must be compared with a fixed value or another field`);
  }
  return valueSql(type.parse(value, field), field, type, type.sqlType(field, {}));
}
