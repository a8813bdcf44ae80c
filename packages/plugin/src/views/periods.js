/** A day in ms. */
const DAY = 86_400_000;

/** In days from today: the first one, and the one after the last. A text is a day itself. */
const DAYS = Object.freeze({
  today: [0, 1],
  yesterday: [-1, 0],
  tomorrow: [1, 2],
  last_7_days: [-6, 1],
  last_30_days: [-29, 1],
  last_90_days: [-89, 1],
  next_7_days: [1, 8],
  next_30_days: [1, 31],
  past: ['0001-01-01', 0],
  future: [1, '9999-12-31'],
});

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

/**
 * The days of a period: from `start` on, before `end`.
 *
 * @param {string} today as 2026-11-22 @param {string} name one of PERIODS
 * @param {number} [firstDay] of the week: 1 is Monday, 7 Sunday
 * @returns {{ start: string, end: string } | null} null: there is no such period
 */
export function daysOfPeriod(today, name, firstDay = 1) {
  const day = Date.parse(`${today}T00:00:00Z`);
  const at = (/** @type {number | string} */ step) => (typeof step === 'string' ? step : textOf(day + step * DAY));
  if (Object.hasOwn(DAYS, name)) {
    const [start, end] = DAYS[/** @type {'today'} */ (name)];
    return { start: at(start), end: at(end) };
  }
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
