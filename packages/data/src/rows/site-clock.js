/** @import { Catalog } from '@plinth/plugin' */

/**
 * Now, and which day it is where the site is.
 *
 * @param {() => Date} [clock]
 */
export function createSiteClock(clock = () => new Date()) {
  /** @type {Map<string, Intl.DateTimeFormat>} Making one is slow. */
  const formats = new Map();
  return {
    now: clock,
    /** @param {Date} now @param {Catalog} catalog */
    today(now, { settings: { timeZone = 'UTC' } }) {
      const known = formats.get(timeZone) ?? dayFormat(timeZone);
      formats.set(timeZone, known);
      return known.format(now);
    },
  };
}

/** @param {string} timeZone */
function dayFormat(timeZone) {
  // The Swedish way to write a date is ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
}
