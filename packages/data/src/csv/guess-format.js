/** @import { FieldLike, FieldType } from '@plinth/plugin' */
/** @import { ValueFormat } from '../local-values/value-formats.js' */
import { readDay } from '../field-types/base/spelling/read-day.js';
import { VALUE_FORMATS, formatsOf, isPlain, readFormat, splitDay } from '../local-values/value-formats.js';

/** @type {readonly ValueFormat[]} */
const EUROPEAN = ['1.234,5', '1,234.5', '31/12/2026', '12/31/2026', '31 Dec 2026'];

/**
 * @typedef {{ format: ValueFormat | null, read: (string | null)[], values: (string | null)[], fitting: number, own: number }} Candidate
 *   `read`: the texts as the format reads them; `values`: what the type makes of those; null for one that does not fit;
 *   `own`: how many are written in the format, rather than in another way that can only be read so
 */
/**
 * The ways in which the most texts can be read as values of a type; null is the type's own.
 *
 * @param {FieldType} type @param {string[]} texts @param {FieldLike} [field]
 * @returns {Candidate[]} none when the type knows only one way of writing, or when no way fits
 */
export function formatCandidates(type, texts, field = fieldOf(type)) {
  const formats = formatsOf(type);
  // Digits with a sign read the same in every format.
  if (!formats.length || !texts.some((text) => /\d[.,'’/-]\d|\p{L}{3}/u.test(text))) return [];
  const all = [null, ...formats].map((format) => /** @type {Candidate} */ (readAll(type, texts, format, field)));
  const most = Math.max(...all.map(({ fitting }) => fitting));
  const fitting = most === 0 ? [] : all.filter((one) => one.fitting === most);
  const own = Math.max(...fitting.map((one) => one.own));
  return fitting.filter((one) => one.own === own);
}

/** @param {FieldType} type @returns {FieldLike} */
const fieldOf = (type) => ({ name: 'value', label: 'Value', type: type.name, attributes: {}, required: false });

/**
 * The texts as values of a type, those that are none as null.
 *
 * @param {FieldType} type @param {readonly string[]} texts @param {ValueFormat | null} format
 * @param {FieldLike} [field] @param {(text: string) => boolean} [goOn] asked with each text that does not fit
 * @returns {Candidate | null} null when it was not to go on
 */
export function readAll(type, texts, format, field = fieldOf(type), goOn = () => true) {
  /** @type {(string | null)[]} */
  const read = [];
  /** @type {(string | null)[]} */
  const values = [];
  let [fitting, own] = [0, 0];
  for (const text of texts) {
    const written = format ? readFormat(text, format) : isPlain(text, type) ? text : null;
    const inFormat = written === null ? null : parsed(type, written, field);
    // What is written in another way may say one thing only, such as a date that begins with its year.
    const value = inFormat ?? parsed(type, text, field);
    if (value === null && !goOn(text)) return null;
    if (inFormat !== null) own++;
    if (value !== null) fitting++;
    read.push(inFormat !== null ? written : value && (format ? withoutFormat(type, text, value) : text));
    values.push(value);
  }
  return { format, read, values, fitting, own };
}

/** A text that is in another format, as the types read it by themselves. @param {FieldType} type @param {string} text @param {string} value */
const withoutFormat = (type, text, value) => (type.group === 'time' ? splitDay(text, readDay) : value) ?? text;

/** @param {FieldType} type @param {string} text @param {FieldLike} field @returns {string | null} */
function parsed(type, text, field) {
  try {
    const value = type.parse(text, field);
    type.validate(value, field);
    return String(value);
  } catch {
    return null;
  }
}

/**
 * Files with a decimal comma use semicolons between fields and put the day first.
 *
 * @param {string} delimiter @returns {readonly ValueFormat[]} likelier formats first
 */
export const likelyFormats = (delimiter) => (delimiter === ';' ? EUROPEAN : VALUE_FORMATS);

/** Whether another format would read other values. @param {Candidate[]} candidates */
const differ = ([first, ...others]) =>
  others.some(({ values }) =>
    values.some((value, at) => value !== first.values[at] && value !== null && first.values[at] !== null),
  );

/**
 * What the unambiguous columns say about the others; without any, what the separator says.
 *
 * @param {Candidate[][]} columns @param {string} delimiter
 * @returns {readonly ValueFormat[]} likelier formats first
 */
export function guessHabits(columns, delimiter) {
  const sure = columns
    .filter((candidates) => !differ(candidates))
    .flatMap((candidates) => candidates.flatMap(({ format }) => format ?? []));
  return [...sure, ...likelyFormats(delimiter)];
}

/**
 * @param {Candidate[]} candidates @param {readonly ValueFormat[]} habits the likelier ones first
 * @returns {{ format: ValueFormat | null, ambiguous: boolean, read?: (string | null)[] }}
 */
export function preferredFormat(candidates, habits) {
  const [first] = candidates;
  if (!first || !differ(candidates)) return { ...(first ?? { format: null }), ambiguous: false };
  const wanted = habits.map((habit) => candidates.find(({ format }) => format === habit)).find(Boolean);
  return { ...(wanted ?? first), ambiguous: true };
}
