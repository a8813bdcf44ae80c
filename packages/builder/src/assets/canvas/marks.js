// Nodes of the draft on the page: the server wraps each in comments, <!--n:ID-->…<!--/n:ID-->. The comment <!--s--> is where
// a container's next child would be.

/**
 * @typedef {object} Mark
 * @property {string} id of the node; '' for the page itself @property {Mark | null} parent @property {Mark[]} children
 * @property {Comment | null} start @property {Comment | null} end null for the page itself
 * @property {Comment | null} slot @property {Node} holder what contains it
 */

const OPENS = /^n:([\w-]+)$/;
const CLOSES = /^\/n:([\w-]+)$/;
export const SLOT = 's';

/**
 * The marks in a part of a document, as a tree. Marks that don't close where they open are left out.
 *
 * @param {Node} holder @returns {Mark} the page itself
 */
export function readMarks(holder) {
  /** @type {Mark} */
  const page = { id: '', parent: null, children: [], start: null, end: null, slot: null, holder };
  const document = holder.ownerDocument ?? /** @type {Document} */ (holder);
  const walker = document.createTreeWalker(holder, NodeFilter.SHOW_COMMENT);
  /** @type {Mark} */
  let at = page;
  while (walker.nextNode()) {
    const comment = /** @type {Comment} */ (walker.currentNode);
    const text = comment.data;
    const opens = OPENS.exec(text);
    if (opens) at = openMark(at, opens[1], comment);
    else if (text === SLOT) at.slot ??= at.id ? comment : null;
    else at = closeMark(at, CLOSES.exec(text)?.[1], comment);
  }
  while (at !== page) at = dropMark(at);
  return page;
}

/** @param {Mark} parent @param {string} id @param {Comment} start @returns {Mark} */
function openMark(parent, id, start) {
  const holder = /** @type {Node} */ (start.parentNode);
  /** @type {Mark} */
  const mark = { id, parent, children: [], start, end: null, slot: null, holder };
  parent.children.push(mark);
  return mark;
}

/** @param {Mark} at @param {string | undefined} id @param {Comment} end @returns {Mark} */
function closeMark(at, id, end) {
  if (!id) return at;
  let open = /** @type {Mark | null} */ (at);
  while (open && open.id !== id) open = open.parent;
  if (!open?.parent) return at;
  while (at !== open) at = dropMark(at);
  if (end.parentNode !== at.holder) return dropMark(at);
  at.end = end;
  return at.parent ?? at;
}

/** A mark that never closes: what is in it belongs to its parent. @param {Mark} mark @returns {Mark} the parent */
function dropMark(mark) {
  const parent = /** @type {Mark} */ (mark.parent);
  parent.children.splice(parent.children.indexOf(mark), 1, ...mark.children);
  for (const child of mark.children) child.parent = parent;
  return parent;
}

/** Every mark, parents first. @param {Mark} mark @returns {Generator<Mark>} */
export function* marksIn(mark) {
  for (const child of mark.children) {
    yield child;
    yield* marksIn(child);
  }
}

/** The nodes between a mark's comments. @param {Mark} mark @returns {ChildNode[]} */
export function contentOf({ start, end, holder }) {
  if (!start) return [...holder.childNodes];
  /** @type {ChildNode[]} */
  const found = [];
  for (let at = start.nextSibling; at && at !== end; at = at.nextSibling) found.push(at);
  return found;
}

/** A mark's comments and what is between them. @param {Mark} mark @returns {ChildNode[]} */
export const rangeOf = (mark) => [/** @type {any} */ (mark.start), ...contentOf(mark), /** @type {any} */ (mark.end)];
