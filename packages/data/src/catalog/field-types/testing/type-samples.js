/** @import { FieldLike } from '@plinth/plugin' */
import fc from 'fast-check';

const options = ['a', 'b c', "o'clock", 'x;y', '["', ' , '.trim()].map((value) => ({
  value,
  label: value.toUpperCase(),
}));
const text = fc.string({ unit: 'binary', maxLength: 60 });
const digits = fc
  .tuple(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), fc.nat(9999))
  .map(([whole, part]) => `${whole}.${part}`);
const key = fc.oneof(fc.nat(), fc.uuid());
const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const two = (/** @type {number} */ value) => String(value).padStart(2, '0');

/**
 * Attributes and random inputs of each type: what people send, not what parse returns.
 *
 * @type {Readonly<Record<string, { attributes?: FieldLike['attributes'], input: fc.Arbitrary<unknown> }>>}
 */
export const typeSamples = {
  text: { attributes: { maxLength: 30, minLength: 2, pattern: '[^!]*' }, input: text },
  long_text: { input: text },
  rich_text: { input: text },
  integer: { attributes: { min: -1e9 }, input: fc.oneof(fc.maxSafeInteger(), fc.integer()) },
  auto_number: {
    attributes: { prefix: 'INV-', digits: 4 },
    input: fc.oneof(
      fc.maxSafeNat(),
      fc.nat(9999).map((one) => `INV-${one}`),
    ),
  },
  decimal: { attributes: { decimals: 4, max: 1e12 }, input: digits },
  money: { attributes: { decimals: 2 }, input: fc.oneof(digits, fc.integer()) },
  percent: {
    attributes: { min: 0, max: 100 },
    input: fc.oneof(fc.nat(120), fc.double({ min: 0, max: 100, noNaN: true })),
  },
  rating: { attributes: { max: 5 }, input: fc.nat(7) },
  boolean: { input: fc.constantFrom(true, false, 'yes', 'off', ['false', 'true']) },
  date: { attributes: { max: '9000-01-01' }, input: day.map((iso) => iso.slice(0, 10)) },
  date_time: { input: day },
  time: { input: fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((parts) => parts.map(two).join(':')) },
  duration: { input: fc.oneof(fc.integer(), fc.double({ min: -1e9, max: 1e9, noNaN: true })) },
  colour: { input: fc.nat(0xffffff).map((code) => `#${code.toString(16).padStart(6, '0')}`) },
  email: { input: fc.emailAddress() },
  url: { input: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  phone: { input: fc.stringMatching(/^\+?[0-9 ()-]{3,20}$/) },
  select: { attributes: { options }, input: fc.constantFrom(...options.map((option) => option.value), 'other') },
  multi_select: {
    attributes: { options },
    input: fc.array(fc.constantFrom(...options.map((option) => option.value), 'other')),
  },
  json: { input: fc.jsonValue() },
  uuid: { input: fc.uuid() },
  file: { input: fc.uuid() },
  image: { input: fc.uuid() },
  user: { input: fc.uuid() },
  relation: { attributes: { table: 't' }, input: key },
  one_to_one: { attributes: { table: 't' }, input: key },
  many_to_many: { attributes: { table: 't' }, input: fc.array(key) },
};

/** @param {string} type @returns {FieldLike} */
export const sampleField = (type) => ({
  name: 'value',
  label: 'ft.value',
  type,
  attributes: typeSamples[type].attributes ?? {},
  required: false,
});
