import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { followPointer, holdTouches, isDragging, nextAt, scrollAtEdges, speed } from './drag.js';

/** A window with a document, as far as a drag needs them. */
class Page extends EventTarget {
  constructor() {
    super();
    this.captured = /** @type {string[]} */ ([]);
    const capturing = (/** @type {string} */ name) => ({ setPointerCapture: () => this.captured.push(name) });
    const held = { ...capturing('held'), style: {}, remove: () => (this.held = null) };
    this.held = /** @type {typeof held | null} */ (null);
    this.document = {
      documentElement: capturing('root'),
      body: { ownerDocument: { createElement: () => held }, append: () => (this.held = held) },
      getSelection: () => null,
      defaultView: this,
    };
    this.pressed = { ownerDocument: this.document, setPointerCapture: () => this.captured.push('pressed') };
  }

  /** @param {string} name @param {object} [about] */
  send(name, about = {}) {
    const event = Object.assign(new Event(name, { cancelable: true, bubbles: true }), { pointerId: 1, ...about });
    this.dispatchEvent(event);
    return event;
  }

  /** @param {number} x @param {number} y */
  move = (x, y) => this.send('pointermove', { clientX: x, clientY: y });
}

/** @type {Page} */
let page;
/** @type {string[]} */
let told = [];
/** @type {(() => void) | null} */
let nextFrame = null;
const gesture = {
  start: (/** @type {any} */ { x, y }) => void told.push(`start ${x},${y}`),
  move: (/** @type {any} */ { x, y }) => void told.push(`move ${x},${y}`),
  frame: (/** @type {any} */ { x, y }) => void told.push(`frame ${x},${y}`),
  end: (/** @type {any} */ { x, y }) => void told.push(`end ${x},${y}`),
  cancel: () => void told.push('cancel'),
};
/** @param {string} pointerType @param {import('./drag.js').Gesture} [own] @param {object} [options] */
function press(pointerType, own = gesture, options = {}) {
  const { pressed: target } = page;
  followPointer(/** @type {any} */ ({ target, pointerId: 1, pointerType, clientX: 10, clientY: 10 }), own, options);
}
/** Without those of frames. */
const said = () => told.filter((one) => !one.startsWith('frame'));

