// Shows an event somewhere else while it is moved, and puts it back.
import { calendarOf, daysBetween, daysIn, dayOf, isBlock } from './dom.js';

/** @typedef {{ list: Element | null, next: Element | null, style: string }} Spot where an event was printed */

const QUARTERS = 96;

/** @param {HTMLElement} event @returns {Spot} */
export const spotOf = (event) => ({
  list: event.parentElement,
  next: event.nextElementSibling,
  style: event.style.cssText,
});

/** @param {HTMLElement} event @param {Spot} spot */
export function putBack(event, { list, next, style }) {
  event.style.cssText = style;
  if (!list?.isConnected) return;
  insert(event, list, next?.parentElement === list ? next : null);
}

/**
 * Shows where the event will be; what is not on the page stays where it was.
 *
 * @param {HTMLElement} event @param {import('./dom.js').Times} before @param {import('./dom.js').Times} after
 */
export function show(event, before, after) {
  const here = dayOf(event)?.dataset.day;
  if (!here) return;
  const day = daysIn(calendarOf(event)).find(({ dataset }) => dataset.day === after.starts.slice(0, 10));
  const list = day?.querySelector(isBlock(event) ? '.pl-cal-hours' : '.pl-cal-events');
  if (list && list !== event.parentElement) insert(event, list, null);
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

/** Keeps the focus in it. @param {HTMLElement} event @param {Element} list @param {Element | null} before */
function insert(event, list, before) {
  const focused = event.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  if ('moveBefore' in list) /** @type {any} */ (list).moveBefore(event, before);
  else /** @type {Element} */ (list).insertBefore(event, before);
  if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
}
