import { instantOfLocal, wallClock } from '@plinth/plugin';

/**
 * The clock on the wall in a time zone, both ways. Texts of it are such as 2026-11-22T09:30:00.
 *
 * @typedef {ReturnType<typeof createZone>} Zone
 * @param {string} timeZone an IANA name
 */
export const createZone = (timeZone) => ({
  name: timeZone,
  /** @param {string} instant in ISO 8601 @returns {string} */
  wall: (instant) => wallClock(instant, timeZone),
  /** @param {string} wall @returns {number} ms since 1970 */
  instant: (wall) => instantOfLocal(wall, timeZone) ?? NaN,
});
