/** @import { Translate } from '../index.d.ts' */
import { fill } from './phrase.js';

/**
 * Creates the function for interface texts. Later catalogues win; a missing key falls back to English, then to the key
 * itself, so plain text passes through unchanged.
 *
 * @param {Record<string, Record<string, string>>[]} catalogues each { en: { key: text }, de: ... }
 * @param {string} locale
 * @param {(key: string) => void} [missing] is told each key that has no text, once
 * @returns {Translate}
 */
export function translator(catalogues, locale, missing) {
  const language = locale.split('-')[0];
  const texts = new Map();
  for (const wanted of new Set(['en', language, locale])) {
    for (const catalogue of catalogues) {
      for (const [key, text] of Object.entries(catalogue[wanted] ?? {})) texts.set(key, text);
    }
  }
  const plurals = new Intl.PluralRules(locale);
  const unknown = missing ? oncePerKey(texts, missing) : (/** @type {string} */ key) => key;

  /** @type {Translate} */
  const translate = (key, params) => {
    const plural = typeof params?.count === 'number' ? texts.get(`${key}.${plurals.select(params.count)}`) : undefined;
    const text = plural ?? texts.get(key) ?? texts.get(`${key}.other`) ?? unknown(key);
    return params ? fill(text, params) : text;
  };
  return Object.assign(translate, {
    has: (/** @type {string} */ key) => texts.has(key) || texts.has(`${key}.other`),
  });
}

/** What keys look like, and no label of a table, a field or a person: words joined by dots. */
const KEY = /^[a-z][\w-]*(?:\.[\w-]+)+$/i;

/**
 * Tells a key without a text from plain text by its first word, which other keys have, too.
 *
 * @param {ReadonlyMap<string, string>} texts @param {(key: string) => void} missing
 */
function oncePerKey(texts, missing) {
  const areas = new Set([...texts.keys()].filter((key) => KEY.test(key)).map(areaOf));
  /** @type {Set<string>} */
  const told = new Set();
  return (/** @type {string} */ key) => {
    if (KEY.test(key) && areas.has(areaOf(key)) && !told.has(key)) {
      told.add(key);
      missing(key);
    }
    return key;
  };
}

/** @param {string} key */
const areaOf = (key) => key.slice(0, key.indexOf('.'));
