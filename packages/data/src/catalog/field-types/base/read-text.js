/** @import { FieldLike } from '@plinth/plugin' */
import { VALUE_LIMITS } from '@plinth/plugin';
import { isNoValue } from './spelling/no-value.js';
import { fieldInvalid } from './invalid.js';

/**
 * Input as text that PostgreSQL can store: well-formed Unicode, no NUL, line ends as
 * . Nothing but white space becomes null.
 *
 * @param {unknown} input @param {FieldLike} field @param {string} [message]
 * @returns {string | null}
 */
export function readText(input, field, message = 'must be text') {
  if (input === null || input === undefined) return null;
  if (typeof input === 'number' && Number.isFinite(input)) return String(input);
  if (typeof input !== 'string') throw fieldInvalid(field, message);
  if (input.length > VALUE_LIMITS.textCharacters) {
    throw fieldInvalid(field, 'must have at most {max} characters', { max: VALUE_LIMITS.textCharacters });
  }
  if (input.includes('\0')) throw fieldInvalid(field, 'must not contain NUL characters');
  if (!input.isWellFormed()) throw fieldInvalid(field, 'must be valid Unicode text');
  const text = input.includes('\r') ? input.replace(/\r\n?/g, '\n') : input;
  return /\S/.test(text) ? text : null;
}

/**
 * The same for types whose text has no meaningful white space around it and can't be what programs write for no value.
 *
 * @param {unknown} input @param {FieldLike} field @param {string} message
 * @param {number} [longest] of a list, what it may have together
 */
export function readTrimmed(input, field, message, longest = 20_000) {
  const text = readText(input, field, message);
  if (text === null) return null;
  const trimmed = text.trim();
  if (trimmed.length > longest) throw fieldInvalid(field, message);
  return isNoValue(trimmed) ? null : trimmed;
}
