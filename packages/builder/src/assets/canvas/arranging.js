// Brings the elements on the page into the order of the draft, before the server has rendered it.
import { freshMarkup } from './fresh.js';
import { rangeOf } from './marks.js';
import { nodesOf } from '../../model/tree.js';

/** @import { Kind } from './fresh.js' */
/** @import { Mark } from './marks.js' */
/** @import { Draft, Node } from '../../model/tree.js' */

export class Arranging {
  #draft;
  #byId;
  #kindOf;
  #staying;
  /** @type {Map<string, Node>} */
  #nodes;

  /**
   * @param {Draft} draft
   * @param {{ byId: Map<string, Mark[]>, kindOf: (node: Node) => Kind, staying: ReadonlySet<string> }} known byId: the marks of
   *   the page; staying: ids of what stands in the top bar and stays there
   */
  constructor(draft, { byId, kindOf, staying }) {
    this.#draft = draft;
    this.#byId = byId;
    this.#kindOf = kindOf;
    this.#staying = staying;
    this.#nodes = new Map([...nodesOf(draft)].map(({ node }) => [node.id, node]));
  }

  /** @param {Mark} mark of a container @returns {boolean} whether anything was changed */
  arrange(mark) {
    const slot = /** @type {Comment} */ (mark.slot);
    const children = this.#nodes.get(mark.id)?.children;
    const isHere = (/** @type {{ id: string }} */ { id }) => !this.#staying.has(id);
    const wanted = (children ?? []).filter(isHere).filter((node) => this.#isShowable(node));
    const now = mark.children.filter(isHere);
    if (!children || wanted.map(({ id }) => id).join() === now.map(({ id }) => id).join()) return false;
    if (!now.every((child) => child.holder === slot.parentNode)) return false;
    for (const child of wanted) slot.before(...this.#partsOf(child));
    // What is elsewhere in the draft stays until its turn comes.
    for (const child of now) if (!this.#nodes.has(child.id)) for (const node of rangeOf(child)) node.remove();
    return true;
  }

  /** What is on the page more than once, such as once for each row, is the server's alone. @param {Node} node */
  #isShowable({ id }) {
    return (this.#byId.get(id)?.length ?? 1) === 1;
  }

  /** @param {Node} node @returns {ChildNode[]} those on the page, or new ones */
  #partsOf(node) {
    const [mark] = this.#byId.get(node.id) ?? [];
    if (mark) return rangeOf(mark);
    const page = /** @type {Document} */ (this.#page);
    const { parts, slot } = freshMarkup(node, page, {
      draft: this.#draft,
      markOf: (id) => (this.#byId.get(id)?.length === 1 ? this.#byId.get(id)?.[0] : undefined),
      kindOf: this.#kindOf,
    });
    for (const child of node.children ?? []) if (slot && this.#isShowable(child)) slot.before(...this.#partsOf(child));
    return parts;
  }

  get #page() {
    for (const [mark] of this.#byId.values()) return mark.holder.ownerDocument;
    return document;
  }
}
