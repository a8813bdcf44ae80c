// The control that opens over a cell, in the browser and at once. It lies outside the table, so that no column changes
// its width, and what is typed survives when the table behind it is rendered again.
import { isoOf, localOf } from '../fields/date-control.js';
import '../fields/number-control.js';
import { Choices } from './choices.js';
import { element, float } from './cell.js';
import { entriesOf, typedFrom } from './entries.js';
import { over } from './place.js';

/** @import { Column, Value } from './cell.js' */
/** @import { Choice } from './choices.js' */

/** @param {string} kind of a cell */
const dateOf = (kind) => (kind === 'date' ? 'day' : kind === 'date_time' ? 'time' : '');

export class Editor {
  /** The related row that was chosen, with the text that stood there then. @type {Value | null} */
  chosen = null;
  /** @type {Choices | null} */
  choices = null;
  /** New choices that were taken. @type {string[]} */
  adds = [];
  isClosed = false;

  /**
   * @param {HTMLElement} cell @param {Column} column
   * @param {{ value: Value, isTyped: boolean, find: ((text: string) => Promise<Choice[]>) | null,
   *   labels: () => readonly string[], pick: string,
   *   done: (value: Value | null, move: [down: number, right: number] | null) => void }} options
   *   isTyped: a key began it and comes next; labels: of all choices; pick: says what the button of a date is for; done: null gives up
   */
  constructor(cell, column, { value, isTyped, find, labels, pick, done }) {
    this.cell = cell;
    this.column = column;
    this.value = value;
    this.labels = labels;
    this.done = done;
    this.control = createControl(column, value.text);
    this.control.value = isTyped ? '' : this.isDate() ? localOf(value.text) : value.text;
    this.box = element('div', { class: 'pl-cell-editor' });
    if (cell.classList.contains('pl-number')) this.box.classList.add('pl-number');
    this.box.append(this.isDate() ? this.group(pick) : this.control);
    float(this.box, cell);
    if (find) this.offer(find, isTyped);
    this.place = () => over(this.box, this.cell, { grow: this.isText() });
    this.place();
    this.grow();
    for (const kind of ['scroll', 'resize']) addEventListener(kind, this.place, true);
    this.control.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.onKey(event));
    this.control.addEventListener('input', () => this.onInput());
    this.control.addEventListener('focusout', () => setTimeout(() => this.onLeave()));
    this.control.focus({ preventScroll: true });
    if (this.isDate()) this.control.select();
    else if (this.isText() && !isTyped)
      this.control.setSelectionRange(this.control.value.length, this.control.value.length);
  }

  isText() {
    return this.column.kind !== 'time';
  }

  isDate() {
    return dateOf(this.column.kind) !== '';
  }

  /** A date has a button for the calendar. @param {string} pick */
  group(pick) {
    const group = element('div', { class: 'input-group' });
    this.control.dataset.pick = pick;
    group.append(this.control);
    return group;
  }

  /** @param {(text: string) => Promise<Choice[]>} find @param {boolean} isTyped */
  offer(find, isTyped) {
    const { kind } = this.column;
    this.choices = new Choices(this.control, this.box, {
      find: (text) => find(kind === 'choices' ? this.typedIn(text) : text),
      isLocal: kind !== 'lookup',
      choose: (choice) => {
        this.take(choice);
        if (kind !== 'choices') this.finish([0, 0]);
      },
    });
    if (!isTyped) this.choices.search('', false);
  }

  /** @param {Choice} choice */
  take({ label, value, added }) {
    const { control, column } = this;
    if (added) this.adds.push(added);
    control.value = column.kind === 'choices' ? this.withLast(added ?? label) : (added ?? label);
    this.chosen = { text: control.value, key: value };
    this.choices?.close();
  }

  /** The name that is being typed. @param {string} text */
  typedIn(text) {
    return text.slice(typedFrom(text, this.labels())).trim();
  }

  /** With another name in its place. @param {string} name */
  withLast(name) {
    const { value } = this.control;
    const before = entriesOf(value.slice(0, typedFrom(value, this.labels())), this.labels());
    return [...before.map(({ text }) => text), name].join(', ');
  }

  onInput() {
    this.control.setCustomValidity?.('');
    this.grow();
    this.choices?.search(this.control.value, true);
  }

  /** A text of several lines is seen as a whole. */
  grow() {
    if (!(this.control instanceof HTMLTextAreaElement)) return;
    this.control.style.height = 'auto';
    this.control.style.height = `${this.control.scrollHeight}px`;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { key, shiftKey, altKey, isComposing } = event;
    event.stopPropagation();
    if (isComposing) return;
    if (key === 'Escape') {
      event.preventDefault();
      this.finish(null);
    } else if (key === 'Tab') {
      event.preventDefault();
      this.pick();
      this.finish([0, shiftKey ? -1 : 1]);
    } else if (key === 'Enter' && !((shiftKey || altKey) && this.column.kind === 'lines')) {
      event.preventDefault();
      this.pick();
      this.finish([shiftKey ? -1 : 1, 0]);
    } else if (key === 'Enter' && altKey) {
      event.preventDefault();
      this.control.setRangeText('\n', this.control.selectionStart, this.control.selectionEnd, 'end');
      this.grow();
    } else this.choices?.box.key(event);
  }

  /** What the list points at. */
  pick() {
    const { control, choices, column } = this;
    const choice = choices?.chosen(control.value);
    if (!choice || (column.kind === 'choices' && this.typedIn(control.value) === '' && choices?.query === '')) return;
    this.take(choice);
  }

  onLeave() {
    // Another window has the focus: one comes back to go on typing.
    if (this.isClosed || this.box.contains(document.activeElement) || !document.hasFocus()) return;
    this.finish(null, true);
  }

  /**
   * @param {[number, number] | null} move where to go; null: gives up, unless the focus has gone elsewhere
   * @param {boolean} [left]
   */
  finish(move, left = false) {
    if (this.isClosed) return;
    if (!move && !left) return this.close(null, null);
    // The browser gives no value for half a time: sent as it is, it would empty the cell.
    if (this.control.validity.badInput) {
      this.control.focus();
      return this.control.reportValidity();
    }
    const text = this.isDate() ? isoOf(this.control) : this.control.value;
    const { chosen, value } = this;
    const key = chosen && chosen.text === text ? chosen.key : value.text === text ? value.key : null;
    const entries = entriesOf(text, this.labels()).map((entry) => entry.text);
    const parts = this.column.kind === 'choices' ? entries : [text.trim()];
    const adds = this.adds.filter((added) => parts.includes(added));
    this.close(adds.length > 0 ? { text, key, adds } : { text, key }, move);
  }

  /** @param {Value | null} value @param {[number, number] | null} move */
  close(value, move) {
    this.isClosed = true;
    for (const kind of ['scroll', 'resize']) removeEventListener(kind, this.place, true);
    this.choices?.close();
    this.box.remove();
    this.done(value, move);
  }
}

/** @param {Column} column @param {string} text @returns {any} */
function createControl({ kind, label }, text) {
  const isArea = kind === 'text' || kind === 'lines';
  return element(isArea ? 'textarea' : 'input', {
    'aria-label': label,
    autocomplete: 'off',
    ...(isArea ? { rows: '1' } : { type: kind === 'time' ? 'time' : 'text' }),
    ...(kind === 'number' && { inputmode: 'decimal', 'data-pl-number': '' }),
    ...(dateOf(kind) && { 'data-pl-date': dateOf(kind) }),
    ...(kind === 'time' && /:\d\d:\d\d/.test(text) && { step: '1' }),
  });
}
