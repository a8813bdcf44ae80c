/** @import { FunctionDefinition, Overload } from '../types.d.ts' */
import { addMonths, dayInRange, dayOf, localOf, momentOf, partsOf, SECOND } from '../run/calendar.js';

/** @type {Record<string, bigint>} */
const UNITS = { d: 86_400n, h: 3600n, m: 60n, s: 1n };
const DURATION = /^(-?)((?:\d{1,9}[dhms])+)$/;

/** Years, months, days and hours of a moment are those where the site is. @type {readonly FunctionDefinition[]} */
export const dateFunctions = [
  {
    name: 'date',
    help: 'The day of a moment, or of a text such as "2026-11-21"',
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
    help: 'The moment that a text with its time zone names: timestamp("2026-11-21T15:30:00Z")',
    method: false,
    overloads: [{ id: 'timestamp.text', params: ['text'], result: 'moment', literal: true, run: ([a]) => momentOf(a) }],
  },
  {
    name: 'duration',
    help: 'A length of time: duration("1h30m"), with d, h, m and s',
    method: false,
    overloads: [
      { id: 'duration.text', params: ['text'], result: 'duration', literal: true, run: ([a]) => durationOf(a) },
    ],
  },
  { name: 'year', help: 'The year', method: true, overloads: partOf('year', (day) => partsOf(day).year) },
  { name: 'month', help: 'The month, 1 to 12', method: true, overloads: partOf('month', (day) => partsOf(day).month) },
  { name: 'day', help: 'The day of the month', method: true, overloads: partOf('day', (day) => partsOf(day).day) },
  {
    name: 'weekday',
    help: 'The day of the week, 1 (Monday) to 7',
    method: true,
    overloads: partOf('weekday', (day) => partsOf(day).weekday),
  },
  {
    name: 'hour',
    help: 'The hour of the day, 0 to 23',
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
    help: 'The minute of the hour',
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
    name: 'addMonths',
    help: 'The same day so many months later, or the last day of that month',
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
    help: 'A duration as a number of seconds',
    method: true,
    overloads: [
      // Microseconds are 10^-6, decimals 10^-12.
      { id: 'seconds.duration', params: ['duration'], result: 'decimal', run: ([a]) => a * 1_000_000n },
    ],
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

/** @param {string} text @returns {bigint | null} microseconds */
function durationOf(text) {
  const match = DURATION.exec(text);
  if (!match) return null;
  let seconds = 0n;
  for (const [, amount, unit] of match[2].matchAll(/(\d+)([dhms])/g)) seconds += BigInt(amount) * UNITS[unit];
  return (match[1] ? -seconds : seconds) * SECOND;
}
