/** @import { AppError as AppErrorType, FieldLike } from '@plinth/plugin' */
import { fieldInvalid } from './invalid.js';

/**
 * A text with the order of day, month and year that its writer is used to: ['[d/m/y]', '3/13/2026'], as forms send what they
 * can't read.
 *
 * @param {unknown} input
 * @returns {{ order: string, rest: unknown[] } | null}
 */
export function readOrder(input) {
  const [, order] = (Array.isArray(input) && /^\[([dmy]([./-])[dmy]\2[dmy])\]$/.exec(String(input[0]))) || [];
  return order ? { order, rest: /** @type {unknown[]} */ (input).slice(1) } : null;
}

/** @param {string} order "d/m/y" @returns {import('./spelling/read-day.js').Order | null} */
export function orderOf(order) {
  const letters = order.replace(/[^dmy]/g, '');
  return letters === 'dmy' || letters === 'mdy' || letters === 'ymd' ? letters : null;
}

/** @param {FieldLike} field @param {string} order "d/m/y" @returns {AppErrorType} what is expected, in the writer's order */
export function dateExpected(field, order) {
  const parts = /** @type {Record<string, string>} */ ({ d: '24', m: '12', y: '2026' });
  const example = order.replace(/[dmy]/g, (part) => parts[part]);
  const words = { d: 'must be day/month/year, such as {example}', m: 'must be month/day/year, such as {example}' };
  return fieldInvalid(field, words[/** @type {'d'} */ (order[0])] ?? 'must be year/month/day, such as {example}', {
    example,
  });
}
