/** @import { FieldType, Registry, Table } from '@plinth/plugin' */
/** @import { ValueFormat } from './value-formats.js' */
import { PALETTE } from '@plinth/plugin';
import { formatCandidates, guessHabits, likelyFormats, preferredFormat, readAs } from './guess-format.js';
import { isIdentifier } from './identifiers.js';

const MOST_SAMPLES = 5;
const MOST_OPTIONS = 12;
const CURRENCIES = /** @type {Record<string, string>} */ ({ '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY', '₹': 'INR' });

/**
 * @typedef {{ header: string, field: string | null, name: string, label: string, type: string, attributes:
 *   Record<string, any>,
 *   format: ValueFormat | null, ambiguous: boolean, samples: string[] }} CsvColumn
 *   `field`: the field of the table that it probably matches; `name`: a name for a new field; `format`: how its numbers
 *   or
 *   dates are written, null if the type reads them by itself; `ambiguous`: another format would read other values
 */

/**
 * What each column probably holds, according to the sample's texts.
 *
 * @param {string[]} columns @param {string[][]} rows
 * @param {{ registry: Registry, table?: Table | null, delimiter?: string, whole?: boolean }} context
 *   `whole`: the sample is the whole file
 * @returns {CsvColumn[]}
 */
export function guessColumns(columns, rows, { registry, table = null, delimiter = ',', whole = false }) {
  const types = registry.all('fieldType').filter((type) => type.guess && type.storage === 'column');
  const taken = new Set(RESERVED);
  const guesses = columns.map((header, at) => {
    const texts = rows.map((row) => row[at] ?? '').filter((text) => text.trim() !== '');
    const field = table && matchField(header, table);
    const type = field ? field.type : guessType(texts, types, delimiter);
    // "1,500" is a whole number or a decimal, depending on the format.
    const wide = !field && type === 'integer' ? 'decimal' : type;
    return { header, at, texts, field, type, candidates: formatCandidates(registry.fieldType(wide), texts) };
  });
  const habits = guessHabits(
    guesses.map(({ candidates }) => candidates),
    delimiter,
  );
  return guesses.map(({ header, at, texts, field, type, candidates }) => {
    const { format, ambiguous, read = texts } = preferredFormat(candidates, habits);
    const fits = type !== 'integer' || field || registry.fieldType(type).guess?.(read);
    return {
      header,
      field: field?.name ?? null,
      name: fieldName(header, at, taken),
      label: header.slice(0, 100),
      ...withAttributes(fits ? type : 'decimal', { header, texts: read, exact: whole && !ambiguous }),
      format,
      ambiguous,
      samples: [...new Set(texts)].slice(0, MOST_SAMPLES).map((text) => text.slice(0, 100)),
    };
  });
}

/**
 * The likeliest type. Types that read the texts directly come before those that need a format, unless they say little.
 *
 * @param {string[]} texts @param {readonly FieldType[]} types @param {string} delimiter
 */
function guessType(texts, types, delimiter) {
  let best = { type: 'text', score: 0 };
  for (const [at, format] of [null, ...likelyFormats(delimiter)].entries()) {
    for (const type of types) {
      const read = format ? readAs(type, texts, format) : texts;
      const score = read ? (type.guess?.(read) ?? 0) - (format ? 0.15 + at / 1000 : 0) : 0;
      if (score > best.score) best = { type: type.name, score };
    }
  }
  return best.type;
}

/**
 * @typedef {{ header: string, texts: string[], exact: boolean }} Sample
 *   `exact`: the texts are complete and unambiguous
 * @param {string} type @param {Sample} sample @returns {{ type: string, attributes: Record<string, any> }}
 */
function withAttributes(type, sample) {
  const options = type === 'text' && fewTexts(sample.texts);
  return options ? { type: 'select', attributes: { options } } : { type, attributes: attributesOf(type, sample) };
}

/** A few different short texts that repeat are choices. @param {string[]} texts */
function fewTexts(texts) {
  const values = new Set(texts.map((text) => text.trim()));
  if (values.size > MOST_OPTIONS || values.size < 2 || texts.length < values.size * 4) return null;
  if ([...values].some((value) => value.length > 40 || value.includes('\n'))) return null;
  return [...values].sort().map((value, at) => ({ value, label: value, colour: PALETTE[(at + 1) % PALETTE.length] }));
}

/** @param {string} type @param {Sample} sample @returns {Record<string, any>} */
function attributesOf(type, { header, texts, exact }) {
  if (type === 'integer') return isIdentifier(header, texts) ? { grouping: 'off' } : {};
  if (type === 'decimal') return exact ? scaleOf(texts) : {};
  if (type === 'money') {
    const sign = texts.map((text) => /[€$£¥₹]/.exec(text)?.[0]).find(Boolean);
    return sign ? { currency: CURRENCIES[sign] } : {};
  }
  if (type !== 'percent') return {};
  const numbers = texts.map((text) => Number.parseFloat(text));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return { ...(least < 0 && { min: Math.floor(least) }), ...(most > 100 && { max: Math.ceil(most) }) };
}

/**
 * Prices are written with trailing zeros: 796.50 beside 1020.00. Numbers of different length say nothing about a scale,
 * and there may be longer ones beyond the sample, which a scale would refuse.
 *
 * @param {string[]} texts
 */
function scaleOf(texts) {
  const lengths = new Set(texts.map((text) => text.trim().split('.')[1]?.length ?? 0));
  const [decimals] = lengths;
  return lengths.size === 1 && decimals > 0 ? { decimals } : {};
}

/** @param {string} header @param {Table} table */
function matchField(header, table) {
  const wanted = plain(header);
  const found = table.fields.find(
    (field) => !field.auto && (plain(field.name) === wanted || plain(field.label) === wanted),
  );
  return found ?? null;
}

/** @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Names that every table has, or that SQL would have to quote everywhere. */
export const RESERVED = [
  'id',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'user',
  'order',
  'group',
  'select',
  'table',
];

/**
 * Turns a header into a field name: "E-Mail (privat)" becomes e_mail_privat.
 *
 * @param {string} header @param {number} at @param {Set<string>} taken
 */
export function fieldName(header, at, taken) {
  const ascii = header.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const word = ascii
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '');
  const base = word || `column_${at + 1}`;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return name;
}
