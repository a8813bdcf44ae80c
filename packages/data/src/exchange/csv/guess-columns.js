/** @import { Field, FieldType, Registry, Table, Values } from '@plinth/plugin' */
/** @import { ValueFormat } from '../../catalog/local-values/value-formats.js' */
/** @import { Candidate } from './candidates.js' */
/** @import { Surveyed, Ways } from './column-survey.js' */
/** @import { Exception } from './exceptions.js' */
import { choicesFrom, entriesIn, isChoice } from '../../catalog/choices/choices-from.js';
import { candidatesOf, fieldOf, isTooOdd, readsAnyText } from './candidates.js';
import { fieldName, RESERVED } from './field-name.js';
import { attributesFor, attributesOf } from './guess-attributes.js';
import { areChoices, choiceType, possibleChoices } from './guess-choices.js';
import { bestWays, guessHabits, likelyFormats, preferredFormat } from './guess-format.js';
import { isStep } from './identifiers.js';
import { likeness } from './told-texts.js';

/** What a format costs a type that needs one, against another that reads the texts as they stand. */
const FORMAT_COST = 0.15;
/** Of cells that say that there is no value, so many. */
const NO_VALUE_SHARE = 0.5;
const MOST_ODD = 3;
const LONGEST_ODD = 60;

/**
 * @typedef {{ fitting: number, of: number, odd: string[], exceptions: Exception[], more: boolean }} Fit how many of the filled
 *   cells are of the type, and the others; `odd`: the first ones; `more`: there are more different ones than are listed
 * @typedef {{ type: string, attributes: Values, format: ValueFormat | null, fit: Fit }} Near
 * @typedef {{ type?: string, attributes?: Values, format?: ValueFormat | null }} ChosenType what somebody chose for a
 *   column; `format`: undefined finds the best one
 * @typedef {{ header: string, field: string | null, name: string, label: string, type: string, attributes: Values,
 *   format: ValueFormat | null, ambiguous: boolean, question: string | null, isSure: boolean, samples: string[], filled: number,
 *   fit: Fit | null, near: Near | null, choices: number | null, newChoices: string[],
 *   currencies: import('./guess-currency.js').CurrencyCount[] }} CsvColumn
 *   `field`: the field of the table that it probably means; `name`: a name for a new field; `format`: how its numbers or
 *   dates are written, null for what the type reads by itself; `ambiguous`: another format would read `question` as another
 *   value; `isSure`: the file says how it is meant; `fit`: null where all cells fit; `near`: a type that all but a few cells are of;
 *   `choices`: how many different values could be choices; `newChoices`: values that the choices of the field do not have;
 *   `currencies`: those that its amounts are in, the most frequent first
 */

/**
 * The ways in which a column may be read: those of the type that is known, else those of all types.
 *
 * @param {{ registry: Registry, type: FieldType | null, attributes?: Record<string, unknown>, field?: Field | null }} known
 * @returns {(currency: string) => Candidate[][]} by type
 */
export function candidatesFor({ registry, type, attributes, field }) {
  const types = type ? [type] : registry.all('fieldType').filter((one) => one.guess && !readsAnyText(one));
  return (currency) =>
    types
      .filter((one) => one.storage === 'column' && !one.target && !(isChoice(one) && !attributes))
      .map((one) => candidatesOf(one, field ?? fieldOf(one, attributes ?? attributesFor(one.name, currency))));
}

/**
 * What each column holds, according to the whole file. A type that refuses anything is proposed only if every cell fits.
 *
 * @param {string[]} headers @param {Surveyed[]} surveyed
 * @param {{ registry: Registry, fields: (Field | null)[], chosen: ChosenType[], delimiter: string, locale?: string }} context
 *   `fields` of a table that columns mean; `locale` of the site
 * @returns {CsvColumn[]}
 */
