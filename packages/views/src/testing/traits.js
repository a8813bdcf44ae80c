/** @import { FieldType, Traits, TypeMatch } from '@plinth/plugin' */
import { defineFieldType, isOfType } from '@plinth/plugin';

/** @typedef {Partial<Traits>} Given */
const SHORT = /** @type {Given} */ ({ value: 'text', isLive: true });
const LONG = /** @type {Given} */ ({ value: 'text', isFree: true, isLong: true });
const NUMBER = /** @type {Given} */ ({ value: 'number', isLive: true, cleans: false });
const REFERENCE = /** @type {Given} */ ({ value: 'reference', isLive: true, cleans: false });

/** Traits of core's types, for tests of the views, which must not import the data package. @type {Record<string, Given>} */
const GIVEN = {
  text: { ...SHORT, isFree: true, groups: true, cleans: false },
  long_text: { ...LONG, isLive: true, cleans: false },
  rich_text: { ...LONG, isMarkup: true },
  email: SHORT,
  url: SHORT,
  phone: SHORT,
  colour: SHORT,
  uuid: { value: 'text', isKey: true, orders: false, cleans: false },
  integer: { ...NUMBER, isWhole: true, groups: true },
  rating: { ...NUMBER, isWhole: true, groups: true },
  auto_number: { value: 'number', isWhole: true, sums: false },
  decimal: NUMBER,
  money: { ...NUMBER, hasUnit: true },
  percent: { ...NUMBER, hasUnit: true },
  duration: { ...NUMBER, hasTime: true, hasUnit: true, searches: false },
  date: { value: 'date', hasDay: true, groups: true, isLive: true, cleans: false },
  date_time: { value: 'date', hasDay: true, hasTime: true, groups: true, isLive: true, cleans: false },
  time: { value: 'date', hasTime: true, isLive: true, cleans: false },
  boolean: { value: 'boolean', isLive: true, cleans: false },
  select: { value: 'choice', isLive: true, cleans: false },
  multi_select: { value: 'choice', isMany: true, isLive: true, cleans: false },
  relation: REFERENCE,
  one_to_one: { ...REFERENCE, isUnique: true },
  user: { ...REFERENCE, isPerson: true },
  many_to_many: { value: 'reference', isMany: true, cleans: false },
  file: { value: 'files', isLive: true },
  image: { value: 'files', isPicture: true, isLive: true },
  json: { value: 'structure', isLong: true, isLive: true, cleans: false, expression: 'json' },
};

/** @param {string} type @returns {Partial<Traits> | undefined} as its file has them */
export const givenTraits = (type) => GIVEN[type];

/** All traits of one of core's types; of any other, those of a type that names none. @param {string} type */
export const traitsOf = (type) =>
  defineFieldType(
    /** @type {FieldType} */ (
      /** @type {unknown} */ ({ name: type, sortable: true, operators: [], traits: GIVEN[type] })
    ),
  ).traits;

/** The first of core's types that is one of these. @param {readonly TypeMatch[]} wanted */
export const typeAmong = (wanted) =>
  Object.keys(GIVEN).find((type) => isOfType({ type, traits: traitsOf(type) }, wanted)) ?? String(wanted[0]);
