/** @import { CalendarEvent } from '../events.js' */
import { addDays } from '../time/days.js';

const MINUTES = 1440;
/** Minutes that an event takes at least, so that its title can be read. */
const LEAST = 30;
/** Minutes of an event without an end. */
const USUAL = 60;
/** Numbers of columns that divide the width evenly. */
const DIVISIONS = [1, 2, 3, 4, 6, 12];

/**
 * @typedef {{ event: CalendarEvent, from: number, to: number, column: number, of: number, isBegin: boolean, isEnd: boolean }} Block
 *   from, to: minutes of the day; column: of `of` columns beside each other
 */

/**
 * Places the events of a day beside each other where they overlap.
 *
 * @param {readonly CalendarEvent[]} events @param {string} day @param {number} most columns
 * @returns {{ blocks: Block[], more: number }} more: events that found no column
 */
export function placeInDay(events, day, most) {
  const pieces = events
    .filter((event) => event.first <= day && event.last >= day)
    .map((event) => pieceOf(event, day))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  /** @type {Block[]} */
  const blocks = [];
  let more = 0;
  /** @type {(typeof pieces[number] & { column: number })[]} */
  let group = [];
  let until = -1;
  const close = () => {
    const columns = Math.max(1, ...group.map(({ column }) => column + 1));
    const of = DIVISIONS.find((count) => count >= columns) ?? most;
    blocks.push(...group.map((one) => ({ ...one, of })));
    group = [];
  };
  for (const piece of pieces) {
    if (piece.from >= until) close();
    const busy = new Set(group.filter(({ to }) => to > piece.from).map(({ column }) => column));
    let column = 0;
    while (busy.has(column)) column += 1;
    until = Math.max(until, piece.to);
    if (column >= most) more += 1;
    else group.push({ ...piece, column });
  }
  close();
  return { blocks, more };
}

/** What of an event is on a day. @param {CalendarEvent} event @param {string} day */
function pieceOf(event, day) {
  const isBegin = event.first === day;
  const isEnd = event.last === day;
  const from = isBegin ? Math.min(event.from, MINUTES - LEAST) : 0;
  const end = event.ends === null ? event.from + USUAL : isEnd ? event.to : MINUTES;
  return { event, from, to: Math.min(MINUTES, Math.max(end, from + LEAST)), isBegin, isEnd };
}

/** Whether it takes a whole day or more, and so stands above the hours. @param {CalendarEvent} event */
export function isLong({ isAllDay, first, last, from, to }) {
  if (isAllDay) return true;
  return last > addDays(first, 1) || (last > first && to >= from);
}
