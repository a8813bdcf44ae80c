/** @import { FieldType, Registry, Table } from '@plinth/plugin' */
/** @import { ValueFormat } from '../local-values/value-formats.js' */
import { PALETTE } from '@plinth/plugin';
import { currenciesOf } from './guess-currency.js';
import { formatCandidates, guessHabits, preferredFormat, readAll } from './guess-format.js';
import { guessType, saysNothing } from './guess-type.js';
import { isIdentifier } from './identifiers.js';

const MOST_SAMPLES = 5;
const MOST_OPTIONS = 12;
const MOST_ODD = 3;

/**
 * @typedef {{ fitting: number, of: number, odd: string[] }} Fit how many of the filled cells are of the type, and the
 *   first others
 * @typedef {{ header: string, field: string | null, name: string, label: string, type: string, attributes: Record<string, any>,
 *   format: ValueFormat | null, ambiguous: boolean, samples: string[], fit: Fit | null,
 *   currencies: import('./guess-currency.js').CurrencyCount[] }} CsvColumn
 *   `field`: the field of the table that it probably means; `name`: a name for a new field; `format`: how its numbers or
 *   dates are written, null for what the type reads by itself; `ambiguous`: another format would read other values;
 *   `fit`: null where all cells fit; `currencies`: those that its amounts are in, the most frequent first
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
    return { at, texts, ...guessColumn(header, texts, { registry, table, types, delimiter }) };
  });
  const habits = guessHabits(
    guesses.map(({ candidates }) => candidates),
    delimiter,
  );
  return guesses.map(({ header, at, texts, field, type: likely, candidates, currencies }) => {
    const { format, ambiguous, read = texts } = preferredFormat(candidates, habits);
    const said = /** @type {string[]} */ (read.filter((text) => text !== null && !saysNothing(text)));
    const fits = likely !== 'integer' || field || (registry.fieldType(likely).guess?.(said) ?? 0) > 0;
    const type = fits ? likely : 'decimal';
    const shape = withAttributes(type, { header, texts: said, exact: whole && !ambiguous, currencies });
    return {
      header,
      field: field?.name ?? null,
      name: fieldName(header, at, taken),
      label: header.slice(0, 100),
      ...shape,
      format,
      ambiguous,
      samples: [...new Set(texts)].slice(0, MOST_SAMPLES).map((text) => text.slice(0, 100)),
      fit: fitOf(registry.fieldType(shape.type), texts, format, field ?? { ...NO_FIELD, ...shape }),
      currencies,
    };
  });
}

const NO_FIELD = { name: 'value', label: 'Value', required: false };

/**
 * @param {string} header @param {string[]} texts
 * @param {{ registry: Registry, table: Table | null, types: readonly FieldType[], delimiter: string }} context
 */
function guessColumn(header, texts, { registry, table, types, delimiter }) {
  const field = table && matchField(header, table);
  const currencies = currenciesOf(texts);
  const guessed = field ? field.type : guessType(texts, types, delimiter);
  // In one field of money two currencies would be the same amounts.
  const type = guessed === 'money' && !field && isMixed(currencies) ? 'text' : guessed;
  // "1,500" is a whole number or a decimal: which one, the format decides.
  const wide = !field && type === 'integer' ? 'decimal' : type;
  const candidates = formatCandidates(registry.fieldType(wide), texts, field ?? undefined);
  return { header, field, type, candidates, currencies };
}

/** More than one amount of ten is in another currency than most. @param {import('./guess-currency.js').CurrencyCount[]} counts */
function isMixed([first, ...others]) {
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return rest * 10 > (first?.count ?? 0) + rest;
}

/**
 * @param {FieldType} type @param {string[]} texts @param {ValueFormat | null} format
 * @param {import('@plinth/plugin').FieldLike} field @returns {Fit | null}
 */
function fitOf(type, texts, format, field) {
  if (type.storage !== 'column' || type.target) return null;
  const { fitting, values } = /** @type {any} */ (readAll(type, texts, format, field));
  if (fitting === texts.length) return null;
  const odd = new Set(texts.filter((_, at) => values[at] === null).map((text) => text.slice(0, 60)));
  return { fitting, of: texts.length, odd: [...odd].slice(0, MOST_ODD) };
}

/**
 * @typedef {{ header: string, texts: string[], exact: boolean, currencies: import('./guess-currency.js').CurrencyCount[] }} Sample
 *   `exact`: the texts are all that there are, and how they are meant is certain
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
function attributesOf(type, { header, texts, exact, currencies }) {
  if (type === 'integer') return isIdentifier(header, texts) ? { grouping: 'off' } : {};
  if (type === 'decimal') return exact ? scaleOf(texts) : {};
  if (type === 'money') return currencies[0]?.code ? { currency: currencies[0].code } : {};
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
