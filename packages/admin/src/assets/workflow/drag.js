// Drags a step to another line, by mouse, pen and touch.
import { followPointer, holdTouches } from '../kit/pointer.js';
import { isWithin } from './document.js';
import { placeOfGap } from './places.js';

/** @import { Commands } from './commands.js' */
/** @import { Store } from './store.js' */

/** How near a line must be, in pixels. */
const NEAR = 140;
/** How near to its edge a drag scrolls the diagram, and how far, in pixels. */
const EDGE = 40;
const SCROLL = 14;

/** @param {HTMLElement} canvas @param {Store} store @param {Commands} commands */
export function createDrag(canvas, store, commands) {
  /** @type {Dragged | null} */
  let dragged = null;
  holdTouches(document, () => dragged !== null);
  canvas.addEventListener('pointerdown', (event) => {
    const box = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.wf-box'));
    if (!box || event.button > 0) return;
    const stop = () => {
      dragged?.stop();
      dragged = null;
    };
    const gesture = {
      start(/** @type {{ x: number, y: number }} */ point) {
        dragged = new Dragged(box, canvas, store);
        dragged.move(point);
        return true;
      },
      move: (/** @type {{ x: number, y: number }} */ point) => dragged?.move(point),
      end() {
        const over = dragged?.over;
        stop();
        ignoreClick();
        if (over) commands.move(box.dataset.step ?? '', ...placeOfGap(over));
      },
      cancel: stop,
    };
    followPointer(event, gesture, null);
  });
}

/** The press ends in a click, which would open the form. */
function ignoreClick() {
  const hush = (/** @type {Event} */ click) => click.stopPropagation();
  addEventListener('click', hush, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', hush, { capture: true }));
}

/** A box on its way. */
class Dragged {
  /** The line that it would be put on. @type {HTMLElement | null} */
  over = null;

  /** @param {HTMLElement} box @param {HTMLElement} canvas @param {Store} store */
  constructor(box, canvas, store) {
    this.box = box;
    this.canvas = canvas;
    const id = box.dataset.step ?? '';
    const gaps = /** @type {HTMLElement[]} */ ([...canvas.querySelectorAll('.wf-add')]);
    this.gaps = gaps.filter((gap) => !isWithin(store.draft, store.kinds, id, placeOfGap(gap)[0]));
    this.ghost = /** @type {HTMLElement} */ (box.cloneNode(true));
    this.ghost.classList.add('wf-ghost');
    this.ghost.inert = true;
    document.body.append(this.ghost);
    canvas.classList.add('is-dragging');
    box.classList.add('is-dragged');
  }

  /** @param {{ x: number, y: number }} point of the window */
  move({ x, y }) {
    this.ghost.style.transform = `translate(${x + 12}px, ${y + 8}px)`;
    this.#scroll(x, y);
    const next = this.#nearest(x, y);
    if (next === this.over) return;
    this.over?.classList.remove('is-over');
    next?.classList.add('is-over');
    this.over = next;
  }

  stop() {
    this.box.classList.remove('is-dragged');
    this.over?.classList.remove('is-over');
    this.canvas.classList.remove('is-dragging');
    this.ghost.remove();
  }

  /** @param {number} x @param {number} y @returns {HTMLElement | null} */
  #nearest(x, y) {
    /** @type {HTMLElement | null} */
    let best = null;
    let distance = NEAR;
    for (const gap of this.gaps) {
      const { left, top, width, height } = gap.getBoundingClientRect();
      const away = Math.hypot(x - (left + width / 2), y - (top + height / 2));
      if (away < distance) [best, distance] = [gap, away];
    }
    return best;
  }

  /** @param {number} x @param {number} y */
  #scroll(x, y) {
    const { left, right, top, bottom } = this.canvas.getBoundingClientRect();
    const by = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ end) =>
      at < start + EDGE ? -SCROLL : at > end - EDGE ? SCROLL : 0;
    this.canvas.scrollBy(by(x, left, right), by(y, Math.max(0, top), Math.min(innerHeight, bottom)));
    scrollBy(0, by(y, 0, innerHeight));
  }
}
