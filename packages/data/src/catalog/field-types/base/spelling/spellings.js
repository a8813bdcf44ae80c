/** @import { Values } from '@plinth/plugin' */
/**
 * How values of each type may be written, in every way in which a value comes in: forms, cells, pasting, CSV, Excel, the API,
 * default values and the conversion of a text field. The tests of those ways and the page in the reference are made of this
 * list.
 *
 * @typedef {{ value: any, written: string[] }} Spelling `value`: what the field holds, null for empty
 * @typedef {{ attributes?: Values, spellings: Spelling[], refused: string[] }} TypeSpellings
 *   `refused`: no value of the type, or several
 */

/** What programs write for no value, of every type whose values can't be such a text. */
const EMPTY = Object.freeze({ value: null, written: ['\\N', 'NULL', '#N/A', ' '] });

/** @type {Readonly<Record<string, TypeSpellings>>} */
export const SPELLINGS = Object.freeze({
  integer: {
    spellings: [
      {
        value: 1234567,
        written: [
          '1234567',
          '+1234567',
          '1,234,567',
          '1.234.567',
          '1 234 567',
          '1\u00a0234\u202f567',
          "1'234'567",
        ].concat(['1’234’567', '12,34,567', '１２３４５６７', '١٢٣٤٥٦٧', '१२३४५६७', '1234567.0']),
      },
      { value: -5, written: ['-5', '−5', '–5', '(5)', '5-', '- 5'] },
      { value: 7, written: ['7', '007', ' 7 ', '7.00', '7,0'] },
      EMPTY,
    ],
    refused: ['1,234', '7.5', '1e3', '5 6', 'seven', '0x10', '(5', '--5'],
  },
  decimal: {
    spellings: [
      {
        value: '1234.56',
        written: [
          '1234.56',
          '1,234.56',
          '1.234,56',
          '1234,56',
          '1 234,56',
          "1'234.56",
          '1\u202f234,560',
          '１２３４．５６',
        ].concat(['١٬٢٣٤٫٥٦', '१२३४.५६']),
      },
      { value: '-0.5', written: ['-0.5', '-.5', '−0,5', '(0.5)', '0.5-'] },
      { value: '1.234', written: ['1.234'] },
      EMPTY,
    ],
    refused: ['1,234', '1.2.3', '1e2', 'NaN', '12 %', '€ 5'],
  },
  money: {
    attributes: { currency: 'EUR' },
    spellings: [
      {
        value: '1234.50',
        written: [
          '1234.5',
          '€1,234.50',
          '1.234,50 €',
          '1 234,50\u00a0€',
          'EUR 1234.50',
          '1,234.50EUR',
          "1'234.50",
        ].concat(['€ 1234,5', '１２３４．５０ €']),
      },
      { value: '-12.50', written: ['-12.50', '€-12.50', '-€12.50', '(12.50)', '(€12.50)', '12.50-', '−12,50 €'] },
      { value: '1234.00', written: ['1,234', '€1,234', '1234'] },
      EMPTY,
    ],
    refused: ['$12', 'USD 12', '12 kr', '€ 12 USD', 'ten', '12.345'],
  },
  percent: {
    spellings: [
      { value: '12.5', written: ['12.5', '12.5 %', '12,5%', '12.5\u00a0%', '%12.5', '１２．５％', '١٢٫٥٪'] },
      EMPTY,
    ],
    refused: ['%%', 'half', '12.5 €'],
  },
  rating: { spellings: [{ value: 3, written: ['3', '3.0', '３', '٣'] }, EMPTY], refused: ['3.5', 'three'] },
  boolean: {
    spellings: [
      {
        value: true,
        written: [
          'true',
          'TRUE',
          'yes',
          'Y',
          't',
          '1',
          'on',
          'x',
          '✓',
          'ja',
          'wahr',
          'oui',
          'vrai',
          'sí',
          'si',
          'sim',
          '是',
          'نعم',
        ],
      },
      {
        value: false,
        written: ['false', 'False', 'no', 'N', 'f', '0', 'off', 'nein', 'falsch', 'non', 'faux', 'não', '否', 'لا'],
      },
      EMPTY,
    ],
    refused: ['maybe', '2', '-'],
  },
  date: {
    spellings: [
      {
        value: '2026-07-01',
        written: [
          '2026-07-01',
          '2026-7-1',
          '2026/07/01',
          '2026.07.01',
          '20260701',
          '01.07.2026',
          '1.7.2026',
          '01.07.26',
        ].concat(
          [
            '1 Jul 2026',
            '1 July 2026',
            'July 1, 2026',
            'July 1st, 2026',
            'Wed, 1 Jul 2026',
            '01-Jul-26',
            '1. Juli 2026',
          ],
          ['Mittwoch, 1. Juli 2026', '1 juillet 2026', '1er juillet 2026', '1 de julio de 2026', '1 de julho de 2026'],
          [
            '1 luglio 2026',
            '1 lipca 2026',
            '2026年7月1日',
            '٠١.٠٧.٢٠٢٦',
            '２０２６－０７－０１',
            '2026-07-01 00:00:00',
          ],
          ['2026-07-01T00:00:00.000Z', '2026-07-01T00:00'],
        ),
      },
      { value: '2026-11-28', written: ['11/28/2026', '28/11/2026', '11/28/26', '28-11-2026'] },
      { value: '2026-04-04', written: ['4/4/2026', '04/04/2026'] },
      { value: '1998-12-31', written: ['31.12.98', '31-Dec-98'] },
      EMPTY,
    ],
    refused: ['03/04/2026', '26/11/28', '2026-02-30', '2026-07-01 09:30', '46204', 'soon', '2026', '1.2.3'],
  },
  date_time: {
    spellings: [
      {
        value: '2022-02-15T09:34:33.000Z',
        written: [
          ...[
            '2022-02-15 09:34:33+00',
            '2022-02-15 09:34:33+00:00',
            '2022-02-15T09:34:33Z',
            '2022-02-15T09:34:33.000000Z',
          ],
          ...[
            '2022-02-15 09:34:33 UTC',
            '2022-02-15 15:04:33+0530',
            '2022-02-15 15:04:33+05:30',
            '2022-02-15 01:34:33-08',
          ],
          ...['2022-02-15 10:34:33[Europe/Berlin]', 'Tue, 15 Feb 2022 09:34:33 GMT', 'Tue, 15 Feb 2022 10:34:33 +0100'],
          ...[
            '15 Feb 2022 09:34:33Z',
            '15. Februar 2022, 09:34:33 UTC',
            'Feb 15, 2022 9:34:33 AM UTC',
            '2/15/2022 9:34:33 am Z',
          ],
          ...['15.02.2022 09:34:33Z', '15.02.2022, 9.34.33 Uhr Z', '20220215T093433Z', '2022年2月15日 上午9:34:33 Z'],
          ...['Tue Feb 15 2022 10:34:33 GMT+0100 (Central European Standard Time)', '2022-02-15 09:34:33,000Z'],
          ...['２０２２－０２－１５　０９：３４：３３Ｚ', '2022-02-15T09:34:33−00:00'],
        ],
      },
      { value: '2022-02-15T09:34:33.123Z', written: ['2022-02-15T09:34:33.123Z', '2022-02-15 09:34:33.123+00'] },
      {
        value: '2022-02-15T09:34:33.123456Z',
        written: ['2022-02-15 09:34:33.123456+00', '2022-02-15T10:34:33,123456+01'],
      },
      { value: '2022-02-15T00:00:00.000Z', written: ['2022-02-15T00:00Z', '2022-02-15 00:00+00'] },
      EMPTY,
    ],
    refused: [
      '2022-02-30T10:00Z',
      '2022-02-15T24:00Z',
      '2022-02-15T09:61Z',
      '03/04/2022 10:00Z',
      'tomorrow',
      '1644917673',
    ],
  },
  time: {
    spellings: [
      {
        value: '08:00',
        written: [
          '08:00',
          '8:00',
          '8:00 AM',
          '8 am',
          '8AM',
          '8:00 a.m.',
          '08:00:00',
          '08:00:00.000',
          '8.00',
          '8.00 Uhr',
          '8 Uhr',
        ].concat([
          '8h',
          '8h00',
          '8 h 00',
          '0800',
          'T08:00',
          '上午8:00',
          '오전 8:00',
          '٨:٠٠ ص',
          '８：００',
          '8时',
          '8:00 a. m.',
        ]),
      },
      {
        value: '20:15',
        written: ['20:15', '8:15 PM', '8:15\u202fPM', '20.15', '20h15', '20 Uhr 15', '2015', '下午8:15', '8:15 p. m.'],
      },
      { value: '00:05', written: ['12:05 am', '0:05', '00:05'] },
      { value: '23:59:58', written: ['23:59:58', '11:59:58 PM', '235958'] },
      EMPTY,
    ],
    refused: ['24:00', '10:60', '8', '13:00 PM', '0:30 am', '08:00:00.5', '08:00+02', 'noon', '800'],
  },
  duration: {
    spellings: [
      {
        value: 5400,
        written: [
          '5400',
          '1:30',
          '01:30:00',
          '1h 30m',
          '1h30',
          '1h30m',
          '1 hr 30 min',
          '90 min',
          '90m',
          '90 minutes',
          '1.5 h',
        ].concat(
          [
            '1,5 Std.',
            '1 Std. 30 Min.',
            '1 heure 30 minutes',
            '1 hora 30 minutos',
            '1小时30分钟',
            'PT1H30M',
            'PT90M',
            'PT5400S',
          ],
          ['P0DT1H30M', 'pt1h30m', '１：３０'],
        ),
      },
      { value: 93_600, written: ['P1DT2H', '1d 2h', '26:00', '1 day 02:00:00', '1 days, 2:00:00', '1 Tag 2 Stunden'] },
      { value: -1800, written: ['-0:30', '-30 min', '-PT30M', '−0:30'] },
      { value: 1.5, written: ['1.5', '1.5s', 'PT1.5S', '0:00:01.5', '1500 ms'] },
      EMPTY,
    ],
    refused: ['1:60', 'soon', 'P1M', 'P1Y', 'P', 'PT', '3 apples', '1h 30m 5'],
  },
  phone: {
    spellings: [
      { value: '+49 30 123456', written: ['+49 30 123456', '+49\u00a030 123456', '＋４９ ３０ １２３４５６'] },
      { value: '030/12-34', written: ['030/12-34', '030/12–34', '030/12‑34'] },
      EMPTY,
    ],
    refused: ['call me', '12'],
  },
  uuid: {
    spellings: [
      {
        value: '0193f7a0-0000-7000-8000-00000000000a',
        written: [
          ...['0193f7a0-0000-7000-8000-00000000000a', '0193F7A0-0000-7000-8000-00000000000A'],
          ...['{0193f7a0-0000-7000-8000-00000000000a}', '0193f7a000007000800000000000000a'],
          'urn:uuid:0193f7a0-0000-7000-8000-00000000000a',
        ],
      },
      EMPTY,
    ],
    refused: ['0193f7a0', '{0193f7a0-0000-7000-8000-00000000000a'],
  },
  email: {
    spellings: [{ value: 'ada@example.com', written: ['ada@example.com', ' ada@example.com\u00a0'] }, EMPTY],
    refused: ['ada'],
  },
  colour: {
    spellings: [{ value: '#aabbcc', written: ['#aabbcc', '#AABBCC', '#abc'] }, EMPTY],
    refused: ['red', '#12'],
  },
  select: {
    attributes: { options: [{ value: 'open', label: 'Still open' }, { value: 'done' }] },
    spellings: [{ value: 'open', written: ['open', 'Open', 'Still open', 'STILL OPEN'] }, EMPTY],
    refused: ['closed'],
  },
  multi_select: {
    attributes: { options: [{ value: 'a', label: 'First' }, { value: 'b' }] },
    spellings: [{ value: ['a', 'b'], written: ['a; b', 'a,b', 'First; b', '["a","b"]', 'A;B'] }, EMPTY],
    refused: ['a; c'],
  },
});
