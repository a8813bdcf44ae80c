/**
 * A calendar day, years 0001 to 9999, as YYYY-MM-DD; null if there is no such day.
 *
 * @param {number} year @param {number} month @param {number} day
 */
export function calendarDay(year, month, day) {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
