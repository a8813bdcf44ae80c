// What the modules of a board share: its cards and columns, and what is said to screen readers.

/** @typedef {{ list: HTMLElement, next: Element | null }} Spot where a card is: before `next`, or at the end */

const CARD = '.pl-board-card';
const LIST = '.pl-board-column:not([data-closed]) > .pl-board-cards';

/** @param {Element} element @returns {HTMLElement | null} the card that it is in, if it can be moved */
export const cardOf = (element) => element.closest(`[data-pl-board] ${CARD}[data-move]`);

/** @param {Element} element @returns {HTMLElement} */
export const boardOf = (element) => /** @type {HTMLElement} */ (element.closest('[data-pl-board]'));

/** The lists that cards can be dropped in. @param {HTMLElement} board @returns {HTMLElement[]} */
export const listsOf = (board) => [.../** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(LIST))];

/** @param {Element} list @returns {HTMLElement[]} */
export const cardsIn = (list) => [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(CARD))];

/** @param {Element} list @returns {HTMLElement} */
export const columnOf = (list) => /** @type {HTMLElement} */ (list.closest('.pl-board-column'));

/** @param {HTMLElement} card @returns {Spot} */
export const spotOf = (card) => ({
  list: /** @type {HTMLElement} */ (card.parentElement),
  next: card.nextElementSibling,
});

/** Moves a card and keeps the focus in it. @param {HTMLElement} card @param {Spot} spot */
export function put(card, { list, next }) {
  if (next === card || (card.parentElement === list && card.nextElementSibling === next)) return;
  const before = next?.parentElement === list ? next : null;
  const focused = card.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  if ('moveBefore' in list) /** @type {any} */ (list).moveBefore(card, before);
  else /** @type {HTMLElement} */ (list).insertBefore(card, before);
  if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

/** @param {HTMLElement} card */
export const titleOf = (card) => card.querySelector('.pl-board-title')?.textContent?.trim() ?? '';

/** "In progress, position 2 of 5". @param {HTMLElement} card */
export function placeOf(card) {
  const { list } = spotOf(card);
  const cards = cardsIn(list);
  const column = columnOf(list).getAttribute('aria-label') ?? '';
  return textOf(card, 'over', { column, position: cards.indexOf(card) + 1, count: cards.length });
}

/** @param {Element} element in a board @param {string} name @param {Record<string, unknown>} [values] */
export function textOf(element, name, values = {}) {
  const texts = JSON.parse(boardOf(element).dataset.texts ?? '{}');
  return String(texts[name] ?? '').replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ''));
}

/** Tells screen readers. @param {Element} element in a board @param {string} text */
export function say(element, text) {
  const live = boardOf(element)?.querySelector('[data-pl-board-live]');
  if (live) live.textContent = text;
}
