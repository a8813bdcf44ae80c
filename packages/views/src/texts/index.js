import { readdirSync } from 'node:fs';

const folder = new URL('./areas/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'));
const areas = await Promise.all(files.sort().map((name) => import(new URL(name, folder).href)));

/**
 * Interface texts by language. Each file in areas/ exports `texts = { en: { 'area.key': 'Text' }, de: { ... } }` and
 * is found by being there, so that two people adding keys never meet in one file.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const texts = joined(areas.map((area) => area.texts));

/** Languages that are complete; others fall back to English key by key. */
export const COMPLETE = /** @type {const} */ (['en', 'de']);

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** @param {string} locale @returns {'ltr' | 'rtl'} */
export function direction(locale) {
  return RIGHT_TO_LEFT.has(locale.split('-')[0]) ? 'rtl' : 'ltr';
}

/** @param {Record<string, Record<string, string>>[]} parts */
function joined(parts) {
  /** @type {Record<string, Record<string, string>>} */
  const all = {};
  for (const part of parts) {
    for (const [language, entries] of Object.entries(part)) {
      const target = (all[language] ??= {});
      for (const [key, text] of Object.entries(entries)) {
        if (Object.hasOwn(target, key)) throw new Error(`Text "${key}" (${language}) is in two area files`);
        target[key] = text;
      }
    }
  }
  return all;
}
