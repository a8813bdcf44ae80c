// What the modules of a board share: its cards and columns.
import { put as putInto, textOf } from '@plinth/plugin/browser/moving';

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

/** @param {HTMLElement} card @param {Spot} spot */
export function put(card, { list, next }) {
  if (next !== card && (card.parentElement !== list || card.nextElementSibling !== next)) putInto(card, list, next);
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
