import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { grouped, ListBox, optionOf } from './list-box.js';

/** As much of an element as a list needs. */
class Fake extends EventTarget {
  /** @type {Fake[]} */
  children = [];
  /** @type {Map<string, string>} */
  attributes = new Map();
  classes = new Set();
  id = '';
  hidden = true;
  scrolled = 0;
  classList = {
    toggle: (/** @type {string} */ name, /** @type {boolean} */ on) =>
      on ? this.classes.add(name) : this.classes.delete(name),
  };

  /** @param {object} [own] */
  constructor(own = {}) {
    super();
    Object.assign(this, own);
  }

  setAttribute = (/** @type {string} */ name, /** @type {string} */ value) => void this.attributes.set(name, value);
  removeAttribute = (/** @type {string} */ name) => void this.attributes.delete(name);
  append = (/** @type {Fake[]} */ ...more) => void this.children.push(...more);
  replaceChildren = (/** @type {Fake[]} */ ...now) => void (this.children = now);
  scrollIntoView = () => void (this.scrolled += 1);
  closest = () => (/** @type {any} */ (this).role === 'option' && !this.attributes.has('aria-disabled') ? this : null);
  querySelectorAll = () => this.#below().filter((one) => one.closest());

  /** @returns {Fake[]} */
  #below = () => this.children.flatMap((one) => [one, ...one.#below()]);
}

/** @type {string[]} */
let chosen = [];
/** @type {any} */
let input;
/** @type {any} */
let list;
/** @param {any} [more] */
function boxOf(more = {}) {
  const choose = (/** @type {any} */ option, /** @type {number} */ i) => chosen.push(`${option.textContent} ${i}`);
  return new ListBox(list, { input, choose, ...more });
}
const options = (/** @type {string[]} */ ...labels) => labels.map((label) => optionOf(label));
/** @param {string} key @param {object} [more] */
const pressed = (key, more = {}) =>
  /** @type {KeyboardEvent} */ (Object.assign(new Event('keydown', { cancelable: true }), { key, ...more }));
const pointedAt = () => input.attributes.get('aria-activedescendant');
/** @param {any} target @param {string} name */
const on = (target, name) => {
  const event = Object.defineProperty(new Event(name, { cancelable: true }), 'target', { value: target });
  list.dispatchEvent(event);
  return event;
};

describe('a list of options', () => {
  beforeEach(() => {
    chosen = [];
    Object.assign(globalThis, { document: { createElement: () => new Fake() } });
    input = new Fake({ role: 'combobox' });
    list = new Fake({ id: 'list' });
  });
  afterEach(() => delete (/** @type {any} */ (globalThis).document));

  it('belongs to its control, which says what is pointed at', () => {
    const box = boxOf();
    box.put(options('One', 'Two'));
    assert.equal(list.role, 'listbox');
    assert.deepEqual([...input.attributes].sort(), [
      ['aria-activedescendant', 'list-0'],
      ['aria-autocomplete', 'list'],
      ['aria-controls', 'list'],
    ]);
    assert.equal(input.ariaExpanded, 'true');
    assert.deepEqual(
      box.options.map((/** @type {any} */ { ariaSelected }) => ariaSelected),
      ['true', 'false'],
    );
  });

  it('is walked through by arrows, round and round, and by page keys up to its ends', () => {
    const box = boxOf();
    box.put(options(...'abcdefghi'));
    const walk = ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'PageDown', 'PageDown', 'PageUp', 'PageUp'].map(
      (key) => {
        assert.equal(box.key(pressed(key)), true);
        return box.at;
      },
    );
    assert.deepEqual(walk, [8, 7, 8, 0, 6, 8, 2, 0]);
    assert.equal(pointedAt(), 'list-0');
  });

  it('chooses by Enter what is pointed at, and leaves alone every other key', () => {
    const box = boxOf();
    box.put(options('One', 'Two'), -1);
    assert.equal(box.key(pressed('Enter')), false, 'nothing is pointed at');
    box.key(pressed('ArrowDown'));
    box.key(pressed('ArrowDown'));
    const enter = pressed('Enter');
    assert.equal(box.key(enter), true);
    assert.equal(enter.defaultPrevented, true);
    for (const key of ['a', 'Tab', 'Escape', 'Home', 'ArrowLeft']) assert.equal(box.key(pressed(key)), false);
    assert.equal(box.key(pressed('Enter', { isComposing: true })), false, 'it ends a word of Japanese');
    assert.deepEqual(chosen, ['Two 1']);
  });

  it('chooses by a click, which does not take the focus', () => {
    const box = boxOf();
    box.put(options('One', 'Two'));
    assert.equal(on(box.options[1], 'mousedown').defaultPrevented, true);
    on(box.options[1], 'click');
    on(new Fake(), 'click');
    assert.deepEqual(chosen, ['Two 1']);
    on(box.options[1], 'pointermove');
    assert.equal(box.at, 0, 'the pointer passes over it');
  });

  it('follows the pointer where that is wanted', () => {
    const box = boxOf({ hovers: true });
    box.put(options('One', 'Two'));
    on(box.options[1], 'pointermove');
    assert.equal(pointedAt(), 'list-1');
  });

  it('passes over what can’t be chosen', () => {
    const box = boxOf();
    const [none] = /** @type {any[]} */ (options('Nothing found'));
    none.setAttribute('aria-disabled', 'true');
    box.put([none]);
    assert.equal(box.key(pressed('ArrowDown')), false);
    on(none, 'click');
    assert.deepEqual([chosen, box.at, pointedAt(), input.ariaExpanded], [[], -1, undefined, 'false']);
  });

  it('marks by a class where aria-selected says what is chosen already', () => {
    const box = boxOf({ isMarked: true });
    const [one, two] = /** @type {any[]} */ (options('One', 'Two'));
    one.ariaSelected = 'true';
    box.put([one, two], 1);
    assert.deepEqual([one.ariaSelected, [...one.classes], [...two.classes]], ['true', [], ['active']]);
  });

  it('is closed without a trace', () => {
    const box = boxOf();
    box.put(options('One'));
    box.hide();
    assert.deepEqual([list.hidden, input.ariaExpanded, pointedAt(), box.option], [true, 'false', undefined, null]);
  });

  it('goes from control to control', () => {
    const box = boxOf();
    box.put(options('One'));
    const other = /** @type {any} */ (new Fake());
    box.attach(other);
    box.put(options('Two'));
    assert.equal(pointedAt(), undefined);
    assert.equal(other.attributes.get('aria-activedescendant'), 'list-0');
    assert.equal(other.ariaExpanded, undefined, 'a text of several lines is no combobox');
  });

  it('stands under headings that are not read twice', () => {
    const box = boxOf();
    const all = options('Pear', 'Oak', 'Plum');
    box.put(grouped(all, (_, i) => ['Fruit', 'Tree', 'Fruit'][i], 'head'));
    const [fruit, tree] = list.children;
    assert.deepEqual([fruit.role, fruit.ariaLabel, fruit.children[0].ariaHidden], ['group', 'Fruit', 'true']);
    assert.deepEqual(
      [fruit, tree].map(({ children }) => children.map((/** @type {any} */ { textContent }) => textContent)),
      [
        ['Fruit', 'Pear', 'Plum'],
        ['Tree', 'Oak'],
      ],
    );
    box.key(pressed('ArrowDown'));
    box.key(pressed('Enter'));
    assert.deepEqual(chosen, ['Plum 1'], 'in the order in which they stand');
  });
});
