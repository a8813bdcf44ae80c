/** A day in ms. */
const DAY = 86_400_000;

const FIRST = '0001-01-01';
const LAST = '9999-12-31';

/** @typedef {[start: number | string, end: number | string]} Days */

/** In days from today: the first one, and the one after the last. A text is a day itself. */
const DAYS = Object.freeze({
  today: [0, 1],
  yesterday: [-1, 0],
  tomorrow: [1, 2],
  past: [FIRST, 0],
  future: [1, LAST],
});

/** The same for periods with a number of days in their name, in place of n. @type {Readonly<Record<string, (n: number) => Days>>} */
const COUNTED = Object.freeze({
  last_n_days: (n) => [1 - n, 1],
  next_n_days: (n) => [1, 1 + n],
  over_n_days_ago: (n) => [FIRST, -n],
  over_n_days_ahead: (n) => [1 + n, LAST],
});
const WITH_COUNT = /^([a-z]+)_([1-9]\d{0,3})_(days\w*)$/;

/** Calendar units: how many ahead of the present one. */
const UNITS = Object.freeze({
  this_week: ['week', 0],
  last_week: ['week', -1],
  next_week: ['week', 1],
  this_month: ['month', 0],
  last_month: ['month', -1],
  next_month: ['month', 1],
  this_quarter: ['quarter', 0],
  this_year: ['year', 0],
  last_year: ['year', -1],
});

/** Names of the periods that a date can be asked for, in the order in which they are offered. */
export const PERIODS = Object.freeze([
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_quarter',
  'this_year',
  'last_year',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'next_7_days',
  'next_30_days',
  'past',
  'future',
]);

/** Names of periods of any number of days, which replaces the n: 1 to 9999. @type {readonly string[]} */
export const COUNTED_PERIODS = Object.freeze(Object.keys(COUNTED));

/**
 * What a period of a number of days is: last_45_days is last_n_days of 45.
 *
 * @param {string} name @returns {{ form: string, count: number } | null} form: one of COUNTED_PERIODS
 */
export function countedPeriod(name) {
  const [, before, count, days] = WITH_COUNT.exec(name) ?? [];
  const form = `${before}_n_${days}`;
  return Object.hasOwn(COUNTED, form) ? { form, count: Number(count) } : null;
}

/**
 * The days of a period: from `start` on, before `end`.
 *
 * @param {string} today as 2026-11-22 @param {string} name one of PERIODS, or of a number of days
 * @param {number} [firstDay] of the week: 1 is Monday, 7 Sunday
 * @returns {{ start: string, end: string } | null} null: there is no such period
 */
export function daysOfPeriod(today, name, firstDay = 1) {
  const day = Date.parse(`${today}T00:00:00Z`);
  const at = (/** @type {number | string} */ step) => (typeof step === 'string' ? step : textOf(day + step * DAY));
  const counted = countedPeriod(name);
  const days = counted
    ? COUNTED[counted.form](counted.count)
    : Object.hasOwn(DAYS, name) && DAYS[/** @type {'today'} */ (name)];
  if (days) return { start: at(days[0]), end: at(days[1]) };
  if (!Object.hasOwn(UNITS, name)) return null;
  const [unit, ahead] = /** @type {[string, number]} */ (UNITS[/** @type {'this_week'} */ (name)]);
  return unitOf(new Date(day), unit, ahead, firstDay);
}

/** @param {Date} day @param {string} unit @param {number} ahead @param {number} firstDay */
function unitOf(day, unit, ahead, firstDay) {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  const utc = (/** @type {[number, number, number]} */ ...parts) => textOf(Date.UTC(...parts));
  if (unit === 'week') {
    const first = date - ((day.getUTCDay() - firstDay + 7) % 7) + 7 * ahead;
    return { start: utc(year, month, first), end: utc(year, month, first + 7) };
  }
  const months = unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1;
  const first = month - (month % months) + months * ahead;
  return { start: utc(year, first, 1), end: utc(year, first + months, 1) };
}

/** @param {number} time */
const textOf = (time) => new Date(time).toISOString().slice(0, 10);
