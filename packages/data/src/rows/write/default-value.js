import { evaluate, fromJson, toJson } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';
import { readDefault } from '../../catalog/formula-problem.js';
import { defaultExpression } from '../../ddl/default.js';

/** @import { Expression } from '@plinth/expressions' */
/** @import { Field } from '@plinth/plugin' */
/** @import { InputContext } from './input.js' */

/** Read once for each field: fields live as long as their Catalog. @type {WeakMap<Field, Expression>} */
const expressions = new WeakMap();

/** What a new row has in a field that nobody gave a value for. @param {InputContext} context @param {Field} field */
export function defaultValue(context, field) {
  const source = defaultExpression(field);
  if (source === null) return constant(context, field);
  try {
    return reckoned(context, field, source);
  } catch (error) {
    // It names something that is gone, or gives what the field can't hold.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** @param {InputContext} context @param {Field} field @param {string} source */
function reckoned({ catalog, registry, actor, now, today }, field, source) {
  const expression = expressions.get(field) ?? readDefault(catalog, field, source);
  expressions.set(field, expression);
  const { tree, type: result } = expression;
  const { userId, roles, groups = [], name = null, email = null } = actor;
  const value = evaluate(tree, {
    row: null,
    user: { id: userId, roles, groups, signedIn: userId !== null, name, email },
    now: BigInt(now.getTime()) * 1000n,
    today: fromJson(today, { name: 'date' }),
    timeZone: catalog.settings.timeZone ?? 'UTC',
  });
  const type = registry.fieldType(field.type);
  const parsed = type.parse(toJson(value, result), field) ?? null;
  if (parsed !== null) type.validate(parsed, field);
  return parsed;
}

/** @param {InputContext} context @param {Field} field */
function constant({ actor, now, today }, field) {
  const value = /** @type {any} */ (field.default ?? null);
  if (value === null || typeof value !== 'object') return value;
  if (value.user === true) return actor.userId;
  if (value.now !== true) return value;
  if (field.type === 'date') return today;
  return field.type === 'time' ? now.toISOString().slice(11, 16) : now.toISOString();
}
