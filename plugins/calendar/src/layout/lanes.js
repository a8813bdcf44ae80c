/** @import { CalendarEvent } from '../events.js' */
import { addDays, daysBetween } from '../time/days.js';

/**
 * One event in a week: from which day on, over how many days, and in which line of them.
 *
 * @typedef {{ event: CalendarEvent, day: number, days: number, lane: number, isBegin: boolean, isEnd: boolean }} Placed
 */

/**
 * Places events in the lines of a week, so that none covers another. On a day with more than there are lines, the last line
 * says how many more there are.
 *
 * @param {readonly CalendarEvent[]} events in their order @param {string} first day of the week
 * @param {number} lines @param {number} [length] days
 * @returns {{ placed: Placed[], more: number[] }} more: by day, how many are not shown
 */
export function placeInWeek(events, first, lines, length = 7) {
  const last = addDays(first, length - 1);
  const wanted = events
    .filter((event) => event.first <= last && event.last >= first)
    .map((event) => {
      const day = Math.max(0, daysBetween(first, event.first));
      const until = Math.min(length - 1, daysBetween(first, event.last));
      return { event, day, days: until - day + 1, isBegin: event.first >= first, isEnd: event.last <= last };
    });
  const all = stacked(wanted, length);
  /** Lines that are free for events: one less where something has to be left out. */
  const free = all.heights.map((height) => (height > lines ? lines - 1 : lines));
  const more = Array(length).fill(0);
  const placed = all.placed.filter(({ day, days, lane }) => {
    const covered = Array.from({ length: days }, (_, i) => day + i);
    if (covered.every((one) => lane < free[one])) return true;
    for (const one of covered) more[one] += 1;
    return false;
  });
  return { placed, more };
}

/** @param {readonly Omit<Placed, 'lane'>[]} wanted @param {number} length */
function stacked(wanted, length) {
  /** @type {boolean[][]} by line and day */
  const taken = [];
  const heights = Array(length).fill(0);
  const placed = wanted.map((one) => {
    const covered = Array.from({ length: one.days }, (_, i) => one.day + i);
    let lane = 0;
    while (covered.some((day) => taken[lane]?.[day])) lane += 1;
    taken[lane] ??= Array(length).fill(false);
    for (const day of covered) {
      taken[lane][day] = true;
      heights[day] = Math.max(heights[day], lane + 1);
    }
    return { ...one, lane };
  });
  return { placed, heights };
}
