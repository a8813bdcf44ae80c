// Ctrl+K: a dialog with one search field and a list of results (a combobox of ARIA 1.2). The results come as markup from
// /search, the same address that shows them as a page without scripts.

import { newest, request } from '@plinth/plugin/browser/request';

const DELAY = 120;

/** @type {HTMLDialogElement | null} */
let dialog = null;
/** @type {HTMLInputElement} */
let input;
/** @type {HTMLElement} */
let results;
let active = -1;
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
  results = /** @type {HTMLElement} */ (dialog.querySelector('[role=listbox]'));
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
  input.addEventListener('keydown', key);
  box.querySelector('form')?.addEventListener('submit', (event) => {
    // Enter opens the chosen result; before there are any, the search page is as good.
    if (options()[active]) event.preventDefault();
  });
  box.addEventListener('click', (event) => event.target === box && box.close());
  results.addEventListener('pointermove', (event) => {
    const option = optionAt(event);
    if (option) choose(options().indexOf(option));
  });
  results.addEventListener('click', (event) => {
    const option = optionAt(event);
    if (option) follow(option, event);
  });
}

/** @param {KeyboardEvent} event */
function key(event) {
  const last = options().length - 1;
  if (event.key === 'ArrowDown') choose(active >= last ? 0 : active + 1);
  else if (event.key === 'ArrowUp') choose(active <= 0 ? last : active - 1);
  else if (event.key === 'Enter' && options()[active]) follow(options()[active], event);
  else return;
  event.preventDefault();
}

/** @param {Event} event */
const optionAt = ({ target }) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[role=option]'));

/** With Ctrl or Command it opens beside this page. @param {HTMLElement} option @param {KeyboardEvent | MouseEvent} event */
function follow({ dataset: { url = '/' } }, event) {
  if (event.ctrlKey || event.metaKey) return window.open(url, '_blank', 'noopener');
  dialog?.close();
  location.assign(url);
}

/** @param {number} pause */
async function ask(pause) {
  results.setAttribute('aria-busy', 'true');
  const url = `/search?part=results&q=${encodeURIComponent(input.value)}`;
  const reply = await found(url, { accept: 'html', pause });
  if (!reply) return;
  // Without a connection, what is shown stays.
  if (reply.ok) {
    const { page } = reply;
    results.replaceChildren(...(page.querySelector('[data-pl-found]')?.childNodes ?? []));
    const notes = page.querySelector('[data-pl-notes]')?.childNodes ?? [];
    dialog?.querySelector('[data-pl-notes]')?.replaceChildren(...notes);
    const said = dialog?.querySelector('[role=status]');
    if (said) said.textContent = page.querySelector('[data-pl-said]')?.textContent ?? '';
  }
  results.setAttribute('aria-busy', 'false');
  input.setAttribute('aria-expanded', String(options().length > 0));
  choose(options().length > 0 ? 0 : -1);
}

const options = () => [.../** @type {NodeListOf<HTMLElement>} */ (results.querySelectorAll('[role=option]'))];

/** @param {number} at */
function choose(at) {
  const all = options();
  active = all.length > 0 ? at : -1;
  for (const [i, option] of all.entries()) option.setAttribute('aria-selected', String(i === active));
  const option = all[active];
  if (!option) return input.removeAttribute('aria-activedescendant');
  input.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}
