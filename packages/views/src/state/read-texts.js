/** @import { Field, Formats, Registry } from '@plinth/plugin' */
import { dateOrder, memoize, parseTyped, readLocalNumber, readTypedDate, signsOf } from '@plinth/plugin';

const ISO_DAY = /^\d{4}-\d\d-\d\d/;
const COMPARED = new Set(['eq', 'ne', 'lt', 'lte', 'gt', 'gte']);
const signs = memoize((/** @type {Formats} */ { locale }) => signsOf(locale));

/**
 * Values of conditions as the reader's language writes them, which forms send where there are no scripts, in the form that
 * fields read. What can't be read stays as it is.
 *
 * @param {Map<string, string[]>} ops texts by operator @param {Field} field
 * @param {{ registry: Registry, formats?: Formats }} reading
 * @returns {Map<string, string[]>}
 */
export function readTexts(ops, field, { registry, formats }) {
  if (!formats) return ops;
  const isDate = field.traits.hasDay;
  if (!isDate && (field.traits.value !== 'number' || field.traits.hasTime)) return ops;
  const read = (/** @type {string} */ text) => {
    if (isDate) return dateOf(text, field, formats);
    const isRead = parseTyped(registry, field, text, NOT_READ) !== NOT_READ;
    return isRead ? text : (readLocalNumber(text, signs(formats))?.text ?? text);
  };
  return new Map([...ops].map(([op, texts]) => [op, COMPARED.has(op) ? texts.map(read) : texts]));
}

const NOT_READ = Symbol('not read');

/** @param {string} text @param {Field} field @param {Formats} formats */
function dateOf(text, field, formats) {
  if (ISO_DAY.test(text) || text.startsWith('[')) return text;
  const day = readTypedDate(text, formats);
  if (day !== null || !field.traits.hasTime) return day ?? text;
  const moment = readTypedDate(text, formats, { withTime: true });
  return moment === null ? text : `${moment}[${formats.timeZone}]`;
}

/**
 * A value of a condition for its field type; of a date, with the order in which the language writes it, so that the type can
 * say what it expects.
 *
 * @param {string} text @param {Field} field @param {Formats | undefined} formats
 */
export function asWritten(text, field, formats) {
  const isDate = field.traits.hasDay;
  return isDate && formats && !ISO_DAY.test(text) ? [`[${dateOrder(formats)}]`, text] : text;
}
