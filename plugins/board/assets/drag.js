// Drags cards with the mouse, a pen or a finger (after a long press, so that the page can still be scrolled). Pointer events
// do all three alike, can be cancelled by Escape and need no library; the browser's own drag and drop does not.
import { cardOf, cardsIn, columnOf, listsOf, boardOf, placeOf, put, say, spotOf, textOf, titleOf } from './dom.js';
import { store } from './store.js';

const LONG_PRESS = 300; // ms
const SLACK = 6; // px that a mouse moves before a drag begins; a finger that moves as far scrolls
const EDGE = 48; // px from an edge within which it scrolls

/**
 * @typedef {object} Drag
 * @property {HTMLElement} card
 * @property {HTMLElement} board
 * @property {import('./dom.js').Spot} from
 * @property {HTMLElement} ghost follows the pointer
 * @property {{ x: number, y: number }} hold where in the card it is held
 * @property {{ x: number, y: number }} at the pointer
 * @property {number} frame
 */

/** @type {{ card: HTMLElement, pointer: number, x: number, y: number, timer: number } | null} */
let pressed = null;
/** @type {Drag | null} */
let drag = null;

export const isDragging = () => drag !== null;

document.addEventListener('pointerdown', (event) => {
  const target = /** @type {Element} */ (event.target);
  const card = cardOf(target);
  if (!card || drag || event.button !== 0 || target.closest('button, input, select, textarea, .pl-board-move')) return;
  const { pointerId: pointer, clientX: x, clientY: y } = event;
  const touch = event.pointerType === 'touch';
  const timer = touch ? window.setTimeout(() => pressed && begin(pressed), LONG_PRESS) : 0;
  pressed = { card, pointer, x, y, timer };
});

document.addEventListener('pointermove', (event) => {
  if (drag) return follow(event);
  if (!pressed || event.pointerId !== pressed.pointer) return;
  if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK) return;
  if (event.pointerType === 'touch') return release();
  begin(pressed);
  follow(event);
});

document.addEventListener('pointerup', () => (drag ? drop() : release()));
document.addEventListener('pointercancel', () => (drag ? cancel() : release()));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !drag) return;
  event.preventDefault();
  cancel();
});
// A finger that drags must not scroll; this listener has to be there before the finger comes down.
document.addEventListener('touchmove', (event) => drag && event.preventDefault(), { passive: false });
document.addEventListener('contextmenu', (event) => (drag || pressed?.timer) && event.preventDefault());
// Links and images would begin the browser's own drag.
document.addEventListener(
  'dragstart',
  (event) => cardOf(/** @type {Element} */ (event.target)) && event.preventDefault(),
);

/** @param {NonNullable<typeof pressed>} press */
function begin({ card, x, y }) {
  release();
  const box = card.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.className += ' pl-board-ghost';
  ghost.removeAttribute('data-key');
  ghost.inert = true;
  ghost.style.width = `${box.width}px`;
  const board = boardOf(card);
  board.append(ghost);
  card.classList.add('is-dragged');
  document.documentElement.classList.add('pl-board-dragging');
  drag = { card, board, from: spotOf(card), ghost, hold: { x: x - box.left, y: y - box.top }, at: { x, y }, frame: 0 };
  getSelection()?.removeAllRanges();
  say(card, textOf(card, 'pickedUp', { title: titleOf(card), place: placeOf(card) }));
  navigator.vibrate?.(15);
  draw();
}

function release() {
  if (pressed) clearTimeout(pressed.timer);
  pressed = null;
}

/** @param {PointerEvent} event */
function follow(event) {
  if (!drag) return;
  drag.at = { x: event.clientX, y: event.clientY };
}

/** Once per frame: moves the ghost, scrolls at edges, and shows where the card would land. */
function draw() {
  if (!drag) return;
  const { ghost, hold, at, card, board } = drag;
  ghost.style.transform = `translate(${at.x - hold.x}px, ${at.y - hold.y}px) rotate(2deg)`;
  const list = listAt(board, at);
  scroll(board, list, at);
  if (list) put(card, { list, next: nextAt(list, card, at.y) });
  drag.frame = requestAnimationFrame(draw);
}

/** @param {HTMLElement} board @param {{ x: number, y: number }} at */
function listAt(board, { x, y }) {
  const under = document.elementFromPoint(x, y)?.closest('.pl-board-column');
  const lists = listsOf(board);
  return lists.find((list) => columnOf(list) === under) ?? lists.find((list) => contains(columnOf(list), x, y));
}

/** @param {Element} element @param {number} x @param {number} y */
function contains(element, x, y) {
  const box = element.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** The card that the dragged one comes before. @param {HTMLElement} list @param {HTMLElement} card @param {number} y */
function nextAt(list, card, y) {
  const others = cardsIn(list).filter((one) => one !== card);
  return (
    others.find((one) => {
      const { top, height } = one.getBoundingClientRect();
      return y < top + height / 2;
    }) ?? null
  );
}

/** @param {HTMLElement} board @param {HTMLElement | undefined} list @param {{ x: number, y: number }} at */
function scroll(board, list, { x, y }) {
  const across = board.querySelector('.pl-board-scroll');
  if (across) across.scrollLeft += speed(x, across.getBoundingClientRect().left, across.getBoundingClientRect().right);
  if (list && list.scrollHeight > list.clientHeight) {
    const { top, bottom } = list.getBoundingClientRect();
    list.scrollTop += speed(y, top, bottom);
  }
  window.scrollBy(0, speed(y, 0, innerHeight));
}

/** px per frame, faster near the edge. @param {number} at @param {number} from @param {number} to */
function speed(at, from, to) {
  if (at < from + EDGE) return -Math.min(16, (from + EDGE - at) / 3);
  if (at > to - EDGE) return Math.min(16, (at - to + EDGE) / 3);
  return 0;
}

function drop() {
  const { card, from } = end();
  const now = spotOf(card);
  if (now.list !== from.list || now.next !== from.next) store(card, from);
}

function cancel() {
  const { card, from } = end();
  put(card, from);
  say(card, textOf(card, 'back', { title: titleOf(card), place: placeOf(card) }));
}

/** @returns {Drag} */
function end() {
  const ended = /** @type {Drag} */ (drag);
  cancelAnimationFrame(ended.frame);
  ended.ghost.remove();
  ended.card.classList.remove('is-dragged');
  document.documentElement.classList.remove('pl-board-dragging');
  drag = null;
  // The click that follows is part of the drag, not a click on the card's link.
  const stop = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', stop, { capture: true }), 50);
  return ended;
}
