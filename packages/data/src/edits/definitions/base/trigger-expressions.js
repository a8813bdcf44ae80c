/** @import { Message, Reference } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { readExpression } from '@plinth/expressions';
import { AppError, inputInvalid, mapReferences } from '@plinth/plugin';
import { scopeOf } from '../../../catalog/model/references.js';
import { needsMore, usesVariable } from '../../../rules/expressions/beside-row.js';

/**
 * Refuses expressions that would fail in each run, because they use `old` or `event` together with what only the database
 * can read.
 *
 * @param {unknown} body of a trigger @param {Scope} scope @throws {AppError} INPUT_INVALID with a message for each setting
 */
export function checkTriggerExpressions(body, { catalog, registry }) {
  /** @type {Record<string, Message>} */
  const errors = {};
  mapReferences({ kind: 'trigger', body }, { catalog, registry }, (reference) => {
    if (reference.kind === 'expression' && /^(when|steps)\b/.test(reference.at) && isTooMuch(reference, catalog))
      errors[reference.at] =
        'With old or event, an expression can use fields of the row itself, but no related rows and no profile';
  });
  if (Object.keys(errors).length > 0) throw inputInvalid(errors);
}

/** @param {Reference} reference @param {Scope['catalog']} catalog */
function isTooMuch(reference, catalog) {
  const { table = null, name: source } = reference;
  if (table !== null && !catalog.hasTable(table)) return false;
  try {
    const scope = scopeOf(catalog, table === null ? null : catalog.table(table), reference);
    const expression = readExpression(source, scope);
    return usesVariable(expression) && needsMore(expression, true);
  } catch (error) {
    // What is wrong in itself is told elsewhere.
    if (error instanceof AppError) return false;
    throw error;
  }
}
