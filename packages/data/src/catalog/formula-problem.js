/** @import { Field, Message, Table } from '@plinth/plugin' */
/** @import { Scope } from '@plinth/expressions' */
import { formulaResult, readExpression } from '@plinth/expressions';
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
