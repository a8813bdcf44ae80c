import { readAmount } from '../../catalog/field-types/base/currency.js';

/**
 * @typedef {{ code: string, sign: string, count: number }} CurrencyCount `code`: '' where the sign does not tell, such
 *   as "kr"; `sign`: how the column writes it
 */

/** A sign that no currency is meant by much more often than by the others. */
const UNSURE = new Set(['kr', 'kr.']);

/** Counts the currencies that amounts of a column are in. */
export function createCurrencyCounts() {
  /** @type {Map<string, CurrencyCount & { all: readonly string[] }>} */
  const found = new Map();
  return {
    /** @param {string} text */
    add(text) {
      const all = readAmount(text)?.currencies ?? [];
      if (all.length === 0) return;
      const key = all.join();
      const known = found.get(key);
      if (known) known.count++;
      else found.set(key, { code: '', sign: signOf(text), count: 1, all });
    },
    /** @returns {CurrencyCount[]} the most frequent first */
    counts: () => named([...found.values()]),
  };
}

/**
 * A sign that several currencies share means the one that stands beside it by name, else the most usual.
 *
 * @param {(CurrencyCount & { all: readonly string[] })[]} counts @returns {CurrencyCount[]}
 */
function named(counts) {
  /** @type {Map<string, CurrencyCount>} */
  const byCode = new Map();
  for (const entry of counts) {
    const { sign, count } = entry;
    const code = codeOf(entry, counts);
    const key = code || sign;
    byCode.set(key, { code, sign, count: count + (byCode.get(key)?.count ?? 0) });
  }
  return [...byCode.values()].sort((one, other) => other.count - one.count);
}

/** @param {{ sign: string, all: readonly string[] }} entry @param {{ all: readonly string[] }[]} others */
function codeOf({ sign, all }, others) {
  const one = others.find((other) => other.all.length === 1 && all.includes(other.all[0]));
  return one?.all[0] ?? (UNSURE.has(sign) ? '' : all[0]);
}

/** @param {string} text */
const signOf = (text) => text.replace(/[\d.,'’\s()+\-−]/g, '') || text.trim();
