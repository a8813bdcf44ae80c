// Drags by mouse, pen and finger as one kind of gesture. Pointer events do all three alike, can be cancelled by Escape and
// work out of a frame; the browser's own drag and drop, on which libraries are built, knows no finger and no frame.

/** @typedef {{ x: number, y: number }} Point of the window */
/**
 * @typedef {object} Gesture
 * @property {(point: Point) => unknown} [start] where it was pressed; false: this is no drag
 * @property {(point: Point) => void} [move]
 * @property {(point: Point) => void} [frame] in each frame, such as to scroll, also while the pointer rests
 * @property {(point: Point) => void} end let go
 * @property {() => void} [cancel] by Escape, or because the browser has taken the pointer
 * @property {string} [cursor] what the pointer looks like while it drags
 */

/** How far the pointer moves before it drags, in pixels. A finger that moves farther before it has rested scrolls. */
const SLACK = 5;
const FINGER_SLACK = 10;
/** How long a finger rests before it drags, in ms. */
const LONG_PRESS = 300;
/** So near to an edge it scrolls, and so fast at most, in pixels (a frame). */
const EDGE = 44;
const FASTEST = 16;
/** The click that follows a drag comes within this time, in ms. */
const CLICK_AFTER = 50;

/** @type {{ dragged: Press | null }} */
const state = { dragged: null };

export const isDragging = () => state.dragged !== null;

/**
 * Follows a pointer that was just pressed. The click that ends a drag is swallowed.
 *
 * @param {PointerEvent} event @param {Gesture} gesture
 * @param {{ toWindow?: (point: Point) => Point, waits?: boolean }} [options] toWindow: from the page of a frame; waits: for a
 *   finger to rest, since it may scroll
 */
export function followPointer(
  event,
  gesture,
  { toWindow = (point) => point, waits = event.pointerType === 'touch' } = {},
) {
  if (!state.dragged) new Press(event, gesture, { toWindow, waits });
}

/**
 * A finger that drags does not scroll. Browsers ask for this before the finger comes down.
 *
 * @param {EventTarget} page a document
 */
export function holdTouches(page) {
  const hold = (/** @type {Event} */ event) => isDragging() && event.cancelable && event.preventDefault();
  page.addEventListener('touchmove', hold, { capture: true, passive: false });
}
if (globalThis.document) holdTouches(document);

/**
 * A copy that follows the pointer.
 *
 * @param {HTMLElement} element @param {Point} point where it is held @param {{ className: string, into?: Element, turn?: string }} look
 */
export function ghostOf(element, point, { className, into = document.body, turn = '' }) {
  const { left, top, width } = element.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  ghost.classList.add(className);
  ghost.removeAttribute('data-key');
  ghost.inert = true;
  ghost.style.width = `${width}px`;
  const move = (/** @type {Point} */ { x, y }) => {
    ghost.style.transform = `translate(${x - point.x + left}px, ${y - point.y + top}px) ${turn}`;
  };
  into.append(ghost);
  move(point);
  return { move, remove: () => ghost.remove() };
}

/**
 * Scrolls what the pointer is near an edge of; what reaches beyond the window has its edge there.
 *
 * @param {Element | Window} area @param {Point} point @param {'x' | 'y'} [axis] both without one
 */
export function scrollAtEdges(area, { x, y }, axis) {
  const whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const box = area instanceof Element ? area.getBoundingClientRect() : whole;
  const left = axis === 'y' ? 0 : speed(x, Math.max(0, box.left), Math.min(whole.right, box.right));
  const top = axis === 'x' ? 0 : speed(y, Math.max(0, box.top), Math.min(whole.bottom, box.bottom));
  if (left || top) area.scrollBy({ left, top, behavior: 'instant' });
}

/** Pixels per frame, faster near the edge. @param {number} at @param {number} from @param {number} to */
export function speed(at, from, to) {
  if (at < from + EDGE) return -Math.min(FASTEST, Math.ceil((from + EDGE - at) / 3));
  if (at > to - EDGE) return Math.min(FASTEST, Math.ceil((at - to + EDGE) / 3));
  return 0;
}

/**
 * The one of several that the pointer comes before, one above the other.
 *
 * @template {Element} E @param {readonly E[]} others @param {number} y @returns {E | null} null: after all of them
 */
export const nextAt = (others, y) =>
  others.find((one) => {
    const { top, height } = one.getBoundingClientRect();
    return y < top + height / 2;
  }) ?? null;

/** A pointer that is down. */
class Press {
  #frame = 0;
  #stopping = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {HTMLElement | null} */
  #holder = null;

