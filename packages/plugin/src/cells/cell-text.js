/** @import { CellKind, Field, FieldType, Formats } from '../index.d.ts' */
import { isRepeated } from '../time/is-repeated.js';
import { wallClock } from '../time/zone.js';

/**
 * A value as the text that its cell is edited with, and that `readCellText` reads back: numbers as the reader's language
 * writes them, dates as date controls take them, options and related rows by their labels.
 *
 * @param {FieldType} type @param {Field} field @param {CellKind} kind @param {any} value
 * @param {{ formats: Formats, label?: unknown }} reader label: of the related row
 * @returns {string}
 */
export function cellText(type, field, kind, value, { formats, label }) {
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'number':
      return formats.number(value, plainFor(field));
    case 'check':
      return value === true ? 'true' : 'false';
    case 'choice':
    case 'choices':
      return asRead(type, field, value, type.format(value, field, formats));
    case 'duration':
      return type.format(value, field, formats);
    case 'lookup':
      return String(label ?? value);
    case 'date_time':
      return localText(wallClock(String(value), formats.timeZone), String(value));
    case 'time':
      return String(value).replace(/^(\d\d:\d\d):00$/, '$1');
    default:
      return type.serialize(value, field);
  }
}

/**
 * The names of choices, unless they would be read as other ones: two have the same name, or a name looks like a list of others.
 *
 * @param {FieldType} type @param {Field} field @param {unknown} value @param {string} names
 */
function asRead(type, field, value, names) {
  const isSame = JSON.stringify([readOr(type, field, names)].flat()) === JSON.stringify([value].flat());
  return isSame ? names : type.serialize(value, field);
}

/** @param {FieldType} type @param {Field} field @param {string} text */
function readOr(type, field, text) {
  try {
    return type.parse(text, field);
  } catch {
    return null;
  }
}

/**
 * What a cell holds beside its text: the key of the related row, and of a local time that comes twice the instant.
 *
 * @param {CellKind} kind @param {unknown} value @param {Pick<Formats, 'timeZone'>} formats
 */
export function cellKey(kind, value, formats) {
  if (kind === 'lookup') return value;
  return kind === 'date_time' && value && isRepeated(String(value), formats.timeZone) ? String(value) : null;
}

/** The digits of a number without signs between thousands, which nobody types. @param {Field} field */
const plainFor = ({ attributes }) => ({
  useGrouping: false,
  minimumFractionDigits: Number.isInteger(attributes?.decimals) ? attributes.decimals : 0,
  maximumFractionDigits: 20,
});

/** Seconds and their parts only where there are some. @param {string} local @param {string} instant */
function localText(local, instant) {
  const [, parts = ''] = /(\.\d*[1-9])0*Z$/.exec(instant) ?? [];
  return parts ? local + parts : local.replace(/:00$/, '');
}
