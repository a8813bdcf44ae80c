import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where class names and elements are written down that Plinth sends: templates, render functions, browser modules, apps. */
const SOURCES = '{packages,plugins}/*/{src,assets,apps}/**/*.{js,ejs,json}';
const NOT_SENT = /(^|\/)(node_modules|vendor|testing)(\/|$)|[.-]test\.js$/;
/** Texts in quotes, and what stands between them in a template; attributes are within either. */
const TEXTS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Words of other meanings that Bootstrap has as classes, too. */
const NO_CLASSES = ['container', 'figure', 'placeholder', 'ratio'];
/** Names that are put together from a setting's value. */
const COMPOSED = [
  /^col(-(md|lg))?-\d+$/,
  /^align-items-(start|center|end)$/,
  /^justify-content-(start|center|end|between)$/,
  /^text-(start|center|end)$/,
  /^(alert|text)-(success|danger|warning|info)$/,
];

/** @param {string} name of a class @param {Set<string>} names */
export const isInUse = (name, names) => names.has(name) || COMPOSED.some((family) => family.test(name));

/**
 * Every word that may be a class name: whatever stands in a text of a program, or anywhere in a template.
 *
 * @param {string} root of the repository
 * @returns {Set<string>}
 */
export function namesInUse(root) {
  const names = new Set();
  for (const file of globSync(SOURCES, { cwd: root, exclude: (name) => NOT_SENT.test(name) })) {
    if (NOT_SENT.test(file)) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    const parts = file.endsWith('.js') ? (text.match(TEXTS) ?? []) : [text];
    for (const part of parts) for (const name of part.split(/[^\w-]+/)) names.add(name);
  }
  for (const name of NO_CLASSES) names.delete(name);
  return names;
}
