// The page's top bar on the canvas. It shows the heading that a layout starts with, and the buttons beside it.
import { marksIn, rangeOf, readMarks } from './marks.js';
import { nodesOf } from '../../model/tree.js';

/** @import { Mark } from './marks.js' */
/** @import { Draft } from '../../model/tree.js' */

/**
 * @typedef {{ parentOf: (id: string) => string | null }} Layout
 */

export class TopBar {
  #document;
  #layout;
  #shown;
  /** Whether it was changed before the server has rendered the change. */
  isStale = false;

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
    if (html === this.#shown && !this.isStale) return true;
    if (!element) return false;
    // A page without a title of its own in the bar may get one again.
    element.hidden = html === '';
    this.#shown = html;
    this.isStale = false;
    if (html === '') return true;
    const template = this.#document.createElement('template');
    template.innerHTML = html;
    const made = /** @type {HTMLElement} */ (template.content.firstElementChild);
    element.replaceChildren(...made.childNodes);
    return true;
  }

  /**
   * What a change of the draft means for the elements in the bar; those that are gone are removed.
   *
   * @param {readonly Mark[]} outermost @param {Draft} draft @returns {import('./swap.js').Bar}
   */
  follow(outermost, draft) {
    const parents = new Map([...nodesOf(draft)].map(({ node, parent }) => [node.id, parent?.id ?? null]));
    const all = outermost.flatMap((mark) => [mark, ...marksIn(mark)]);
    for (const mark of all) {
      if (parents.has(mark.id)) continue;
      for (const node of rangeOf(mark)) node.remove();
      this.isStale = true;
    }
    const left = all.filter(({ id }) => parents.has(id));
    const isStaying = (/** @type {Mark} */ { id, parent }) => parents.get(id) === parent?.id;
    return { staying: left.filter(isStaying), leaving: left.filter((mark) => !isStaying(mark)) };
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
