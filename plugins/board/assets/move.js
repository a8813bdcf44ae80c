// Cards are moved by the mouse, a pen or a finger (after a long press, so that the page can still be scrolled), and by keys:
// Space picks a card up, arrows move it, Space or Enter drops it, Escape puts it back.
import { ghostOf, isDragging, nextAt, scrollAtEdges } from '@plinth/plugin/browser/drag';
import { Moving } from '@plinth/plugin/browser/moving';
import { boardOf, cardOf, cardsIn, columnOf, listsOf, placeOf, put, spotOf, titleOf } from './dom.js';
import { loadAsMany } from './more.js';

/** @typedef {import('@plinth/plugin/browser/drag').Point} Point */
/** @typedef {import('./dom.js').Spot} Spot */

const COLUMN = '.pl-board-column';

/** @type {Moving<Spot>} */
export const moving = new Moving({
  root: '[data-pl-board]',
  prefix: 'pl-board',
  thingAt: cardOf,
  titleOf,
  placeOf,
  spotOf,
  putBack: (card, from) => from.list.isConnected && put(card, from),
  changes: (card, from) => {
    const now = spotOf(card);
    return now.list !== from.list || now.next !== from.next ? [changeOf(card)] : [];
  },
  step(card, { key }) {
    const spot = spotBy(card, key);
    if (spot) put(card, spot);
  },
  pass: goOn,
  renew: (section, { next, wait }) =>
    wait(Promise.all(loaded(section, next)).then(() => !isDragging() && moveAlong(section, next))),
});

/** What is stored of where a card is now. @param {HTMLElement} card */
function changeOf(card) {
  const { list } = spotOf(card);
  const cards = cardsIn(list);
  const at = cards.indexOf(card);
  const { column = '', lane } = columnOf(list).dataset;
  const body = new URLSearchParams({ id: card.dataset.key ?? '', column });
  if (lane !== undefined) body.set('lane', lane);
  if (at > 0) body.set('above', cards[at - 1].dataset.key ?? '');
  if (at < cards.length - 1) body.set('below', cards[at + 1].dataset.key ?? '');
  return body;
}

// --- by pointer
document.addEventListener('pointerdown', (event) => {
  const target = /** @type {Element} */ (event.target);
  const card = cardOf(target);
  if (!card || event.button !== 0 || target.closest('button, input, select, textarea, .pl-board-move')) return;
  const board = boardOf(card);
  const across = /** @type {HTMLElement | null} */ (board.querySelector('.pl-board-scroll'));
  /** @type {ReturnType<typeof ghostOf> | null} */
  let ghost = null;
  moving.drag(event, card, {
    start(point) {
      ghost = ghostOf(card, point, { className: 'pl-board-ghost', into: board, turn: 'rotate(2deg)' });
      if (across) across.style.scrollSnapType = 'none';
    },
    frame(point) {
      ghost?.move(point);
      const list = listAt(board, point);
      scroll(board, list, point);
      const others = list && cardsIn(list).filter((one) => one !== card);
      if (others) put(card, { list, next: nextAt(others, point.y) });
    },
    stop() {
      ghost?.remove();
      if (across) across.style.scrollSnapType = '';
    },
  });
});

/** @param {HTMLElement} board @param {Point} point */
function listAt(board, { x, y }) {
  const under = document.elementFromPoint(x, y)?.closest(COLUMN);
  const lists = listsOf(board);
  return lists.find((list) => columnOf(list) === under) ?? lists.find((list) => contains(columnOf(list), x, y));
}

/** @param {Element} element @param {number} x @param {number} y */
function contains(element, x, y) {
  const box = element.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** @param {HTMLElement} board @param {HTMLElement | undefined} list @param {Point} point */
function scroll(board, list, point) {
  const across = board.querySelector('.pl-board-scroll');
  if (across) scrollAtEdges(across, point, 'x');
  if (list && list.scrollHeight > list.clientHeight) scrollAtEdges(list, point, 'y');
  scrollAtEdges(window, point, 'y');
}

// --- by keys
/** Where an arrow moves the card. @param {HTMLElement} card @param {string} key @returns {Spot | null} */
function spotBy(card, key) {
  const { list, next } = spotOf(card);
  const before = card.previousElementSibling;
  if (key === 'ArrowUp') return before ? { list, next: before } : toLane(card, -1);
  if (key === 'ArrowDown') return next ? { list, next: next.nextElementSibling } : toLane(card, 1);
  if (key === 'Home') return { list, next: list.firstElementChild };
  if (key === 'End') return { list, next: null };
  const to = neighbour(card, key);
  const index = cardsIn(list).indexOf(card);
  return to && { list: to, next: cardsIn(to)[index] ?? null };
}

/** The list beside, in the same lane. @param {HTMLElement} card @param {string} key */
function neighbour(card, key) {
  const { list } = spotOf(card);
  const { lane } = columnOf(list).dataset;
  const lists = listsOf(boardOf(card)).filter((one) => columnOf(one).dataset.lane === lane);
  const forward = (key === 'ArrowRight') === (getComputedStyle(list).direction === 'ltr');
  return lists[lists.indexOf(list) + (forward ? 1 : -1)] ?? null;
}

/** The same column in the lane above or below. @param {HTMLElement} card @param {1 | -1} step @returns {Spot | null} */
function toLane(card, step) {
  const { list } = spotOf(card);
  const { column } = columnOf(list).dataset;
  const lists = listsOf(boardOf(card)).filter((one) => columnOf(one).dataset.column === column);
  const to = lists[lists.indexOf(list) + step];
  return to ? { list: to, next: step > 0 ? to.firstElementChild : null } : null;
}

/** From card to card by arrows. @param {HTMLElement} card @param {KeyboardEvent} event */
function goOn(card, event) {
  if (!event.key.startsWith('Arrow')) return;
  const { list } = spotOf(card);
  const cards = cardsIn(list);
  const at = cards.indexOf(card);
  const vertical = { ArrowUp: cards[at - 1], ArrowDown: cards[at + 1] }[event.key];
  const to = /Left|Right/.test(event.key) ? neighbour(card, event.key) : null;
  const next = vertical ?? (to && (cardsIn(to)[at] ?? cardsIn(to).at(-1)));
  if (!next) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */ (next.querySelector('.pl-board-title'))?.focus();
}

// --- by others
/** @param {HTMLElement} section @param {HTMLElement} next @returns {Promise<void>[]} */
function loaded(section, next) {
  const columns = /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(COLUMN));
  return [...columns].flatMap((column) => {
    const same = next.querySelector(`${COLUMN}[data-key="${CSS.escape(column.dataset.key ?? '')}"]`);
    return same ? [loadAsMany(column, /** @type {HTMLElement} */ (same))] : [];
  });
}

/**
 * Cards that others moved go to their new columns as they are, with focus and all, instead of being made anew there.
 *
 * @param {HTMLElement} section @param {HTMLElement} next
 */
function moveAlong(section, next) {
  const lists = new Map(
    [...section.querySelectorAll('.pl-board-cards')].map((list) => [columnOf(list).dataset.key, list]),
  );
  const cards = new Map(cardsIn(section).map((card) => [card.dataset.key, card]));
  for (const wanted of cardsIn(next)) {
    const card = cards.get(wanted.dataset.key);
    const list = lists.get(columnOf(wanted).dataset.key);
    if (!card || !list || card.parentElement === list) continue;
    put(card, { list: /** @type {HTMLElement} */ (list), next: null });
  }
}
