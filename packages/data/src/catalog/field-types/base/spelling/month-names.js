import { memoize } from '@plinth/plugin';

/** Languages whose month names are read; no short name stands for two months among them. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv'];

/** Spellings that are not in the locale data. */
const OTHERS = { sept: 9, mrz: 3, maer: 3, maerz: 3 };

/** @param {string} name "Dec", "Dezember", "déc." @returns {number | null} 1 to 12 */
export const monthNumber = (name) => numbersOf(LANGUAGES).get(plain(name)) ?? null;

/** Made on first use: the formats take 20 ms, which no start needs. */
const numbersOf = memoize((/** @type {readonly string[]} */ languages) => {
  const numbers = new Map(Object.entries(OTHERS));
  for (const language of languages) {
    for (const month of /** @type {const} */ (['long', 'short'])) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number++) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, number - 1, 2)));
        numbers.set(plain(parts.find(({ type }) => type === 'month')?.value ?? ''), number);
      }
    }
  }
  return numbers;
});

/** @param {string} name */
function plain(name) {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z]/g, '');
}
