import { evaluate, fromJson, toJson } from '@plinth/expressions';
import { readDefault } from '../../../catalog/model/formula-problem.js';
import { failOn } from '../../../rules/expressions/not-convertible.js';
import { orNothing } from '../../../postgres/errors/or-nothing.js';
import { defaultExpression } from '../../../catalog/schema/default.js';

/** @import { Expression } from '@plinth/expressions' */
/** @import { Field, Table, Values } from '@plinth/plugin' */
/** @import { InputContext } from './input.js' */

/** Parsed once for each field. @type {WeakMap<Field, Expression | null>} */
const expressions = new WeakMap();

/**
 * Fills in defaults for fields without a value. A default may use other fields of the row, so defaults that depend on
 * another one are calculated after it.
 *
 * @param {InputContext} context @param {Table} table @param {readonly Field[]} missing @param {Record<string, unknown>} values of the row
 * @param {(field: Field, calculate: () => void) => void} attempt what a default gives may not be allowed in its field
 */
export function addDefaults(context, table, missing, values, attempt) {
  // Most tables have no others.
  let waiting = missing.filter((field) => !isPlainDefault(field));
  for (const field of missing) if (isPlainDefault(field)) values[field.name] = field.default ?? null;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter((field) => !readsOf(context, table, field).some((name) => names.has(name)));
    // The remaining defaults depend on each other in a circle.
    if (ready.length === 0) ready.push(...waiting);
    for (const field of ready) attempt(field, () => (values[field.name] = defaultValue(context, table, field, values)));
    waiting = waiting.filter((field) => !ready.includes(field));
  }
}

/** Whether a default is a value as it stands, or there is none. @param {Field} field */
export const isPlainDefault = ({ default: value }) => typeof value !== 'object' || value === null;

/** Whether a default looks at other fields of the row, so that an empty control of a form asks for it. @param {InputContext} context @param {Table} table @param {Field} field */
export const looksAtRow = (context, table, field) => readsOf(context, table, field).length > 0;

/** @param {InputContext} context @param {Table} table @param {Field} field */
function readsOf(context, table, field) {
  return Object.keys(expressionOf(context, table, field)?.reads.fields ?? {});
}

/** Null if the default is not an expression or names something missing. @param {InputContext} context @param {Table} table @param {Field} field */
function expressionOf({ catalog }, table, field) {
  const known = expressions.get(field);
  if (known !== undefined) return known;
  const source = defaultExpression(field);
  const read = source === null ? null : orNothing(() => readDefault(catalog, table, field, source));
  expressions.set(field, read);
  return read;
}

/** @param {InputContext} context @param {Table} table @param {Field} field @param {Record<string, unknown>} values */
function defaultValue(context, table, field, values) {
  if (defaultExpression(field) === null) return constant(context, field);
  const expression = expressionOf(context, table, field);
  if (!expression) return null;
  const row = Object.fromEntries(
    Object.entries(expression.reads.fields).map(([of, type]) => [of, fromJson(values[of] ?? null, type)]),
  );
  const value = evaluate(expression.tree, { row, ...envOf(context), fail: failOn });
  // A value that does not fit the field is ignored.
  return orNothing(() => fitted(context, field, toJson(value, expression.type)));
}

/** @param {InputContext} context @param {Field} field @param {unknown} value */
function fitted(context, field, value) {
  const type = context.registry.fieldType(field.type);
  const parsed = type.parse(value, field) ?? null;
  if (parsed !== null) type.validate(parsed, field);
  return parsed;
}

/** The user and the time that expressions refer to. @param {InputContext} context */
function envOf({ catalog, actor, now, today }) {
  const { userId, roles, groups = [], name = null, email = null } = actor;
  return {
    user: { id: userId, roles, groups, signedIn: userId !== null, name, email },
    now: BigInt(now.getTime()) * 1000n,
    today: fromJson(today, { name: 'date' }),
    timeZone: catalog.settings.timeZone ?? 'UTC',
  };
}

const TIME = Object.freeze({ name: /** @type {const} */ ('time') });
const NOW = Object.freeze({ op: /** @type {const} */ ('now'), type: { name: /** @type {const} */ ('moment') } });

/** @param {InputContext} context @param {Field} field */
function constant(context, field) {
  const { actor, now, today } = context;
  const value = /** @type {Values} */ (field.default ?? null);
  if (value === null || typeof value !== 'object') return value;
  if (value.user === true) return actor.userId;
  if (value.now !== true) return value;
  const { hasDay, hasTime } = field.traits;
  if (!hasTime) return today;
  if (hasDay) return now.toISOString();
  // In the site's time zone, like dates.
  const clock = evaluate({ op: 'call', name: 'time.moment', args: [NOW], type: TIME }, { row: {}, ...envOf(context) });
  return toJson(clock, TIME).slice(0, 5);
}
