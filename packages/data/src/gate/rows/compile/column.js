import { phrase } from '@plinth/plugin';
import { asCondition, predicate } from '../../../rules/rights/index.js';
import { ident, sql } from '../../../postgres/sql/index.js';
import { queryInvalid } from '../../../postgres/errors/row-errors.js';
import { compileAggregate } from './aggregate.js';
import { compileChoices } from './choices.js';
import { expressionValue } from './expression.js';
import { fieldValue } from './field-value.js';
import { compileLabel } from './label.js';
import { compileNestedRows } from './nested-rows.js';

/** @import { Select } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */

/**
 * One selected column as an expression with a JSON-safe value.
 *
 * @param {Scope} scope @param {Select} select
 */
export function compileColumn(scope, select) {
  if ('aggregate' in select) return compileAggregate(scope, select);
  if ('rows' in select) return compileNestedRows(scope, select);
  if ('choices' in select) return compileChoices(scope.c, scope.table, select);
  if ('may' in select) return compileMay(scope, select);
  if ('expression' in select) return expressionValue(scope, select.expression, select.strict === true);
  if (!('field' in select)) throw queryInvalid('A column must be a field, a right, an aggregate or choices');
  const found = scope.resolve(select.field);
  if (select.label) return compileLabel(scope, select.field, found);
  return fieldValue(scope, found);
}

/**
 * Whether the actor may change or delete the row, or the one that a relation leads to.
 *
 * @param {Scope} scope @param {Extract<Select, { may: unknown }>} select
 */
function compileMay(scope, { may, of }) {
  if (may !== 'update' && may !== 'delete') throw queryInvalid('A right must be update or delete');
  if (of === undefined) return sql`(${asCondition(predicate(scope.c.actor, scope.table, may, scope.alias))}) is true`;
  const found = scope.resolve(of);
  const target = found.type.storage === 'column' ? scope.c.targetOf(found.field) : null;
  if (!target) throw queryInvalid(phrase`Field "${of}" does not point to a row`);
  const { alias } = scope.follow(of, found, target);
  return sql`(${ident(alias, 'id')} is not null and ${asCondition(predicate(scope.c.actor, target, may, alias))}) is true`;
}
