import { asText } from './plain.js';

/**
 * The address when it is one of the web, else null: a link made from data must never run a script.
 *
 * @param {unknown} value
 */
export function webAddress(value) {
  const text = asText(value).trim();
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
