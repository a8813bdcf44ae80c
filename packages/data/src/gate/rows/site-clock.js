/** @import { Catalog } from '@plinth/plugin' */
import { dayIn } from '@plinth/plugin';

/**
 * The current time, and the date in a time zone.
 *
 * @param {() => Date} [clock]
 */
export function createSiteClock(clock = () => new Date()) {
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
      const day = dayIn(now, timeZone);
      last.days.set(timeZone, day);
      return day;
    },
  };
}
