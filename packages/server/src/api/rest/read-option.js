/** @import { Values } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/**
 * Parses a query parameter by its schema: a whole number within limits, one of several choices, or any text.
 *
 * @param {string} name @param {Values} schema @param {string | undefined} text
 * @throws {AppError} QUERY_INVALID (422)
 */
export function readOption(name, schema, text) {
  if (text === undefined) return schema.default;
  if (schema.enum && !schema.enum.includes(text))
    throw invalid(phrase`"${name}" must be one of these: ${schema.enum.join(', ')}`);
  if (schema.type !== 'integer') return text;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (number >= schema.minimum && number <= schema.maximum) return number;
  throw invalid(phrase`"${name}" must be a number from ${schema.minimum} to ${schema.maximum}`);
}

/** @param {import('@plinth/plugin').Message} message */
const invalid = (message) => new AppError('QUERY_INVALID', message, { status: 422 });
