/** @import { Plugin } from '../index.d.ts' */
import { AppError } from '../app-error.js';
import { phrase } from './phrase.js';

/** Where definitions and settings say something to people. */
const SAID = new Set(['label', 'description', 'help', 'none']);

/**
 * Refuses a plugin with a label that looks like one of its keys (`shelf.place`) but has no English: people would read
 * the key.
 *
 * @param {Plugin} plugin @throws {AppError} LABEL_INVALID naming the key and where it stands
 */
export function checkLabels(plugin) {
  const { texts, ...definitions } = plugin;
  const english = texts?.en ?? {};
  const start = `${plugin.name}.`;
  const isMissing = (/** @type {string} */ text) =>
    text.startsWith(start) && /^[\w.-]+$/.test(text) && !(text in english) && !(`${text}.other` in english);
  const found = keyIn(definitions, isMissing, new Set());
  if (!found) return;
  throw new AppError(
    'LABEL_INVALID',
    phrase`Plugin "${plugin.name}" has no English for the label "${found.key}" (${found.path})`,
    {
      status: 422,
      hint: 'Add the key to locales/en.json of the plugin, or write the label as plain text',
    },
  );
}

/**
 * @param {object} value @param {(text: string) => boolean} isMissing @param {Set<object>} seen
 * @returns {{ key: string, path: string } | null}
 */
function keyIn(value, isMissing, seen) {
  if (seen.has(value)) return null;
  seen.add(value);
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string' && SAID.has(name) && isMissing(one)) return { key: one, path: name };
    const found = isPlain(one) ? keyIn(one, isMissing, seen) : null;
    if (found) return { key: found.key, path: `${name}.${found.path}` };
  }
  return null;
}

/** @param {unknown} value @returns {value is object} */
const isPlain = (value) =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);
