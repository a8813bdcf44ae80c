/** @import { Message, WorkflowVariable } from '@plinth/plugin' */
import { readExpression } from '@plinth/expressions';
import { AppError, WORKFLOW_TYPES } from '@plinth/plugin';

/**
 * Why an expression can't be the value of a variable; null: it can.
 *
 * @param {string} source @param {WorkflowVariable['type']} type json: any value @param {import('@plinth/expressions').Scope} scope
 * @returns {Message | null}
 */
export function valueProblem(source, type, scope) {
  try {
    const wanted = WORKFLOW_TYPES[type].name;
    readExpression(source, { ...scope, ...(wanted !== 'json' && { result: [wanted] }) });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
}
