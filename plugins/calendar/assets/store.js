// Stores where an event was dropped. What the server refuses goes back to where it was, with the reason.
import { request } from '@plinth/plugin/browser/request';
import { calendarOf, placeOf, say, textOf, timesOf, titleOf } from './dom.js';
import { putBack } from './place.js';

/** Drops that are not stored yet, one after the other. */
let queue = Promise.resolve();
let waiting = 0;
let storedAt = 0;

/** Whether a page requested at this time may lack a drop. @param {number} since by performance.now() */
export const isBehind = (since) => waiting > 0 || since < storedAt;

/**
 * @param {HTMLElement} event @param {import('./dom.js').Times} after
 * @param {import('./place.js').Spot} from where it was before
 */
export function store(event, after, from) {
  const before = timesOf(event);
  const { move: id = '' } = event.dataset;
  const body = new URLSearchParams({
    node: 'move',
    id,
    return: location.pathname + location.search,
    ...(after.starts !== before.starts && { start: after.starts }),
    // Moved, it keeps its length; the server knows what the clocks do in between.
    ...(after.starts === before.starts && { end: after.ends ?? '' }),
  });
  const calendar = calendarOf(event);
  const url = calendar.dataset.act ?? '';
  say(event, textOf(event, 'dropped', { title: titleOf(event), place: placeOf(event, after) }));
  const hadFocus = event.contains(document.activeElement);
  waiting += 1;
  queue = queue.then(async () => {
    const refusal = await send(url, body, textOf(calendar, 'offline'));
    if (refusal !== null) refused(event, from, refusal);
    waiting -= 1;
    storedAt = performance.now();
    if (hadFocus && refusal === null) focusAgain(calendar, id);
    if (waiting === 0) calendar.dispatchEvent(new CustomEvent('pl:refresh', { bubbles: true }));
  });
}

/** The event is printed anew where it is now. @param {HTMLElement} calendar @param {string} id */
function focusAgain(calendar, id) {
  const section = calendar.closest('section[data-view]');
  const focus = () => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && activeElement.isConnected) return;
    const title = section?.querySelector(`[data-move="${CSS.escape(id)}"] .pl-cal-title`);
    /** @type {HTMLElement | null | undefined} */ (title)?.focus({ preventScroll: true });
  };
  document.addEventListener('htmx:after:swap', focus, { once: true });
}

/** @param {string} url @param {URLSearchParams} body @param {string} offline @returns {Promise<string | null>} why it was refused */
export async function send(url, body, offline) {
  const { ok, json, reason } = await request(url, { body, once: true, lost: offline });
  return ok ? offerUndo(json) : reason;
}

/** @param {HTMLElement} event @param {import('./place.js').Spot} from @param {string} reason */
function refused(event, from, reason) {
  if (!event.isConnected) return;
  const text = textOf(event, 'refused', { title: titleOf(event), reason });
  putBack(event, from);
  say(event, text);
  document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind: 'danger' } }));
}

/** What was done can be undone. @param {{ message?: string, undo?: string | null } | null} answer */
function offerUndo(answer) {
  const { message: text = '', undo } = answer ?? {};
  if (undo) document.dispatchEvent(new CustomEvent('pl:toast', { detail: { text, kind: 'success', undo } }));
  return null;
}
