/** @import { Field, FieldType, Formats, Operator, ViewState } from '@plinth/plugin' */
import { addDays } from '@plinth/plugin';
import { asWritten } from './read-texts.js';

/** Comparisons in which a day stands for its beginning or its end. */
export const MOMENT_OPERATORS = new Set(['eq', 'lt', 'lte', 'gt', 'gte']);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * A condition on an instant. A day means the whole day in the reader's time zone: "up to the 20th" includes its last
 * moment, "on the 20th" starts with its first.
 *
 * @param {Field} field @param {Operator} op @param {string[]} texts may start with a time zone in brackets
 * @param {FieldType} type
 * @param {Formats} [formats] with the time zone of its days, default UTC
 * @returns {ViewState['filters']}
 */
export function readMoment(field, op, texts, type, formats) {
  const timeZone = formats?.timeZone ?? 'UTC';
  const text = texts[texts.length - 1];
  if (!DAY.test(text)) {
    const value = type.parse(texts.length > 1 ? texts : asWritten(inZone(text, timeZone), field, formats), field);
    return value === null ? [] : [{ field: field.name, op, value }];
  }
  const begin = type.parse(`${text}T00:00[${timeZone}]`, field);
  // A day ends where the next one begins: its last hour comes twice where the clock is put back at midnight.
  const next = type.parse(`${addDays(text, 1) ?? text}T00:00[${timeZone}]`, field);
  if (op === 'eq') {
    return [
      { field: field.name, op: 'gte', value: begin },
      { field: field.name, op: 'lt', value: next },
    ];
  }
  if (op === 'lte') return [{ field: field.name, op: 'lt', value: next }];
  if (op === 'gt') return [{ field: field.name, op: 'gte', value: next }];
  return [{ field: field.name, op, value: begin }];
}

/** A local time that says no zone is in the reader's. @param {string} text @param {string} timeZone */
const inZone = (text, timeZone) => (LOCAL.test(text) ? `${text}[${timeZone}]` : text);
