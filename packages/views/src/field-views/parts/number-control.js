/** @import { EditModel, Html } from '@plinth/plugin' */
import { controlAttributes } from './control.js';

/** Loads what reads numbers and dates as the reader's language writes them. */
export const TYPED_SCRIPT = 'core-views/js/fields/typed.js';

/**
 * Attributes of a number control. It takes text, because the browser's number control reads numbers by the browser's
 * language rather than the reader's, and drops what it can't read without a word.
 *
 * @param {EditModel} m @param {string} value @param {Record<string, unknown>} [more] @returns {Html}
 */
export function numberAttributes(m, value, { step: given, ...more } = {}) {
  const { min, max, step, decimals } = m.field.attributes ?? {};
  const whole = m.field.traits.isWhole;
  return controlAttributes(m, {
    type: 'text',
    inputmode: whole ? 'numeric' : 'decimal',
    autocomplete: 'off',
    value,
    'data-pl-number': whole ? 'whole' : '',
    'data-min': min ?? (m.field.type === 'rating' ? 0 : null),
    'data-max': max ?? null,
    'data-step': given ?? (whole ? (step ?? 1) : stepOf(step, decimals)),
    ...more,
  });
}

/** What the arrow keys add. @param {number | undefined} step @param {number | undefined} decimals */
function stepOf(step, decimals) {
  if (step) return step;
  return Number.isInteger(decimals) ? (1 / 10 ** Number(decimals)).toFixed(Number(decimals)) : 1;
}