export function guessColumns(headers, surveyed, { registry, fields, chosen, delimiter, locale }) {
  const taken = new Set(RESERVED);
  const likely = likelyFormats(delimiter);
  const types = surveyed.map((one, at) => {
    const known = fields[at]?.type ?? chosen[at]?.type;
    return known ? registry.fieldType(known) : guessType(registry, one, { header: headers[at], likely });
  });
  const ways = types.map((type, at) => waysOf(surveyed[at], wide(registry, type, known(fields[at], chosen[at]))));
  const habits = guessHabits(ways);
  return headers.map((header, at) => {
    const one = surveyed[at];
    const context = { registry, header, likely, habits, locale };
    const field = fields[at] ?? null;
    const near = known(field, chosen[at]) || !readsAnyText(types[at]) ? null : nearOf(one, context);
    return {
      header,
      field: field?.name ?? null,
      name: fieldName(header, at, taken),
      label: header.slice(0, 100),
      samples: one.samples.map((text) => text.slice(0, 100)),
      filled: one.filled,
      currencies: one.currencies,
      near,
      ...decide(one, types[at], { ...context, near, ways: ways[at], field, chosen: chosen[at] ?? {} }),
    };
  });
}

/** @param {Field | null | undefined} field @param {ChosenType | undefined} chosen */
const known = (field, chosen) => Boolean(field ?? chosen?.type);

/** @param {Surveyed} one @param {FieldType} type @returns {Ways | null} */
const waysOf = (one, type) => one.ways.find((way) => way.type === type) ?? null;

/** "1,500" is a whole number or a decimal: which one, the format decides. @param {Registry} registry @param {FieldType} type @param {boolean} isKnown */
const wide = (registry, type, isKnown) => (type.name === 'integer' && !isKnown ? registry.fieldType('decimal') : type);

/**
 * @typedef {{ registry: Registry, header: string, likely: readonly ValueFormat[], habits: readonly ValueFormat[],
 *   locale?: string }} Context
 * @param {Surveyed} one @param {FieldType} type
 * @param {Context & { near: Near | null, ways: Ways | null, field: Field | null, chosen: ChosenType }} context
 */
function decide(one, type, { registry, header, likely, habits, locale, near, ways, field, chosen }) {
  const none = { format: null, ambiguous: false, question: null, isSure: true, fit: null, newChoices: [] };
  if (isChoice(type)) return decideChoices(one, type, { none, field, chosen, locale });
  if (!ways || ways.candidates.every(({ isDropped }) => isDropped)) {
    const choice = !known(field, chosen) && !near && areChoices(one.values) ? choiceType(registry) : null;
    const options = choice && choicesFrom(choice, one.values?.keys() ?? [], locale);
    const choices = known(field, chosen) ? null : possibleChoices(one.values);
    if (choice && options) return { ...none, type: choice.name, attributes: { options }, choices };
    return { ...none, type: type.name, attributes: chosen.attributes ?? {}, choices };
  }
  const { candidate, question, isSure } =
    asChosen(ways, chosen) ?? preferredFormat(ways, { habits, likely, filled: one.filled });
  const narrow =
    type === ways.type ? candidate : waysOf(one, type)?.candidates.find(({ format }) => format === candidate.format);
  const fits = narrow && (type === ways.type || (narrow.exceptions.count === 0 && likeness(narrow, one.told) > 0));
  const taken = fits ? narrow : candidate;
  const about = { header, texts: one.told, exact: question === null, currencies: one.currencies };
  return {
    ...none,
    type: taken.type.name,
    attributes: field ? {} : (chosen.attributes ?? attributesOf(taken, about)),
    format: taken.format,
    ambiguous: question !== null,
    question,
    isSure,
    choices: null,
    fit: fitOf(taken, one.filled),
  };
}

/** @param {Ways} ways @param {ChosenType} chosen */
function asChosen(ways, { format }) {
  const candidate = format === undefined ? null : ways.candidates.find((one) => one.format === format);
  return candidate ? { candidate, question: null, isSure: true } : null;
}

/**
 * The choices of a column: made from its values, or those of a field with what it lacks.
 *
 * @param {Surveyed} one @param {FieldType} type @param {{ none: any, field: Field | null, chosen: ChosenType, locale?: string }} context
 */
