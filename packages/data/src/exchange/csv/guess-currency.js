import { readAmount } from '../../catalog/field-types/base/currency.js';

/**
 * @typedef {{ code: string, sign: string, count: number }} CurrencyCount `code`: '' where the sign does not tell, such
 *   as "kr"; `sign`: how the column writes it
 */

/** One or two digits after the last separator. */
const CENTS = /\d[.,]\d{1,2}(?!\d|[.,]\d)/;

/** `hasCents`: one of its amounts has. @typedef {CurrencyCount & { all: readonly string[], hasCents: boolean }} Found */

/** A sign that no currency is meant by much more often than by the others. */
const UNSURE = new Set(['kr', 'kr.']);

/** Counts the currencies that amounts of a column are in. */
export function createCurrencyCounts() {
  /** @type {Map<string, Found>} */
  const found = new Map();
  return {
    /** @param {string} text */
    add(text) {
      const all = readAmount(text)?.currencies ?? [];
      if (all.length === 0) return;
      const key = all.join();
      const known = found.get(key);
      const entry = known ?? { code: '', sign: signOf(text), count: 0, all, hasCents: false };
      entry.count++;
      entry.hasCents ||= CENTS.test(text);
      if (!known) found.set(key, entry);
    },
    /** @returns {CurrencyCount[]} the most frequent first */
    counts: () => named([...found.values()]),
  };
}

/**
 * A sign that several currencies share means the one that stands beside it by name, else the most usual.
 *
 * @param {Found[]} counts @returns {CurrencyCount[]}
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

/** @param {Found} entry @param {readonly Found[]} others */
function codeOf({ sign, all, hasCents }, others) {
  const one = others.find((other) => other.all.length === 1 && all.includes(other.all[0]));
  if (one) return one.all[0];
  if (UNSURE.has(sign)) return '';
  // ¥12.50 is in yuan: the yen has no cents.
  return (hasCents && all.find(hasSmallerUnit)) || all[0];
}

/** @param {string} currency */
const hasSmallerUnit = (currency) =>
  Number(new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits) > 0;

/** @param {string} text */
const signOf = (text) => text.replace(/[\d.,'’\s()+\-−]/g, '') || text.trim();
