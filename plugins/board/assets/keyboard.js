// Moves cards by keyboard: Space picks a card up, arrows move it, Space or Enter drops it, Escape puts it back.
import { boardOf, cardOf, cardsIn, columnOf, listsOf, placeOf, put, say, spotOf, textOf, titleOf } from './dom.js';
import { store } from './store.js';

/** @type {{ card: HTMLElement, from: import('./dom.js').Spot } | null} */
let held = null;

export const isHeld = () => held !== null;

document.addEventListener('keydown', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (held) return whileHeld(event);
  const card = target.matches('.pl-board-title') ? cardOf(target) : null;
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ') {
    event.preventDefault();
    held = { card, from: spotOf(card) };
    card.classList.add('is-held');
    say(card, textOf(card, 'pickedUp', { title: titleOf(card), place: placeOf(card) }));
  } else if (event.key.startsWith('Arrow')) goOn(event, card);
});

// Whoever clicks elsewhere, or leaves by Tab, has let go.
document.addEventListener('pointerdown', () => held && letGo(false));

/** @param {KeyboardEvent} event */
function whileHeld(event) {
  if (!held) return;
  const { card } = held;
  if (!card.isConnected) {
    held = null;
    return;
  }
  const { key } = event;
  if (key === 'Tab') return letGo(false);
  if (!/^( |Enter|Escape|Arrow.*|Home|End)$/.test(key)) return;
  event.preventDefault();
  if (key === ' ' || key === 'Enter') return letGo(true);
  if (key === 'Escape') return letGo(false);
  const spot = spotBy(card, key);
  if (spot) put(card, spot);
  card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  say(card, placeOf(card));
}

/** @param {boolean} drops */
function letGo(drops) {
  const { card, from } = /** @type {NonNullable<typeof held>} */ (held);
  held = null;
  card.classList.remove('is-held');
  const now = spotOf(card);
  const isMoved = now.list !== from.list || now.next !== from.next;
  if (drops && isMoved) return store(card, from);
  put(card, from);
  say(card, textOf(card, 'back', { title: titleOf(card), place: placeOf(card) }));
}

/** Where an arrow moves the card. @param {HTMLElement} card @param {string} key @returns {import('./dom.js').Spot | null} */
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

/** The same column in the lane above or below. @param {HTMLElement} card @param {1 | -1} step @returns {import('./dom.js').Spot | null} */
function toLane(card, step) {
  const { list } = spotOf(card);
  const { column } = columnOf(list).dataset;
  const lists = listsOf(boardOf(card)).filter((one) => columnOf(one).dataset.column === column);
  const to = lists[lists.indexOf(list) + step];
  return to ? { list: to, next: step > 0 ? to.firstElementChild : null } : null;
}

/** From card to card by arrows. @param {KeyboardEvent} event @param {HTMLElement} card */
function goOn(event, card) {
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
