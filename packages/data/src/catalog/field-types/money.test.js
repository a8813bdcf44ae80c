import assert from 'node:assert/strict';
import { it } from 'node:test';
import { typeCases } from './testing/type-cases.js';
import { moneyType } from './money.js';

typeCases(moneyType, {
  attributes: { currency: 'EUR', decimals: 2, min: 0 },
  accepts: [
    ['12.5', '12.50'],
    ['€ 12.50', '12.50'],
    ['€1,234,567.89', '1234567.89'],
    ['12.50 EUR', '12.50'],
    ['EUR 3', '3.00'],
    ['3 €', '3.00'],
    [0.1, '0.10'],
  ],
  refuses: [
    ['1,2,3', 'must be a number'],
    ['12.345', 'must have at most 2 decimals'],
    ['-1', 'must be at least 0'],
    ['999999999999999', 'must be at most 99999999999999'],
    ['ten', 'must be a number'],
    ['$12', 'must be in EUR'],
    ['USD 12', 'must be in EUR'],
    ['12 kr', 'must be in EUR'],
    ['INV 12', 'must be a number'],
    ['€ 12 USD', 'must be a number'],
    ['$', 'must be a number'],
  ],
});

it('an amount in a sign of several currencies fits each of them', () => {
  const field = (/** @type {string} */ currency) => ({
    name: 'price',
    label: 'Price',
    type: 'money',
    required: false,
    attributes: { currency },
  });
  for (const [text, fits, other] of [
    ['$12', 'CAD', 'GBP'],
    ['¥12', 'CNY', 'EUR'],
    ['kr 12', 'NOK', 'EUR'],
    ['$12 CAD', 'CAD', 'USD'],
    ['R$ 12', 'BRL', 'USD'],
  ]) {
    assert.equal(moneyType.parse(text, field(fits)), '12.00');
    assert.throws(() => moneyType.parse(text, field(other)), { message: `Price must be in ${other}` });
  }
  assert.equal(moneyType.parse('(12.50)', field('EUR')), '-12.50');
});
