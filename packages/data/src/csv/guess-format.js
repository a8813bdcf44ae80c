/** @import { FieldType } from '@plinth/plugin' */
/** @import { ValueFormat } from './value-formats.js' */
import { VALUE_FORMATS, formatsOf, readFormat } from './value-formats.js';

/** @type {readonly ValueFormat[]} */
const EUROPEAN = ['1.234,5', '1,234.5', '31/12/2026', '12/31/2026', '31 Dec 2026'];

/**
 * @typedef {{ format: ValueFormat | null, read: string[], values: string[] }} Candidate
 *   `read`: the texts as the format reads them; `values`: the type's values for them
 */
/**
 * The formats in which all texts can be read as values of a type; null is the type's own.
 *
 * @param {FieldType} type @param {string[]} texts
 * @returns {Candidate[]} none if the type has no formats, or if no format fits
 */
export function formatCandidates(type, texts) {
  const formats = formatsOf(type);
  // Digits with a sign read the same in every format.
  if (!formats.length || !texts.some((text) => /\d[.,'’/-]\d|\p{L}{3}/u.test(text))) return [];
  return [null, ...formats].flatMap((format) => readAll(type, texts, format) ?? []);
}

/** @param {FieldType} type @param {string[]} texts @param {ValueFormat | null} format @returns {Candidate | null} */
function readAll(type, texts, format) {
  const field = { name: 'value', label: 'Value', type: type.name, attributes: {}, required: false };
  const read = [];
  const values = [];
  for (const text of texts) {
    const plain = format ? readFormat(text, format) : text;
    if (plain === null) return null;
    try {
      values.push(String(type.parse(plain, field)));
    } catch {
      return null;
    }
    read.push(plain);
  }
  return { format, read, values };
}

/**
 * The texts as a format reads them, if the type has this format.
 *
 * @param {FieldType} type @param {string[]} texts @param {ValueFormat} format
 */
export const readAs = (type, texts, format) =>
  (formatsOf(type).includes(format) && readAll(type, texts, format)?.read) || null;

/**
 * Files with a decimal comma use semicolons between fields and put the day first.
 *
 * @param {string} delimiter @returns {readonly ValueFormat[]} likelier formats first
 */
export const likelyFormats = (delimiter) => (delimiter === ';' ? EUROPEAN : VALUE_FORMATS);

/** Whether another format would read other values. @param {Candidate[]} candidates */
const differ = ([first, ...others]) =>
  others.some(({ values }) => values.some((value, at) => value !== first.values[at]));

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
 * @param {Candidate[]} candidates @param {readonly ValueFormat[]} habits likelier formats first
 * @returns {{ format: ValueFormat | null, ambiguous: boolean, read?: string[] }}
 */
export function preferredFormat(candidates, habits) {
  const [first] = candidates;
  if (!first || !differ(candidates)) return { ...(first ?? { format: null }), ambiguous: false };
  const wanted = habits.map((habit) => candidates.find(({ format }) => format === habit)).find(Boolean);
  return { ...(wanted ?? first), ambiguous: true };
}
