import { readFileSync, readdirSync } from 'node:fs';

/**
 * Interface texts from a folder of `<language>.json`, each of which maps keys to texts. A new language needs nothing but
 * a new file, and is offered to people once it has every text that users of a finished app see. Where a language is a
 * folder, all files in it count together.
 *
 * @param {URL} folder ends with a slash
 * @returns {Record<string, Record<string, string>>} texts by language and key
 * @throws {Error} if two files of a language have the same key
 * @example
 * readLocales(new URL('./locales/', import.meta.url)); // { en: { 'rating.stars': 'Stars' }, de: … }
 */
export function readLocales(folder) {
  /** @type {Record<string, Record<string, string>>} */
  const locales = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.name.endsWith('.json')) continue;
    const files = entry.isDirectory() ? areasIn(new URL(`${entry.name}/`, folder)) : [new URL(entry.name, folder)];
    const language = entry.name.replace(/\.json$/, '');
    for (const file of files) addTexts((locales[language] ??= {}), file);
  }
  return locales;
}

/** @param {URL} folder of a language */
const areasIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => new URL(name, folder));

/** @param {Record<string, string>} texts @param {URL} file */
function addTexts(texts, file) {
  for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    if (Object.hasOwn(texts, key)) throw new Error(`${file.pathname}: another file has the key "${key}"`);
    texts[key] = text;
  }
}
