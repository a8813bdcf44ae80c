import assert from 'node:assert/strict';
import { test } from 'node:test';
import { autoNumberType } from './auto-number.js';
import { typeCases } from './testing/type-cases.js';

const attributes = { prefix: 'INV-', digits: 5 };
const field = { name: 'age', label: 'Age', type: 'auto_number', attributes, required: true };

typeCases(autoNumberType, {
  attributes,
  accepts: [
    ['INV-00042', 42],
    ['42', 42],
    [7, 7],
    [' INV-7 ', 7],
  ],
  refuses: [
    ['INV-', 'must be a whole number'],
    ['inv-7', 'must be a whole number'],
    ['EST-7', 'must be a whole number'],
    [-1, 'must be at least 0'],
    ['4.5', 'must be a whole number'],
  ],
});

test('auto_number: is written with its prefix and zeros, and with more digits where it needs them', () => {
  assert.equal(autoNumberType.format(42, field, /** @type {any} */ (null)), 'INV-00042');
  assert.equal(autoNumberType.serialize(1234567, field), 'INV-1234567');
});

test('auto_number: refuses a prefix that would not come back', () => {
  for (const prefix of ['x'.repeat(21), ' A', 'a\nb', 'a\0'])
    assert.throws(() => autoNumberType.checkAttributes?.({ ...field, attributes: { prefix } }), {
      code: 'FIELD_ATTRIBUTES_INVALID',
    });
});
