/** @import { Message } from '@plinth/plugin' */
/** @import { Type, TypeName } from '../types.d.ts' */
import { AppError, Phrase, phrase } from '@plinth/plugin';

/** @typedef {{ start: number, end: number }} Span characters of the source */

/**
 * An error in an expression, with its position.
 *
 * @param {string} source @param {Span | null} span @param {Message} reason @param {Message} [hint] what is allowed
 */
export function expressionInvalid(source, span, reason, hint) {
  const short = source.length > 120 ? `${source.slice(0, 119)}…` : source;
  const said = typeof reason === 'string' ? new Phrase(reason) : reason;
  const message = span
    ? phrase`The expression "${short}" can't be used: at character ${span.start + 1}, ${said}`
    : phrase`The expression "${short}" can't be used: ${said}`;
  return new AppError('EXPRESSION_INVALID', message, {
    status: 422,
    hint: hint ?? 'For example: row.status == "open", row.author.name != "", "staff" in user.roles',
    details: span ? { start: span.start, end: span.end } : undefined,
  });
}

/** Names of types for people. @type {Readonly<Record<TypeName, string>>} */
const TYPE_NAMES = Object.freeze({
  bool: 'yes or no',
  int: 'whole number',
  decimal: 'decimal number',
  text: 'text',
  date: 'date',
  moment: 'date and time',
  time: 'time',
  duration: 'duration',
  id: 'id',
  json: 'JSON',
  null: 'nothing',
  list: 'list',
  row: 'row',
  rows: 'rows',
  record: 'group of values',
});

/** @param {Type | TypeName} type */
export const typeName = (type) => new Phrase(TYPE_NAMES[typeof type === 'string' ? type : type.name]);
