/** @import { Table } from '@plinth/plugin' */
/** @import { Scope } from '../types.d.ts' */
import { readExpression } from '@plinth/expressions';
import { AppError, inputInvalid, phrase } from '@plinth/plugin';

const MOST_FIELDS = 8;

/**
 * What a CEL rule adds to a constraint: its text, and the fields that show its message.
 *
 * @param {any} input @param {Scope} scope @param {Table} table
 * @returns {{ rule: string, fields: string[] }}
 */
export function checkValidation({ rule, fields = [], message }, { catalog }, table) {
  if (typeof message !== 'string' || message.trim() === '')
    throw inputInvalid({ message: 'must tell people what is wrong when the rule is not met' });
  if (!Array.isArray(fields) || fields.length > MOST_FIELDS)
    throw inputInvalid({ fields: phrase`must list at most ${MOST_FIELDS} fields` });
  for (const name of fields) table.field(String(name));
  try {
    readExpression(String(rule ?? ''), { catalog, table, result: ['bool'] });
  } catch (error) {
    if (error instanceof AppError) throw inputInvalid({ rule: error.phrases.message });
    throw error;
  }
  return { rule: String(rule), fields: fields.map(String) };
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