  /** @param {PointerEvent} event @param {Gesture} gesture @param {{ toWindow: (point: Point) => Point, waits: boolean }} options */
  constructor(event, gesture, { toWindow, waits }) {
    const { target, pointerId } = event;
    this.page = /** @type {Window} */ (/** @type {Element} */ (target).ownerDocument.defaultView);
    this.pointerId = pointerId;
    this.gesture = gesture;
    this.pointOf = (/** @type {PointerEvent} */ { clientX: x, clientY: y }) => toWindow({ x, y });
    this.first = this.at = this.pointOf(event);
    this.waits = waits;
    this.isTouch = event.pointerType === 'touch';
    // Moves over a frame would be lost.
    if (this.page === window && !this.isTouch) capture(/** @type {Element} */ (target), pointerId);
    if (waits) this.#timer = setTimeout(() => this.#begin(), LONG_PRESS);
    this.#listen();
  }

  #listen() {
    const { page } = this;
    const own = (/** @type {(event: PointerEvent) => void} */ act) => (/** @type {any} */ event) =>
      event.pointerId === this.pointerId && act(event);
    this.#on(
      page,
      'pointermove',
      own((event) => this.#move(event)),
    );
    this.#on(
      page,
      'pointerup',
      own((event) => this.#lift(event)),
    );
    this.#on(
      page,
      'pointercancel',
      own(() => this.#cancel()),
    );
    this.#on(page, 'contextmenu', (event) => this.isTouch && event.preventDefault());
    // Links and images would begin the browser's own drag.
    this.#on(page, 'dragstart', (event) => event.preventDefault());
    for (const one of new Set([page, window])) this.#on(one, 'keydown', (event) => this.#key(event));
  }

  /** @param {EventTarget} target @param {string} name @param {(event: any) => void} listener */
  #on(target, name, listener) {
    target.addEventListener(name, listener, { capture: true, passive: false, signal: this.#stopping.signal });
  }

  #begin() {
    clearTimeout(this.#timer);
    if (this.gesture.start?.(this.first) === false) return this.#stop();
    state.dragged = this;
    const { document } = this.page;
    // Keeps the pointer's events here even when it leaves the frame.
    capture(this.gesture.cursor ? this.#held(this.gesture.cursor) : document.documentElement, this.pointerId);
    document.getSelection()?.removeAllRanges();
    if (this.isTouch) this.page.navigator?.vibrate?.(15);
    this.#draw();
  }

  /**
   * Browsers show the cursor of what has captured the pointer. A rule for everything on the page would have each element
   * styled again when a drag begins and when it ends.
   *
   * @param {string} cursor
   */
  #held(cursor) {
    const { body } = this.page.document;
    this.#holder = body.ownerDocument.createElement('div');
    Object.assign(this.#holder.style, { position: 'fixed', cursor });
    body.append(this.#holder);
    return this.#holder;
  }

  #draw() {
    this.gesture.frame?.(this.at);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** @param {PointerEvent} event */
  #move(event) {
    this.at = this.pointOf(event);
    if (state.dragged !== this) {
      const far = Math.hypot(this.at.x - this.first.x, this.at.y - this.first.y);
      if (far < (this.waits ? FINGER_SLACK : SLACK)) return;
      if (this.waits) return this.#stop();
      this.#begin();
    }
    if (state.dragged === this) this.gesture.move?.(this.at);
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    this.at = this.pointOf(event);
    if (!this.#stop()) return;
    hushClick(this.page);
    this.gesture.frame?.(this.at);
    this.gesture.end(this.at);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || state.dragged !== this) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hushClick(this.page, true);
    this.#cancel();
  }

  #cancel() {
    if (this.#stop()) this.gesture.cancel?.();
  }

  /** @returns {boolean} whether it was a drag */
  #stop() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#stopping.abort();
    // The click that follows is for it, too.
    setTimeout(() => this.#holder?.remove(), CLICK_AFTER);
    const wasDragged = state.dragged === this;
    if (wasDragged) state.dragged = null;
    return wasDragged;
  }
}

/**
 * Swallows the click of a drag, which comes at once; not that of a key or of another press.
 *
 * @param {Window} page @param {boolean} [isDown] the button is still to be let go
 */
function hushClick(page, isDown = false) {
  const done = new AbortController();
  const once = { capture: true, once: true, signal: done.signal };
  const hush = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => done.abort();
  const end = () => {
    for (const next of ['keydown', 'pointerdown']) page.addEventListener(next, stop, once);
    setTimeout(stop, CLICK_AFTER);
  };
  page.addEventListener('click', hush, once);
  if (isDown) page.addEventListener('pointerup', end, once);
  else end();
}

/** @param {Element} element @param {number} id */
function capture(element, id) {
  try {
    element.setPointerCapture(id);
  } catch {
    // The pointer was lifted meanwhile.
    return;
  }
}