describe('a drag', () => {
  beforeEach(() => {
    page = new Page();
    told = [];
    const frames = {
      requestAnimationFrame: (/** @type {() => void} */ run) => ((nextFrame = run), 1),
      cancelAnimationFrame: () => (nextFrame = null),
    };
    Object.assign(globalThis, { window: page, Element: class {}, innerWidth: 800, innerHeight: 600 }, frames);
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    page.send('pointercancel');
    mock.timers.reset();
  });

  it('begins once a mouse has moved, from where it was pressed', () => {
    press('mouse');
    page.move(13, 10);
    assert.deepEqual(told, []);
    page.move(20, 10);
    assert.equal(isDragging(), true);
    page.send('pointerup', { clientX: 30, clientY: 12 });
    assert.deepEqual(said(), ['start 10,10', 'move 20,10', 'end 30,12']);
    assert.deepEqual(told.at(-2), 'frame 30,12');
    assert.deepEqual(page.captured, ['pressed', 'root']);
    assert.equal(isDragging(), false);
  });

  it('has its own cursor until the click that follows it', () => {
    press('mouse', { ...gesture, cursor: 'grabbing' });
    page.move(20, 10);
    assert.deepEqual(page.captured, ['pressed', 'held']);
    assert.deepEqual(page.held?.style, { position: 'fixed', cursor: 'grabbing' });
    page.send('pointerup', { clientX: 20, clientY: 10 });
    assert.ok(page.held);
    mock.timers.tick(50);
    assert.equal(page.held, null);
  });

  it('goes on in each frame while the pointer rests, and ends with it', () => {
    press('mouse');
    page.move(20, 10);
    told = [];
    nextFrame?.();
    nextFrame?.();
    assert.deepEqual(told, ['frame 20,10', 'frame 20,10']);
    page.send('pointerup', { clientX: 20, clientY: 10 });
    assert.equal(nextFrame, null);
  });

  it('begins once a finger has rested, which then scrolls nothing', () => {
    holdTouches(page);
    press('touch');
    assert.equal(page.send('touchmove').defaultPrevented, false);
    mock.timers.tick(300);
    assert.deepEqual(said(), ['start 10,10']);
    assert.equal(page.send('touchmove').defaultPrevented, true);
    assert.equal(page.send('contextmenu').defaultPrevented, true);
  });

  it('is none where a finger moves before it has rested: that scrolls', () => {
    press('touch');
    page.move(10, 30);
    mock.timers.tick(300);
    page.move(10, 60);
    page.send('pointerup', { clientX: 10, clientY: 60 });
    assert.deepEqual(told, []);
  });

  it('begins at once where a finger has nothing to scroll', () => {
    press('touch', gesture, { waits: false });
    page.move(10, 30);
    assert.deepEqual(said(), ['start 10,10', 'move 10,30']);
  });

  it('is cancelled by Escape, which nobody else gets, and by the browser', () => {
    press('mouse');
    assert.equal(page.send('keydown', { key: 'Escape' }).defaultPrevented, false);
    page.move(20, 10);
    let others = 0;
    page.addEventListener('keydown', () => (others += 1));
    assert.equal(page.send('keydown', { key: 'Escape' }).defaultPrevented, true);
    assert.equal(others, 0);
    page.send('pointerup', { clientX: 90, clientY: 90 });
    press('mouse');
    page.move(20, 10);
    page.send('pointercancel');
    assert.deepEqual(said(), ['start 10,10', 'move 20,10', 'cancel', 'start 10,10', 'move 20,10', 'cancel']);
  });

  it('does not happen where it may not start, and leaves the click', () => {
    press('mouse', { ...gesture, start: () => false });
    page.move(20, 10);
    page.move(30, 10);
    page.send('pointerup', { clientX: 30, clientY: 10 });
    assert.deepEqual(told, []);
    assert.equal(page.send('click').defaultPrevented, false);
  });

  it('swallows the click that ends it, and no later one', () => {
    press('mouse');
    page.move(20, 10);
    page.send('pointerup', { clientX: 20, clientY: 10 });
    assert.equal(page.send('click').defaultPrevented, true);
    assert.equal(page.send('click').defaultPrevented, false);
    press('mouse');
    page.move(20, 10);
    page.send('pointerup', { clientX: 20, clientY: 10 });
    mock.timers.tick(50);
    assert.equal(page.send('click').defaultPrevented, false);
  });

  for (const next of ['keydown', 'pointerdown'])
    it(`leaves the click of what comes right after it: ${next}`, () => {
      press('mouse');
      page.move(20, 10);
      page.send('pointerup', { clientX: 20, clientY: 10 });
      page.send(next, { key: 'Enter' });
      assert.equal(page.send('click').defaultPrevented, false);
      press('mouse');
      page.move(20, 10);
      page.send('keydown', { key: 'Escape' });
      page.send('pointerup', { clientX: 20, clientY: 10 });
      page.send(next, { key: 'Enter' });
      assert.equal(page.send('click').defaultPrevented, false);
    });

  it('is of one pointer: a second finger changes nothing', () => {
    press('mouse');
    page.move(20, 10);
    page.send('pointermove', { pointerId: 2, clientX: 90, clientY: 90 });
    page.send('pointerup', { pointerId: 2, clientX: 90, clientY: 90 });
    const { pressed: target } = page;
    followPointer(/** @type {any} */ ({ target, pointerId: 2, pointerType: 'mouse', clientX: 0, clientY: 0 }), gesture);
    page.send('pointermove', { pointerId: 2, clientX: 90, clientY: 90 });
    assert.deepEqual(said(), ['start 10,10', 'move 20,10']);
  });

  it('keeps the browser from dragging links itself', () => {
    press('mouse');
    assert.equal(page.send('dragstart').defaultPrevented, true);
    page.send('pointerup', { clientX: 10, clientY: 10 });
    assert.equal(page.send('dragstart').defaultPrevented, false);
  });

  it('comes out of a frame in points of the window', () => {
    press('mouse', gesture, { toWindow: ({ x = 0, y = 0 }) => ({ x: x / 2 + 100, y: y / 2 }) });
    page.move(40, 10);
    assert.deepEqual(said(), ['start 105,5', 'move 120,5']);
  });
});

describe('near an edge', () => {
  it('scrolls faster the nearer, and not in the middle', () => {
    assert.equal(speed(300, 0, 600), 0);
    assert.ok(speed(40, 0, 600) < 0 && speed(40, 0, 600) > speed(10, 0, 600));
    assert.ok(speed(590, 0, 600) > speed(570, 0, 600) && speed(570, 0, 600) > 0);
    assert.equal(speed(2000, 0, 600), 16);
  });

  it('scrolls along the axes that are asked for, at the edge of the window where the area is larger', () => {
    Object.assign(globalThis, { Element: Area, innerWidth: 800, innerHeight: 600 });
    const area = new Area({ left: 0, top: -500, right: 800, bottom: 2000 });
    scrollAtEdges(/** @type {any} */ (area), { x: 400, y: 595 });
    scrollAtEdges(/** @type {any} */ (area), { x: 400, y: 300 });
    scrollAtEdges(/** @type {any} */ (area), { x: 795, y: 595 }, 'x');
    assert.deepEqual(area.scrolled, [
      { left: 0, top: 13, behavior: 'instant' },
      { left: 13, top: 0, behavior: 'instant' },
    ]);
  });
});

class Area {
  scrolled = /** @type {object[]} */ ([]);

  /** @param {object} box */
  constructor(box) {
    this.getBoundingClientRect = () => box;
  }

  /** @param {object} by */
  scrollBy(by) {
    this.scrolled.push(by);
  }
}

it('a place among others is before the first whose middle is below', () => {
  const boxes = [0, 50, 100].map((top) => ({ getBoundingClientRect: () => ({ top, height: 50 }) }));
  const place = (/** @type {number} */ y) => nextAt(/** @type {any} */ (boxes), y);
  assert.deepEqual([10, 30, 80, 130].map(place), [boxes[0], boxes[1], boxes[2], null]);
});
