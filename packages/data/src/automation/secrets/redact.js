import { createHideEncoded } from './encoded.js';
import { SHORTEST, spellingsOf } from './spellings.js';

/** What is shown instead of a secret. */
export const HIDDEN = '•••••';

/**
 * Removes secret values from texts, however they were written there: as they are or backwards, in JSON, HTML, an address or a
 * mail, with escapes of JavaScript, as base64 or as hexadecimal digits, over several lines, and encoded once more.
 *
 * @param {Iterable<string>} given
 * @returns {(text: string) => string}
 */
export function createRedact(given) {
  const values = [...given];
  const forms = new Set(values.filter((value) => value !== '').flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // The longest first, so that no part of one remains.
  const all = [...forms].sort((a, b) => b.length - a.length);
  const patterns = values.flatMap((value) => spellingsOf(value) ?? []);
  const hideEncoded = createHideEncoded(values.filter((value) => value.length >= SHORTEST));
  return (text) => {
    const left = all.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, HIDDEN) : rest), text);
    return hideEncoded(
      patterns.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), left),
      HIDDEN,
    );
  };
}

/** The same for everything that is text within a value. @template T @param {T} value @param {(text: string) => string} redact @returns {T} */
export function redactAll(value, redact) {
  if (typeof value === 'string') return /** @type {any} */ (redact(value));
  if (Array.isArray(value)) return /** @type {any} */ (value.map((one) => redactAll(one, redact)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [redact(key), redactAll(inner, redact)]);
  return Object.fromEntries(entries);
}

/** @param {string} value */
function formsOf(value) {
  const inUrl = encodeURIComponent(value);
  const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
  return [
    ...inJson(value),
    ...(value.length < SHORTEST ? [] : [[...value].reverse().join('')]),
    ...[inUrl, inUrl.replaceAll('%20', '+')],
    ...[base64, Buffer.from(value).toString('base64url'), Buffer.from(value).toString('hex')],
  ];
}

/** How deep JSON may be nested in JSON: answers of functions are JSON, and may contain JSON as text. */
const DEEPEST = 6;

/** @param {string} value @returns {string[]} as it is, in JSON, in JSON in JSON ... */
function inJson(value) {
  const forms = [value];
  while (forms.length <= DEEPEST) forms.push(JSON.stringify(forms[forms.length - 1]).slice(1, -1));
  return forms;
}
