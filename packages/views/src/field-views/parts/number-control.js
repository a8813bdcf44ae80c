/** @import { EditModel, Html } from '@plinth/plugin' */
import { controlAttributes } from './control.js';

const WHOLE = new Set(['integer', 'auto_number', 'rating']);

/**
 * Attributes of a number control. A value that is no number (typed, and refused) needs a text control, or the browser
 * would show nothing.
 *
 * @param {EditModel} m @param {string} value @param {Record<string, any>} [more] @returns {Html}
 */
export function numberAttributes(m, value, more = {}) {
  const { min, max, step, decimals } = m.field.attributes ?? {};
  const whole = WHOLE.has(m.field.type);
  const readable = value === '' || Number.isFinite(Number(value));
  return controlAttributes(m, {
    type: readable ? 'number' : 'text',
    inputmode: whole ? 'numeric' : 'decimal',
    value,
    min: min ?? (m.field.type === 'rating' ? 0 : null),
    max: max ?? null,
    // The server takes any number between the bounds: a step only moves the arrows, so it must not refuse values.
    step: whole ? (step ?? 1) : stepOf(step, decimals),
    ...more,
  });
}

/** @param {number | undefined} step @param {number | undefined} decimals */
function stepOf(step, decimals) {
  if (step) return step;
  return Number.isInteger(decimals) ? (1 / 10 ** Number(decimals)).toFixed(Number(decimals)) : 'any';
}
