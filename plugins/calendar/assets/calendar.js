// Calendars: today and the present time, dragging, keyboard, forms, and what happens when a calendar is renewed while
// somebody works on it.
import { textOf } from '@plinth/plugin/browser/moving';
import { isBlock, isResizable, titleOf } from './dom.js';
import './forms.js';
import { createMoving } from './move.js';

const MINUTE = 60_000;
/** Hour that a day is first scrolled to, if nothing begins earlier. */
const MORNING = 7;

/** @param {ParentNode} root */
const calendarsIn = (root) => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-pl-calendar]'));

/** Marks today and the present time, which cached pages don't know. @param {ParentNode} root */
function markToday(root) {
  for (const calendar of calendarsIn(root)) {
    const format = { timeZone: calendar.dataset.zone, hourCycle: /** @type {const} */ ('h23') };
    const [today, clock] = new Date().toLocaleString('sv-SE', format).split(' ');
    for (const day of /** @type {NodeListOf<HTMLElement>} */ (calendar.querySelectorAll('[data-day]'))) {
      const isToday = day.dataset.day === today;
      day.classList.toggle('is-today', isToday);
      const date = day.querySelector('.pl-cal-date');
      if (isToday) date?.setAttribute('aria-current', 'date');
      else date?.removeAttribute('aria-current');
      const hours = /** @type {HTMLElement | null} */ (day.querySelector('.pl-cal-hours'));
      const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
      if (isToday) hours?.style.setProperty('--pl-cal-now', `${(minutes / 1440) * 100}%`);
      else hours?.style.removeProperty('--pl-cal-now');
    }
  }
}

/** Adds the grips of ends that can be changed, and links to the form that moves an event. @param {ParentNode} root */
function equip(root) {
  for (const calendar of calendarsIn(root)) {
    const events = /** @type {NodeListOf<HTMLElement>} */ (calendar.querySelectorAll('.pl-cal-event[data-move]'));
    for (const event of events) {
      addMover(calendar, event);
      if (!hasEnd(event) || event.querySelector('.pl-cal-grip')) continue;
      const grip = document.createElement('span');
      grip.className = 'pl-cal-grip';
      event.append(grip);
    }
  }
}

/** The link to the form that moves it; a month comes without. @param {HTMLElement} calendar @param {HTMLElement} event */
function addMover({ dataset }, event) {
  if (!dataset.mover || event.querySelector('.pl-cal-move')) return;
  const link = document.createElement('a');
  link.className = 'pl-cal-move';
  link.href = dataset.mover.replace(
    /move-event=0(?=&|$)/,
    `move-event=${encodeURIComponent(event.dataset.move ?? '')}`,
  );
  link.ariaLabel = textOf(event, 'moveEvent', { title: titleOf(event) });
  event.append(link);
}

/** @param {HTMLElement} event */
const hasEnd = (event) =>
  isResizable(event) &&
  !event.classList.contains('goes-on') &&
  (isBlock(event) || event.classList.contains('pl-cal-bar-event'));

/** Begins the day in the morning, or with its first event. */
function scrollToMorning() {
  for (const region of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.pl-cal-scroll'))) {
    const calendar = /** @type {HTMLElement} */ (region.closest('[data-pl-calendar]'));
    const hours = region.querySelector('.pl-cal-hours');
    if (!hours) continue;
    const { height } = hours.getBoundingClientRect();
    const begins = [...calendar.querySelectorAll('.pl-cal-block')].map(
      (block) => /** @type {HTMLElement} */ (block).offsetTop,
    );
    region.scrollTop = Math.min((height * MORNING) / 24, ...begins);
  }
}

/** @param {ParentNode} root */
function dress(root) {
  equip(root);
  markToday(root);
}

const moving = createMoving(dress);
const dressAll = () => {
  moving.describe(document);
  dress(document);
};
document.addEventListener('htmx:after:swap', dressAll);
setInterval(() => markToday(document), MINUTE);
dressAll();
scrollToMorning();
