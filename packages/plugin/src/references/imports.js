/** `import … from 'app/prices'`, `import 'app/prices'` and the same with export; not import(), which is not possible. */
const IMPORT = /(\b(?:from|import)\s*)(['"])app\/([a-z][a-z0-9_]{0,62})\2/g;

/** Names of the functions that code imports. It may name more than the code really imports, in a text for example. @param {string} code @returns {string[]} */
export const importsIn = (code) => [...new Set([...code.matchAll(IMPORT)].map(([, , , name]) => name))];

/** The same code with other names. @param {string} code @param {(name: string) => string} change */
export const mapImports = (code, change) =>
  code.replaceAll(IMPORT, (_, start, quote, name) => `${start}${quote}app/${change(name)}${quote}`);
