import { asksForPart, phrase } from '@plinth/plugin';
import { limitJoins } from '../../../rules/expressions/limit-joins.js';
import { fixed, ident, join, sql } from '../../../postgres/sql/index.js';
import { filterInvalid, shown } from '../../../postgres/errors/row-errors.js';
import { expressionHolds } from './expression.js';
import { jsonLeaf, jsonPlace } from './json-path.js';
import {
  comparable,
  comparableList,
  elementValue,
  foldable,
  isMarker,
  likePattern,
  paramName,
  textValue,
} from './literal.js';
import { compareMoment, isMomentRange, momentIn } from './moment-range.js';
import { links, related } from './relation.js';
import { sorted } from './sorted.js';
import { sqlTypeOf } from './values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Filter, Operator } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Found, Scope } from './scope.js' */
/** @typedef {{ field: string, op: Operator, value?: any }} Leaf */

const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

/**
 * A filter as a condition. A row matches if it is true; unknown counts as false, also below `not`, so that filters have
 * two values.
 *
 * @param {Scope} scope @param {Filter} filter @param {number} [depth]
 * @returns {Fragment}
 */
export function compileFilter(scope, filter, depth = 0) {
  if (depth > LIMITS.filterLevels)
    throw filterInvalid(phrase`A filter can be nested at most ${LIMITS.filterLevels} levels deep`, 'Use fewer levels');
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw filterInvalid('A condition is expected');
  scope.c.addCondition();
  const keys = Object.keys(filter);
  const kind = ['all', 'any', 'not', 'child', 'field', 'expression'].find((name) => keys.includes(name));
  const one = /** @type {any} */ (filter);
  if (kind === 'all' || kind === 'any') return several(scope, one[kind], kind, depth, keys);
  if (kind === 'not' && keys.length === 1) return sql`(${compileFilter(scope, one.not, depth + 1)}) is not true`;
  if (kind === 'child') return childExists(scope, one, depth, keys);
  if (kind === 'expression') return byExpression(scope, one, keys);
  if (kind === 'field' && keys.every((name) => ['field', 'op', 'value'].includes(name))) return leaf(scope, one);
  throw filterInvalid(phrase`A condition can't have "${shown(keys.join(', '))}"`);
}

/** @param {Scope} scope @param {Filter[]} filters @param {'all' | 'any'} kind @param {number} depth @param {string[]} keys */
function several(scope, filters, kind, depth, keys) {
  if (!Array.isArray(filters) || keys.length > 1) throw filterInvalid(phrase`"${kind}" needs a list of conditions`);
  if (filters.length === 0) return fixed(kind === 'all' ? 'true' : 'false');
  const parts = filters.map((filter) => sql`(${compileFilter(scope, filter, depth + 1)})`);
  return kind === 'all' ? join(limitJoins(parts), ' and ') : join(parts, ' or ');
}

/** @param {Scope} outer @param {{ child: string, of?: string, where?: Filter }} filter @param {number} depth @param {string[]} keys */
function childExists(outer, { child, of, where }, depth, keys) {
  if (keys.some((key) => !['child', 'of', 'where'].includes(key)))
    throw filterInvalid('A condition on child rows needs child, of and where');
  const { scope, tie } = related(of === undefined ? outer : rowAt(outer, of), child);
  const matching = where === undefined ? tie : sql`${tie} and (${compileFilter(scope, where, depth + 1)})`;
  return sql`exists (select from ${scope.from()} where ${matching})`;
}

/** @param {Scope} scope @param {{ expression: string, of?: string }} filter @param {string[]} keys */
function byExpression(scope, { expression, of }, keys) {
  if (keys.some((key) => !['expression', 'of'].includes(key)))
    throw filterInvalid('A condition in CEL needs expression and of');
  if (of === undefined) return expressionHolds(scope.c, scope, expression);
  const row = rowAt(scope, of);
  return sql`(${row.id} is not null and ${expressionHolds(scope.c, row, expression)})`;
}

/**
 * The row that a relation leads to, for filtering by its child rows; none if the actor may not read it.
 *
 * @param {Scope} scope @param {string} path
 */
function rowAt(scope, path) {
  const found = scope.resolve(path);
  const target = found.type.storage === 'column' ? scope.c.targetOf(found.field) : null;
  if (!target || !scope.c.isVisible(target))
    throw filterInvalid(phrase`Field "${shown(path)}" does not point to a row`);
  const { alias } = scope.follow(path, found, target);
  return { c: scope.c, table: target, alias, id: ident(alias, 'id') };
}

