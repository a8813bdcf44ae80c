// Messages after actions. The server leaves them in a cookie, so that cached pages can be sent as they are; other modules
// call toast(), or dispatch pl:toast with { text, kind, undo }. What can be undone is undone by its button or by Ctrl+Z.
import { make, text } from './dialog.js';

/** How long a message stays, in ms; one that offers something stays longer, an error until it is closed. */
const STAYS = 6000;
const OFFERS = 20_000;

/**
 * @param {string} message @param {string} [kind] success, danger or info
 * @param {{ undo?: string | null }} [options] undo: the change that a button takes back
 */
export function toast(message, kind = 'success', { undo = null } = {}) {
  if (undo) remember(undo);
  const place = document.querySelector('.pl-toasts');
  if (!place) return;
  const box = make('div', `toast toast-${kind}`);
  const close = make('button', 'btn-close');
  close.type = 'button';
  close.setAttribute('aria-label', text('Close'));
  close.addEventListener('click', () => box.remove());
  box.append(make('div', 'toast-text', message));
  if (undo) box.append(undoForm(undo));
  box.append(close);
  // An older offer to undo is still in the history; two of them can't be told apart.
  if (undo) for (const old of place.querySelectorAll('.toast:has([data-pl-undo])')) old.remove();
  place.append(box);
  if (kind !== 'danger') fade(box, undo ? OFFERS : STAYS);
}

/** @param {string} change */
function undoForm(change) {
  const form = make('form');
  form.method = 'post';
  form.action = `/undo/${encodeURIComponent(change)}`;
  const back = make('input');
  Object.assign(back, { type: 'hidden', name: 'return', value: location.pathname + location.search });
  const button = make('button', 'btn btn-sm', text('Undo'));
  button.dataset.plUndo = change;
  form.append(back, button);
  form.addEventListener('submit', () => forget(change));
  return form;
}

/** Stays while the pointer or the focus is in it. @param {HTMLElement} box @param {number} ms */
function fade(box, ms) {
  const leave = () => (box.matches(':hover, :focus-within') ? setTimeout(leave, 2000) : box.remove());
  setTimeout(leave, ms);
}

// --- Ctrl+Z, for what was done in this tab a short while ago
const KEPT = 'plinth_changes';
const MOST = 20;
const FOR = 10 * 60_000;

/** @typedef {{ change: string, at: number }} Done */

/** @returns {Done[]} the last one last */
function changes() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    return kept.filter((/** @type {Done} */ { at }) => Date.now() - at < FOR);
  } catch {
    return [];
  }
}

/** @param {Done[]} all */
function keep(all) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(all.slice(-MOST)));
  } catch {
    // without storage there is the button
  }
}

/** @param {string} change */
function remember(change) {
  keep([...changes().filter((one) => one.change !== change), { change, at: Date.now() }]);
}

/** @param {string} change */
function forget(change) {
  keep(changes().filter((one) => one.change !== change));
}

/** Where Ctrl+Z belongs to what is being typed, or to an editor with steps of its own. */
const OWN =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]';
const EDITORS = /^\/admin\/(?!tables\/[^/]+\/data)/;

addEventListener('keydown', (event) => {
  const { key, target } = event;
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && key.toLowerCase() === 'z';
  if (!isUndo || event.defaultPrevented || event.repeat || event.isComposing) return;
  if (target instanceof Element && target.closest(OWN)) return;
  if (EDITORS.test(location.pathname) || document.querySelector('dialog[open]')) return;
  const last = changes().at(-1);
  if (!last) return;
  event.preventDefault();
  const form = undoForm(last.change);
  form.hidden = true;
  document.body.append(form);
  form.requestSubmit();
});

/** What the server left for this page. */
export function showFlash() {
  const found = document.cookie.split('; ').find((part) => part.startsWith('plinth_flash='));
  if (!found) return;
  document.cookie = 'plinth_flash=; Path=/; Max-Age=0; SameSite=Lax';
  try {
    const { text: message, kind, undo, saved } = JSON.parse(decodeURIComponent(found.slice('plinth_flash='.length)));
    if (message) toast(String(message), /^(success|danger|info)$/.test(kind) ? kind : 'success', { undo });
    if (saved) void import('./views/draft-place.js').then(({ forgetDraft }) => forgetDraft(saved));
  } catch {
    // not ours
  }
}

showFlash();
addEventListener('pageshow', showFlash);
document.addEventListener('htmx:after:swap', showFlash);
document.addEventListener('pl:toast', (event) => {
  const { text: message, kind, undo } = event.detail;
  toast(message, kind, { undo });
});
// Something was saved without a message, or was undone by the component that did it.
document.addEventListener('pl:changed', ({ detail: { undo } }) => undo && remember(undo));
document.addEventListener('pl:undone', ({ detail: { undo } }) => {
  forget(undo);
  document.querySelector(`.toast:has([data-pl-undo="${CSS.escape(undo)}"])`)?.remove();
});
