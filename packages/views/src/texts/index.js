import { readLocales } from '@plinth/plugin';

/** Interface texts of delivered pages, by language and key. */
export const texts = readLocales(new URL('../../locales/', import.meta.url));

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** @param {string} locale @returns {'ltr' | 'rtl'} */
export function direction(locale) {
  return RIGHT_TO_LEFT.has(locale.split('-')[0]) ? 'rtl' : 'ltr';
}
