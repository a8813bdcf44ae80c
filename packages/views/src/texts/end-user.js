/*
 * Keys of what users of a finished app see, as opposed to the admin, the editors and the API documentation. A language is
 * offered once it has all of these; the rest falls back to English.
 */

const KEYS = [
  /^(shell|error|views|list|value|fieldView|notifications|cells|auth|deletion|delivered|tasks)\./,
  /^(comments|search)\.(?!setting)/,
  /^el\.(aggregate\.\w+|tabs|card\.open|dropdown\.more|submit\.save|delete_button)$/,
  /^el\.comments(\.history|\.open)?$/,
  /^vt\.column\.total\.\w+$/,
];

/** @param {string} key */
export function isEndUserKey(key) {
  return KEYS.some((pattern) => pattern.test(key));
}

/**
 * The keys that a language needs in place of the English ones: each plural has the forms of that language.
 *
 * @param {string} language
 * @param {Record<string, string>} english texts by key
 * @returns {string[]}
 */
export function keysFor(language, english) {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return Object.keys(english).flatMap((key) => {
    const [, base, form] = /^(.*)\.(one|other)$/.exec(key) ?? [];
    if (!base || !(`${base}.one` in english && `${base}.other` in english)) return [key];
    return form === 'other' ? pluralCategories.map((category) => `${base}.${category}`) : [];
  });
}

/**
 * The languages that have every text for users of a finished app, sorted by code.
 *
 * @param {Record<string, Record<string, string>>[]} catalogues each { en: { key: text }, de: ... }
 * @returns {string[]}
 */
export function completeLanguages(catalogues) {
  const entries = catalogues.flatMap(({ en = {} }) => Object.entries(en));
  const english = Object.fromEntries(entries.filter(([key]) => isEndUserKey(key)));
  const languages = new Set(catalogues.flatMap((texts) => Object.keys(texts)));
  return [...languages]
    .filter((language) => {
      const own = catalogues.map(({ [language]: texts = {} }) => texts);
      return keysFor(language, english).every((key) => own.some((texts) => Object.hasOwn(texts, key)));
    })
    .sort();
}
