// Boards: dragging, keyboard, further cards, forms, and what happens when a board is renewed while somebody works on it.
import { cardsIn, columnOf, put, textOf } from './dom.js';
import { isDragging } from './drag.js';
import './forms.js';
import { isHeld } from './keyboard.js';
import { loadAsMany } from './more.js';
import { isBehind } from './store.js';

const COLUMN = '.pl-board-column';
let missed = false;

/** Tells screen readers of each card how it is moved. @param {ParentNode} root */
function describe(root) {
  for (const board of root.querySelectorAll('[data-pl-board]')) {
    const id = `${board.closest('section[data-view]')?.id ?? 'board'}-hint`;
    if (!board.querySelector(`#${CSS.escape(id)}`)) {
      const hint = document.createElement('p');
      Object.assign(hint, { id, hidden: true, textContent: textOf(board, 'hint') });
      board.append(hint);
    }
    for (const title of board.querySelectorAll('[data-move] > .pl-board-title'))
      title.setAttribute('aria-describedby', id);
  }
}

document.addEventListener('pl:refresh:before', (/** @type {any} */ event) => {
  const section = /** @type {HTMLElement} */ (event.target);
  if (!section.querySelector('[data-pl-board]')) return;
  const { next, since, wait } = event.detail;
  if (isDragging() || isHeld() || isBehind(since)) {
    missed = true;
    return event.preventDefault();
  }
  describe(next);
  wait(Promise.all(loaded(section, next)).then(() => !isDragging() && moveAlong(section, next)));
});

// What was missed meanwhile.
for (const kind of ['pointerup', 'pointercancel', 'keyup']) {
  document.addEventListener(kind, () => {
    if (!missed || isDragging() || isHeld()) return;
    missed = false;
    document.dispatchEvent(new CustomEvent('pl:refresh'));
  });
}

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

document.addEventListener('htmx:after:swap', () => describe(document));
describe(document);
