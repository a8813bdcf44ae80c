/*
 * Days as texts such as 2026-11-22, which have no zone: they are added to and compared in UTC, where every day has 24 hours.
 */

const DAY = 86_400_000;
const FORM = /^\d{4}-\d{2}-\d{2}$/;

/** @param {string} day */
const timeOf = (day) => Date.parse(`${day}T00:00:00Z`);

/** @param {number} time @returns {string} */
const textOf = (time) => new Date(time).toISOString().slice(0, 10);

/** Whether there is such a day, from year 1 on. @param {unknown} text @returns {text is string} */
export function isDay(text) {
  if (typeof text !== 'string' || !FORM.test(text) || text < '0001') return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && textOf(time) === text;
}

/** @param {string} day @param {number} count @returns {string} beyond the year 9999 a text that is no day */
export const addDays = (day, count) => textOf(timeOf(day) + count * DAY);

/** @param {string} from @param {string} to @returns {number} */
export const daysBetween = (from, to) => Math.round((timeOf(to) - timeOf(from)) / DAY);

/** 1 is Monday, 7 Sunday. @param {string} day */
export const weekdayOf = (day) => new Date(timeOf(day)).getUTCDay() || 7;

/** The first day of its week. @param {string} day @param {number} firstDay 1 is Monday, 7 Sunday */
export const startOfWeek = (day, firstDay) => addDays(day, -((weekdayOf(day) - firstDay + 7) % 7));

/** @param {string} day */
export const startOfMonth = (day) => `${day.slice(0, 7)}-01`;

/** The first day of a month before or after. @param {string} day @param {number} count */
export function addMonths(day, count) {
  const at = new Date(timeOf(startOfMonth(day)));
  at.setUTCMonth(at.getUTCMonth() + count);
  return textOf(at.getTime());
}

/** Each day from one to before another. @param {string} from @param {string} to @returns {string[]} */
export const daysOf = (from, to) =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, i) => addDays(from, i));
