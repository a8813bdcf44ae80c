import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalReader } from './local-reader.js';

/** @type {[string, string, string | null][]} */
const NUMBERS = [
  ['de', '1.234,56', '1234.56'],
  ['de', '1.234', '1234'],
  ['de', '0.125', '0.125'],
  ['de', '1,2,3', null],
  ['en', '1,234.56', '1234.56'],
  ['fr', '1\u202f234,56', '1234.56'],
  ['ar', '١٬٢٣٤٫٥٦', '1234.56'],
  ['ar-EG', '١٢٣', '123'],
  ['zh', '1,234', '1234'],
  ['de', '', null],
  ['de', 'zwei', null],
];
/** @type {[string, string, string | null][]} */
const DAYS = [
  ['de', '31.12.2026', '2026-12-31'],
  ['de', '31. Dez. 2026', '2026-12-31'],
  ['en', '12/31/2026', '2026-12-31'],
  ['en', 'Dec 31, 2026', '2026-12-31'],
  ['en', '31/12/2026', '2026-12-31'],
  ['en', '31/31/2026', null],
  ['fr', '31/12/2026', '2026-12-31'],
  ['pt', 'quinta-feira, 31 de dezembro de 2026', '2026-12-31'],
  ['ar', '31\u200f/12\u200f/2026', '2026-12-31'],
  ['ar-EG', '٣١‏/١٢‏/٢٠٢٦', '2026-12-31'],
  ['zh', '2026年12月31日', '2026-12-31'],
  ['zh', '2026年12月31日 14:30', '2026-12-31 14:30'],
  ['zh', '2026/2/30', null],
  ['de', '31.02.2026', null],
];

test('numbers are read as a language writes them', () => {
  for (const [locale, text, expected] of NUMBERS)
    assert.equal(createLocalReader(locale).number(text), expected, `${locale} ${text}`);
});

test('days are read as a language writes them', () => {
  for (const [locale, text, expected] of DAYS)
    assert.equal(createLocalReader(locale).day(text), expected, `${locale} ${text}`);
});
