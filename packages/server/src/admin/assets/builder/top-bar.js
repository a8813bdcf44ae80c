// The page's top bar on the canvas. The heading that a layout starts with stands in it, with the buttons beside it.
import { readMarks } from './marks.js';

/** @import { Mark } from './marks.js' */

/**
 * @typedef {{ parentOf: (id: string) => string | null }} Layout
 */

export class TopBar {
  #document;
  #layout;
  #shown;

  /** @param {Document} document of the page @param {Layout} layout */
  constructor(document, layout) {
    this.#document = document;
    this.#layout = layout;
    this.#shown = this.element?.outerHTML ?? '';
  }

  get element() {
    return this.#document.getElementById('pl-head');
  }

  /** Whether the theme has no place for it but the page itself. */
  get isInPage() {
    return Boolean(this.element?.closest('#main'));
  }

  /** @param {string} html @returns {boolean} false: the page has no place for it yet */
  show(html) {
    const { element } = this;
    if (html === this.#shown) return true;
    if (!element) return false;
    // A page without a title of its own in the bar may get one again.
    element.hidden = html === '';
    this.#shown = html;
    if (html === '') return true;
    const template = this.#document.createElement('template');
    template.innerHTML = html;
    const made = /** @type {HTMLElement} */ (template.content.firstElementChild);
    element.replaceChildren(...made.childNodes);
    return true;
  }

  /**
   * The elements of the layout that stand in the bar, as children of those around them.
   *
   * @param {(id: string) => Mark | undefined} markOf those of the page below
   * @returns {Mark[]} the outermost ones
   */
  read(markOf) {
    const { element } = this;
    if (!element || this.isInPage || element.hidden) return [];
    const [first] = readMarks(element).children;
    const parent = first && this.#layout.parentOf(first.id);
    // The line of heading and buttons is not on the page below, since all that it holds is here.
    if (parent && !markOf(parent)) markRow(element, parent);
    const found = readMarks(element).children;
    for (const mark of found) {
      const around = markOf(this.#layout.parentOf(mark.id) ?? '');
      mark.parent = around ?? mark.parent;
      around?.children.unshift(mark);
    }
    return found;
  }
}

/** Marks all but the way here as one element. @param {HTMLElement} bar @param {string} id */
function markRow(bar, id) {
  const { ownerDocument: page } = bar;
  const [heading] = readMarks(bar).children;
  if (heading.id === id) return;
  /** @type {Comment} */ (heading.start).before(page.createComment(`n:${id}`));
  (bar.querySelector('.pl-head-actions') ?? bar).append(page.createComment('s'));
  bar.append(page.createComment(`/n:${id}`));
}
