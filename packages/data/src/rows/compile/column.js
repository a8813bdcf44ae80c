import { sql } from '../../sql/index.js';
import { queryInvalid } from '../errors.js';
import { compileAggregate } from './aggregate.js';
import { compileChoices } from './choices.js';
import { compileLabel } from './label.js';
import { links } from './relation.js';
import { readValue } from './values.js';

/** @import { Select } from '@plinth/plugin' */
/** @import { Found, Scope } from './scope.js' */

/**
 * One selected column as an expression that gives its JSON-safe value.
 *
 * @param {Scope} scope @param {Select} select
 */
export function compileColumn(scope, select) {
  if ('aggregate' in select) return compileAggregate(scope, select);
  if ('choices' in select) return compileChoices(scope.c, scope.table, select);
  if (!('field' in select)) throw queryInvalid('A column is a field, an aggregate or choices');
  const found = scope.resolve(select.field);
  if (select.label) return compileLabel(scope, select.field, found);
  return fieldValue(scope, found);
}

/** @param {Scope} scope @param {Found} found */
export function fieldValue(scope, found) {
  if (found.type.storage === 'column') return readValue(scope.c.registry, found.field, found.column);
  return sql`(select coalesce(jsonb_agg(k.target order by k.target), '[]'::jsonb) from (${links(scope, found)}) k)`;
}
