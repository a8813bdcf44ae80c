// Drags by mouse, pen and touch, from the builder's window and from the page in its frame, as one kind of gesture.

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ toWindow: (point: Point) => Point }} Framed a page in a frame of the window
 * @typedef {{ start: (point: Point) => boolean, move: (point: Point) => void, end: (point: Point) => void, cancel: () => void }} Gesture
 *   points of the window; start: false: this is no drag
 */

/** How far a mouse moves before it drags, in pixels. */
const SLACK = 4;
/** How long a finger rests before it drags, in ms: before that it scrolls. */
const LONG_PRESS = 350;
const TOUCH_SLACK = 10;

/**
 * Follows a pointer that was just pressed. Escape cancels.
 *
 * @param {PointerEvent} event @param {Gesture} gesture @param {Framed | null} canvas if it was pressed on the page
 */
export function followPointer(event, gesture, canvas) {
  const page = /** @type {Window} */ (/** @type {Element} */ (event.target).ownerDocument.defaultView);
  const toWindow = (/** @type {PointerEvent} */ { clientX: x, clientY: y }) =>
    canvas ? canvas.toWindow({ x, y }) : { x, y };
  const isTouch = event.pointerType === 'touch';
  // Beside the frame, moves over the frame would be lost.
  if (page === window && !isTouch) capture(/** @type {Element} */ (event.target), event.pointerId);
  const first = toWindow(event);
  let isDragging = false;
  const begin = (/** @type {Point} */ point) => {
    if (isDragging) return;
    isDragging = gesture.start(point);
    if (!isDragging) return stop();
    // Keeps the pointer's events here even when it leaves the frame.
    const root = page.document.documentElement;
    if (root.isConnected) capture(root, event.pointerId);
    if (isTouch) navigator.vibrate?.(10);
  };
  const timer = isTouch ? setTimeout(() => begin(first), LONG_PRESS) : undefined;
  const moved = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId !== event.pointerId) return;
    const point = toWindow(now);
    const far = Math.hypot(point.x - first.x, point.y - first.y);
    if (isDragging) return gesture.move(point);
    if (isTouch && far > TOUCH_SLACK) stop();
    else if (!isTouch && far > SLACK) {
      begin(first);
      if (isDragging) gesture.move(point);
    }
  };
  const lifted = (/** @type {PointerEvent} */ now) => {
    if (now.pointerId !== event.pointerId) return;
    stop();
    if (isDragging) gesture.end(toWindow(now));
  };
  const cancelled = () => {
    stop();
    if (isDragging) gesture.cancel();
  };
  const keyed = (/** @type {KeyboardEvent} */ now) => {
    if (now.key !== 'Escape' || !isDragging) return;
    now.preventDefault();
    now.stopImmediatePropagation();
    cancelled();
  };
  const menu = (/** @type {Event} */ now) => isTouch && now.preventDefault();
  const stop = listening(
    [
      [page, 'pointermove', moved],
      [page, 'pointerup', lifted],
      [page, 'pointercancel', cancelled],
      [page, 'contextmenu', menu],
      [page, 'keydown', keyed],
      ...(page === window ? [] : /** @type {any} */ ([[window, 'keydown', keyed]])),
    ],
    () => clearTimeout(timer),
  );
}

/**
 * A finger that drags does not scroll. Browsers ask for this before the drag begins.
 *
 * @param {EventTarget} document @param {() => boolean} isDragging
 */
export function holdTouches(document, isDragging) {
  const hold = (/** @type {Event} */ event) => isDragging() && event.cancelable && event.preventDefault();
  document.addEventListener('touchmove', hold, { capture: true, passive: false });
}

/**
 * @param {readonly [EventTarget, string, (event: any) => void][]} listeners @param {() => void} ended
 * @returns {() => void} stops
 */
function listening(listeners, ended) {
  const stopping = new AbortController();
  for (const [target, name, listener] of listeners)
    target.addEventListener(name, listener, { capture: true, passive: false, signal: stopping.signal });
  return () => {
    stopping.abort();
    ended();
  };
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
