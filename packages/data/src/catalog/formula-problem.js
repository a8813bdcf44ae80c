/** @import { Field, Message, Table } from '@plinth/plugin' */
/** @import { Scope } from '@plinth/expressions' */
import { formulaResult, keyType, readExpression, typeOfField } from '@plinth/expressions';
import { AppError, phrase } from '@plinth/plugin';

/**
 * What is wrong with a formula; null: nothing.
 *
 * @param {Scope['catalog']} catalog @param {Table} table @param {Field} field
 * @returns {Message | null}
 */
export function formulaProblem(catalog, table, field) {
  try {
    const scope = { catalog, table, allowUser: false, within: [`${table.name}.${field.name}`] };
    const { tree, type } = readExpression(String(field.formula), scope);
    if (formulaResult(tree, field, catalog)) return null;
    return phrase`its result is ${type.name}, which is no value of a field of type ${field.type}`;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
}

/** Whether a formula, or one that it uses, looks at the time. @param {Scope['catalog']} catalog @param {Table} table @param {Field} field */
export function dependsOnTime(catalog, table, field) {
  return readExpression(`row.${field.name}`, { catalog, table, allowUser: false }).time !== null;
}

/**
 * The expression that gives a new row its value: over who asks and the time, there is no row yet.
 *
 * @param {Scope['catalog']} catalog @param {Field} field @param {string} source
 * @throws {AppError} EXPRESSION_INVALID
 */
export function readDefault(catalog, field, source) {
  const type = typeOfField(field, catalog);
  const wanted = type?.name === 'row' ? keyType(type.table, catalog) : type;
  return readExpression(source, { catalog, table: null, result: wanted ? [wanted.name] : [] });
}

/** @param {Scope['catalog']} catalog @param {Field} field @param {string} source @returns {Message | null} */
export function defaultProblem(catalog, field, source) {
  try {
    readDefault(catalog, field, source);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
}
