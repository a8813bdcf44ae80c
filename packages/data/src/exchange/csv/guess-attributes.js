/** @import { Candidate } from './candidates.js' */
import { isIdentifier } from './identifiers.js';

/**
 * What is known of a type's attributes before its cells are tried: amounts in another currency would be other amounts.
 *
 * @param {string} type @param {string} currency of most amounts
 * @returns {Record<string, unknown>}
 */
export const attributesFor = (type, currency) => (type === 'money' && currency ? { currency } : {});

/**
 * Attributes of a new field for a column.
 *
 * @param {Candidate} candidate
 * @param {{ header: string, texts: string[], exact: boolean, currencies: import('./guess-currency.js').CurrencyCount[] }} column
 *   `exact`: how the texts are meant is certain
 * @returns {Record<string, unknown>}
 */
export function attributesOf({ type, scales, least, most }, { header, texts, exact, currencies }) {
  const [scale] = scales;
  return (
    type.columnAttributes?.({
      least,
      most,
      isIdentifier: () => isIdentifier(header, texts),
      // Prices are written with trailing zeros: 796.50 beside 1020.00. Different lengths say nothing about a scale.
      decimals: exact && scales.size === 1 && scale > 0 ? scale : null,
      currency: currencies[0]?.code ?? null,
    }) ?? {}
  );
}
