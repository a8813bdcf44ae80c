const DAY_MS = 86_400_000;

/**
 * A day some days later. Days are counted in UTC, where each has 24 hours.
 *
 * @param {string} day such as 2026-11-22 @param {number} count
 * @returns {string | null} null: outside of the years 1 to 9999
 */
export function addDays(day, count) {
  const text = new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString();
  return text.length === 24 && text >= '0001' ? text.slice(0, 10) : null;
}
