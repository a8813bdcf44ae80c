/** @import { Traits, TypeMatch } from '../index.d.ts' */
import { NO_TRAITS, isOfType } from '../field-types/traits.js';

/**
 * The traits of core's types, for tests that run without them: in a plugin's own repository, and of the views. A test
 * compares them with those of the types. Value, what expressions know it as, and all that hold.
 *
 * @type {Readonly<Record<string, readonly [Traits['value'], Traits['expression'], string]>>}
 */
const TYPES = Object.freeze({
  text: ['text', 'text', 'isFree isLive groups orders searches calculates'],
  long_text: ['text', 'text', 'isLong isFree isLive searches calculates'],
  rich_text: ['text', 'text', 'isLong isFree isMarkup searches cleans'],
  integer: ['number', 'int', 'isWhole isLive aligns sums groups orders searches calculates'],
  auto_number: ['number', 'int', 'isWhole orders searches cleans'],
  decimal: ['number', 'decimal', 'isLive aligns sums orders searches calculates'],
  money: ['number', 'decimal', 'isLive hasUnit aligns sums orders searches calculates'],
  boolean: ['boolean', 'bool', 'isLive groups calculates'],
  select: ['choice', 'text', 'isLive groups searches calculates'],
  multi_select: ['choice', 'list', 'isMany isLive searches'],
  date: ['date', 'date', 'isLive hasDay groups orders searches calculates'],
  date_time: ['date', 'moment', 'isLive hasDay hasTime groups orders searches calculates'],
  time: ['date', 'time', 'isLive hasTime orders calculates'],
  duration: ['number', 'duration', 'isLive hasTime hasUnit aligns sums orders calculates'],
  rating: ['number', 'int', 'isWhole isLive groups orders searches'],
  percent: ['number', 'decimal', 'isLive hasUnit aligns orders searches calculates'],
  email: ['text', 'text', 'isLive orders searches cleans'],
  url: ['text', 'text', 'isLive orders searches cleans'],
  phone: ['text', 'text', 'isLive orders searches cleans'],
  colour: ['text', 'text', 'isLive cleans'],
  file: ['files', 'id', 'isLive cleans'],
  image: ['files', 'id', 'isPicture isLive cleans'],
  user: ['reference', null, 'isPerson isLive groups searches'],
  relation: ['reference', null, 'isLive groups searches'],
  one_to_one: ['reference', null, 'isUnique isLive searches'],
  many_to_many: ['reference', null, 'isMany'],
  json: ['structure', 'json', 'isLong isLive'],
  uuid: ['text', 'id', 'isKey'],
});

/** Names of core's types. */
export const SAMPLE_TYPES = Object.freeze(Object.keys(TYPES));

/** The traits of one of core's types; of any other, none. @param {string} type @returns {Readonly<Traits>} */
export function sampleTraits(type) {
  if (!Object.hasOwn(TYPES, type)) return NO_TRAITS;
  const [value, expression, names] = TYPES[type];
  const holding = new Set(names.split(' '));
  const all = Object.entries(NO_TRAITS).map(([name, known]) => [
    name,
    typeof known === 'boolean' ? holding.has(name) : known,
  ]);
  return Object.freeze({ ...Object.fromEntries(all), value, expression });
}

/** The first of core's types that is one of these. @param {readonly TypeMatch[]} wanted */
export const typeAmong = (wanted) =>
  SAMPLE_TYPES.find((type) => isOfType({ type, traits: sampleTraits(type) }, wanted)) ?? String(wanted[0]);
