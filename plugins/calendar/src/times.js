/** @import { Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { addDays, isDay } from './time/days.js';
import { createZone } from './time/zone.js';

const MINUTES = 1440;

/**
 * When an event is, by the clock on the wall of the site.
 *
 * @typedef {object} Span
 * @property {boolean} isAllDay
 * @property {string} first day
 * @property {string} last day on which it still is
 * @property {number} from minutes from the beginning of the first day
 * @property {number} to minutes from the beginning of the last day
 * @property {string} starts 2026-11-22, or 2026-11-22T09:30:00
 * @property {string | null} ends likewise; of whole days the last one; null: the row has no end
 *
 * @typedef {ReturnType<typeof createTimes>} Times
 */

/**
 * Reads when rows are from their fields.
 *
 * @param {{ startField: string, endField?: string, durationField?: string }} config @param {Table} table
 * @param {string} timeZone
 * @throws {AppError} SETTINGS_INVALID for fields that don't fit each other
 */
export function createTimes({ startField, endField, durationField }, table, timeZone) {
  const start = table.field(startField);
  const zone = createZone(timeZone);
  const isAllDay = !start.traits.hasTime;
  if (!start.traits.hasDay) throw unfit(start.label, 'startField');
  if (endField && table.field(endField).type !== start.type) throw unfit(table.field(endField).label, 'endField');
  if (durationField && (isAllDay || endField)) throw unfit(table.field(durationField).label, 'durationField');

  return {
    isAllDay,
    zone,
    /** The beginning of a day, as a value that the field of the start is compared with. @param {string} day */
    bound: (day) => (isAllDay ? day : `${day}T00:00[${timeZone}]`),
    /**
     * @param {unknown} from value of the start @param {unknown} to of the end, if there is one
     * @param {unknown} seconds of the duration, if there is one
     * @returns {Span | null} null: the row has no start, or the reader may not see it
     */
    span(from, to, seconds) {
      if (typeof from !== 'string' || Number.isNaN(Date.parse(from))) return null;
      if (isAllDay) return isDay(from) ? wholeDays(from, isDay(to) ? to : null) : null;
      const length = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null;
      const until = length === null ? to : new Date(Date.parse(from) + length).toISOString();
      return moments(zone.wall(from), typeof until === 'string' && until > from ? zone.wall(until) : null);
    },
  };
}

/** @param {string} from @param {string | null} to @returns {Span} */
function wholeDays(from, to) {
  const last = to !== null && to > from ? to : from;
  return { isAllDay: true, first: from, last, from: 0, to: MINUTES, starts: from, ends: to };
}

/** @param {string} from @param {string | null} to by the clock on the wall @returns {Span} */
function moments(from, to) {
  const first = from.slice(0, 10);
  const start = minuteOf(from);
  const common = { isAllDay: false, first, from: start, starts: from, ends: to };
  // In the hour that autumn repeats, an event can end earlier by the clock than it began.
  if (to === null || to <= from) return { ...common, last: first, to: start };
  const last = to.slice(0, 10);
  // Up to midnight is not on the next day.
  if (minuteOf(to) === 0 && last > first) return { ...common, last: addDays(last, -1), to: MINUTES };
  return { ...common, last, to: minuteOf(to) };
}

/** @param {string} wall */
const minuteOf = (wall) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));

/** @param {string} label @param {string} at */
function unfit(label, at) {
  const hint = {
    startField: 'Choose a date field, or a date and time field',
    endField: 'Choose an end of the same type as the start',
    durationField: 'A duration needs a start with a time, and no field for the end',
  }[at];
  return new AppError('SETTINGS_INVALID', phrase`The field "${label}" can't be used as ${at} of a calendar`, {
    status: 422,
    hint,
  });
}
