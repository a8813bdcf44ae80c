import { readFileSync } from 'node:fs';

const IMPORT = /^@import url\('([^':]+)'\);\n?/gm;

/**
 * A stylesheet with the sheets that it imports put in their place, so that a browser asks once. Only relative files
 * are joined.
 *
 * @param {URL} file @returns {string}
 */
export function inlineImports(file) {
  const text = readFileSync(file, 'utf8');
  return text.replace(IMPORT, (_, path) => inlineImports(new URL(path, file)));
}
