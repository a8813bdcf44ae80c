/** @import { FieldType } from '@plinth/plugin' */
/** @import { ValueFormat } from './value-formats.js' */
import { VALUE_FORMATS, formatsOf, readFormat } from './value-formats.js';

/** @type {readonly ValueFormat[]} */
const EUROPEAN = ['1.234,5', '1,234.5', '31/12/2026', '12/31/2026', '31 Dec 2026'];

/**
 * @typedef {{ format: ValueFormat | null, read: string[], values: string[] }} Candidate
 *   `read`: the texts as the format reads them; `values`: what the type makes of those
 */
/**
 * The ways in which all texts can be read as values of a type; null is the type's own.
 *
 * @param {FieldType} type @param {string[]} texts
 * @returns {Candidate[]} none when the type knows only one way of writing, or when no way fits
 */
export function formatCandidates(type, texts) {
  const formats = formatsOf(type);
  // Nothing but digits and a sign reads the same in every format.
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

/** The texts as a format reads them, for a type that it is a format of. @param {FieldType} type @param {string[]} texts @param {ValueFormat} format */
export const readAs = (type, texts, format) =>
  (formatsOf(type).includes(format) && readAll(type, texts, format)?.read) || null;

/**
 * Where the comma is the decimal sign, spreadsheets put semicolons between fields, and the day comes first.
 *
 * @param {string} delimiter @returns {readonly ValueFormat[]} the likelier ones first
 */
export const likelyFormats = (delimiter) => (delimiter === ';' ? EUROPEAN : VALUE_FORMATS);

/** Whether one format would read other values than another one. @param {Candidate[]} candidates */
const differ = ([first, ...others]) =>
  others.some(({ values }) => values.some((value, at) => value !== first.values[at]));

/**
 * What the columns that can be read in one way only tell about the others; without any, what the separator tells.
 *
 * @param {Candidate[][]} columns @param {string} delimiter
 * @returns {readonly ValueFormat[]} the likelier ones first
 */
export function guessHabits(columns, delimiter) {
  const sure = columns
    .filter((candidates) => !differ(candidates))
    .flatMap((candidates) => candidates.flatMap(({ format }) => format ?? []));
  return [...sure, ...likelyFormats(delimiter)];
}

/**
 * @param {Candidate[]} candidates @param {readonly ValueFormat[]} habits the likelier ones first
 * @returns {{ format: ValueFormat | null, ambiguous: boolean, read?: string[] }}
 */
export function preferredFormat(candidates, habits) {
  const [first] = candidates;
  if (!first || !differ(candidates)) return { ...(first ?? { format: null }), ambiguous: false };
  const wanted = habits.map((habit) => candidates.find(({ format }) => format === habit)).find(Boolean);
  return { ...(wanted ?? first), ambiguous: true };
}
