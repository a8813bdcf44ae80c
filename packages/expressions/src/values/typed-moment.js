import { DAY, dayAt, dayOf, clockOf, momentOf, momentOfLocal, SECOND, timeOf } from './calendar.js';

/** [Europe/Berlin], perhaps with the instant that the control showed. */
const ZONE_AND_BEFORE = /^\[([^\]]{1,64})\]([\d:.TZ-]{20,30})?$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.(\d{1,6})\d*)?)?$/;

/**
 * The moment that a control of a form says, as the server will read it: a local time in the zone that goes with it, unless it
 * still shows the instant that it was filled with, which knows which one of a repeated hour it is.
 *
 * @param {string} typed 2026-11-21T15:30, or with an offset @param {string} said what goes before it, such as [Europe/Berlin]
 * @param {string} timeZone of the site, if nothing goes before it
 * @returns {bigint | null} microseconds
 */
export function typedMoment(typed, said, timeZone) {
  const [, zone = timeZone, before = ''] = ZONE_AND_BEFORE.exec(said) ?? [];
  const text = typed.trim();
  const [, date, clock = '00:00', fraction = ''] = LOCAL.exec(text) ?? [];
  if (date === undefined) return momentOf(text);
  const [day, time] = [dayOf(date), timeOf(clock.padStart(clock.length > 5 ? 8 : 5, '0'))];
  if (day === null || time === null) return null;
  const read = momentOfLocal(day, time + BigInt(fraction.padEnd(6, '0')), zone);
  const shown = momentOf(before);
  return read !== null && shown !== null && wall(read, zone) === wall(shown, zone) ? shown : read;
}

/** What the clock shows, to the second. @param {bigint} moment @param {string} timeZone */
const wall = (moment, timeZone) => (BigInt(dayAt(moment, timeZone)) * DAY + clockOf(moment, timeZone)) / SECOND;
