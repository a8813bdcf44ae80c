// A list's rows open in a panel beside it; with Ctrl, on another tab, and without scripts, as pages. What the page of the
// row brings along, its modules and style sheets, is loaded with it. What is saved in the panel is shown in it, and in the
// list once the panel is closed.
import { bringAlong } from '../bring-along.js';
import { dialog, make } from '../dialog.js';
import { rowOf } from './rows.js';

/** @typedef {{ box: HTMLDialogElement, body: HTMLElement, href: string, changed: boolean }} Panel */

/** @type {{ now: Panel | null, asked: string | null }} */
const state = { now: null, asked: null };

// In the capture phase: rows.js opens them as pages.
document.addEventListener(
  'click',
  (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    if (ctrlKey || metaKey || shiftKey || altKey) return;
    const row = linkedRow(event) ?? (String(getSelection()) ? null : rowOf(event));
    const table = row?.closest('table');
    if (!row?.dataset.href || !table?.dataset.plPanel) return;
    event.preventDefault();
    event.stopPropagation();
    void open(row.dataset.href, table.dataset.plPanel);
  },
  true,
);

/** The row whose own link was clicked. @param {Event} event @returns {HTMLElement | null} */
function linkedRow({ target }) {
  const link = /** @type {Element} */ (target).closest('a.pl-row-link');
  const row = /** @type {HTMLElement | null} */ (link?.closest('tr[data-href]') ?? null);
  return row && link?.getAttribute('href') === row.dataset.href ? row : null;
}

/** @param {string} href @param {string} text of the link to the page */
async function open(href, text) {
  state.asked = href;
  const page = await read(fetch(href, { headers: { Accept: 'text/html' } }));
  if (state.asked !== href) return;
  state.asked = null;
  if (!page) return location.assign(href);
  const body = make('div');
  const link = make('a', 'btn btn-sm', text);
  link.href = href;
  const box = dialog({ title: page.title, content: body, className: 'modal pl-panel' });
  box.querySelector('.btn-close')?.before(link);
  // Messages are seen above it.
  const toasts = document.querySelector('.pl-toasts');
  if (toasts) box.append(toasts);
  state.now = { box, body, href, changed: false };
  fill(state.now, page);
  box.addEventListener('close', () => {
    if (toasts) document.body.append(toasts);
    void closed(href);
  });
  box.addEventListener('keydown', closeMenu);
}

/**
 * @param {Promise<Response>} answer
 * @returns {Promise<{ title: string, main: HTMLElement, doc: Document, url: string } | null>} null: it is no page of ours
 */
async function read(answer) {
  try {
    const response = await answer;
    if (response.status >= 500 || [401, 403, 404].includes(response.status)) return null;
    const doc = new DOMParser().parseFromString(await response.text(), 'text/html');
    const main = doc.querySelector('main');
    const title = doc.querySelector('h1')?.textContent?.trim() || doc.title;
    return main && { title, main, doc, url: response.url };
  } catch {
    return null;
  }
}

/** @param {Panel} panel @param {{ main: HTMLElement, doc: Document }} page */
function fill({ body }, { main, doc }) {
  main.querySelector('h1')?.remove();
  const actions = doc.querySelector('.pl-head-actions');
  body.replaceChildren(...(actions ? [actions] : []), ...main.childNodes);
  bringAlong(doc);
  globalThis.htmx?.process(body);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
}

/** @param {string} href */
async function closed(href) {
  const changed = state.now?.changed;
  state.now = null;
  const focus = () => document.querySelector(`tr[data-href="${CSS.escape(href)}"] a.pl-row-link`);
  /** @type {HTMLElement | null} */ (focus())?.focus({ preventScroll: true });
  if (!changed) return;
  const { refreshViews } = await import('./refresh.js');
  await refreshViews(() => true);
  if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (focus())?.focus();
}

/** Escape closes an open menu first. @param {KeyboardEvent} event */
function closeMenu(event) {
  const menu = event.key === 'Escape' && state.now?.box.querySelector('details:is(.dropdown, [data-pl-menu])[open]');
  if (menu) event.preventDefault();
}

// On the window, so that forms which save themselves, and questions before, come first.
addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const panel = state.now;
  if (!panel?.body.contains(form) || event.defaultPrevented || form.method !== 'post' || form.target) return;
  event.preventDefault();
  void send(panel, form, event.submitter);
});

/** @param {Panel} panel @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function send(panel, form, button) {
  const given = new FormData(form, button);
  const action = /** @type {HTMLButtonElement | null} */ (button)?.getAttribute('formaction') ?? form.action;
  const body = form.enctype === 'multipart/form-data' ? given : new URLSearchParams(/** @type {any} */ (given));
  const page = await read(fetch(action, { method: 'POST', body, headers: { Accept: 'text/html' } }));
  if (!panel.box.isConnected) return;
  panel.changed = true;
  // Where it leads away from the row, the whole page follows.
  if (!page) return location.reload();
  const place = (/** @type {string} */ url) => new URL(url, location.href).pathname;
  if (place(page.url) !== place(panel.href)) return location.assign(page.url);
  fill(panel, page);
  const wrong = panel.body.querySelector('[aria-invalid="true"]:not([hidden])');
  /** @type {HTMLElement} */ (wrong ?? panel.box.querySelector('.btn-close')).focus();
}

// Pages of a list in the panel are none of the page behind it.
document.addEventListener('htmx:before:history:update', (event) => {
  const { sourceElement } = /** @type {CustomEvent} */ (event).detail;
  if (state.now?.box.contains(sourceElement)) event.preventDefault();
});
