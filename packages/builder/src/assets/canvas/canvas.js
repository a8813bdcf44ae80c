// The page in its frame: finds nodes by their marks, measures them, and swaps in what has changed.
import { marksIn, readMarks } from './marks.js';
import { Swap } from './swap.js';
import { TopBar } from './top-bar.js';

/** @import { Mark } from './marks.js' */

/** What still works on the canvas: opening tabs, sections and menus. */
const OPENERS = 'label.pl-tab, summary, [data-bs-toggle]';

/** Events: loaded, drawn (something has moved). */
export class Canvas extends EventTarget {
  /** @type {HTMLIFrameElement} */
  #frame;
  /** @type {Swap | null} */
  #swap = null;
  /** @type {TopBar | null} */
  #bar = null;
  /** @type {Mark | null} */
  #page = null;
  /** Outermost marks of the top bar. @type {Mark[]} */
  #inBar = [];
  /** @type {Map<string, Mark[]>} */
  #byId = new Map();
  #shown = '';
  /** The document that is listened to. @type {Document | null} */
  #known = null;
  #isWaiting = false;
  /** Whether there may be nodes since the last frame that show nothing. */
  #mayBeEmpty = false;
  /** The node that is to be in sight with the next frame. @type {string | null} */
  #sought = null;
  /** Known while what lies above the page is drawn. @type {number | null} */
  #scale = null;

  /**
   * @param {HTMLIFrameElement} frame
   * @param {{ empty: (id: string, hasPlace: boolean) => string | null, parentOf: (id: string) => string | null,
   *   kindOf: (node: import('../../model/tree.js').Node) => import('./fresh.js').Kind }} options empty: what to say of an empty node,
   *   with a place for others in it or without;
   *   parentOf: the node around another; kindOf: what to show of a new one
   */
  constructor(frame, { empty, parentOf, kindOf }) {
    super();
    this.#frame = frame;
    this.empty = empty;
    this.parentOf = parentOf;
    this.kindOf = kindOf;
  }