/** @param {Scope} scope @param {Leaf} filter @returns {Fragment} */
function leaf(scope, { field: path, op, value }) {
  const place = jsonPlace(scope, path);
  if (place) return jsonLeaf(scope, place, op, value);
  const found = scope.resolve(path);
  if (typeof op !== 'string' || !found.type.operators.includes(op)) {
    throw filterInvalid(
      phrase`Field "${shown(path)}" can't be compared with "${shown(op)}"`,
      phrase`Available: ${found.type.operators.join(', ')}`,
    );
  }
  if (op === 'lacks') {
    const positive = found.type.operators.includes('has') ? 'has' : 'contains';
    return sql`(${leaf(scope, { field: path, op: positive, value })}) is not true`;
  }
  if (found.type.storage === 'join') return linkLeaf(scope, found, op, value);
  if (sqlTypeOf(scope.c, found.field).endsWith('[]')) return listLeaf(scope, found, op, value);
  if (op === 'empty') return isEmpty(scope, found);
  if (op === 'filled') return sql`(${isEmpty(scope, found)}) is not true`;
  const isMoment = isMomentRange(scope.c, found, value);
  if (op === 'in' && isMoment) return momentIn(scope.c, found, value);
  if (op === 'in') return sql`${found.column} = ${comparableList(scope.c, found, value)}`;
  if (op === 'has') throw filterInvalid(phrase`Field "${found.field.name}" holds a single value`);
  if (asksForPart(op)) return like(scope, found, op, value);
  return compare(scope, found, op, value);
}

/** @param {Scope} scope @param {Found} found @param {Operator} op @param {any} value */
function compare(scope, found, op, value) {
  if (value === null && op === 'eq') return isEmpty(scope, found);
  if (value === null && op === 'ne') return sql`(${isEmpty(scope, found)}) is not true`;
  if (!isPath(value) && isMomentRange(scope.c, found, value)) return compareMoment(scope.c, found, op, value);
  const right = isPath(value) ? otherField(scope, found, value.path) : comparable(scope.c, found, value);
  if (op === 'eq') return sql`${found.column} = ${right}`;
  if (op === 'ne') return sql`${found.column} is distinct from ${right}`;
  // Of two fields, both have to be in the order: PostgreSQL refuses two that differ.
  const ordered = (/** @type {Fragment} */ one) => sorted(scope.c, one, sqlTypeOf(scope.c, found.field));
  const other = isPath(value) ? ordered(right) : right;
  return sql`${ordered(found.column)} ${fixed(COMPARISONS[/** @type {'lt'} */ (op)])} ${other}`;
}

/** @param {Scope} scope @param {Found} found @param {string} path */
function otherField(scope, found, path) {
  const other = scope.resolve(path);
  const left = family(sqlTypeOf(scope.c, found.field));
  if (other.type.storage === 'join' || left !== family(sqlTypeOf(scope.c, other.field))) {
    throw filterInvalid(
      phrase`Fields "${found.field.name}" and "${shown(path)}" can't be compared`,
      'They hold values of different kinds',
    );
  }
  return other.column;
}

/** Types that PostgreSQL can compare with each other. @param {string} type */
function family(type) {
  return /^(bigint|integer|smallint|numeric|double precision)/.test(type) ? 'number' : type;
}

/** @param {Scope} scope @param {Found} found @param {Operator} op about a part of a text @param {any} value */
function like(scope, found, op, value) {
  if (value === null || isPath(value) || isMarker(value, 'now') || isMarker(value, 'today')) {
    throw filterInvalid(phrase`"${op}" needs text`);
  }
  const pattern = textValue(scope.c, value, (text) => likePattern(op, text));
  return sql`${foldable(sql`${found.column}::text`)} ilike ${pattern}::text`;
}

/** @param {Scope} scope @param {Found} found */
function isEmpty(scope, found) {
  const text = sqlTypeOf(scope.c, found.field) === 'text';
  return text ? sql`(${found.column} is null or ${found.column} = '')` : sql`${found.column} is null`;
}

/** Fields with several values in one column. @param {Scope} scope @param {Found} found @param {Operator} op @param {unknown} value */
function listLeaf(scope, found, op, value) {
  if (op === 'empty') return sql`coalesce(cardinality(${found.column}), 0) = 0`;
  if (op === 'filled') return sql`cardinality(${found.column}) > 0`;
  if (op === 'has') return sql`${found.column} @> array[${textOf(scope, value)}::text]`;
  throw filterInvalid(phrase`Field "${found.field.name}" can't be compared with "${op}"`);
}

/** @param {Scope} scope @param {any} value */
function textOf(scope, value) {
  if (value !== null && typeof value === 'object' && paramName(value) === null)
    throw filterInvalid('"has" needs a single value');
  return textValue(scope.c, value);
}

/** Fields stored in a join table. @param {Scope} scope @param {Found} found @param {Operator} op @param {any} value */
function linkLeaf(scope, found, op, value) {
  if (op === 'empty') return sql`not exists (${links(scope, found)})`;
  if (op === 'filled') return sql`exists (${links(scope, found)})`;
  if (op === 'has') return sql`exists (${links(scope, found, sql`l.target = ${elementValue(scope.c, found, value)}`)})`;
  throw filterInvalid(phrase`Field "${found.field.name}" can't be compared with "${op}"`);
}

/** @param {unknown} value @returns {value is { path: string }} */
function isPath(value) {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'path');
}
