/** @import { FieldLike, FieldType, Values } from '../index.d.ts' */
/** @import { Assert, TestKit } from './test-kit.d.ts' */
import { AppError } from '../app-error.js';
import { OPERATORS } from '../field-types/operators.js';
import { withTraits } from '../field-types/traits.js';
import { createFormats } from '../texts/formats.js';
import { hostileInputs } from './hostile-inputs.js';

/**
 * @typedef {{ attributes?: Values, valid?: readonly unknown[], invalid?: readonly unknown[] }} Samples
 */

/** How a value of each kind looks in JSON, where that is certain. @type {Partial<Record<string, (value: unknown) => boolean>>} */
const FORMS = {
  number: (value) => Number.isFinite(Number(value)) && typeof value !== 'boolean',
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
};
const GROUPS = ['text', 'number', 'time', 'choice', 'relation', 'file', 'other'];
/** Fixed words and numbers: no quotes, semicolons or dots. */
const SQL_TYPE = /^[a-z][a-z0-9_ ]*(\(\d+(,\d+)?\))?(\[\])?$/;

/**
 * The contract of every field type, Plinth's own and those of plugins.
 *
 * @param {FieldType} type @param {TestKit} kit
 * @param {Samples} [samples] values of the type, and inputs that it must refuse
 * @example fieldTypeContract(rating, { test, assert }, { valid: ['3'], invalid: ['many'] });
 */
export function fieldTypeContract(type, { test, assert }, samples = {}) {
  const field = sampleField(type, samples.attributes ?? {});
  const inputs = [...hostileInputs(), ...(samples.valid ?? [])];

  test(`${type.name}: describes itself`, () => {
    assert.match(type.name, /^[a-z][a-z0-9_]{0,47}$/);
    assert.ok(type.label && type.icon, 'label and icon');
    assert.ok(GROUPS.includes(type.group), `group is one of ${GROUPS.join(', ')}`);
    assert.ok(type.storage === 'column' || type.storage === 'join', 'storage is column or join');
    for (const operator of type.operators) assert.ok(OPERATORS.includes(operator), `operator ${operator}`);
    assert.ok(type.views.show && type.views.edit, 'names its field views');
    const names = type.attributes.map((attribute) => attribute.name);
    assert.equal(new Set(names).size, names.length, 'attributes have different names');
  });

  test(`${type.name}: says truly what its values are`, () => {
    const { traits } = withTraits(type, 'contract');
    const form = traits.isMany ? Array.isArray : (FORMS[traits.value] ?? (() => true));
    for (const input of samples.valid ?? []) {
      const value = type.parse(input, field);
      assert.ok(value === null || form(value), `${show(input)} gives ${show(value)}, which is no ${traits.value}`);
    }
    if (traits.orders)
      assert.ok(type.operators.includes('lt') && type.sortable, 'what has an order is compared and sorted');
    if (traits.sums) assert.equal(type.storage, 'column', 'what is summed is in a column');
  });

  test(`${type.name}: has an SQL type of fixed words`, () => {
    for (const targetKey of /** @type {const} */ (['identity', 'uuid'])) {
      assert.match(type.sqlType(field, { targetKey }), SQL_TYPE);
    }
  });

  test(`${type.name}: takes nothing as null`, () => {
    for (const input of ['', undefined, null, '   ']) assert.equal(type.parse(input, field), null);
    assert.equal(type.format(null, field, formats), '');
    assert.equal(type.serialize(null, field), '');
  });

  test(`${type.name}: takes its samples and refuses what is none`, () => {
    for (const input of samples.valid ?? []) type.validate(type.parse(input, field), field);
    for (const input of samples.invalid ?? []) {
      assert.throws(() => type.validate(type.parse(input, field), field), isFieldInvalid(field), show(input));
    }
  });

  test(`${type.name}: I1 I11: reads hostile input to a safe value or a clear error`, () => {
    for (const input of inputs) checkInput(input, { type, field, assert });
    assert.equal(/** @type {Values} */ ({}).polluted, undefined, 'Object.prototype is as it was');
  });

  test(`${type.name}: quotes what it puts into check constraints`, () => {
    /** @type {(value: string | number) => string} */
    const literal = (value) => (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`);
    const checks = type.checks?.('"c"', field, literal) ?? [];
    for (const check of checks) assert.match(check.name, /^[a-z][a-z_]{0,19}$/);
    assert.equal(new Set(checks.map((check) => check.name)).size, checks.length);
  });

  test(`${type.name}: guesses between 0 and 1`, () => {
    for (const texts of [[], ['x'], ['1', '2'], ['2026-11-21'], ['\0', '\ud800']]) {
      const guess = type.guess?.(texts) ?? 0;
      assert.ok(guess >= 0 && guess <= 1, `guess(${show(texts)}) is ${guess}`);
    }
    assert.equal(type.guess?.([]) ?? 0, 0, 'nothing is known of no texts');
  });
}

const formats = createFormats({ locale: 'en', timeZone: 'UTC', t: (key) => key });

/** @param {FieldType} type @param {Record<string, unknown>} attributes @returns {FieldLike} */
function sampleField(type, attributes) {
  return { name: 'sample', label: 'Sample', type: type.name, attributes, required: false };
}

/** @param {unknown} input @param {{ type: FieldType, field: FieldLike, assert: TestKit['assert'] }} context */
function checkInput(input, { type, field, assert }) {
  let value;
  try {
    value = type.parse(input, field);
    if (value !== null) type.validate(value, field);
  } catch (error) {
    assert.ok(isFieldInvalid(field)(error), `${show(input)}: ${error}`);
    return;
  }
  if (value === null) return;
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value, `${show(input)} gives a JSON-safe value`);
  const text = type.serialize(value, field);
  assert.equal(typeof text, 'string');
  assert.deepEqual(type.parse(text, field), value, `${show(input)} comes back from its text ${show(text)}`);
  assert.equal(typeof type.format(value, field, formats), 'string');
}

/** @param {FieldLike} field @returns {(error: unknown) => boolean} */
function isFieldInvalid(field) {
  return (error) =>
    error instanceof AppError &&
    error.code === 'FIELD_INVALID' &&
    error.status === 422 &&
    error.message.startsWith(field.label);
}

/** @param {unknown} value */
function show(value) {
  try {
    return String(JSON.stringify(value)).slice(0, 80);
  } catch {
    return String(typeof value);
  }
}