  /** Once somebody listens. */
  start() {
    this.#frame.addEventListener('load', () => this.#loaded());
    if (this.#frame.contentDocument?.readyState === 'complete') this.#loaded();
  }

  get document() {
    return /** @type {Document} */ (this.#frame.contentDocument);
  }

  get window() {
    return /** @type {Window} */ (this.#frame.contentWindow);
  }

  get isReady() {
    return this.#swap !== null;
  }

  get frame() {
    return this.#frame;
  }

  /** CSS pixels of the window for one of the page. */
  get scale() {
    return this.#scale ?? this.#frame.getBoundingClientRect().width / (this.#frame.offsetWidth || 1);
  }

  /** A point of the window as one of the page. @param {{ x: number, y: number }} point */
  toPage({ x, y }) {
    const { left, top } = this.#frame.getBoundingClientRect();
    return { x: (x - left) / this.scale, y: (y - top) / this.scale };
  }

  /** A point of the page as one of the window. @param {{ x: number, y: number }} point */
  toWindow({ x, y }) {
    const { left, top } = this.#frame.getBoundingClientRect();
    return { x: left + x * this.scale, y: top + y * this.scale };
  }

  /** @param {string} id @returns {Mark[]} */
  marksOf(id) {
    return this.#byId.get(id) ?? [];
  }

  /** The first mark of a node that can be seen. @param {string} id @returns {Mark | null} */
  markOf(id) {
    const marks = this.marksOf(id);
    // Most have one, which needs no layout of the page to be found.
    return (marks.length > 1 ? marks.find((mark) => isVisible(rectOf(mark))) : null) ?? marks[0] ?? null;
  }

  /** The innermost node around a part of the page. @param {Node | null} node @returns {Mark | null} */
  markAround(node) {
    if (!node || !this.#page) return null;
    /** @param {Mark} mark @returns {Mark} */
    const step = (mark) => {
      const inner = mark.children.find((child) => isAround(child, node));
      return inner ? step(inner) : mark;
    };
    const found = step(this.#inBar.find((mark) => isAround(mark, node)) ?? this.#page);
    return found.id ? found : null;
  }

  /** @param {{ x: number, y: number }} point of the page @returns {Mark | null} */
  markAt({ x, y }) {
    return this.markAround(this.document.elementFromPoint(x, y));
  }

  /** Outermost nodes: one for each layout, or for each row that it shows. @returns {Mark[]} */
  get roots() {
    return this.#page?.children ?? [];
  }

  /** @param {{ head: string, main: string, styles: string[], scripts: string[] }} painted */
  show({ head, main, styles, scripts }) {
    if (!this.#swap || !this.#bar) return;
    const isInPage = this.#bar.isInPage;
    // Without a place for the top bar, the page must be loaded again.
    if (!isInPage && !this.#bar.show(head)) return this.window.location.reload();
    this.#showMain(isInPage ? head + main : main, { styles, scripts });
    this.#read();
  }

  /** @param {string} main @param {{ styles: string[], scripts: string[] }} files */
  #showMain(main, { styles, scripts }) {
    const { document: page } = this;
    if (main === this.#shown) return;
    for (const href of styles) {
      if (!page.querySelector(`link[href="${href}"]`))
        page.head.append(Object.assign(page.createElement('link'), { rel: 'stylesheet', href }));
    }
    for (const src of scripts) {
      if (!page.querySelector(`script[src="${src}"]`))
        page.head.append(Object.assign(page.createElement('script'), { type: 'module', src }));
    }
    this.#shown = main;
    const { scrollX, scrollY } = this.window;
    for (const one of page.querySelectorAll('.bld-empty')) one.remove();
    /** @type {Swap} */ (this.#swap).show(main);
    page.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
    this.window.scrollTo(scrollX, scrollY);
  }

  /** Shows a change at once, as far as it needs no markup from the server. @param {import('../../model/tree.js').Draft} draft */
  arrange(draft) {
    if (!this.#swap || !this.#bar) return;
    for (const one of this.document.querySelectorAll('.bld-empty')) one.remove();
    const inBar = this.#bar.follow(this.#inBar, draft);
    if (this.#swap.arrange(draft, { kindOf: this.kindOf, inBar })) {
      this.#shown = '';
      this.#bar.isStale = true;
    }
    this.#read();
  }

  /** Whether new elements on the page are marked as unsaved. */
  set isUnsaved(/** @type {boolean} */ is) {
    if (this.isReady) this.document.documentElement.toggleAttribute('data-bld-unsaved', is);
  }

  /** @param {string} id */
  reveal(id) {
    const mark = this.markOf(id);
    if (!mark) return;
    openAround(mark);
    this.#sought = id;
    this.drawn();
  }

  /** Something may have moved. All that measures the page does so once, with the next frame. */
  drawn() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      if (this.#mayBeEmpty) this.#fillEmpty();
      if (this.#sought) this.#scrollTo(this.#sought);
      this.#scale = this.scale;
      this.dispatchEvent(new Event('drawn'));
      this.#scale = null;
    });
  }

  /** @param {string} id */
  #scrollTo(id) {
    this.#sought = null;
    const mark = this.markOf(id);
    if (!mark) return;
    const { top, bottom } = rectOf(mark);
    const height = this.window.innerHeight;
    if (top < 0 || bottom > height)
      this.window.scrollBy({ top: top < 0 || bottom - top > height ? top - 24 : bottom - height + 24 });
  }

  #loaded() {
    const page = this.#frame.contentDocument;
    const main = page?.getElementById('main');
    if (!page || !main || page === this.#known) return;
    this.#known = page;
    this.#swap = new Swap(main);
    this.#bar = new TopBar(page, { parentOf: this.parentOf });
    this.#shown = '';
    this.#read();
    for (const name of ['scroll', 'toggle', 'load', 'transitionend', 'animationend', 'change'])
      page.addEventListener(name, () => this.drawn(), true);
    // What was hidden can be measured now.
    for (const name of ['toggle', 'change']) page.addEventListener(name, () => (this.#mayBeEmpty = true), true);
    new ResizeObserver(() => this.drawn()).observe(page.body);
    // Before what stops the page's own reactions, so that the builder hears a click.
    this.dispatchEvent(new Event('loaded'));
    for (const name of ['click', 'auxclick', 'submit', 'dragstart'])
      page.defaultView?.addEventListener(name, keepStill, true);
  }

  #read() {
    const main = /** @type {HTMLElement} */ (this.document.getElementById('main'));
    const roots = readMarks(main);
    const below = new Map([...marksIn(roots)].map((mark) => [mark.id, mark]));
    this.#inBar = /** @type {TopBar} */ (this.#bar).read((id) => below.get(id));
    this.#page = roots;
    this.#byId = Map.groupBy(marksIn(this.#page), ({ id }) => id);
    this.#mayBeEmpty = true;
    // The builder's own keys lead through the page; the frame is no stop of the Tab key.
    for (const stop of this.document.querySelectorAll(
      ':is(a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]):not([tabindex="-1"])',
    ))
      stop.setAttribute('tabindex', '-1');
    this.drawn();
  }

  /** Something to point at where a node shows nothing. */
  #fillEmpty() {
    this.#mayBeEmpty = false;
    const bare = [...marksIn(/** @type {Mark} */ (this.#page))].filter(isBare);
    for (const mark of bare) {
      const text = this.empty(mark.id, Boolean(mark.slot));
      const place = mark.slot ?? mark.end;
      if (!text || !place || hasBox(place)) continue;
      const isInList = ['UL', 'OL'].includes(place.parentNode?.nodeName ?? '');
      const box = this.document.createElement(isInList ? 'li' : 'div');
      box.className = mark.slot ? 'bld-empty bld-empty-slot' : 'bld-empty';
      box.textContent = text;
      place.before(box);
    }
  }
}

/** @param {Comment} place */
const hasBox = ({ previousSibling }) =>
  /** @type {Element | null} */ (previousSibling)?.className?.includes?.('bld-empty') ?? false;

/**
 * Whether a node has nothing to show: a container without children, or something without height that is not hidden.
 *
 * @param {Mark} mark
 */
function isBare(mark) {
  // A heading in the top bar is not in it.
  if (mark.children.some((child) => isAround(mark, /** @type {Node} */ (child.start)))) return false;
  if (mark.slot) return true;
  const holder = /** @type {HTMLElement} */ (mark.holder);
  return holder.getClientRects().length > 0 && rectOf(mark).height === 0;
}

/** The box of the visible part of a mark on the page. @param {Mark} mark @returns {DOMRect} */
export function rectOf({ start, end, holder }) {
  const range = /** @type {Document} */ (holder.ownerDocument).createRange();
  if (start && end) {
    range.setStartAfter(start);
    range.setEndBefore(end);
  } else range.selectNodeContents(holder);
  return range.getBoundingClientRect();
}

/** @param {DOMRect} rect */
export const isVisible = ({ width, height }) => width > 0 && height > 0;

/** @param {Mark} mark @param {Node} node */
function isAround({ start, end }, node) {
  if (!start || !end) return false;
  const follows = start.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  const precedes = end.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
  return Boolean(follows && precedes) && !node.contains(start);
}

/** Opens the tabs and sections around a mark. @param {Mark} mark */
function openAround({ start }) {
  for (let at = start?.parentElement ?? null; at; at = at.parentElement) {
    if (at.matches('details')) at.setAttribute('open', '');
    if (!at.matches('.pl-tab-panel')) continue;
    let before = at.previousElementSibling;
    while (before && !before.matches('.pl-tab-choice')) before = before.previousElementSibling;
    if (before) /** @type {HTMLInputElement} */ (before).checked = true;
  }
}

/** Nothing on the canvas leads away or is sent. @param {Event} event */
function keepStill(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.type === 'click' && target.closest?.(OPENERS)) return;
  // The click on a label goes on to its radio button.
  if (event.type === 'click' && target.matches?.('.pl-tab-choice')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
