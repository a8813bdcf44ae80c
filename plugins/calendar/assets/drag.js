// Drags events with the mouse, a pen or a finger (after a long press, so that the page can still be scrolled), and their ends
// by a grip.
import {
  calendarOf,
  dayAt,
  dayOf,
  daysBetween,
  eventOf,
  isBlock,
  isResizable,
  moved,
  placeOf,
  resized,
  say,
  textOf,
  timesOf,
  titleOf,
} from './dom.js';
import { putBack, show, spotOf } from './place.js';
import { store } from './store.js';

const LONG_PRESS = 300; // ms
const SLACK = 5; // px that a mouse moves before a drag begins; a finger that moves as far scrolls
const EDGE = 40; // px from an edge within which it scrolls
const SNAP = 15; // minutes

/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {object} Drag
 * @property {HTMLElement} event
 * @property {HTMLElement} calendar
 * @property {'move' | 'resize'} kind
 * @property {Point} begin where it was taken
 * @property {Point} at the pointer
 * @property {string} day under the pointer at first
 * @property {number} scrolled of the hours at first
 * @property {import('./dom.js').Times} now
 * @property {import('./place.js').Spot} from
 * @property {number} frame
 */

/** @type {{ event: HTMLElement, kind: Drag['kind'], pointer: number, x: number, y: number, timer: number } | null} */
let pressed = null;
/** @type {Drag | null} */
let drag = null;

export const isDragging = () => drag !== null;

document.addEventListener('pointerdown', (event) => {
  const target = /** @type {Element} */ (event.target);
  const on = eventOf(target);
  if (!on || drag || event.button !== 0 || target.closest('.pl-cal-move')) return;
  const kind = target.closest('.pl-cal-grip') && isResizable(on) ? 'resize' : 'move';
  const { pointerId: pointer, clientX: x, clientY: y } = event;
  const waits = event.pointerType === 'touch' && kind === 'move';
  const timer = waits ? window.setTimeout(() => pressed && begin(pressed), LONG_PRESS) : 0;
  pressed = { event: on, kind, pointer, x, y, timer };
});

document.addEventListener('pointermove', (event) => {
  if (drag) {
    drag.at = { x: event.clientX, y: event.clientY };
    return;
  }
  if (!pressed || event.pointerId !== pressed.pointer) return;
  if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK) return;
  if (pressed.timer) return release();
  begin(pressed);
  if (drag) /** @type {Drag} */ (drag).at = { x: event.clientX, y: event.clientY };
});

document.addEventListener('pointerup', () => (drag ? drop() : release()));
document.addEventListener('pointercancel', () => (drag ? cancel() : release()));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !drag) return;
  event.preventDefault();
  cancel();
});
// A finger that drags must not scroll; this listener has to be there before the finger comes down.
document.addEventListener('touchmove', (event) => drag && event.preventDefault(), { passive: false });
document.addEventListener('contextmenu', (event) => (drag || pressed?.timer) && event.preventDefault());
// Links would begin the browser's own drag.
document.addEventListener(
  'dragstart',
  (event) => eventOf(/** @type {Element} */ (event.target)) && event.preventDefault(),
);

/** @param {NonNullable<typeof pressed>} press */
function begin({ event, kind, x, y }) {
  release();
  const calendar = calendarOf(event);
  const day = dayAt(calendar, { x, y }) ?? dayOf(event);
  const now = timesOf(event);
  drag = {
    event,
    calendar,
    kind,
    now,
    begin: { x, y },
    at: { x, y },
    day: day?.dataset.day ?? now.starts,
    from: spotOf(event),
    scrolled: hoursOf(calendar)?.scrollTop ?? 0,
    frame: 0,
  };
  event.classList.add('is-dragged');
  document.documentElement.classList.add(kind === 'move' ? 'pl-cal-dragging' : 'pl-cal-resizing');
  getSelection()?.removeAllRanges();
  say(event, textOf(event, 'pickedUp', { title: titleOf(event), place: placeOf(event, now) }));
  navigator.vibrate?.(15);
  draw();
}

function release() {
  if (pressed) clearTimeout(pressed.timer);
  pressed = null;
}

/** @param {HTMLElement} calendar @returns {HTMLElement | null} */
const hoursOf = (calendar) => calendar.querySelector('.pl-cal-scroll');

/** Once per frame: scrolls at edges, and shows where the event would be. */
function draw() {
  if (!drag) return;
  const { event, calendar, kind, at } = drag;
  scroll(calendar, at);
  const step = stepTo(drag);
  const next = kind === 'move' ? moved(timesOf(event), step) : resized(timesOf(event), step);
  if (next && (next.starts !== drag.now.starts || next.ends !== drag.now.ends)) {
    drag.now = next;
    show(event, timesOf(event), next);
  }
  drag.frame = requestAnimationFrame(draw);
}

/** How far the pointer is from where it took the event. @param {Drag} drag @returns {import('./dom.js').Step} */
function stepTo({ event, calendar, begin: from, at, day, scrolled }) {
  const under = dayAt(calendar, at) ?? (isBlock(event) ? dayBeside(calendar, at) : null);
  const days = under ? daysBetween(day, under.dataset.day ?? day) : 0;
  if (!isBlock(event)) return { days, minutes: 0 };
  const height = event.closest('.pl-cal-hours')?.getBoundingClientRect().height || 1;
  const moved = at.y - from.y + (hoursOf(calendar)?.scrollTop ?? 0) - scrolled;
  return { days, minutes: Math.round(((moved / height) * 1440) / SNAP) * SNAP };
}

/** The column above or below which the pointer is. @param {HTMLElement} calendar @param {Point} at */
function dayBeside(calendar, { x }) {
  const columns = /** @type {NodeListOf<HTMLElement>} */ (calendar.querySelectorAll('.pl-cal-column'));
  return [...columns].find((column) => {
    const { left, right } = column.getBoundingClientRect();
    return x >= left && x < right;
  });
}

/** @param {HTMLElement} calendar @param {Point} at */
function scroll(calendar, { y }) {
  const hours = hoursOf(calendar);
  if (hours) {
    const { top, bottom } = hours.getBoundingClientRect();
    hours.scrollTop += speed(y, top, bottom);
  }
  window.scrollBy(0, speed(y, 0, innerHeight));
}

/** px per frame, faster near the edge. @param {number} at @param {number} from @param {number} to */
function speed(at, from, to) {
  if (at < from + EDGE) return -Math.min(12, (from + EDGE - at) / 3);
  if (at > to - EDGE) return Math.min(12, (at - to + EDGE) / 3);
  return 0;
}

function drop() {
  const { event, now, from } = end();
  const before = timesOf(event);
  if (now.starts !== before.starts || now.ends !== before.ends) store(event, now, from);
  else putBack(event, from);
}

function cancel() {
  const { event, from } = end();
  putBack(event, from);
  say(event, textOf(event, 'back', { title: titleOf(event), place: placeOf(event, timesOf(event)) }));
}

/** @returns {Drag} */
function end() {
  const ended = /** @type {Drag} */ (drag);
  cancelAnimationFrame(ended.frame);
  ended.event.classList.remove('is-dragged');
  document.documentElement.classList.remove('pl-cal-dragging', 'pl-cal-resizing');
  drag = null;
  // The click that follows is part of the drag, not a click on the event's link.
  const stop = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', stop, { capture: true }), 50);
  return ended;
}
