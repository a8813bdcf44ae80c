// Loads further cards of a column into it, and again when the view is renewed.
import { request } from '@plinth/plugin/browser/request';
import { say, textOf } from '@plinth/plugin/browser/moving';
import { cardsIn, columnOf } from './dom.js';

document.addEventListener('click', async (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest('[data-pl-board] a.pl-board-more'));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.ariaBusy === 'true') return;
  link.ariaBusy = 'true';
  const column = columnOf(link);
  const added = await addPage(column, column).catch(() => null);
  link.ariaBusy = null;
  if (!added) return location.assign(link.href);
  say(column, textOf(column, 'loaded', { count: added.length }));
  /** @type {HTMLElement | null} */ (added[0]?.querySelector('.pl-board-title'))?.focus({ preventScroll: true });
});

/**
 * Adds as many further cards to a renewed column as it had.
 *
 * @param {HTMLElement} old @param {HTMLElement} next
 */
export async function loadAsMany(old, next) {
  const wanted = cardsIn(old).length;
  const first = cardsIn(next).length;
  // A single card more came by a drag; whole pages were asked for.
  if (!old.dataset.loaded) return;
  next.dataset.loaded = old.dataset.loaded;
  for (let now = first; now < wanted; now = cardsIn(next).length) {
    const added = await addPage(next, next).catch(() => []);
    if (added.length === 0) return;
  }
}

/** @param {HTMLElement} column with the link to the next page @param {HTMLElement} into @returns {Promise<HTMLElement[]>} */
async function addPage(column, into) {
  const link = /** @type {HTMLAnchorElement | null} */ (column.querySelector('a.pl-board-more'));
  const list = into.querySelector('.pl-board-cards');
  if (!link || !list) return [];
  const { ok, status, page } = await request(link.href, { accept: 'html' });
  if (!ok) throw new Error(`status ${status}`);
  const rest = page.querySelector('[data-rest]');
  const known = new Set(cardsIn(list).map((card) => card.dataset.key));
  const cards = (rest ? cardsIn(rest) : []).filter((card) => !known.has(card.dataset.key));
  list.append(...cards);
  into.dataset.loaded = '1';
  const next = rest?.querySelector('a.pl-board-more');
  const count = link.querySelector('.pl-board-count');
  if (!next) link.remove();
  else link.setAttribute('href', next.getAttribute('href') ?? '');
  if (count) count.textContent = String(Math.max(0, Number(count.textContent) - cards.length));
  return cards;
}
