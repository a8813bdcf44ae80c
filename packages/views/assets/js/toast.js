// Messages after actions. The server leaves them in a cookie, so that cached pages can be sent as they are; other modules
// call toast(), or dispatch pl:toast with { text, kind, undo }.
import { make, text } from './dialog.js';

/** How long a message stays, in ms; one that offers something stays longer, an error until it is closed. */
const STAYS = 6000;
const OFFERS = 20_000;

/**
 * @param {string} message @param {string} [kind] success, danger or info
 * @param {{ undo?: string | null }} [options] undo: the deletion that a button takes back
 */
export function toast(message, kind = 'success', { undo = null } = {}) {
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

/** @param {string} deletion */
function undoForm(deletion) {
  const form = make('form');
  form.method = 'post';
  form.action = `/undo/${encodeURIComponent(deletion)}`;
  const back = make('input');
  Object.assign(back, { type: 'hidden', name: 'return', value: location.pathname + location.search });
  const button = make('button', 'btn btn-sm', text('Undo'));
  button.dataset.plUndo = deletion;
  form.append(back, button);
  // A component that shows the rows may take them back without leaving the page.
  form.addEventListener('submit', (event) => {
    const detail = { deletion, close: () => form.closest('.toast')?.remove() };
    const own = !form.dispatchEvent(new CustomEvent('pl:undo', { bubbles: true, cancelable: true, detail }));
    if (own) event.preventDefault();
  });
  return form;
}

/** Stays while the pointer or the focus is in it. @param {HTMLElement} box @param {number} ms */
function fade(box, ms) {
  const leave = () => (box.matches(':hover, :focus-within') ? setTimeout(leave, 2000) : box.remove());
  setTimeout(leave, ms);
}

/** What the server left for this page. */
export function showFlash() {
  const found = document.cookie.split('; ').find((part) => part.startsWith('plinth_flash='));
  if (!found) return;
  document.cookie = 'plinth_flash=; Path=/; Max-Age=0; SameSite=Lax';
  try {
    const { text: message, kind, undo } = JSON.parse(decodeURIComponent(found.slice('plinth_flash='.length)));
    if (message) toast(String(message), /^(success|danger|info)$/.test(kind) ? kind : 'success', { undo });
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
