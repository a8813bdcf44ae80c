// The form for a new row, by a click on a day or an hour.
import { calendarOf, dayOf } from './dom.js';

/** Minutes between the times that a click chooses. */
const SNAP = 30;

document.addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const calendar = target.closest('[data-pl-calendar]') && calendarOf(target);
  const create = calendar && /** @type {HTMLElement} */ (calendar).dataset.create;
  if (!create || event.defaultPrevented || target.closest('a, button, .pl-cal-event')) return;
  const day = dayOf(target);
  if (!day || !getSelection()?.isCollapsed) return;
  const hours = target.closest('.pl-cal-hours');
  if (!hours) {
    const link = day.querySelector('a.pl-cal-add');
    if (link instanceof HTMLAnchorElement) location.assign(link.href);
    return;
  }
  const { top, height } = hours.getBoundingClientRect();
  const minutes = Math.floor((((event.clientY - top) / height) * 1440) / SNAP) * SNAP;
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  location.assign(create.replace(encodeURIComponent('{start}'), encodeURIComponent(`${day.dataset.day}T${time}`)));
});
