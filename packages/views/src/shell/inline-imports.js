import { readFileSync } from 'node:fs';
import { repeatRules } from './repeat-rules.js';

const IMPORT = /^@import url\('([^':]+)'\);\n?/gm;

/**
 * Replaces a stylesheet's imports with the imported sheets, so that a browser needs one request, and writes out its
 * scales. Only relative files are included.
 *
 * @param {URL} file @returns {string}
 */
export function inlineImports(file) {
  const text = readFileSync(file, 'utf8');
  return repeatRules(text).replace(IMPORT, (_, path) => inlineImports(new URL(path, file)));
}
