// The page of a row: leads to the row before and after it in the list that one came from, copies its link, and knows keys:
// j and k for those rows, e to edit, c to comment, ? for a list of them. In a panel, all that is about the row in it.
import { toast } from '../toast.js';
import { ROWS } from './rows.js';

const TYPED = 'input, textarea, select, [contenteditable], [role="menu"]';
const WANTED = /** @type {Record<string, string>} */ ({
  e: '.pl-head-actions a[data-pl-edits], .pl-cell[data-kind]',
  c: '[data-pl-comments] textarea',
});

/** A row that is shown. panel: the one that it is in. @typedef {{ record: HTMLElement, panel: HTMLElement | null }} Shown */

document.addEventListener('keydown', onKey);
document.addEventListener('htmx:after:swap', lead);
lead();

/** The row on top, if what is on top is a row. @returns {Shown | null} */
function shown() {
  const panel = /** @type {HTMLElement | null} */ ([...document.querySelectorAll('dialog[open]')].at(-1) ?? null);
  const record = /** @type {HTMLElement | null} */ ((panel ?? document).querySelector('[data-pl-record]'));
  return record && (panel || record.closest('main')) ? { record, panel } : null;
}

/** Where the row is shown by itself. @param {Shown} at */
function addressOf({ panel }) {
  return panel?.dataset.href ?? location.pathname + location.search;
}

/** @param {Shown} at @param {number} step @returns {string | null} the row of that list, as far as it was shown there */
function neighbour(at, step) {
  const rows = /** @type {string[]} */ (JSON.parse(sessionStorage.getItem(ROWS) ?? '[]'));
  const place = rows.indexOf(addressOf(at));
  return place < 0 ? null : (rows[place + step] ?? null);
}

/** @param {Shown} at @param {string} href */
function goTo({ panel }, href) {
  if (panel) panel.dispatchEvent(new CustomEvent('pl:go', { detail: { href } }));
  else location.assign(href);
}

/** @param {HTMLElement} record @returns {Record<string, string>} */
function wordsOf(record) {
  return JSON.parse(record.dataset.plWords ?? '{}');
}

/** Puts the links and the entries of the menu where the other buttons are, again after they were renewed. */
function lead() {
  const at = shown();
  const head = (at?.panel ?? document).querySelector('.pl-head-actions');
  if (!at || !head || head.querySelector('[data-pl-leads]')) return;
  const words = wordsOf(at.record);
  const links = document.createElement('span');
  links.className = 'btn-list';
  links.dataset.plLeads = '';
  const ways = /** @type {const} */ ([
    [-1, 'k', words.previous, 'prev', '‹'],
    [1, 'j', words.next, 'next', '›'],
  ]);
  for (const [step, key, label, rel, sign] of ways) {
    const href = neighbour(at, step);
    if (href) links.append(link(at, { href, key, label, rel, sign }));
  }
  head.prepend(links);
  const keys = entry(words.keys, () => void help(at, words));
  keys.setAttribute('aria-keyshortcuts', '?');
  head.querySelector('.dropdown-menu')?.prepend(
    entry(words.copy, () => copy(addressOf(at), words.copied)),
    keys,
  );
}

/** @param {Shown} at @param {{ href: string, key: string, label: string, rel: string, sign: string }} way */
function link(at, { href, key, label, rel, sign }) {
  const made = document.createElement('a');
  Object.assign(made, { href, rel, ariaLabel: label, title: `${label} (${key})`, textContent: sign });
  made.className = 'btn btn-ghost btn-icon';
  made.setAttribute('aria-keyshortcuts', key);
  made.addEventListener('click', (event) => {
    if (!at.panel || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(at, href);
  });
  return made;
}

/** An entry of the menu. @param {string} label @param {() => void} act */
function entry(label, act) {
  const made = document.createElement('button');
  Object.assign(made, { type: 'button', className: 'btn btn-ghost', textContent: label });
  made.addEventListener('click', () => {
    made.closest('details')?.removeAttribute('open');
    act();
  });
  return made;
}

/** @param {string} address @param {string} done */
async function copy(address, done) {
  const { href } = new URL(address, location.href);
  // Without a secure connection, browsers offer no clipboard.
  const copied = await navigator.clipboard?.writeText(href).then(
    () => true,
    () => false,
  );
  toast(copied ? done : href, copied ? 'success' : 'info');
}

/** Lists the keys that do something here. @param {Shown} at @param {Record<string, string>} words */
async function help(at, words) {
  const root = at.panel ?? document;
  const has = (/** @type {string} */ selector) => root.querySelector(selector) !== null;
  const { showKeys } = await import('./record-help.js');
  showKeys(words, {
    next: neighbour(at, 1) !== null,
    previous: neighbour(at, -1) !== null,
    edit: has(WANTED.e),
    comment: has(WANTED.c),
    value: has('.pl-cell[data-kind]'),
    close: at.panel !== null,
  });
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (target instanceof Element && target.closest(TYPED)) return;
  const at = shown();
  if (!at) return;
  const href = key === 'j' ? neighbour(at, 1) : key === 'k' ? neighbour(at, -1) : null;
  const wanted = Object.hasOwn(WANTED, key) ? (at.panel ?? document).querySelector(WANTED[key]) : null;
  if (key !== '?' && !href && !(wanted instanceof HTMLElement)) return;
  event.preventDefault();
  if (key === '?') void help(at, wordsOf(at.record));
  else if (href) goTo(at, href);
  else if (key === 'e') /** @type {HTMLElement} */ (wanted).click();
  else /** @type {HTMLElement} */ (wanted).focus();
}
