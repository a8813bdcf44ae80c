/** @import { Translate } from '../index.d.ts' */
import { fill } from './phrase.js';

/**
 * Creates the function for interface texts. Later catalogues win; a missing key falls back to English, then to the key
 * itself, so plain text passes through unchanged.
 *
 * @param {Record<string, Record<string, string>>[]} catalogues each { en: { key: text }, de: ... }
 * @param {string} locale
 * @returns {Translate}
 */
export function translator(catalogues, locale) {
  const language = locale.split('-')[0];
  const texts = new Map();
  for (const wanted of new Set(['en', language, locale])) {
    for (const catalogue of catalogues) {
      for (const [key, text] of Object.entries(catalogue[wanted] ?? {})) texts.set(key, text);
    }
  }
  const plurals = new Intl.PluralRules(locale);

  return (key, params) => {
    const plural = typeof params?.count === 'number' ? texts.get(`${key}.${plurals.select(params.count)}`) : undefined;
    const text = plural ?? texts.get(key) ?? texts.get(`${key}.other`) ?? key;
    return params ? fill(text, params) : text;
  };
}
