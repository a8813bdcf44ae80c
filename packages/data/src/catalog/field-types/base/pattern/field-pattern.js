/** @import { FieldLike } from '@plinth/plugin' */
import { VALUE_LIMITS, AppError, fieldMessages, memoize, phrase } from '@plinth/plugin';
import { fieldInvalid } from '../invalid.js';
import { createMatcher } from './matcher.js';
import { parsePattern } from './parse-pattern.js';
import { PatternError } from './pattern-error.js';
import { postgresPattern } from './print-pattern.js';

/**
 * @typedef {{ matches: (text: string) => boolean, sql: string }} CompiledPattern
 */

/** Compiled patterns live as long as their attributes, so importing a million rows compiles once. */
const holderOf = memoize((/** @type {object} */ _attributes) => ({
  pattern: /** @type {CompiledPattern | null} */ (null),
}));

/**
 * The compiled `pattern` attribute of a field, or null.
 *
 * @param {FieldLike} field
 * @returns {CompiledPattern | null}
 * @throws {AppError} PATTERN_UNSUPPORTED
 */
export function fieldPattern(field) {
  const attributes = field.attributes;
  if (!attributes?.pattern) return null;
  return (holderOf(attributes).pattern ??= compile(String(attributes.pattern), field));
}

/** @param {string} source @param {FieldLike} field @returns {CompiledPattern} */
function compile(source, field) {
  try {
    const tree = parsePattern(source);
    return { matches: createMatcher(tree), sql: postgresPattern(tree) };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new AppError('PATTERN_UNSUPPORTED', phrase`The pattern of ${field.label || field.name} ${error.message}`, {
      status: 422,
      hint: 'Use characters, classes such as [A-Z0-9], groups, |, *, +, ? and counts such as {2,5}',
      details: fieldMessages({ pattern: error.message }),
    });
  }
}

/** Refuses a text that does not match the field's pattern. @param {string} text @param {FieldLike} field */
export function checkPattern(text, field) {
  const pattern = fieldPattern(field);
  if (!pattern) return;
  if (text.length > VALUE_LIMITS.patternedCharacters)
    throw fieldInvalid(field, 'must have at most {max} characters', { max: VALUE_LIMITS.patternedCharacters });
  if (pattern.matches(text)) return;
  const message = field.attributes.patternMessage;
  throw message ? fieldInvalid(field, message) : fieldInvalid(field, 'does not match the required pattern');
}
