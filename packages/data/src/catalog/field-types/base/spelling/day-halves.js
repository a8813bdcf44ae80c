import { memoize } from '@plinth/plugin';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'zh', 'ja', 'ko', 'ar', 'hi', 'el', 'tr'];
/** Spellings that are not in the locale data. */
const OTHERS = /** @type {const} */ ([
  ['a', 0],
  ['p', 12],
  ['vorm', 0],
  ['nachm', 12],
]);

/**
 * The hours that a word such as "PM", "p. m." or 下午 adds to an hour from 12 to 11.
 *
 * @param {string} word @returns {number | null} 0 or 12; null: it is no such word
 */
export const halfOfDay = (word) => halvesOf(LANGUAGES).get(plain(word)) ?? null;

/** Made on first use: the formats take time that no start needs. */
const halvesOf = memoize((/** @type {readonly string[]} */ languages) => {
  /** @type {Map<string, number>} */
  const halves = new Map(OTHERS);
  for (const language of languages) {
    const format = new Intl.DateTimeFormat(language, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
    for (const half of [0, 12]) {
      // Some languages have more words than two; those beside noon and midnight are the usual ones.
      for (const hour of [half + 1, half + 6, half + 11]) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, 0, 1, hour)));
        const word = plain(parts.find(({ type }) => type === 'dayPeriod')?.value ?? '');
        if (word && !halves.has(word)) halves.set(word, half);
      }
    }
  }
  return halves;
});

/** Without case, dots and blanks. @param {string} word */
const plain = (word) => word.toLowerCase().replace(/[.\s]/g, '');
