import { createCache } from '../caches/create-cache.js';

/** Making a collator takes longer than sorting with it. */
const collators = /** @type {import('../index.d.ts').Cache<string, Intl.Collator>} */ (createCache({ max: 50 }));

/**
 * Compares texts as a language sorts them: in Swedish, å comes after z. Lists of rows are sorted so by the database.
 *
 * @param {string} locale of the site, such as sv or de-AT
 * @returns {(one: string, other: string) => number}
 */
export const compareTexts = (locale) => collators.getOrMake(locale, () => new Intl.Collator(locale)).compare;
