import { latinDigits } from '@plinth/plugin';
import { halfOfDay } from './day-halves.js';

const LONGEST = 40;
const CLOCK =
  /^(?:T|(\p{L}[\p{L}.\s]{0,12}?))?\s*(\d{1,2})(?:\s?(?::|\.|h|uhr)\s?(\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?)?\s*(\p{L}[\p{L}.\s’']{0,12})?$/iu;
/** 0800 and 080015, as timetables and programs write them. */
const DIGITS = /^T?([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/i;
/** What may stand behind a time of day instead of a half of it. */
const OF_THE_CLOCK = /^(h|uhr|hrs?|min|o['’]clock)$/i;

/** @typedef {{ clock: string, fraction: string }} ReadClock `clock`: HH:MM:SS; `fraction`: digits of seconds, if any */

/**
 * The time of day that a text says: "8:00 AM", "8 am", "20.15", "20h15", "8 Uhr", 下午8:15, "0800", "08:00:15.25". A number
 * alone is no time.
 *
 * @param {string} written @returns {ReadClock | null}
 */
export function readClock(written) {
  const text = latinDigits(written)
    .trim()
    .replace(/[时時点點시]/, 'h')
    .replace(/[分분]$/, '');
  if (text.length === 0 || text.length > LONGEST) return null;
  const [, ...digits] = DIGITS.exec(text) ?? [];
  if (digits.length > 0) return made(Number(digits[0]), digits[1], digits[2], '');
  const found = CLOCK.exec(text);
  if (!found) return null;
  const [, before, hour, minute, second, fraction = '', behind] = found;
  if (before && behind) return null;
  const word = (before ?? behind)?.trim();
  if (word && behind && OF_THE_CLOCK.test(word)) return made(Number(hour), minute ?? '00', second, fraction);
  if (!word) return minute === undefined ? null : made(Number(hour), minute, second, fraction);
  const half = halfOfDay(word);
  if (half === null || Number(hour) < 1 || Number(hour) > 12) return null;
  return made((Number(hour) % 12) + half, minute ?? '00', second, fraction);
}

/** "2:30 PM" as 14:30; what is no time of day stays as it is. @param {string} text */
export function clockIn(text) {
  const read = readClock(text);
  if (!read) return text;
  const seconds = read.clock.endsWith(':00') && !read.fraction ? read.clock.slice(0, 5) : read.clock;
  return read.fraction ? `${seconds}.${read.fraction}` : seconds;
}

/** @param {number} hour @param {string} minute @param {string | undefined} second @param {string} fraction */
function made(hour, minute, second = '00', fraction) {
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return { clock: `${String(hour).padStart(2, '0')}:${minute}:${second}`, fraction };
}
