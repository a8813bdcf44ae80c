import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateFormOf, moveDate, readLocalDate, toLocalDate } from './local-date.js';

const today = '2026-11-22';

/** What is typed, which day it is, and whether it is shown back. @type {Record<string, [string, string | null, boolean?][]>} */
const CASES = {
  'en-US': [
    ['12/24/2026', '2026-12-24'],
    ['3/4/2026', '2026-03-04', true],
    ['4/4/2026', '2026-04-04'],
    ['24/12/2026', '2026-12-24', true],
    ['3.4.2026', '2026-04-03', true],
    ['Apr 3, 2026', '2026-04-03'],
    ['April 3rd', '2026-04-03', true],
    ['2026-04-03', '2026-04-03'],
    ['12/24', '2026-12-24', true],
    ['11222026', '2026-11-22', true],
    ['20261122', '2026-11-22', true],
    ['today', '2026-11-22', true],
    ['+3', '2026-11-25', true],
    ['24/13/2026', null],
    ['2/30/2026', null],
    ['fri', '2026-11-27', true],
    ['Sunday', '2026-11-22', true],
    ['on Tuesday', '2026-11-24', true],
    ['next fri', '2026-11-27', true],
    ['last fri', '2026-11-20', true],
    ['next week', '2026-11-29', true],
    ['next month', '2026-12-22', true],
    ['in 2 weeks', '2026-12-06', true],
    ['in 1 day', '2026-11-23', true],
    ['3 days ago', '2026-11-19', true],
    ['+2w', '2026-12-06', true],
    ['-1m', '2026-10-22', true],
    ['12 May', '2026-05-12', true],
    ['some fri', null],
    ['next', null],
    ['in many weeks', null],
    ['next next fri', null],
    ['2026', null],
    ['', null],
    ['1/1/202', null],
  ],
  'en-GB': [
    ['3/4/2026', '2026-04-03', true],
    ['24/12/2026', '2026-12-24'],
    ['12/24/2026', '2026-12-24', true],
  ],
  de: [
    ['24.12.2026', '2026-12-24'],
    ['3.4.2026', '2026-04-03'],
    ['3/4/2026', '2026-04-03', true],
    ['3.4.26', '2026-04-03', true],
    ['24.12.', '2026-12-24', true],
    ['3. März 2026', '2026-03-03'],
    ['heute', '2026-11-22', true],
    ['übermorgen', '2026-11-24', true],
    ['Freitag', '2026-11-27', true],
    ['nächsten Fr', '2026-11-27', true],
    ['letzten Montag', '2026-11-16', true],
    ['nächste Woche', '2026-11-29', true],
    ['in 2 Wochen', '2026-12-06', true],
    ['vor 3 Tagen', '2026-11-19', true],
    ['12. Mai', '2026-05-12', true],
    ['3.4.', '2026-04-03', true],
    ['tomorrow', '2026-11-23', true],
    ['nächsten Monat', '2026-12-22', true],
    ['-1', '2026-11-21', true],
    ['31.02.2026', null],
    ['24.12.2026 10:00', null],
  ],
  zh: [
    ['2026/4/3', '2026-04-03'],
    ['2026年4月3日', '2026-04-03'],
    ['今天', '2026-11-22', true],
    ['3天后', '2026-11-25', true],
    ['星期五', '2026-11-27', true],
    ['3/4/2026', null],
  ],
  ar: [
    ['٢٤/١٢/٢٠٢٦', '2026-12-24'],
    ['24\u200f/12\u200f/2026', '2026-12-24'],
    ['٣/٤/٢٠٢٦', '2026-04-03', true],
    ['غدا', '2026-11-23', true],
  ],
};

for (const [locale, cases] of Object.entries(CASES)) {
  test(`dates are read as ${locale} writes them, and what others would read otherwise is known`, () => {
    const form = dateFormOf(locale);
    for (const [text, expected, unsure = false] of cases) {
      const read = readLocalDate(text, form, { today });
      assert.equal(read?.text ?? null, expected, text);
      if (read) assert.equal(read.unsure, unsure, `${text} can be read otherwise`);
    }
  });
}

test('a time may follow a date, where one is asked for', () => {
  for (const [locale, text, expected] of [
    ['en-US', '12/24/2026 3:30 PM', '2026-12-24T15:30'],
    ['en-US', '12/24/2026, 12:05 am', '2026-12-24T00:05'],
    ['en-US', '12/24/2026 3pm', '2026-12-24T15:00'],
    ['en-US', '12/24/2026', '2026-12-24T00:00'],
    ['de', '24.12.2026, 9:05', '2026-12-24T09:05'],
    ['de', '24.12.2026 23:59:58', '2026-12-24T23:59:58'],
    ['zh', '2026/12/24 下午3:30', null],
    ['ar', '24/12/2026 3:30 م', '2026-12-24T15:30'],
    ['de', '2026-12-24T15:30', '2026-12-24T15:30'],
    ['de', '24.12.2026 25:00', null],
    ['de', '24.12.2026 9:75', null],
    ['en-US', '12/24/2026 13:00 PM', null],
  ]) {
    const read = readLocalDate(String(text), dateFormOf(String(locale)), { today, withTime: true });
    assert.equal(read?.text ?? null, expected, `${locale} ${text}`);
  }
});

test('what a form shows, it submits unchanged, in every language', () => {
  for (const locale of [
    'en',
    'en-GB',
    'de',
    'fr',
    'es',
    'pt',
    'zh',
    'ar',
    'ar-EG',
    'sv',
    'hu',
    'ja',
    'nl',
    'fa',
    'th',
  ]) {
    const form = dateFormOf(locale);
    for (const iso of [
      '2026-04-03',
      '2026-12-31',
      '0099-01-02',
      '9999-12-31',
      '2026-12-31T00:00',
      '2026-01-02T23:59:01',
    ]) {
      const withTime = iso.length > 10;
      assert.equal(readLocalDate(toLocalDate(iso, form), form, { today, withTime })?.text, iso, `${locale} ${iso}`);
    }
  }
  assert.equal(toLocalDate('2026-04-03', dateFormOf('de')), '03.04.2026');
  assert.equal(toLocalDate('2026-04-03T15:30', dateFormOf('en')), '04/03/2026 3:30 PM');
  assert.equal(toLocalDate('half a date', dateFormOf('de')), 'half a date');
});

test('days and months are moved within the calendar', () => {
  assert.equal(moveDate('2026-12-31', 1), '2027-01-01');
  assert.equal(moveDate('2026-01-31T10:00', 0, 1), '2026-02-28T10:00');
  assert.equal(moveDate('2026-03-31', 0, -1), '2026-02-28');
  assert.equal(moveDate('9999-12-31', 1), '9999-12-31');
});
