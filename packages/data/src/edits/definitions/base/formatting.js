/** @import { Field, FormattingRule, Table } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
import { readExpression } from '@plinth/expressions';
import { AppError, checkSettings, FORMATTING, inputInvalid } from '@plinth/plugin';

/**
 * The rules of conditional formatting in a field's description; null if there are none.
 *
 * @param {unknown} formatting @returns {FormattingRule[] | null}
 */
export function checkFormatting(formatting) {
  const { formatting: rules } = checkSettings(FORMATTING, { formatting: formatting ?? [] });
  return rules.length > 0 ? rules : null;
}

/**
 * Checks the conditions of a field's rules after all changes have been made.
 *
 * @param {StoredCatalog} catalog @param {Table} table @param {Field} field
 * @throws {AppError} INPUT_INVALID with the position in the expression
 */
export function checkConditions(catalog, table, { formatting = [] }) {
  for (const [i, { when }] of formatting.entries()) {
    try {
      readExpression(when, { catalog, table, result: ['bool'] });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw inputInvalid({ [`formatting.${i}.when`]: error.phrases.message });
    }
  }
}
