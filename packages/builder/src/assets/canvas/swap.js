// Replaces only the nodes whose markup from the server differs from the markup before; others keep their elements, open tabs and
// changes by scripts. The kit's morph compares with the page, and would undo these.
import { contentOf, marksIn, rangeOf, readMarks } from './marks.js';
import { Arranging } from './arranging.js';
import { markupOf, sameButChildren, withList } from './markup.js';

/** @import { Mark } from './marks.js' */
/** @import { Kind } from './fresh.js' */
/** @import { Markup } from './markup.js' */
/** @import { Draft } from '../../model/tree.js' */

/**
 * Elements of the layout that stand in the top bar.
 *
 * @typedef {{ staying: Mark[], leaving: Mark[] }} Bar leaving: those that the draft has elsewhere now
 */

export class Swap {
  /** The markup as the server sent it; scripts may have changed the elements since. @type {Map<string, Markup>} */
  #sources = new Map();
  /** @type {Element} */
  #main;

  /** @param {Element} main */
  constructor(main) {
    this.#main = main;
    this.#remember(readMarks(main));
  }

  /** @param {string} html of the whole main element @returns {Mark} what is on the page now */
  show(html) {
    const template = this.#main.ownerDocument.createElement('template');
    template.innerHTML = html;
    const [now, next] = [readMarks(this.#main), readMarks(template.content)];
    const markup = markupOf(next);
    const [keys, nextKeys] = [keysOf(now), keysOf(next)];
    const sources = this.#sources;
    const round = new Round({
      now: new Map([...keys].map(([mark, key]) => [key, mark])),
      keys: nextKeys,
      was: (mark) => sources.get(keys.get(mark) ?? '') ?? { own: '', full: '' },
      will: (mark) => /** @type {Markup} */ (markup.get(mark)),
    });
    const open = openIn(this.#main);
    round.change(now, next);
    reopen(this.#main, open);
    this.#sources = new Map([...nextKeys].map(([mark, key]) => [key, round.will(mark)]));
    return readMarks(this.#main);
  }

  /**
   * Shows a change of the draft before the server has rendered it: existing elements are moved or removed; new ones get
   * the markup of their original, or a box with their name.
   *
   * @param {Draft} draft
   * @param {{ kindOf: (node: import('../../model/tree.js').Node) => Kind, inBar: Bar }} around
   * @returns {boolean} whether anything was changed
   */
  arrange(draft, { kindOf, inBar }) {
    const page = readMarks(this.#main);
    const byId = Map.groupBy([...marksIn(page), ...inBar.leaving], ({ id }) => id);
    const keys = keysOf(page);
    const here = [...marksIn(page)].filter((mark) => mark.slot && byId.get(mark.id)?.length === 1);
    const arranging = new Arranging(draft, { byId, kindOf, staying: new Set(inBar.staying.map(({ id }) => id)) });
    const changed = [...here, ...inBar.staying.filter(({ slot }) => slot)].filter((mark) => arranging.arrange(mark));
    const after = readMarks(this.#main);
    const arranged = new Set(changed.map(({ id }) => id));
    const sourceOf = (/** @type {string} */ id) => this.#sources.get(keys.get(byId.get(id)?.[0] ?? page) ?? '');
    for (const mark of marksIn(after)) {
      if (!arranged.has(mark.id)) continue;
      const source = sourceOf(mark.id);
      const ids = mark.children.map(({ id }) => id);
      if (source) source.own = withList(source.own, ids);
      // The markup around it is no longer what the server sent, either.
      for (let at = /** @type {Mark | null} */ (mark); at; at = at.parent) {
        const known = sourceOf(at.id);
        if (known) known.full = '';
      }
    }
    return changed.length > 0;
  }

  /** @param {Mark} page */
  #remember(page) {
    const markup = markupOf(page);
    this.#sources = new Map([...keysOf(page)].map(([mark, key]) => [key, /** @type {Markup} */ (markup.get(mark))]));
  }
}

/** One comparison of the page with its new rendering. */
class Round {
  /** @type {Map<string, Mark>} */
  #now;
  /** @type {Map<Mark, string>} */
  #keys;
  /** Marks of the page that have their place already. @type {Set<Mark>} */
  #used = new Set();
  /** Elements taken from the page, which may be needed elsewhere. */
  #parked = document.createDocumentFragment();

  /**
   * @param {{ now: Map<string, Mark>, keys: Map<Mark, string>, was: (mark: Mark) => Markup, will: (mark: Mark) => Markup }} known
   */
  constructor({ now, keys, was, will }) {
    this.#now = now;
    this.#keys = keys;
    this.was = was;
    this.will = will;
  }

  /** @param {Mark} now @param {Mark} next */
  change(now, next) {
    const [was, will] = [this.was(now), this.will(next)];
    if (was.full === will.full) return;
    if (was.own === will.own && now.children.length === next.children.length) {
      for (const [i, child] of now.children.entries()) this.change(child, next.children[i]);
    } else if (now.slot && next.slot && sameButChildren(was.own, will.own)) this.#arrange(now, next);
    else this.#replace(now, next);
  }

  /** Renews the children of a container; existing ones are moved. @param {Mark} now @param {Mark} next */
  #arrange(now, next) {
    const slot = /** @type {Comment} */ (now.slot);
    for (const child of next.children) {
      const there = this.#unused(child);
      slot.before(...rangeOf(there ?? child));
      if (there) {
        this.#used.add(there);
        this.change(there, child);
      } else this.#reuse(child);
    }
    for (const child of now.children) if (!this.#used.has(child)) this.#parked.append(...rangeOf(child));
  }

  /** @param {Mark} now @param {Mark} next */
  #replace(now, next) {
    this.#parked.append(...contentOf(now));
    if (now.end) now.end.before(...contentOf(next));
    else /** @type {Element} */ (now.holder).append(...contentOf(next));
    this.#reuse(next);
  }

  /** Puts the existing elements in place of newly made ones. @param {Mark} made */
  #reuse(made) {
    for (const child of made.children) {
      const there = this.#unused(child);
      if (there && this.was(there).full === this.will(child).full) {
        this.#used.add(there);
        const gone = rangeOf(child);
        gone[0].before(...rangeOf(there));
        for (const node of gone) node.remove();
      } else this.#reuse(child);
    }
  }

  /** The same node as it is on the page, unless it has its place already. @param {Mark} wanted @returns {Mark | null} */
  #unused(wanted) {
    const there = this.#now.get(this.#keys.get(wanted) ?? '');
    return there && !this.#used.has(there) ? there : null;
  }
}

/** A layout may be shown once per row: the nth mark of an id. @param {Mark} page @returns {Map<Mark, string>} */
function keysOf(page) {
  const counts = new Map();
  const keys = new Map([[page, '']]);
  for (const mark of marksIn(page)) {
    const count = counts.get(mark.id) ?? 0;
    counts.set(mark.id, count + 1);
    keys.set(mark, `${mark.id} ${count}`);
  }
  return keys;
}

/** Open tabs and sections, by what stays the same about them. @param {Element} main */
function openIn(main) {
  const tabs = [...main.querySelectorAll('input.pl-tab-choice:checked')].map(({ id }) => id);
  const sections = new Map([...main.querySelectorAll('details')].map((one) => [nameOf(one), one.open]));
  return { tabs, sections };
}

/** @param {Element} main @param {ReturnType<typeof openIn>} open */
function reopen(main, { tabs, sections }) {
  for (const id of tabs) {
    const choice = /** @type {HTMLInputElement | null} */ (main.querySelector(`[id="${CSS.escape(id)}"]`));
    if (choice) choice.checked = true;
  }
  for (const one of main.querySelectorAll('details')) one.open = sections.get(nameOf(one)) ?? one.open;
}

/** @param {HTMLDetailsElement} details */
const nameOf = (details) => details.querySelector('summary')?.textContent?.trim() ?? '';
