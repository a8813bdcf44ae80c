/** @import { Values } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { checkedName } from './names.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/**
 * The function that calculates a field, and the fields that it depends on; null if people fill it in. A function or
 * field that is missing is shown as a problem, as with other references.
 *
 * @param {Values} input @returns {{ auto: 'function', function: string, from: string[] } | null}
 */
export function checkCalculation({ function: name, from = [], required, unique, default: value }) {
  if (name === undefined || name === null || name === '') return null;
  if (required === true) throw inputInvalid({ required: 'is not possible for a calculated field: nobody fills it in' });
  if (unique === true) throw inputInvalid({ unique: 'is not possible for a calculated field' });
  if (value !== undefined && value !== null && value !== '')
    throw inputInvalid({ default: 'is not possible for a calculated field: nobody fills it in' });
  const isList = Array.isArray(from) && from.every((one) => typeof one === 'string');
  if (!isList || from.length > LIMITS.calculationFields)
    throw inputInvalid({ from: phrase`must list at most ${LIMITS.calculationFields} fields` });
  return { auto: 'function', function: checkedName('function', name), from: [...new Set(from)] };
}
