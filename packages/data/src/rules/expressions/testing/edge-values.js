/** @import { Type } from '@plinth/expressions' */
import { fromJson } from '@plinth/expressions';

/**
 * Edge values of each type, as texts that PostgreSQL casts: the smallest and largest that a field or a calculation can
 * have, values around changes of calendar and clocks, characters that take two UTF-16 units or two code points.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const TEXTS = Object.freeze({
  bool: ['true', 'false'],
  int: [
    ...['0', '1', '-1', '2', '-7', '12', '13', '-13', '1000', '1001', '10000', '-10000', '120000'],
    ...['2147483647', '-2147483648', '9223372036854775807', '-9223372036854775808'],
    ...['99999999999999999999999999', '-99999999999999999999999999'],
  ],
  decimal: [
    ...['0', '1', '-1', '0.5', '-0.5', '1.5', '2.5', '-2.5', '0.05', '100', '-100', '12345.6789', '-0.000000000001'],
    ...['0.000000000001', '0.999999999999', '99999999999999999999999999.999999999999', '-99999999999999999999999999'],
  ],
  text: [
    ...['', 'a', 'A', 'aa', 'ab', ' ', ' a b ', '\t\na\r\n', '\u00a0a\u00a0', '%', '_', '\\', "'", '-', '+', '.'],
    ...[
      '0',
      '-7',
      '+7',
      '007',
      '1.5',
      '-1.5',
      '1.',
      '.5',
      '1e3',
      'NaN',
      'Infinity',
      '٣',
      '9'.repeat(30),
      '9'.repeat(31),
    ],
    ...[
      '0.0000000000009',
      'ä',
      'a\u0308',
      'Ä',
      'ß',
      'ẞ',
      'İ',
      'ı',
      'I',
      'ﬀ',
      'Σας',
      'ΑΣ',
      'ǅ',
      '😀',
      'a😀b',
      '\u{10000}',
    ],
    ...['\uffee', '👩‍👩‍👧', 'e\u0301\u0301', '\u200d', 'x'.repeat(1001)],
  ],
  date: [
    ...['0001-01-01', '0001-12-31', '0004-02-29', '0100-02-28', '1000-01-01', '1582-10-04', '1582-10-15', '1893-04-01'],
    ...['1899-12-31', '1900-02-28', '1900-03-01', '1969-12-31', '1970-01-01', '2000-02-29', '2020-12-31', '2021-01-03'],
    ...['2024-01-31', '2024-02-29', '2024-12-30', '2026-03-29', '2026-10-25', '2026-12-31', '9999-01-01', '9999-12-31'],
  ],
  moment: [
    ...['0001-01-01T00:00:00Z', '0001-01-01T12:00:00.000001Z', '1582-10-15T00:00:00Z', '1893-03-31T22:59:59.999999Z'],
    ...['1899-12-31T23:59:59.5Z', '1945-05-24T00:00:00Z', '1969-12-31T23:59:59.999999Z', '1970-01-01T00:00:00Z'],
    ...['2011-12-30T10:00:00Z', '2021-03-14T07:00:00Z', '2021-11-07T05:30:00Z', '2021-11-07T06:30:00Z'],
    ...['2026-03-29T00:59:59.999999Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ...['2026-12-31T23:30:00Z', '2100-07-01T12:00:00Z', '9999-12-31T22:59:59Z', '9999-12-31T23:59:59.999999Z'],
  ],
  time: ['00:00:00', '00:00:01', '00:59:59', '12:30:00', '23:59:59'],
  // Microseconds.
  duration: [
    ...['0', '1', '-1', '999999', '1000000', '-1000000', '60000000', '3600000000', '-3600000000', '86400000000'],
    ...['31557600000000000', '-31557600000000000', '315576000000000000'],
  ],
  json: [
    ...[
      '{}',
      '[1]',
      '"n"',
      '5',
      'null',
      '{"n":null}',
      '{"n":true}',
      '{"n":false}',
      '{"n":""}',
      '{"n":"true"}',
      '{"n":"5"}',
    ],
    ...['{"n":[5]}', '{"n":{"n":5}}', '{"N":5}', '{"n":5}', '{"n":-0}', '{"n":-0.0}', '{"n":0.1}', '{"n":-2.5}'],
    ...['{"n":1e-12}', '{"n":9e-13}', '{"n":1e-400}', '{"n":0.30000000000000004}', '{"n":12345678901234567890}'],
    ...['{"n":9.99e29}', '{"n":1e30}', '{"n":-1e30}', '{"n":1e308}', '{"n":1e400}', '{"n":"😀"}'],
  ],
  id: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
});

/** Lists with this many of a type's first edge values, and the empty list. */
const LISTS = Object.freeze([[], [0], [null], [0, null, 1], [null, null], [1, 0, 1, 2, 3]]);

/**
 * An edge value of a type; null is one for each type.
 *
 * @typedef {{ text: string | null, value: any }} Edge `text`: for PostgreSQL; `value`: for the evaluator
 *
 * @param {Type} type @returns {readonly Edge[]}
 */
export function edgesOf(type) {
  if (type.name !== 'list') return [...TEXTS[type.name], null].map((text) => edge(text, type));
  const { of } = type;
  const entries = TEXTS[of.name].map((text) => edge(text, of));
  const lists = LISTS.map((places) => places.map((place) => (place === null ? null : entries[place % entries.length])));
  return [
    ...lists.map((list) => ({
      text: `{${list.map((entry) => (entry ? quoted(String(entry.text)) : 'NULL')).join(',')}}`,
      value: list.map((entry) => entry?.value ?? null),
    })),
    { text: null, value: null },
  ];
}

/** @param {string | null} text @param {Type} type @returns {Edge} */
function edge(text, type) {
  if (text === null) return { text, value: null };
  if (type.name === 'bool') return { text, value: text === 'true' };
  if (type.name === 'json') return { text, value: JSON.parse(text) };
  return { text, value: type.name === 'duration' ? BigInt(text) : fromJson(text, type) };
}

/** An entry of a list as PostgreSQL writes it. @param {string} text */
const quoted = (text) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
