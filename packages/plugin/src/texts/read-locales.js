import { readFileSync, readdirSync } from 'node:fs';

/**
 * Interface texts from a folder of `<language>/<area>.json`: each file maps keys to texts. A new language needs nothing
 * but a new folder, and is offered to people once it has every text that users of a finished app see.
 *
 * @param {URL} folder ends with a slash
 * @returns {Record<string, Record<string, string>>} texts by language and key
 * @throws {Error} if two files of a language have the same key
 * @example
 * export const plugin = definePlugin({ name: 'rating', texts: readLocales(new URL('./locales/', import.meta.url)), ...
 *   });
 */
export function readLocales(folder) {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(languages.map(({ name }) => [name, readLanguage(new URL(`${name}/`, folder))]));
}

/** @param {URL} folder */
function readLanguage(folder) {
  /** @type {Record<string, string>} */
  const texts = {};
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const file of files.sort()) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))) {
      if (Object.hasOwn(texts, key))
        throw new Error(`${new URL(file, folder).pathname}: another file has the key "${key}"`);
      texts[key] = text;
    }
  }
  return texts;
}
