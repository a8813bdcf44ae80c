/** @import { Table, Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { readExpression } from '@plinth/expressions';
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { checkedName } from './names.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/**
 * What a CEL rule adds to a constraint: its text, and the fields that show its message.
 *
 * @param {Values} input @param {Scope} scope @param {Table} table
 * @returns {{ rule: string, fields: string[] }}
 */
export function checkValidation({ rule, fields = [], message }, { catalog }, table) {
  if (typeof message !== 'string' || message.trim() === '')
    throw inputInvalid({ message: 'must tell people what is wrong when the rule is not met' });
  const beside = checkBeside(fields, table);
  try {
    readExpression(String(rule ?? ''), { catalog, table, result: ['bool'] });
  } catch (error) {
    if (error instanceof AppError) throw inputInvalid({ rule: error.phrases.message });
    throw error;
  }
  return { rule: String(rule), fields: beside };
}

/**
 * A function that judges rows. One that is missing is shown as a problem, as with other references.
 *
 * @param {Values} input @param {Table} table @returns {{ function: string, fields: string[] }}
 */
export function checkFunctionRule({ function: name, fields = [] }, table) {
  return { function: checkedName('function', name), fields: checkBeside(fields, table) };
}

/** The fields that show a message. @param {unknown} fields @param {Table} table */
function checkBeside(fields, table) {
  if (!Array.isArray(fields) || fields.length > LIMITS.ruleFields)
    throw inputInvalid({ fields: phrase`must list at most ${LIMITS.ruleFields} fields` });
  return fields.map((name) => table.field(String(name)).name);
}

/**
 * Fields of the table itself that a rule reads; none if it can't be parsed.
 *
 * @param {string} rule @param {Pick<Scope, 'catalog'>} scope @param {Table} table
 */
export function fieldsOfRule(rule, { catalog }, table) {
  try {
    const { names } = readExpression(rule, { catalog, table });
    return names.filter((found) => found.table === table.name).map(({ name }) => name);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
