// One text while its Markdown is edited on the page, with a preview below it.
import {
  changedPart,
  continueList,
  headingAt,
  insertText,
  linkAt,
  setHeading,
  setLink,
  toggleList,
  toggleMark,
} from './markdown-edits.js';
import { markdownOf } from './markdown-of.js';

/** @import { HtmlOf } from './html-of.js' */
/** @import { Typed } from './markdown-edits.js' */

/** Longer texts get their preview only at the end, so that typing stays quick. */
const LONGEST_SHOWN = 50_000;

/** @type {Record<string, (typed: Typed) => Typed>} */
const COMMANDS = {
  bold: (typed) => toggleMark(typed, '**'),
  italic: (typed) => toggleMark(typed, '_'),
  list: (typed) => toggleList(typed, 'list'),
  numbered: (typed) => toggleList(typed, 'numbered'),
};

export class TextSession {
  /** What stood here before. @type {ChildNode[]} */
  #before;
  #source;
  #htmlOf;

  /**
   * @param {HTMLElement} element
   * @param {{ source: string, htmlOf: HtmlOf | null, label: string }} text htmlOf: null for text that is HTML
   */
  constructor(element, { source, htmlOf, label }) {
    this.element = element;
    this.#source = source;
    this.#htmlOf = htmlOf;
    this.#before = [...element.childNodes];
    this.area = element.ownerDocument.createElement('textarea');
    Object.assign(this.area, { className: 'bld-typing bld-typing-source', value: source, rows: 3 });
    this.area.setAttribute('aria-label', label);
    this.preview = element.ownerDocument.createElement('div');
    this.preview.className = 'bld-typing-preview';
    element.classList.add('bld-typing-block');
    element.replaceChildren(this.area, this.preview);
    this.show();
  }

  get isMarkdown() {
    return this.#htmlOf !== null;
  }

  /** The text as it is to be stored. */
  get value() {
    const { value } = this.area;
    return value.trim() === this.#source.trim() ? this.#source : value.trim();
  }

  get isChanged() {
    return this.value !== this.#source;
  }

  get heading() {
    return headingAt(this.#typed);
  }

  get link() {
    return linkAt(this.#typed);
  }

  /** Keeps the typed text readable however far the page is zoomed out. @param {number} scale */
  keepReadable(scale) {
    this.area.style.fontSize = `${0.875 / Math.min(1, scale)}rem`;
  }

  focus() {
    this.area.ownerDocument.defaultView?.focus();
    this.area.focus();
  }

  /** @param {string} name of a command */
  run(name) {
    this.#change(COMMANDS[name](this.#typed));
  }

  /** @param {number} level 0: a paragraph */
  setHeading(level) {
    this.#change(setHeading(this.#typed, level));
  }

  /** @param {string} address empty: no link */
  setLink(address) {
    this.#change(setLink(this.#typed, address));
  }

  /** @returns {boolean} whether Enter did more than start a line */
  enter() {
    const next = this.isMarkdown ? continueList(this.#typed) : null;
    if (next) this.#change(next);
    return next !== null;
  }

  /** HTML from the clipboard as Markdown. @param {DataTransfer} data @returns {boolean} false: there is none */
  paste(data) {
    const html = this.isMarkdown ? data.getData('text/html') : '';
    const text = html && markdownOf(inertBody(html));
    if (text) this.#change(insertText(this.#typed, text));
    return Boolean(text);
  }

  /** Shows what the text will look like. */
  show() {
    const { value } = this.area;
    if (this.#htmlOf && value.length <= LONGEST_SHOWN) this.preview.replaceChildren(this.#htmlOf(value));
    else this.preview.replaceChildren();
  }

  /** Puts the page back as it was, or shows the new text until the server has rendered it. @param {boolean} isKept */
  end(isKept) {
    this.element.classList.remove('bld-typing-block');
    if (isKept && this.isChanged && this.#htmlOf) this.element.replaceChildren(this.#htmlOf(this.value));
    else this.element.replaceChildren(...this.#before);
  }

  /** @returns {Typed} */
  get #typed() {
    const { value, selectionStart, selectionEnd } = this.area;
    return { value, start: selectionStart, end: selectionEnd };
  }

  /** @param {Typed} next */
  #change({ value, start, end }) {
    const { from, to, text } = changedPart(this.area.value, value);
    this.focus();
    this.area.setSelectionRange(from, to);
    if (from !== to || text) this.#insert(text);
    this.area.setSelectionRange(start, end);
  }

  /** execCommand is the only way to keep the browser's undo history. @param {string} text in place of the selection */
  #insert(text) {
    const { area } = this;
    const page = area.ownerDocument;
    if (text ? page.execCommand('insertText', false, text) : page.execCommand('delete')) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Elements that do nothing; their styles can be read, but are no styles, which our CSP would report. @param {string} html */
function inertBody(html) {
  const inert = html.replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(/\sstyle=/gi, ' data-style='));
  return new DOMParser().parseFromString(inert, 'text/html').body;
}
