/**
 * The most characters in a text that an expression creates. Without a limit, a few nested calls would fill the memory:
 * each `replace` can make a text a thousand times longer.
 */
export const LONGEST_TEXT = 100_000;

/** @param {string} text */
export function cut(text) {
  // Characters take one or two UTF-16 units.
  if (text.length <= LONGEST_TEXT) return text;
  let end = 0;
  for (let count = 0; count < LONGEST_TEXT && end < text.length; count++) end += isPair(text, end) ? 2 : 1;
  return text.slice(0, end);
}

/**
 * Replaces each occurrence; null if the result would be too long. Its length is known before it is created.
 *
 * @param {string} text @param {string} from @param {string} to
 * @returns {string | null}
 */
export function replaced(text, from, to) {
  if (from === '') return text;
  const more = lengthOf(to) - lengthOf(from);
  if (more > 0 && lengthOf(text) + occurrences(text, from) * more > LONGEST_TEXT) return null;
  return text.replaceAll(from, () => to);
}

/** @param {string} text @param {string} part */
function occurrences(text, part) {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

/** In characters, as PostgreSQL counts. @param {string} text */
function lengthOf(text) {
  let count = 0;
  for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) count++;
  return count;
}

/** @param {string} text @param {number} at */
const isPair = (text, at) => /** @type {number} */ (text.codePointAt(at)) > 0xffff;
