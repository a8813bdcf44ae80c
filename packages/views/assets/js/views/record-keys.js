// The page of a row: leads to the row before and after it in the list that one came from, copies its link, and knows keys:
// j and k for those rows, e to edit, c to comment. In a panel, e and c are for the row in it.
import { toast } from '../toast.js';
import { ROWS } from './rows.js';

const TYPED = 'input, textarea, select, [contenteditable], [role="menu"]';
const WANTED = /** @type {Record<string, string>} */ ({
  e: '.pl-head-actions a[data-pl-edits], .pl-cell[data-kind]',
  c: '[data-pl-comments] textarea',
});

const record = /** @type {HTMLElement | null} */ (document.querySelector('main [data-pl-record]'));
document.addEventListener('keydown', onKey);
if (record) {
  document.addEventListener('htmx:after:swap', lead);
  lead();
}

/** @param {number} step @returns {string | null} the row of that list, as far as it was shown there */
function neighbour(step) {
  const rows = /** @type {string[]} */ (JSON.parse(sessionStorage.getItem(ROWS) ?? '[]'));
  const at = rows.indexOf(location.pathname + location.search);
  return at < 0 ? null : (rows[at + step] ?? null);
}

/** Puts the links and the entry of the menu into the top bar, again after it was renewed. */
function lead() {
  const head = document.querySelector('.pl-head-actions');
  if (!record || !head || head.querySelector('[data-pl-leads]')) return;
  const words = JSON.parse(record.dataset.plWords ?? '{}');
  const links = document.createElement('span');
  links.className = 'btn-list';
  links.dataset.plLeads = '';
  const ways = /** @type {const} */ ([
    [-1, 'k', words.previous, 'prev', '‹'],
    [1, 'j', words.next, 'next', '›'],
  ]);
  for (const [step, key, label, rel, sign] of ways) {
    const href = neighbour(step);
    if (href) links.append(link(href, key, label, rel, sign));
  }
  head.prepend(links);
  head.querySelector('.dropdown-menu')?.prepend(copier(words.copy, words.copied));
}

/** @param {string} href @param {string} key @param {string} label @param {string} rel @param {string} sign */
function link(href, key, label, rel, sign) {
  const made = document.createElement('a');
  Object.assign(made, { href, rel, ariaLabel: label, title: `${label} (${key})`, textContent: sign });
  made.className = 'btn btn-ghost btn-icon';
  made.setAttribute('aria-keyshortcuts', key);
  return made;
}

/** @param {string} label @param {string} done */
function copier(label, done) {
  const made = document.createElement('button');
  Object.assign(made, { type: 'button', className: 'btn btn-ghost', textContent: label });
  made.addEventListener('click', async () => {
    made.closest('details')?.removeAttribute('open');
    // Without a secure connection, browsers offer no clipboard.
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    toast(copied ? done : location.href, copied ? 'success' : 'info');
  });
  return made;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (target instanceof Element && target.closest(TYPED)) return;
  const panel = document.querySelector('dialog[open]');
  if (panel ? !panel.querySelector('[data-pl-record]') : !record) return;
  const href = panel ? null : key === 'j' ? neighbour(1) : key === 'k' ? neighbour(-1) : null;
  const wanted = Object.hasOwn(WANTED, key) ? (panel ?? document).querySelector(WANTED[key]) : null;
  if (!href && !(wanted instanceof HTMLElement)) return;
  event.preventDefault();
  if (href) return location.assign(href);
  if (key === 'e') /** @type {HTMLElement} */ (wanted).click();
  else /** @type {HTMLElement} */ (wanted).focus();
}
