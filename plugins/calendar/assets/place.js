// Shows an event somewhere else while it is moved, and puts it back.
import { put } from '@plinth/plugin/browser/moving';
import { calendarOf, daysBetween, daysIn, dayOf, isBlock, timesOf } from './dom.js';

/** @typedef {{ list: Element | null, next: Element | null, style: string }} Spot where an event was printed */

const QUARTERS = 96;
/** Events that are being moved. @type {WeakMap<HTMLElement, import('./dom.js').Times>} */
const shown = new WeakMap();

/** @param {HTMLElement} event @returns {Spot} */
export const spotOf = (event) => ({
  list: event.parentElement,
  next: event.nextElementSibling,
  style: event.style.cssText,
});

/** @param {HTMLElement} event @param {Spot} spot */
export function putBack(event, { list, next, style }) {
  settled(event);
  event.style.cssText = style;
  if (!list?.isConnected) return;
  put(event, list, next);
}

/** It is where it was printed. @param {HTMLElement} event */
export const settled = (event) => shown.delete(event);

/** When it is as it is shown now. @param {HTMLElement} event */
export const nowOf = (event) => shown.get(event) ?? timesOf(event);

/**
 * Shows where the event will be; what is not on the page stays where it was.
 *
 * @param {HTMLElement} event @param {import('./dom.js').Times} after
 */
export function show(event, after) {
  const before = timesOf(event);
  shown.set(event, after);
  const here = dayOf(event)?.dataset.day;
  if (!here) return;
  const day = daysIn(calendarOf(event)).find(({ dataset }) => dataset.day === after.starts.slice(0, 10));
  const list = day?.querySelector(isBlock(event) ? '.pl-cal-hours' : '.pl-cal-events');
  if (list && list !== event.parentElement) put(event, list, null);
  if (isBlock(event)) return showHours(event, after);
  const length = daysBetween(after.starts, after.ends ?? after.starts) + 1;
  if (before.ends !== after.ends) event.style.inlineSize = `calc(${Math.max(1, length) * 100}% - 4px)`;
}

/** @param {HTMLElement} event @param {import('./dom.js').Times} after */
function showHours(event, { starts, ends }) {
  const quarter = (/** @type {string} */ text) =>
    Number(text.slice(11, 13)) * 4 + Math.floor(Number(text.slice(14, 16)) / 15);
  const first = quarter(starts);
  const isSameDay = ends?.slice(0, 10) === starts.slice(0, 10);
  const last = ends === null ? first + 4 : isSameDay ? quarter(ends) : QUARTERS;
  event.style.gridRow = `${first + 1} / ${Math.max(first + 2, last) + 1}`;
}
