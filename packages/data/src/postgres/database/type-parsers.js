import pg from 'pg';

/** Oids of PostgreSQL's built-in types, fixed in pg_type.dat. */
const OID = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  jsonb: 3802,
};
/** Array types whose elements need more than their text. */
const ARRAYS = {
  1000: 'bool',
  1016: 'int8',
  1005: 'int2',
  1007: 'int4',
  199: 'json',
  1021: 'float4',
  1022: 'float8',
  1183: 'time',
  1115: 'timestamp',
  1185: 'timestamptz',
  1187: 'interval',
  3807: 'jsonb',
};
/** Array types whose elements are texts: text, varchar, name, uuid, numeric, date, bpchar. */
const TEXT_ARRAYS = [1009, 1015, 1003, 2951, 1231, 1182, 1014];

/** pg's own array parser; returns texts and nulls. */
const textArray = pg.types.getTypeParser(/** @type {any} */ (1009));

/** @type {Record<keyof typeof OID, (text: string) => unknown>} */
const parsers = {
  bool: (text) => text === 't',
  int8: number,
  int2: Number,
  int4: Number,
  oid: Number,
  json: (text) => JSON.parse(text),
  jsonb: (text) => JSON.parse(text),
  float4: number,
  float8: number,
  time: (text) => (text.endsWith(':00') && text.length === 8 ? text.slice(0, 5) : text),
  timestamp: (text) => text.replace(' ', 'T'),
  timestamptz: isoUtc,
  interval: seconds,
};

/** @type {Map<number, (text: string) => unknown>} */
const byOid = new Map();
for (const [name, oid] of Object.entries(OID)) byOid.set(oid, parsers[/** @type {keyof typeof OID} */ (name)]);
for (const [oid, name] of Object.entries(ARRAYS)) {
  const parse = parsers[/** @type {keyof typeof OID} */ (name)];
  byOid.set(Number(oid), (text) => mapNested(textArray(text), parse));
}
for (const oid of TEXT_ARRAYS) byOid.set(oid, textArray);

/**
 * Values in the form that all of Plinth uses: JSON-safe. Integers are numbers, numerics texts, dates 'YYYY-MM-DD',
 * instants ISO texts in UTC with milliseconds, or microseconds where they have some, times 'HH:MM' or 'HH:MM:SS', intervals seconds. Set per connection, so
 * that other users of pg in the process keep theirs.
 */
export const jsonSafeTypes = {
  /** @param {number} oid @param {string} [format] @returns {unknown} */
  getTypeParser(oid, format) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    // bytea stays a Buffer.
    return byOid.get(oid) ?? (oid === 17 ? pg.types.getTypeParser(17) : asText);
  },
};

/** @param {string} text */
function asText(text) {
  return text;
}

/** Beyond the safe range, and for NaN, a text is better than a wrong number. @param {string} text */
function number(text) {
  const value = Number(text);
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? value : text;
  return Number.isFinite(value) ? value : text;
}

/**
 * '2026-11-21 03:00:00.12+00' to '2026-11-21T03:00:00.120Z', '….123456+00' to '….123456Z', as `instantText` writes it in
 * SQL. Years beyond 9999, BC and infinity stay as they are.
 *
 * @param {string} text
 */
function isoUtc(text) {
  // Whole seconds of years with four digits, as most are.
  if (text.length === 22 && text.endsWith('+00') && text[4] === '-' && text[10] === ' ') {
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`;
  }
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  if (!match) return text;
  const [, day, clock, part = ''] = match;
  return `${day}T${clock}.${part.padEnd(part.length > 3 ? 6 : 3, '0')}Z`;
}

const ISO_DURATION = /^P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/;
/** Like extract(epoch from interval): 365.25 days a year, 30 days a month. */
const SECONDS = [31_557_600, 2_592_000, 86_400, 3600, 60, 1];

/** Connections set intervalstyle to iso_8601. @param {string} text */
function seconds(text) {
  const match = ISO_DURATION.exec(text);
  if (!match) return text;
  return SECONDS.reduce((sum, unit, i) => sum + Number(match[i + 1] ?? 0) * unit, 0);
}

/** @param {any} value @param {(text: string) => unknown} parse @returns {unknown} */
function mapNested(value, parse) {
  if (Array.isArray(value)) return value.map((entry) => mapNested(entry, parse));
  return value === null ? null : parse(value);
}
