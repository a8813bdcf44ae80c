/** @import { Change, StoredCatalog } from '../../catalog/types.d.ts' */
import { isDeepStrictEqual } from 'node:util';
import { inputInvalid, phrase } from '@plinth/plugin';
import { defaultExpression } from '../../schema/default.js';
import { defaultProblem, dependsOnTime, formulaProblem } from '../../catalog/formula-problem.js';

/**
 * What a formula may result in: values that need no more than to be shown. Rich texts and addresses are made harmless
 * when they are saved, which a formula never is.
 */
export const FORMULA_TYPES = Object.freeze([
  ...['text', 'long_text', 'select', 'integer', 'decimal', 'money', 'percent', 'boolean'],
  ...['date', 'date_time', 'time', 'duration'],
]);

/**
 * The formula of a field that somebody describes; null where it has none.
 *
 * @param {any} input
 * @returns {string | null}
 */
export function checkFormulaField({ formula, type, required, unique, default: value }) {
  if (formula === undefined || formula === null || formula === '') return null;
  if (typeof formula !== 'string') throw inputInvalid({ formula: 'must be a text' });
  if (!FORMULA_TYPES.includes(String(type)))
    throw inputInvalid({ type: phrase`a formula results in one of ${FORMULA_TYPES.join(', ')}` });
  if (required === true) throw inputInvalid({ required: "can't be asked of a formula: nobody fills it in" });
  if (unique === true) throw inputInvalid({ unique: "can't be asked of a formula" });
  if (value !== undefined && value !== null && value !== '')
    throw inputInvalid({ default: 'a formula has no default value' });
  return formula;
}

/**
 * Reads the formulas and default values that an edit makes or changes, when all changes are together: fields may come in any order.
 *
 * @param {StoredCatalog} catalog @param {readonly Change[]} changes
 * @throws {AppError} INPUT_INVALID naming the place in the formula
 */
export function checkFormulas(catalog, changes) {
  const tables = new Map(catalog.tables.map((table) => [table.id, table]));
  for (const { kind, parent, before, after } of changes) {
    if (kind !== 'field' || !after || isDeepStrictEqual(before?.body, after.body)) continue;
    const table = tables.get(parent ?? '');
    if (!table?.hasField(after.name)) continue;
    const field = table.field(after.name);
    const wrong = field.formula ? formulaProblem(catalog, table, field) : null;
    if (wrong) throw inputInvalid({ formula: wrong });
    const index = field.formula && !field.stored && table.indexes.some(({ fields }) => fields.includes(field.name));
    if (index) throw inputInvalid({ stored: 'an index needs it in a column; remove the index first' });
    if (field.stored && dependsOnTime(catalog, table, field)) {
      throw inputInvalid({
        stored: "can't be asked of a formula that looks at now or today: its value changes while nothing is written",
      });
    }
    const source = defaultExpression(field);
    const unfit = source === null ? null : defaultProblem(catalog, table, field, source);
    if (unfit) throw inputInvalid({ default: unfit });
  }
}
