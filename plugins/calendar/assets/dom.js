// What the modules of a calendar share: its events and days, what is said to screen readers, and reckoning with times by the
// clock on the wall, which are texts such as 2026-11-22 or 2026-11-22T09:30:00.

import { textOf } from '@plinth/plugin/browser/moving';

const EVENT = '.pl-cal-event';
const DAY_MS = 86_400_000;

/** @typedef {{ starts: string, ends: string | null }} Times ends: null if there is none */
/** @typedef {{ days: number, minutes: number }} Step */

/** @param {Element} element @returns {HTMLElement | null} the event that it is in, if it can be moved */
export const eventOf = (element) => element.closest(`[data-pl-calendar] ${EVENT}[data-move]`);

/** @param {Element} element @returns {HTMLElement} */
export const calendarOf = (element) => /** @type {HTMLElement} */ (element.closest('[data-pl-calendar]'));

/** @param {Element} element @returns {HTMLElement | null} */
export const dayOf = (element) => element.closest('[data-day]');

/** @param {HTMLElement} calendar @returns {HTMLElement[]} */
export const daysIn = (calendar) => [
  .../** @type {NodeListOf<HTMLElement>} */ (calendar.querySelectorAll('.pl-cal-day, .pl-cal-column')),
];

/** The day under a point. @param {HTMLElement} calendar @param {{ x: number, y: number }} at @returns {HTMLElement | null} */
export function dayAt(calendar, { x, y }) {
  const isIn = (/** @type {HTMLElement} */ day) => {
    const { left, right, top, bottom } = day.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  };
  return daysIn(calendar).find(isIn) ?? null;
}

/** Whether it stands along the hours of a day. @param {Element} event */
export const isBlock = (event) => event.classList.contains('pl-cal-block');

/** Whether its end can be changed. @param {HTMLElement} event */
export const isResizable = (event) => event.dataset.ends !== undefined;

/** @param {HTMLElement} event */
export const titleOf = (event) => event.querySelector('.pl-cal-name')?.textContent?.trim() ?? '';

/** @param {HTMLElement} event @returns {Times} */
export const timesOf = ({ dataset }) => ({ starts: dataset.starts ?? '', ends: dataset.ends || null });

/** @param {string} text @returns {number} */
const timeOf = (text) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}Z`);

/** @param {string} text @param {Step} step @returns {string | null} null: there is no such time */
export function added(text, { days, minutes }) {
  const time = timeOf(text) + days * DAY_MS + minutes * 60_000;
  if (Number.isNaN(time) || time < -62_000_000_000_000 || time > 253_400_000_000_000) return null;
  return new Date(time).toISOString().slice(0, text.length === 10 ? 10 : 19);
}

/** @param {string} from @param {string} to days, or times */
export const daysBetween = (from, to) => Math.round((timeOf(to.slice(0, 10)) - timeOf(from.slice(0, 10))) / DAY_MS);

/** Where an event is moved to. @param {Times} times @param {Step} step @returns {Times | null} */
export function moved({ starts, ends }, step) {
  const start = added(starts, step);
  const end = ends && added(ends, step);
  return start === null || (ends !== null && end === null) ? null : { starts: start, ends: end };
}

/** An event with another end, which stays behind the start. @param {Times} times @param {Step} step @returns {Times | null} */
export function resized({ starts, ends }, step) {
  const isDays = starts.length === 10;
  const from = ends ?? (isDays ? starts : added(starts, { days: 0, minutes: 60 }));
  const end = from && added(from, step);
  if (!end || (isDays ? end < starts : end <= starts)) return null;
  return { starts, ends: end };
}

/** "22 November 2026, 09:30 to 10:30". @param {HTMLElement} event @param {Times} times */
export function placeOf(event, { starts, ends }) {
  const calendar = calendarOf(event);
  const print = (/** @type {string} */ text, /** @type {boolean} */ isTimeOnly) =>
    new Date(timeOf(text)).toLocaleString(calendar.dataset.locale, {
      timeZone: 'UTC',
      ...(!isTimeOnly && { weekday: 'long', day: 'numeric', month: 'long' }),
      ...(text.length > 10 && { hour: 'numeric', minute: '2-digit' }),
    });
  const start = print(starts, false);
  if (!ends || ends === starts) return textOf(event, 'from', { start });
  const isSameDay = ends.length > 10 && ends.slice(0, 10) === starts.slice(0, 10);
  return textOf(event, 'between', { start, end: print(ends, isSameDay) });
}
