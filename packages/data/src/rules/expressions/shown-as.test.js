import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { fillTexts } from './fill-texts.js';

const registry = createRegistry([dataPlugin]);
const traits = (/** @type {string} */ type) => registry.traitsOf(type);
const field = (/** @type {string} */ name, /** @type {string} */ type, /** @type {any} */ more = {}) => ({
  name,
  type,
  attributes: {},
  auto: null,
  traits: traits(type),
  ...more,
});
const fields = [
  field('id', 'integer', { auto: 'id' }),
  field('number', 'auto_number', { auto: 'number', attributes: { prefix: 'R-', digits: 5 } }),
  field('weight', 'decimal'),
  field('share', 'decimal', { auto: 'formula' }),
  field('price', 'money', { attributes: { currency: 'EUR' } }),
  field('pieces', 'integer', { attributes: { grouping: 'off' } }),
];
const table = {
  hasField: (/** @type {string} */ name) => fields.some((one) => one.name === name),
  field: (/** @type {string} */ name) => fields.find((one) => one.name === name),
};
const decimal = { name: 'decimal' };
const int = { name: 'int' };
/** What is found for each expression. @type {Record<string, { value: unknown, type: any }>} */
const FOUND = {
  'row.id': { value: 12345, type: int },
  'row.number': { value: 42, type: int },
  'row.weight': { value: '1.666666666666', type: decimal },
  'row.share': { value: '1.666666666666', type: decimal },
  'row.price': { value: '1234.5', type: decimal },
  'row.pieces': { value: 2026, type: int },
  'row.pieces / 3.0': { value: '675.333333333333', type: decimal },
  'row.pieces / 3000000.0': { value: '0.000675333333', type: decimal },
  'row.pieces * 10': { value: 20260, type: int },
};

/** @param {string} locale */
async function texts(locale) {
  const catalog = /** @type {any} */ ({ settings: { locale, timeZone: 'UTC' }, hasTable: () => false });
  const values = async (/** @type {readonly string[]} */ sources) => sources.map((source) => FOUND[source]);
  const filling = { catalog, registry, tables: { row: /** @type {any} */ (table) }, values };
  const filled = await fillTexts(
    filling,
    Object.keys(FOUND).map((source) => `{{ ${source} }}`),
  );
  return filled.map((one) => one());
}

describe('yes and no in texts of mails, messages and tasks', () => {
  it('are said in the site’s language, and still decide conditions', async () => {
    const bool = { name: 'bool' };
    const values = async (/** @type {readonly string[]} */ sources) =>
      sources.map((source) => ({ value: source === 'row.paid', type: /** @type {any} */ (bool) }));
    const read = async (/** @type {string} */ locale) => {
      const catalog = /** @type {any} */ ({ settings: { locale, timeZone: 'UTC' }, hasTable: () => false });
      const filling = { catalog, registry, tables: { row: /** @type {any} */ (table) }, values };
      const text = 'Paid: {{ row.paid }}, sent: {{ row.sent }}{{#if row.paid}}, thanks{{/if}}';
      return (await fillTexts(filling, [text]))[0]();
    };
    assert.equal(await read('en'), 'Paid: Yes, sent: No, thanks');
    assert.equal(await read('de'), 'Paid: Ja, sent: Nein, thanks');
    assert.equal(await read('ar'), 'Paid: نعم, sent: لا, thanks');
  });
});

describe('numbers in texts of mails, messages and tasks', () => {
  it('are written in the site’s language: fields as they are read elsewhere, what is calculated with two decimals', async () => {
    assert.deepEqual(await texts('de'), [
      '12345',
      'R-00042',
      '1,666666666666',
      '1,67',
      '1.234,50\u00a0€',
      '2026',
      '675,33',
      '0,000675',
      '20260',
    ]);
  });

  it('have a point in English', async () => {
    assert.deepEqual((await texts('en')).slice(3, 8), ['1.67', '€1,234.50', '2026', '675.33', '0.000675']);
  });
});
