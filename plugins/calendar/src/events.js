/** @import { Result, Row } from '@plinth/plugin' */
/** @import { Span, Times } from './times.js' */
/** @import { Window } from './window.js' */

/**
 * @typedef {Span & { row: Row }} CalendarEvent
 */

/**
 * The events of a window, in the order in which they begin; whole days come first.
 *
 * @param {Times} times @param {{ start: string, end: string | null, duration: string | null }} columns names in the rows
 * @returns {(result: Result | null, window: Pick<Window, 'from' | 'to'>) => CalendarEvent[]}
 */
export function createEvents(times, { start, end, duration }) {
  return (result, { from, to }) => {
    /** @type {CalendarEvent[]} */
    const events = [];
    for (const row of result?.rows ?? []) {
      const span = times.span(row[start], end && row[end], duration && row[duration]);
      if (span && span.first < to && span.last >= from) events.push({ ...span, row });
    }
    return events.sort(byStart);
  };
}

/** @param {CalendarEvent} a @param {CalendarEvent} b */
function byStart(a, b) {
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  // Long ones first, so that they stand above the others on each of their days.
  if ((a.last > a.first || b.last > b.first) && a.last !== b.last) return a.last > b.last ? -1 : 1;
  return a.from - b.from;
}
