import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLocalNumber, signsOf, toLocalNumber } from './local-number.js';

/** What is typed, what it is, and whether others would read another number. @type {Record<string, [string, string | null, boolean?][]>} */
const CASES = {
  de: [
    ['1.234,56', '1234.56'],
    ['1234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1.234', '1234', true],
    ['1,234', '1.234', true],
    ['12,5', '12.5'],
    ['0.125', '0.125', true],
    ['1234.5', '1234.5', true],
    ['1,234,567.8', '1234567.8', true],
    ['-1.234,56 €', '-1234.56 €'],
    ['−5', '-5'],
    [',5', '0.5'],
    ['1 234,5', '1234.5'],
    ['1,2,3', null],
    ['1.23.456', null],
    ['abc', null],
    ['', null],
  ],
  en: [
    ['1,234.56', '1234.56'],
    ['1,234', '1234', true],
    ['1.234', '1.234', true],
    ['1.234,56', '1234.56', true],
    ['$1,234.50', '$1234.50'],
    ['.5', '0.5'],
    ['12 %', '12 %'],
    ['1e5', '1e5'],
    ['1,23', '1.23', true],
  ],
  fr: [
    ['1\u202f234,56', '1234.56'],
    ['1\u00a0234\u00a0567', '1234567'],
    ['1 234,5', '1234.5'],
    ['1.234', '1.234', true],
    ['12,50', '12.50'],
  ],
  ar: [
    ['١٬٢٣٤٫٥٦', '1234.56'],
    ['١٢٣٤', '1234'],
    ['؜-١٬٢٣٤٫٥', '-1234.5'],
    ['1,234.5', '1234.5'],
    ['\u200f31', '31'],
  ],
  'de-CH': [
    ["1'234.50", '1234.50'],
    ['1’234', '1234'],
  ],
};

for (const [locale, cases] of Object.entries(CASES)) {
  test(`numbers are read as ${locale} writes them, and what others would read otherwise is known`, () => {
    const signs = signsOf(locale);
    for (const [text, expected, unsure = false] of cases) {
      const read = readLocalNumber(text, signs);
      assert.equal(read?.text ?? null, expected, text);
      if (read) assert.equal(read.unsure, unsure, `${text} ${unsure ? 'can' : "can't"} be read otherwise`);
    }
  });
}

test('what a language writes, it reads; what a form shows, it submits unchanged', () => {
  for (const locale of ['de', 'en', 'fr', 'es', 'pt', 'zh', 'ar', 'ar-EG', 'de-CH', 'sv', 'fa']) {
    const signs = signsOf(locale);
    for (const number of ['0', '5', '-5', '0.5', '1234.5', '-1234567.891', '999', '1000', '12.50']) {
      const places = number.split('.')[1]?.length ?? 0;
      const written = new Intl.NumberFormat(locale, { minimumFractionDigits: places }).format(Number(number));
      assert.equal(Number(readLocalNumber(written, signs)?.number), Number(number), `${locale} ${written}`);
      assert.equal(readLocalNumber(toLocalNumber(number, signs), signs)?.number, number, `${locale} ${number}`);
    }
  }
});
