// Drags a step to another line, by mouse, pen and touch.
import { followPointer, ghostOf, scrollAtEdges } from '@plinth/plugin/browser/drag';
import { isWithin } from './document.js';
import { placeOfGap } from './places.js';

/** @import { Point } from '@plinth/plugin/browser/drag' */
/** @import { Commands } from './commands.js' */
/** @import { Store } from './store.js' */

/** How near a line must be, in pixels. */
const NEAR = 140;

/** @param {HTMLElement} canvas @param {Store} store @param {Commands} commands */
export function createDrag(canvas, store, commands) {
  canvas.addEventListener('pointerdown', (event) => {
    const box = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.wf-box'));
    if (!box || event.button > 0) return;
    const dragged = new Dragged(box, canvas, store);
    followPointer(event, {
      start: (point) => dragged.start(point),
      frame: (point) => dragged.move(point),
      end() {
        const { over } = dragged;
        dragged.stop();
        if (over) commands.move(box.dataset.step ?? '', ...placeOfGap(over));
      },
      cancel: () => dragged.stop(),
    });
  });
}

/** A box on its way. */
class Dragged {
  /** The line that it would be put on. @type {HTMLElement | null} */
  over = null;
  /** @type {HTMLElement[]} */
  gaps = [];
  /** @type {ReturnType<typeof ghostOf> | null} */
  ghost = null;

  /** @param {HTMLElement} box @param {HTMLElement} canvas @param {Store} store */
  constructor(box, canvas, store) {
    this.box = box;
    this.canvas = canvas;
    this.store = store;
  }

  /** @param {Point} point */
  start(point) {
    const { box, canvas, store } = this;
    const id = box.dataset.step ?? '';
    const gaps = /** @type {HTMLElement[]} */ ([...canvas.querySelectorAll('.wf-add')]);
    this.gaps = gaps.filter((gap) => !isWithin(store.draft, store.kinds, id, placeOfGap(gap)[0]));
    this.ghost = ghostOf(box, point, { className: 'wf-ghost' });
    canvas.classList.add('is-dragging');
    box.classList.add('is-dragged');
  }

  /** @param {Point} point */
  move(point) {
    this.ghost?.move(point);
    scrollAtEdges(this.canvas, point);
    scrollAtEdges(window, point, 'y');
    const next = this.#nearest(point);
    if (next === this.over) return;
    this.over?.classList.remove('is-over');
    next?.classList.add('is-over');
    this.over = next;
  }

  stop() {
    this.box.classList.remove('is-dragged');
    this.over?.classList.remove('is-over');
    this.canvas.classList.remove('is-dragging');
    this.ghost?.remove();
  }

  /** @param {Point} point @returns {HTMLElement | null} */
  #nearest({ x, y }) {
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
}
