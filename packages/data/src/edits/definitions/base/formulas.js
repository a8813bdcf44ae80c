/** @import { Change, StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Registry, Values } from '@plinth/plugin' */
import { isDeepStrictEqual } from 'node:util';
import { inputInvalid, phrase } from '@plinth/plugin';
import { defaultExpression } from '../../../catalog/schema/default.js';
import { checkConditions } from './formatting.js';
import { defaultProblem, dependsOnTime, formulaProblem } from '../../../catalog/model/formula-problem.js';

/**
 * Result types of formulas: values that only need to be shown. Rich text and addresses are sanitized when they are
 * saved, which a formula never is.
 *
 * @param {Registry} registry
 */
const formulaTypes = (registry) =>
  registry.all('fieldType').flatMap(({ name, traits }) => (traits.calculates ? [name] : []));

/**
 * The formula in a field's description; null if there is none.
 *
 * @param {Values} input @param {Registry} registry
 * @returns {string | null}
 */
export function checkFormulaField({ formula, type, required, unique, default: value }, registry) {
  if (formula === undefined || formula === null || formula === '') return null;
  if (typeof formula !== 'string') throw inputInvalid({ formula: 'must be text' });
  const types = formulaTypes(registry);
  if (!types.includes(String(type)))
    throw inputInvalid({ type: phrase`A formula must result in one of ${types.join(', ')}` });
  if (required === true) throw inputInvalid({ required: 'is not possible for a formula: nobody fills it in' });
  if (unique === true) throw inputInvalid({ unique: 'is not possible for a formula' });
  if (value !== undefined && value !== null && value !== '')
    throw inputInvalid({ default: 'is not possible for a formula: nobody fills it in' });
  return formula;
}

/**
 * Checks the formulas, default values and conditions of formatting that an edit adds or changes, after all changes have been made, so that fields
 * may come in any order.
 *
 * @param {StoredCatalog} catalog @param {readonly Change[]} changes
 * @throws {AppError} INPUT_INVALID with the position in the formula
 */
export function checkFormulas(catalog, changes) {
  const tables = new Map(catalog.tables.map((table) => [table.id, table]));
  for (const { kind, parent, before, after } of changes) {
    if (kind !== 'field' || !after || isDeepStrictEqual(before?.body, after.body)) continue;
    const table = tables.get(parent ?? '');
    if (!table?.hasField(after.name)) continue;
    const field = table.field(after.name);
    checkConditions(catalog, table, field);
    const wrong = field.formula ? formulaProblem(catalog, table, field) : null;
    if (wrong) throw inputInvalid({ formula: wrong });
    const index = field.formula && !field.stored && table.indexes.some(({ fields }) => fields.includes(field.name));
    if (index) throw inputInvalid({ stored: 'An index needs the column. Remove the index first' });
    if (field.stored && dependsOnTime(catalog, table, field)) {
      throw inputInvalid({
        stored: 'is not possible for a formula that uses now or today: its value changes without anything being saved',
      });
    }
    const source = defaultExpression(field);
    const unfit = source === null ? null : defaultProblem(catalog, table, field, source);
    if (unfit) throw inputInvalid({ default: unfit });
  }
}
