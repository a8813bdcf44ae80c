/** @import { Field, Message, Table } from '@plinth/plugin' */
/** @import { Scope } from '@plinth/expressions' */
import { formulaResult, keyType, readExpression, typeName, typeOfField } from '@plinth/expressions';
import { AppError, phrase } from '@plinth/plugin';
import { defaultExpression } from '../schema/default.js';
import { orNothing } from '../../postgres/errors/or-nothing.js';

/**
 * What is wrong with a formula; null if it is valid.
 *
 * @param {Scope['catalog']} catalog @param {Table} table @param {Field} field
 * @returns {Message | null}
 */
export function formulaProblem(catalog, table, field) {
  try {
    const scope = { catalog, table, allowUser: false, within: [`${table.name}.${field.name}`] };
    const { tree, type } = readExpression(String(field.formula), scope);
    if (formulaResult(tree, field, catalog)) return null;
    return phrase`The expression results in ${typeName(type)}, which does not fit a field of type ${field.type}`;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
}

/** Whether a formula, or one that it uses, depends on the current time. @param {Scope['catalog']} catalog @param {Table} table @param {Field} field */
export function dependsOnTime(catalog, table, field) {
  return readExpression(`row.${field.name}`, { catalog, table, allowUser: false }).time !== null;
}

/**
 * The default expression for a new row. It may use the row's other fields, the current user and the time, but not what is
 * known only after the insert, such as the key and formulas over other rows.
 *
 * @param {Scope['catalog']} catalog @param {Table} table @param {Field} field @param {string} source
 * @throws {AppError} EXPRESSION_INVALID
 */
export function readDefault(catalog, table, field, source) {
  const type = typeOfField(field, catalog);
  const wanted = type?.name === 'row' ? keyType(type.table, catalog) : type;
  const result = wanted ? [wanted.name] : [];
  const expression = readExpression(source, { catalog, table, result, allowRelations: false });
  const unknown = Object.keys(expression.reads.fields).find((name) => isUnknown(table, field, name));
  if (unknown) throw new AppError('EXPRESSION_INVALID', notKnownYet(field, unknown), { status: 422 });
  const hidden = expression.user.find((name) => !CARRIED.includes(name));
  if (hidden)
    throw new AppError('EXPRESSION_INVALID', phrase`A default value can't use user.${hidden}`, { status: 422 });
  return expression;
}

/** What is known of the current user without a query. */
const CARRIED = ['id', 'roles', 'groups', 'signedIn', 'name', 'email'];

/** @param {Table} table @param {Field} field @param {string} name */
function isUnknown(table, field, name) {
  const other = table.hasField(name) ? table.field(name) : null;
  return name === field.name || !other || (other.auto !== null && !other.formula);
}

/** @param {Field} field @param {string} name */
const notKnownYet = (field, name) =>
  name === field.name
    ? phrase`A default value can't use its own field "${name}"`
    : phrase`"${name}" is not known before the row is saved, so a default value can't use it`;

/**
 * What is wrong with a default value; null if it is valid. Defaults that depend on each other in a circle stay empty.
 *
 * @param {Scope['catalog']} catalog @param {Table} table @param {Field} field @param {string} source
 * @returns {Message | null}
 */
export function defaultProblem(catalog, table, field, source) {
  try {
    const { reads } = readDefault(catalog, table, field, source);
    const circle = circleFrom(catalog, table, field, Object.keys(reads.fields), [field.name]);
    return circle && phrase`The default values depend on each other: ${circle.join(' → ')}`;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
}

/** @param {Scope['catalog']} catalog @param {Table} table @param {Field} field @param {string[]} reads @param {string[]} way @returns {string[] | null} */
function circleFrom(catalog, table, field, reads, way) {
  for (const name of reads) {
    if (name === field.name) return [...way, name];
    const source = table.hasField(name) && !way.includes(name) ? defaultExpression(table.field(name)) : null;
    if (source === null) continue;
    const next = orNothing(() => Object.keys(readDefault(catalog, table, table.field(name), source).reads.fields));
    const found = circleFrom(catalog, table, field, next ?? [], [...way, name]);
    if (found) return found;
  }
  return null;
}
