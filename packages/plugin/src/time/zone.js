import { createCache } from '../caches/create-cache.js';

/**
 * PostgreSQL takes these for offsets from Greenwich without daylight saving time, and +02:00 for two hours to the west.
 */
const MEANT_OTHERWISE = /^([+-].*|CET|EET|EST|HST|MET|MST|WET)$/i;
const LOCAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?$/;
const DAY_MS = 86_400_000;

/** Making a format takes longer than using it a hundred times. */
const offsets = /** @type {import('../index.d.ts').Cache<string, (instant: number) => number>} */ (
  createCache({ max: 100 })
);

/** Whether it is a time zone that a person can choose. @param {string} name */
export function isTimeZone(name) {
  return !MEANT_OTHERWISE.test(name) && offsetIn(name) !== null;
}

/**
 * The instant of a local time in a zone. A time that is skipped in spring is taken as much later as the clock is put
 * forward, and of a time that is repeated in autumn the first is taken, like Temporal's "compatible".
 *
 * @param {string} local 2026-11-22, or 2026-11-22T09:30, with seconds and their fraction or without
 * @param {string} timeZone an IANA name
 * @returns {number | null} milliseconds since 1970, NaN if there is no such day or time, null if there is no such zone
 */
export function instantOfLocal(local, timeZone) {
  const offset = offsetIn(timeZone);
  if (!offset) return null;
  const wall = LOCAL.test(local)
    ? Date.parse(`${local.length === 10 ? `${local}T00:00` : local.replace(' ', 'T')}Z`)
    : NaN;
  // JavaScript reads February 30 as a day in March.
  if (Number.isNaN(wall) || !isoOf(wall).startsWith(local.slice(0, 10))) return NaN;
  const before = wall - offset(wall - DAY_MS);
  const after = wall - offset(wall + DAY_MS);
  if (before + offset(before) === wall) return before;
  return after + offset(after) === wall ? after : before;
}

/**
 * The local time of an instant in a time zone: YYYY-MM-DDTHH:MM:SS. Empty if it is no instant.
 *
 * @param {string | number | Date} instant ISO 8601, or milliseconds @param {string} timeZone
 */
export function wallClock(instant, timeZone) {
  const at = typeof instant === 'string' ? Date.parse(instant) : Number(instant);
  const offset = offsetIn(timeZone);
  if (!offset) throw new RangeError(`There is no time zone ${timeZone}`);
  return Number.isNaN(at) ? '' : isoOf(at + offset(at)).slice(0, 19);
}

/** The day of an instant in a time zone: YYYY-MM-DD. @param {string | number | Date} instant @param {string} timeZone */
export const dayIn = (instant, timeZone) => wallClock(instant, timeZone).slice(0, 10);

/** @param {string} timeZone @returns {((instant: number) => number) | null} what its clock is ahead of UTC in ms; null: no such zone */
export function offsetIn(timeZone) {
  const known = offsets.get(timeZone);
  if (known) return known;
  try {
    const made = measure(timeZone);
    offsets.set(timeZone, made);
    return made;
  } catch {
    return null;
  }
}

/** @param {string} timeZone @returns {(instant: number) => number} */
function measure(timeZone) {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    /** @type {Record<string, string>} */
    const parts = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
    const year = parts.era.startsWith('B') ? 1 - Number(parts.year) : Number(parts.year);
    const wall = new Date(0);
    wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
    wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
    return wall.getTime() - Math.floor(instant / 1000) * 1000;
  };
}

/** Without the sign and the two figures that years below 0 and beyond 9999 have more. @param {number} time */
const isoOf = (time) => new Date(time).toISOString().replace(/^[+-]\d\d/, '');
