// Ctrl+K: a dialog with one search field and a list of results (a combobox of ARIA 1.2). The results come as markup from
// /search, the same address that shows them as a page without scripts.

import { ListBox } from '@plinth/plugin/browser/list-box';
import { newest, request } from '@plinth/plugin/browser/request';

const DELAY = 120;

/** @type {HTMLDialogElement | null} */
let dialog = null;
/** @type {HTMLInputElement} */
let input;
/** @type {ListBox} */
let results;
const found = newest();

/** @param {Element | null} opener gets the focus back */
export async function openPalette(opener) {
  const box = dialog ?? (await build());
  if (box.open) return;
  box.addEventListener('close', () => opener instanceof HTMLElement && opener.focus(), { once: true });
  box.showModal();
  input.select();
  ask(0);
}

/** The frame comes from the server as well, in the reader's language. */
async function build() {
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = new URL('../css/search-palette.css', import.meta.url).href;
  const [{ ok, page }] = await Promise.all([request('/search?part=frame', { accept: 'html' }), loaded(style)]);
  if (!ok) throw new Error('no frame');
  dialog = /** @type {HTMLDialogElement} */ (page.querySelector('dialog'));
  document.body.append(dialog);
  input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
  const list = /** @type {HTMLElement} */ (dialog.querySelector('[role=listbox]'));
  results = new ListBox(list, {
    input,
    hovers: true,
    choose: (option, _, event) => follow(option, /** @type {any} */ (event)),
  });
  listen(dialog);
  return dialog;
}

/** @param {HTMLLinkElement} link */
function loaded(link) {
  return new Promise((done) => {
    link.addEventListener('load', done);
    link.addEventListener('error', done);
    document.head.append(link);
  });
}

/** @param {HTMLDialogElement} box */
function listen(box) {
  input.addEventListener('input', () => ask(DELAY));
  input.addEventListener('keydown', (event) => results.key(event));
  box.querySelector('form')?.addEventListener('submit', (event) => {
    // Enter opens the chosen result; before there are any, the search page is as good.
    if (results.option) event.preventDefault();
  });
  box.addEventListener('click', (event) => event.target === box && box.close());
}

/** With Ctrl or Command it opens beside this page. @param {HTMLElement} option @param {KeyboardEvent | MouseEvent} event */
function follow({ dataset: { url = '/' } }, event) {
  if (event.ctrlKey || event.metaKey) return window.open(url, '_blank', 'noopener');
  dialog?.close();
  location.assign(url);
}

/** @param {number} pause */
async function ask(pause) {
  results.list.ariaBusy = 'true';
  const url = `/search?part=results&q=${encodeURIComponent(input.value)}`;
  const reply = await found(url, { accept: 'html', pause });
  if (!reply) return;
  // Without a connection, what is shown stays.
  if (reply.ok) {
    const { page } = reply;
    results.put(page.querySelector('[data-pl-found]')?.childNodes ?? []);
    const notes = page.querySelector('[data-pl-notes]')?.childNodes ?? [];
    dialog?.querySelector('[data-pl-notes]')?.replaceChildren(...notes);
    const said = dialog?.querySelector('[role=status]');
    if (said) said.textContent = page.querySelector('[data-pl-said]')?.textContent ?? '';
  }
  results.list.ariaBusy = 'false';
}
