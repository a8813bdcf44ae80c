/** @import { Catalog } from '@plinth/plugin' */

/**
 * The current time, and the date in the site's time zone.
 *
 * @param {() => Date} [clock]
 */
export function createSiteClock(clock = () => new Date()) {
  /** @type {Map<string, Intl.DateTimeFormat>} Making one is slow. */
  const formats = new Map();
  /** In every time zone a day starts at a full minute, so the date is cached for the current minute. */
  let last = { minute: NaN, zone: '', day: '' };
  return {
    now: clock,
    /** @param {Date} now @param {Catalog} catalog */
    today(now, { settings: { timeZone = 'UTC' } }) {
      const minute = Math.floor(Number(now) / 60_000);
      if (last.minute === minute && last.zone === timeZone) return last.day;
      const known = formats.get(timeZone) ?? dayFormat(timeZone);
      formats.set(timeZone, known);
      last = { minute, zone: timeZone, day: known.format(now) };
      return last.day;
    },
  };
}

/** @param {string} timeZone */
function dayFormat(timeZone) {
  // The Swedish locale formats dates as ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
}
