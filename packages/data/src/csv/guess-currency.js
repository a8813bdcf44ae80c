import { readAmount } from '../field-types/base/currency.js';

/**
 * @typedef {{ code: string, sign: string, count: number }} CurrencyCount `code`: '' where the sign does not tell, such
 *   as "kr"; `sign`: how the column writes it
 */

/** A sign that no currency is meant by much more often than by the others. */
const UNSURE = new Set(['kr', 'kr.']);

/**
 * The currencies that amounts of a column are in. A sign that several share means the one that stands beside it by name,
 * else the most usual.
 *
 * @param {readonly string[]} texts @returns {CurrencyCount[]} the most frequent first
 */
export function currenciesOf(texts) {
  /** @type {Map<string, CurrencyCount & { all: readonly string[] }>} */
  const found = new Map();
  for (const text of texts) {
    const all = readAmount(text)?.currencies ?? [];
    if (all.length === 0) continue;
    const key = all.join();
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { code: '', sign: signOf(text), count: 1, all });
  }
  const counts = [...found.values()];
  for (const entry of counts) entry.code = codeOf(entry, counts);
  /** @type {Map<string, CurrencyCount>} */
  const byCode = new Map();
  for (const { code, sign, count } of counts) {
    const key = code || sign;
    byCode.set(key, { code, sign, count: count + (byCode.get(key)?.count ?? 0) });
  }
  return [...byCode.values()].sort((one, other) => other.count - one.count);
}

/** @param {{ sign: string, all: readonly string[] }} entry @param {{ all: readonly string[] }[]} others */
function codeOf({ sign, all }, others) {
  const named = others.find((other) => other.all.length === 1 && all.includes(other.all[0]));
  return named?.all[0] ?? (UNSURE.has(sign) ? '' : all[0]);
}

/** @param {string} text */
const signOf = (text) => text.replace(/[\d.,'’\s()+\-−]/g, '') || text.trim();
