// Events are moved by the mouse, a pen or a finger (after a long press, so that the page can still be scrolled), their ends by a
// grip; and by keys: Space picks one up, arrows move it, Shift and arrows change its end, Space or Enter drops it, Escape puts
// it back.
import { scrollAtEdges } from '@plinth/plugin/browser/drag';
import { Moving } from '@plinth/plugin/browser/moving';
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
  timesOf,
  titleOf,
} from './dom.js';
import { nowOf, putBack, settled, show, spotOf } from './place.js';

/** @typedef {import('@plinth/plugin/browser/drag').Point} Point */
/** @typedef {import('./dom.js').Step} Step */
/** @typedef {import('./dom.js').Times} Times */
/** @typedef {import('./place.js').Spot} Spot */

/** Minutes of one step along the hours, by the pointer and by a key. */
const SNAP = 15;
const STEP = 30;

/** @param {(next: ParentNode) => void} dress what the calendar will become */
export function createMoving(dress) {
  /** @type {Moving<Spot>} */
  const moving = new Moving({
    root: '[data-pl-calendar]',
    prefix: 'pl-cal',
    thingAt: eventOf,
    titleOf,
    placeOf: (event) => placeOf(event, nowOf(event)),
    spotOf,
    putBack,
    changes: changesOf,
    step: stepBy,
    renew: (_, { next }) => dress(next),
    stored,
  });
  document.addEventListener('pointerdown', (pressed) => {
    const target = /** @type {Element} */ (pressed.target);
    const event = eventOf(target);
    if (!event || pressed.button !== 0 || target.closest('.pl-cal-move')) return;
    const grip = target.closest('.pl-cal-grip');
    const isResized = grip !== null && isResizable(event);
    const { start, frame } = followed(event, isResized);
    // A finger on the grip scrolls nothing.
    const waits = pressed.pointerType === 'touch' && !isResized;
    const look = isResized ? { className: 'pl-cal-resizing', cursor: getComputedStyle(grip).cursor } : {};
    moving.drag(pressed, event, { start, frame, waits, ...look });
  });
  return moving;
}

/**
 * Both may have changed: the start is stored first, then the end. Moved, an event keeps its length; the server knows what the
 * clocks do in between.
 *
 * @param {HTMLElement} event
 */
function changesOf(event) {
  const [before, now] = [timesOf(event), nowOf(event)];
  const { move: id = '' } = event.dataset;
  const changes = now.starts === before.starts ? [] : [new URLSearchParams({ id, start: now.starts })];
  if (lengthChanged(before, now)) changes.push(new URLSearchParams({ id, end: now.ends ?? '' }));
  return changes;
}

/** @param {Times} before @param {Times} after */
function lengthChanged(before, after) {
  if (before.ends === null || after.ends === null) return before.ends !== after.ends;
  const length = (/** @type {Times} */ { starts, ends }) =>
    Date.parse(`${ends}${ends?.length === 10 ? '' : 'Z'}`) - Date.parse(`${starts}${starts.length === 10 ? '' : 'Z'}`);
  return length(before) !== length(after);
}

/** It is printed anew where it is now, and has the focus again. @param {HTMLElement} event */
function stored(event) {
  const section = calendarOf(event).closest('section[data-view]');
  const hadFocus = event.contains(document.activeElement);
  const { move: id = '' } = event.dataset;
  const focus = () => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && activeElement.isConnected) return;
    const title = section?.querySelector(`[data-move="${CSS.escape(id)}"] .pl-cal-title`);
    /** @type {HTMLElement | null | undefined} */ (title)?.focus({ preventScroll: true });
  };
  return () => {
    settled(event);
    if (hadFocus) document.addEventListener('htmx:after:swap', focus, { once: true });
  };
}

/** @param {HTMLElement} event @param {KeyboardEvent} pressed */
function stepBy(event, { key, shiftKey }) {
  if (!key.startsWith('Arrow')) return;
  const sign = /Up|Left/.test(key) ? -1 : 1;
  const isForward = getComputedStyle(event).direction === 'ltr';
  const days = calendarOf(event).dataset.mode === 'month' ? 7 : 1;
  /** @type {Step} */
  let step = { days: sign * days, minutes: 0 };
  if (/Left|Right/.test(key)) step = { days: isForward ? sign : -sign, minutes: 0 };
  else if (isBlock(event)) step = { days: 0, minutes: sign * STEP };
  const next = shiftKey ? isResizable(event) && resized(nowOf(event), step) : moved(nowOf(event), step);
  if (next) show(event, next);
}

/** An event, or its end, under a pointer. @param {HTMLElement} event @param {boolean} isResized */
function followed(event, isResized) {
  const calendar = calendarOf(event);
  const hours = /** @type {HTMLElement | null} */ (calendar.querySelector('.pl-cal-scroll'));
  let begin = { x: 0, y: 0 };
  let day = '';
  let scrolled = 0;
  /** How far the pointer is from where it took the event. @param {Point} at @returns {Step} */
  const stepTo = (at) => {
    const under = dayAt(calendar, at) ?? (isBlock(event) ? dayBeside(calendar, at) : null);
    const days = under ? daysBetween(day, under.dataset.day ?? day) : 0;
    if (!isBlock(event)) return { days, minutes: 0 };
    const height = event.closest('.pl-cal-hours')?.getBoundingClientRect().height || 1;
    const down = at.y - begin.y + (hours?.scrollTop ?? 0) - scrolled;
    return { days, minutes: Math.round(((down / height) * 1440) / SNAP) * SNAP };
  };
  return {
    /** @param {Point} point */
    start(point) {
      begin = point;
      day = (dayAt(calendar, point) ?? dayOf(event))?.dataset.day ?? timesOf(event).starts;
      scrolled = hours?.scrollTop ?? 0;
    },
    /** Scrolls at edges, and shows where the event would be. @param {Point} point */
    frame(point) {
      if (hours) scrollAtEdges(hours, point, 'y');
      scrollAtEdges(window, point, 'y');
      const next = (isResized ? resized : moved)(timesOf(event), stepTo(point));
      const now = nowOf(event);
      if (next && (next.starts !== now.starts || next.ends !== now.ends)) show(event, next);
    },
  };
}

/** The column above or below which the pointer is. @param {HTMLElement} calendar @param {Point} at */
function dayBeside(calendar, { x }) {
  const columns = /** @type {NodeListOf<HTMLElement>} */ (calendar.querySelectorAll('.pl-cal-column'));
  return [...columns].find((column) => {
    const { left, right } = column.getBoundingClientRect();
    return x >= left && x < right;
  });
}
