/** @import { FunctionDefinition, Overload } from '../types.d.ts' */
import {
  addMonths,
  clockOf,
  dayInRange,
  dayOf,
  dayOfParts,
  localOf,
  momentOf,
  momentOfLocal,
  partsOf,
  SECOND,
  timeOf,
} from '../values/calendar.js';
import { divide, ONE } from '../values/decimal.js';

/** In microseconds. @type {Record<string, bigint>} */
const UNITS = { d: 86_400n * SECOND, h: 3600n * SECOND, m: 60n * SECOND, s: SECOND, ms: 1000n, us: 1n };
/** As ISO 8601 writes it, without months and years, which have no length. */
const ISO_DURATION =
  /^(-?)P(?=.)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9}(?:\.\d{1,9})?)H)?(?:(\d{1,9}(?:\.\d{1,9})?)M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/i;
const DURATION = /^(-?)((?:\d{1,9}(?:\.\d{1,9})?(?:ms|us|[dhms]))+)$/;

/**
 * Years, months, days and hours of an instant are taken in the site's time zone.
 *
 * @type {readonly FunctionDefinition[]}
 */
export const dateFunctions = [
  {
    name: 'date',
    help: 'fn.date',
    method: false,
    overloads: [
      { id: 'date.date', params: ['date'], result: 'date', run: ([a]) => a },
      {
        id: 'date.moment',
        params: ['moment'],
        result: 'date',
        run: ([a], { timeZone }) => dayInRange(localOf(a, timeZone).day),
      },
      { id: 'date.text', params: ['text'], result: 'date', literal: true, run: ([a]) => dayOf(a) },
    ],
  },
  {
    name: 'timestamp',
    help: 'fn.timestamp',
    method: false,
    overloads: [
      { id: 'timestamp.text', params: ['text'], result: 'moment', literal: true, run: ([a]) => momentOf(a) },
      {
        id: 'timestamp.local',
        params: ['date', 'time'],
        result: 'moment',
        run: ([day, time], { timeZone }) => momentOfLocal(day, time, timeZone),
      },
    ],
  },
  {
    name: 'duration',
    help: 'fn.duration',
    method: false,
    overloads: [
      { id: 'duration.text', params: ['text'], result: 'duration', literal: true, run: ([a]) => durationOf(a) },
    ],
  },
  { name: 'year', help: 'fn.year', method: true, overloads: partOf('year', yearOf) },
  { name: 'month', help: 'fn.month', method: true, overloads: partOf('month', (day) => partsOf(day).month) },
  { name: 'day', help: 'fn.day', method: true, overloads: partOf('day', (day) => partsOf(day).day) },
  {
    name: 'weekday',
    help: 'fn.weekday',
    method: true,
    overloads: partOf('weekday', (day) => partsOf(day).weekday),
  },
  {
    name: 'hour',
    help: 'fn.hour',
    method: true,
    overloads: [
      {
        id: 'hour.moment',
        params: ['moment'],
        result: 'int',
        run: ([a], { timeZone }) => BigInt(localOf(a, timeZone).hour),
      },
      { id: 'hour.time', params: ['time'], result: 'int', run: ([a]) => a / (3600n * SECOND) },
    ],
  },
  {
    name: 'minute',
    help: 'fn.minute',
    method: true,
    overloads: [
      {
        id: 'minute.moment',
        params: ['moment'],
        result: 'int',
        run: ([a], { timeZone }) => BigInt(localOf(a, timeZone).minute),
      },
      { id: 'minute.time', params: ['time'], result: 'int', run: ([a]) => (a / (60n * SECOND)) % 60n },
    ],
  },
  {
    name: 'second',
    help: 'fn.second',
    method: true,
    overloads: [
      {
        id: 'second.moment',
        params: ['moment'],
        result: 'int',
        run: ([a], { timeZone }) => (clockOf(a, timeZone) / SECOND) % 60n,
      },
      { id: 'second.time', params: ['time'], result: 'int', run: ([a]) => (a / SECOND) % 60n },
    ],
  },
  {
    name: 'time',
    help: 'fn.time',
    method: false,
    overloads: [
      { id: 'time.time', params: ['time'], result: 'time', run: ([a]) => a },
      { id: 'time.moment', params: ['moment'], result: 'time', run: ([a], { timeZone }) => clockOf(a, timeZone) },
      { id: 'time.text', params: ['text'], result: 'time', literal: true, run: ([a]) => timeOf(a) },
    ],
  },
  {
    name: 'quarter',
    help: 'fn.quarter',
    method: true,
    overloads: partOf('quarter', (day) => Math.ceil(partsOf(day).month / 3)),
  },
  {
    name: 'week',
    help: 'fn.week',
    method: true,
    overloads: partOf('week', weekOf),
  },
  {
    name: 'dayOfYear',
    help: 'fn.dayOfYear',
    method: true,
    overloads: partOf('dayOfYear', (day) => day - dayOfParts(partsOf(day).year, 1, 1) + 1),
  },
  {
    name: 'startOfWeek',
    help: 'fn.startOfWeek',
    method: true,
    overloads: [
      {
        id: 'startOfWeek.date',
        params: ['date'],
        result: 'date',
        run: ([day]) => dayInRange(day - partsOf(day).weekday + 1),
      },
    ],
  },
  {
    name: 'startOfMonth',
    help: 'fn.startOfMonth',
    method: true,
    overloads: [
      { id: 'startOfMonth.date', params: ['date'], result: 'date', run: ([day]) => day - partsOf(day).day + 1 },
    ],
  },
  {
    name: 'endOfMonth',
    help: 'fn.endOfMonth',
    method: true,
    overloads: [{ id: 'endOfMonth.date', params: ['date'], result: 'date', run: ([day]) => endOfMonth(day) }],
  },
  {
    name: 'startOfYear',
    help: 'fn.startOfYear',
    method: true,
    overloads: [
      { id: 'startOfYear.date', params: ['date'], result: 'date', run: ([day]) => dayOfParts(partsOf(day).year, 1, 1) },
    ],
  },
  {
    name: 'monthsBetween',
    help: 'fn.monthsBetween',
    method: false,
    overloads: [
      {
        id: 'monthsBetween.date',
        params: ['date', 'date'],
        result: 'int',
        run: ([from, to]) => BigInt(monthsBetween(from, to)),
      },
    ],
  },
  {
    name: 'yearsBetween',
    help: 'fn.yearsBetween',
    method: false,
    overloads: [
      {
        id: 'yearsBetween.date',
        params: ['date', 'date'],
        result: 'int',
        run: ([from, to]) => BigInt(Math.trunc(monthsBetween(from, to) / 12)),
      },
    ],
  },
  {
    name: 'addYears',
    help: 'fn.addYears',
    method: true,
    overloads: [
      {
        id: 'addYears.date',
        params: ['date', 'int'],
        result: 'date',
        run: ([day, years]) => (years > -10_000n && years < 10_000n ? addMonths(day, Number(years) * 12) : null),
      },
    ],
  },
  {
    name: 'addMonths',
    help: 'fn.addMonths',
    method: true,
    overloads: [
      {
        id: 'addMonths.date',
        params: ['date', 'int'],
        result: 'date',
        run: ([day, months]) => (months > -200_000n && months < 200_000n ? addMonths(day, Number(months)) : null),
      },
    ],
  },
  {
    name: 'seconds',
    help: 'fn.seconds',
    method: true,
    overloads: [
      // Microseconds are 10^-6, decimals 10^-12.
      { id: 'seconds.duration', params: ['duration'], result: 'decimal', run: ([a]) => a * 1_000_000n },
    ],
  },
  { name: 'minutes', help: 'fn.minutes', method: true, overloads: lengthIn('minutes', 60n) },
  { name: 'hours', help: 'fn.hours', method: true, overloads: lengthIn('hours', 3600n) },
  {
    name: 'days',
    help: 'fn.days',
    method: true,
    overloads: lengthIn('days', 86_400n),
  },
];

/** @param {string} name @param {(day: number) => number} of @returns {Overload[]} */
function partOf(name, of) {
  return [
    { id: `${name}.date`, params: ['date'], result: 'int', run: ([day]) => BigInt(of(day)) },
    {
      id: `${name}.moment`,
      params: ['moment'],
      result: 'int',
      run: ([moment], { timeZone }) => BigInt(of(localOf(moment, timeZone).day)),
    },
  ];
}

/**
 * There is no year 0: a day before 0001-01-01, as instants can have in a zone west of Greenwich, is in the year -1.
 *
 * @param {number} day
 */
function yearOf(day) {
  const { year } = partsOf(day);
  return year > 0 ? year : year - 1;
}

/** @param {string} text @returns {bigint | null} microseconds */
function durationOf(text) {
  const match = DURATION.exec(inLetters(text));
  if (!match) return null;
  let total = 0n;
  for (const [, whole, part = '', unit] of match[2].matchAll(/(\d+)(?:\.(\d+))?(ms|us|[dhms])/g))
    total += (BigInt(whole + part) * UNITS[unit]) / 10n ** BigInt(part.length);
  return match[1] ? -total : total;
}

/** PT1H30M as 1h30m. @param {string} text */
function inLetters(text) {
  const match = ISO_DURATION.exec(text);
  if (!match) return text;
  const [, sign, weeks, days, ...clock] = match;
  const inDays = Number(weeks ?? 0) * 7 + Number(days ?? 0);
  return `${sign}${inDays}d${clock.map((part, i) => (part ? part + 'hms'[i] : '')).join('')}`;
}

/** @param {string} name @param {bigint} seconds @returns {Overload[]} */
function lengthIn(name, seconds) {
  return [
    {
      id: `${name}.duration`,
      params: ['duration'],
      result: 'decimal',
      run: ([a]) => divide(a * 1_000_000n, seconds * ONE),
    },
  ];
}

/** The Thursday of a week determines its year. @param {number} day */
function weekOf(day) {
  const thursday = day - partsOf(day).weekday + 4;
  return Math.floor((thursday - dayOfParts(partsOf(thursday).year, 1, 1)) / 7) + 1;
}

/** @param {number} day */
function endOfMonth(day) {
  const { year, month } = partsOf(day);
  return dayOfParts(year, month + 1, 0);
}

/** A month is complete when its day of the month has come again. @param {number} from @param {number} to */
function monthsBetween(from, to) {
  const [a, b] = [partsOf(from), partsOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  if (months > 0 && b.day < a.day) return months - 1;
  return months < 0 && b.day > a.day ? months + 1 : months;
}
