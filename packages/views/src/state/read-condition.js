/** @import { Field, FieldType, Operator, StateFilter, Table } from '@plinth/plugin' */
/** @import { AskedOperator, Reading } from './read-conditions.js' */
import {
  AppError,
  COUNTED_PERIODS,
  PERIODS,
  asksForPart,
  countedPeriod,
  latinDigits,
  needsNoValue,
  phrase,
} from '@plinth/plugin';
import { ASKER, ME } from './asker.js';
import { MOMENT_OPERATORS, readMoment } from './read-moment.js';
import { asWritten } from './read-texts.js';

const MAX_VALUES = 200;
const MAX_WORDS = 200;

/**
 * @param {Table} table @param {string} name @param {AskedOperator} op @param {readonly string[]} texts
 * @param {Reading} reading
 * @returns {StateFilter[]} none where the field can't be asked that
 * @throws {AppError} FIELD_INVALID for a value that the field can't have
 */
export function readCondition(table, name, op, texts, { registry, formats }) {
  const field = table.field(name);
  const type = registry.fieldType(field.type);
  if (op === 'within') return readPeriod(field, texts[0]);
  if (op === 'hasAll' || asksForEntry(op, type)) return readEntries(field, op, texts, type);
  if (field.traits.hasDay && field.traits.hasTime && MOMENT_OPERATORS.has(op))
    return readMoment(field, op, [...texts], type, formats);
  if (needsNoValue(op)) return type.operators.includes(op) ? [{ field: name, op, value: null }] : [];
  const several = texts.length > 1 || op === 'in';
  const wanted = several && (op === 'eq' || op === 'in') ? 'in' : op;
  if (!type.operators.includes(wanted)) return [];
  if (asksForPart(op)) return [{ field: name, op: wanted, value: texts[0].slice(0, MAX_WORDS) }];
  const parse = (/** @type {string} */ text) =>
    text === ME && field.target === 'users' ? ASKER : type.parse(asWritten(text, field, formats), field);
  if (wanted === 'in') {
    const values = texts
      .flatMap((text) => (op === 'in' ? text.split(',') : [text]))
      .slice(0, MAX_VALUES)
      .map(parse)
      .filter((value) => value !== null);
    return [{ field: name, op: 'in', value: values }];
  }
  // "Neither this nor that" is a condition for each.
  const values = (op === 'ne' ? texts.slice(0, MAX_VALUES) : texts.slice(0, 1)).map(parse);
  return values.filter((value) => value !== null).map((value) => ({ field: name, op: wanted, value }));
}

/** @param {Field} field @param {string} text @returns {StateFilter[]} */
function readPeriod(field, text) {
  if (!field.traits.hasDay) return [];
  const name = latinDigits(text);
  if (PERIODS.includes(name) || countedPeriod(name)) return [{ field: field.name, op: 'within', value: name }];
  if (COUNTED_PERIODS.some((form) => isForm(name, form)))
    throw new AppError('FIELD_INVALID', phrase`${field.label}: enter a number of days from 1 to 9999`, { status: 422 });
  throw new AppError('FIELD_INVALID', phrase`${field.label}: there is no period "${text.slice(0, 40)}"`, {
    status: 422,
    hint: phrase`Available: ${[...PERIODS, ...COUNTED_PERIODS].join(', ')}`,
  });
}

/** Whether it is that period, though with no number that a period can have. @param {string} name @param {string} form */
function isForm(name, form) {
  const [start, end] = form.split('_n_');
  return name.startsWith(`${start}_`) && name.endsWith(`_${end}`);
}

/** Whether it is about entries of a list, not about a piece of text. @param {Operator} op @param {FieldType} type */
const asksForEntry = (op, { operators }) => op === 'has' || (op === 'lacks' && operators.includes('has'));

/**
 * One of the entries of a list, any of several, all or none of them.
 *
 * @param {Field} field @param {AskedOperator} asked @param {readonly string[]} texts @param {FieldType} type
 * @returns {StateFilter[]}
 */
function readEntries(field, asked, texts, type) {
  const op = asked === 'lacks' ? 'lacks' : 'has';
  if (!type.operators.includes(op)) return [];
  const entries = texts.slice(0, MAX_VALUES).map((text) => {
    const words = text.slice(0, MAX_WORDS);
    return field.traits.value === 'reference' ? keyValue(words) : words;
  });
  if (asked === 'has' && entries.length > 1) return [{ field: field.name, op: 'hasAny', value: entries }];
  return entries.map((value) => ({ field: field.name, op, value }));
}

/** Key of a row as the database takes it. @param {string} text */
function keyValue(text) {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
