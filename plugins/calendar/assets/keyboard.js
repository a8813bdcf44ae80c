// Moves events by keyboard: Space picks one up, arrows move it, Shift and arrows change its end, Space or Enter drops it,
// Escape puts it back.
import {
  eventOf,
  calendarOf,
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

/** Minutes of one step along the hours. */
const STEP = 30;

/** @type {{ event: HTMLElement, now: import('./dom.js').Times, from: import('./place.js').Spot } | null} */
let held = null;

export const isHeld = () => held !== null;

document.addEventListener('keydown', (key) => {
  const target = /** @type {Element} */ (key.target);
  if (held) return whileHeld(key);
  const event = target.matches?.('.pl-cal-title') ? eventOf(target) : null;
  if (!event || key.key !== ' ' || key.ctrlKey || key.metaKey || key.altKey) return;
  key.preventDefault();
  const now = timesOf(event);
  held = { event, now, from: spotOf(event) };
  event.classList.add('is-held');
  say(event, textOf(event, 'pickedUp', { title: titleOf(event), place: placeOf(event, now) }));
});

// Whoever clicks elsewhere, or leaves by Tab, has let go.
document.addEventListener('pointerdown', () => held && letGo(false));

/** @param {KeyboardEvent} key */
function whileHeld(key) {
  if (!held) return;
  const { event, now } = held;
  if (!event.isConnected) {
    held = null;
    return;
  }
  if (key.key === 'Tab') return letGo(false);
  if (!/^( |Enter|Escape|Arrow.*)$/.test(key.key)) return;
  key.preventDefault();
  if (!key.key.startsWith('Arrow')) return letGo(key.key !== 'Escape');
  const step = stepOf(event, key.key);
  const next = key.shiftKey ? isResizable(event) && resized(now, step) : moved(now, step);
  if (!next) return;
  held.now = next;
  show(event, timesOf(event), next);
  event.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  say(event, placeOf(event, next));
}

/** How far an arrow moves it. @param {HTMLElement} event @param {string} key @returns {import('./dom.js').Step} */
function stepOf(event, key) {
  const sign = /Up|Left/.test(key) ? -1 : 1;
  if (/Left|Right/.test(key)) {
    const isForward = getComputedStyle(event).direction === 'ltr';
    return { days: isForward ? sign : -sign, minutes: 0 };
  }
  if (isBlock(event)) return { days: 0, minutes: sign * STEP };
  return { days: sign * (calendarOf(event).dataset.mode === 'month' ? 7 : 1), minutes: 0 };
}

/** @param {boolean} drops */
function letGo(drops) {
  const { event, now, from } = /** @type {NonNullable<typeof held>} */ (held);
  held = null;
  event.classList.remove('is-held');
  const before = timesOf(event);
  if (drops && (now.starts !== before.starts || now.ends !== before.ends)) {
    // Both were changed: the start is stored first, then the end.
    if (now.starts !== before.starts && lengthChanged(before, now))
      store(event, { ...before, starts: now.starts }, from);
    event.dataset.starts = lengthChanged(before, now) ? now.starts : before.starts;
    store(event, now, from);
    return;
  }
  putBack(event, from);
  say(event, textOf(event, 'back', { title: titleOf(event), place: placeOf(event, before) }));
}

/** @param {import('./dom.js').Times} before @param {import('./dom.js').Times} after */
function lengthChanged(before, after) {
  if (before.ends === null || after.ends === null) return before.ends !== after.ends;
  const length = (/** @type {import('./dom.js').Times} */ { starts, ends }) =>
    Date.parse(`${ends}${ends?.length === 10 ? '' : 'Z'}`) - Date.parse(`${starts}${starts.length === 10 ? '' : 'Z'}`);
  return length(before) !== length(after);
}
