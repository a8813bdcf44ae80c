/** @import { Catalog } from '@plinth/plugin' */

/**
 * The current time, and the date in a time zone.
 *
 * @param {() => Date} [clock]
 */
export function createSiteClock(clock = () => new Date()) {
  /** @type {Map<string, Intl.DateTimeFormat>} Making one is slow. */
  const formats = new Map();
  /** In every time zone a day starts at a full minute, so dates are cached for the current minute. */
  const last = { minute: NaN, days: /** @type {Map<string, string>} */ (new Map()) };
  return {
    now: clock,
    /** @param {Date} now @param {Catalog} catalog @param {string} [timeZone] default: the site's */
    today(now, { settings }, timeZone = settings.timeZone ?? 'UTC') {
      const minute = Math.floor(Number(now) / 60_000);
      if (last.minute !== minute) last.days.clear();
      last.minute = minute;
      const kept = last.days.get(timeZone);
      if (kept) return kept;
      const known = formats.get(timeZone) ?? dayFormat(timeZone);
      formats.set(timeZone, known);
      const day = known.format(now);
      last.days.set(timeZone, day);
      return day;
    },
  };
}

/** @param {string} timeZone */
function dayFormat(timeZone) {
  // The Swedish locale formats dates as ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
}
