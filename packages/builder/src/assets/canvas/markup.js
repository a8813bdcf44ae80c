// The markup of marks as text, to find out which nodes of two renderings differ.
import { marksIn } from './marks.js';

/** @import { Mark } from './marks.js' */

/**
 * own: with the ids of child marks in their place; full: with the markup of child marks.
 *
 * @typedef {{ own: string, full: string }} Markup
 */

const CHILD = /\0[\w-]+\0/g;
const LIST = /(?:\0[\w-]+\0)*<!--s-->/;

/** @param {Mark} page @returns {Map<Mark, Markup>} */
export function markupOf(page) {
  /** @type {Map<Node, Mark>} */
  const byStart = new Map();
  /** Elements with marks in them. */
  const holders = new Set();
  for (const mark of marksIn(page)) {
    byStart.set(/** @type {Node} */ (mark.start), mark);
    for (
      let at = /** @type {Node | null} */ (mark.holder);
      at && at !== page.holder && !holders.has(at);
      at = at.parentNode
    )
      holders.add(at);
  }
  /** @type {Map<Mark, Markup>} */
  const found = new Map();
  /** @param {ChildNode | null} first @param {Node | null} end @returns {Markup} */
  const print = (first, end) => {
    let [own, full] = ['', ''];
    for (let at = first; at && at !== end; at = at.nextSibling) {
      const mark = byStart.get(at);
      if (mark) {
        const inner = print(at.nextSibling, mark.end);
        found.set(mark, inner);
        own += `\0${mark.id}\0`;
        full += `\0${mark.id}\0${inner.full}\0`;
        at = /** @type {ChildNode} */ (mark.end);
      } else if (holders.has(at)) {
        const inner = print(at.firstChild, null);
        const [opens, closes] = tagsOf(/** @type {Element} */ (at));
        own += opens + inner.own + closes;
        full += opens + inner.full + closes;
      } else {
        const text = printNode(at);
        own += text;
        full += text;
      }
    }
    return { own, full };
  };
  // Spaces around the whole page say nothing.
  const { own, full } = print(page.holder.firstChild, null);
  found.set(page, { own: own.trim(), full: full.trim() });
  return found;
}

/** @param {Element} element */
function tagsOf(element) {
  const { outerHTML } = /** @type {Element} */ (element.cloneNode(false));
  const at = outerHTML.lastIndexOf('</');
  return [outerHTML.slice(0, at), outerHTML.slice(at)];
}

/** @param {ChildNode} node */
function printNode(node) {
  if (node.nodeType === 1) return /** @type {Element} */ (node).outerHTML;
  return node.nodeType === 8 ? `<!--${/** @type {Comment} */ (node).data}-->` : (node.nodeValue ?? '');
}

/**
 * Whether only the list of children differs, and all children are in the one list before the slot.
 *
 * @param {string} one @param {string} other own markup
 */
export function sameButChildren(one, other) {
  return (
    one.replace(LIST, '') === other.replace(LIST, '') &&
    LIST.test(one) &&
    LIST.test(other) &&
    !one.replace(LIST, '').match(CHILD)
  );
}

/** The same markup with other children in the list. @param {string} own @param {readonly string[]} ids */
export const withList = (own, ids) => own.replace(LIST, () => `${ids.map((id) => `\0${id}\0`).join('')}<!--s-->`);
