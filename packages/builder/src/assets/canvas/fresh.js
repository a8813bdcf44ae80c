// What stands on the page for a new element until the server has rendered it: the markup of one that is equal, such as the
// original of a copy, or a box with its name.
import { rangeOf, SLOT } from './marks.js';
import { idsIn, nodesOf } from '../../model/tree.js';

/** @import { Mark } from './marks.js' */
/** @import { Draft, Node } from '../../model/tree.js' */

/** @typedef {{ name: string, note: string, isContainer: boolean }} Kind note: that it is not saved yet */

/** Attributes that name an element, or another one. */
const NAMES = ['id', 'name', 'for', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'data-bs-target'];

/**
 * @param {Node} node @param {Document} page
 * @param {{ draft: Draft, markOf: (id: string) => Mark | undefined, kindOf: (node: Node) => Kind }} known markOf: those on the page
 * @returns {{ parts: ChildNode[], slot: Comment | null }} slot: where its children go, if they are not there already
 */
export function freshMarkup(node, page, { draft, markOf, kindOf }) {
  const twin = idsIn(node).some(markOf) ? null : twinOf(node, draft, markOf);
  if (twin) return { parts: copyOf(/** @type {Mark} */ (markOf(twin.id)), twin, node), slot: null };
  const { name, note, isContainer } = kindOf(node);
  const box = Object.assign(page.createElement('div'), { className: 'bld-new' });
  const label = page.createElement('span');
  label.append(name, Object.assign(page.createElement('small'), { textContent: note }));
  box.append(label);
  const slot = isContainer ? page.createComment(SLOT) : null;
  if (slot) box.append(slot);
  return { parts: [page.createComment(`n:${node.id}`), box, page.createComment(`/n:${node.id}`)], slot };
}

/** A node on the page that is the same but for ids. @param {Node} node @param {Draft} draft @param {(id: string) => Mark | undefined} markOf */
function twinOf(node, draft, markOf) {
  const wanted = withoutIds(node);
  for (const { node: other } of nodesOf(draft))
    if (other.type === node.type && markOf(other.id) && withoutIds(other) === wanted) return other;
  return null;
}

/** @param {Node} node */
const withoutIds = (node) =>
  JSON.stringify(node, (key, value) => (key === 'id' || (key === 'children' && !value?.length) ? undefined : value));

/** @param {Mark} mark @param {Node} twin @param {Node} node @returns {ChildNode[]} */
function copyOf(mark, twin, node) {
  const own = idsIn(node);
  const ids = new Map(idsIn(twin).map((id, i) => [id, own[i]]));
  const copies = rangeOf(mark).map((one) => /** @type {ChildNode} */ (one.cloneNode(true)));
  for (const copy of copies) {
    rename(copy, ids);
    if (copy.nodeType === 1) /** @type {HTMLElement} */ (copy).dataset.bldFresh = '';
  }
  return copies;
}

/** Marks with the ids of the copy, and names that no other element has. @param {globalThis.Node} copy @param {Map<string, string>} ids */
function rename(copy, ids) {
  const { document } = globalThis;
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_ELEMENT);
  /** @type {globalThis.Node | null} */
  let at = copy;
  for (; at; at = walker.nextNode()) {
    if (at.nodeType === 8) {
      const comment = /** @type {Comment} */ (at);
      const [, slash, id] = /^(\/?)n:(.+)$/.exec(comment.data) ?? [];
      if (id && ids.has(id)) comment.data = `${slash}n:${ids.get(id)}`;
    } else if (at.nodeType === 1) {
      const element = /** @type {Element} */ (at);
      for (const name of NAMES)
        if (element.hasAttribute(name))
          element.setAttribute(name, `${element.getAttribute(name)}-${[...ids.values()][0]}`);
    }
  }
}