function decideChoices({ values, ways }, type, { none, field, chosen, locale }) {
  const found = values ? choicesFrom(type, values.keys(), locale) : null;
  const choices = values?.size ?? null;
  if (!field) return { ...none, type: type.name, attributes: { ...chosen.attributes, options: found ?? [] }, choices };
  const options = /** @type {{ value: string }[]} */ (field.attributes.options ?? []).map(({ value }) => value);
  const named = values ? [...values.keys()].flatMap((text) => entriesIn(type, text, field)) : [];
  const newChoices = [...new Set(named)].filter((value) => !options.includes(value));
  const fit = found
    ? null
    : ways[0] && fitOf(ways[0].candidates[0], ways[0].candidates[0].fitting + ways[0].candidates[0].exceptions.count);
  return { ...none, type: type.name, attributes: {}, choices: null, newChoices, fit };
}

/** @param {Candidate} candidate @param {number} filled @returns {Fit | null} */
function fitOf({ fitting, exceptions }, filled) {
  if (exceptions.count === 0) return null;
  const odd = exceptions.list.slice(0, MOST_ODD).map(({ text }) => text.slice(0, LONGEST_ODD));
  return { fitting, of: filled, odd, exceptions: exceptions.list, more: exceptions.more };
}

/**
 * The likeliest type that every cell fits. What is read as it stands comes before what needs a format.
 *
 * @param {Registry} registry @param {Surveyed} one @param {{ header: string, likely: readonly ValueFormat[] }} column
 */
function guessType(registry, one, { header, likely }) {
  const whole = one.ways.flatMap(({ candidates }) =>
    candidates.filter((candidate) => candidate.exceptions.count === 0),
  );
  const found = likeliest(
    whole.filter(
      (candidate) => !one.unlike.has(candidate) && !(candidate.type.group === 'number' && isStep(header, one.told)),
    ),
    one.told,
    likely,
  );
  const texts = registry
    .all('fieldType')
    .filter((type) => type.guess && type.storage === 'column' && readsAnyText(type));
  const scored = texts.map((type) => ({ type, score: type.guess?.(one.told) ?? 0 }));
  const [best] = [...(found ? [found] : []), ...scored].sort((a, b) => b.score - a.score);
  return best.score > 0 ? best.type : registry.fieldType('text');
}

/**
 * @param {readonly Candidate[]} candidates @param {readonly string[]} texts @param {readonly ValueFormat[]} likely
 * @returns {{ type: FieldType, score: number } | null}
 */
function likeliest(candidates, texts, likely) {
  /** @type {{ type: FieldType, score: number } | null} */
  let best = null;
  for (const candidate of candidates) {
    const { type, format } = candidate;
    const score = likeness(candidate, texts) - (format ? FORMAT_COST + (likely.indexOf(format) + 1) / 1000 : 0);
    if (score > 0 && score > (best?.score ?? 0)) best = { type, score };
  }
  return best;
}

/**
 * A type that nearly all cells are of, for a column that stays text unless somebody says what becomes of the others.
 *
 * @param {Surveyed} one @param {Context} context @returns {Near | null}
 */
function nearOf(one, { header, likely, habits }) {
  const said = one.filled - one.nothing;
  if (said < one.filled * NO_VALUE_SHARE) return null;
  const nearly = one.ways.flatMap(({ candidates }) =>
    candidates.filter((candidate) => candidate.fitting > 0 && !isTooOdd(candidate.oddSaid, said)),
  );
  const fitting = (/** @type {Candidate} */ candidate) => {
    const odd = new Set(candidate.exceptions.list.map(({ text }) => text));
    return one.told.filter((text) => !odd.has(text));
  };
  const scored = nearly.map((candidate) => likeliest([candidate], fitting(candidate), likely));
  const best = scored.reduce((a, b) => ((b?.score ?? 0) > (a?.score ?? 0) ? b : a), null);
  const ways = best && waysOf(one, best.type);
  if (!ways || bestWays(ways).length === 0) return null;
  const { candidate } = preferredFormat(ways, { habits, likely, filled: one.filled });
  const about = { header, texts: fitting(candidate), exact: false, currencies: one.currencies };
  const fit = fitOf(candidate, one.filled);
  return (
    fit && { type: candidate.type.name, attributes: attributesOf(candidate, about), format: candidate.format, fit }
  );
}
