/** @import { Candidate } from './candidates.js' */
import { isIdentifier } from './identifiers.js';

/**
 * What is known of a type's attributes before its cells are tried: amounts in another currency would be other amounts.
 *
 * @param {string} type @param {string} currency of most amounts
 * @returns {Record<string, any>}
 */
export const attributesFor = (type, currency) => (type === 'money' && currency ? { currency } : {});

/**
 * Attributes of a new field for a column.
 *
 * @param {Candidate} candidate
 * @param {{ header: string, texts: string[], exact: boolean, currencies: import('./guess-currency.js').CurrencyCount[] }} column
 *   `exact`: how the texts are meant is certain
 * @returns {Record<string, any>}
 */
export function attributesOf({ type: { name }, scales, least, most }, { header, texts, exact, currencies }) {
  if (name === 'integer') return isIdentifier(header, texts) ? { grouping: 'off' } : {};
  if (name === 'decimal') return exact ? scaleOf(scales) : {};
  if (name === 'money') return attributesFor(name, currencies[0]?.code ?? '');
  if (name !== 'percent') return {};
  return { ...(least < 0 && { min: Math.floor(least) }), ...(most > 100 && { max: Math.ceil(most) }) };
}

/**
 * Prices are written with trailing zeros: 796.50 beside 1020.00. Numbers of different length say nothing about a scale.
 *
 * @param {Set<number>} scales
 */
function scaleOf(scales) {
  const [decimals] = scales;
  return scales.size === 1 && decimals > 0 ? { decimals } : {};
}
