/** @import { Html, Node, Rendered, RowModel } from '@plinth/plugin' */
/** @import { Compilation } from './scope.js' */
import { html, join, raw, renderer } from '@plinth/plugin';

/** What an id may consist of to stand in a comment. */
const SAFE = /^[\w-]{1,64}$/;

/**
 * Wraps a node's markup in comments that name it, so that the builder finds it on the page: `<!--n:ID-->…<!--/n:ID-->`.
 * Only in plans compiled for the builder, and only for nodes of the drafted view or page itself. With `printed`, each node
 * is noted there by its id instead.
 *
 * @param {Compilation} compilation @param {Node} node @param {Rendered} rendered @returns {Rendered}
 */
export function withMarks({ isMarked, printed }, { id }, rendered) {
  if (printed) return noted(printed, id, renderer(rendered));
  if (!isMarked || !SAFE.test(id)) return rendered;
  // Safe: the id consists of letters, digits and hyphens.
  const [opens, closes] = [raw(`<!--n:${id}-->`), raw(`<!--/n:${id}-->`)];
  if (typeof rendered !== 'function') return html`${opens}${rendered}${closes}`;
  return (m) => html`${opens}${rendered(m)}${closes}`;
}

/** @param {Map<string, Html>} printed @param {string} id @param {(m: RowModel) => Html} print @returns {Rendered} */
const noted = (printed, id, print) => (m) => {
  const shown = print(m);
  printed.set(id, shown);
  return shown;
};

/**
 * Names a part that is no node, such as the heading of a list's column: `<!--c:INDEX-->`.
 *
 * @param {Compilation} compilation @param {number} index
 */
export const columnMark = ({ isMarked }, index) => (isMarked ? raw(`<!--c:${Number(index)}-->`) : '');

/** Where a container's next child would be. Safe: a constant. */
const SLOT = raw('<!--s-->');

/**
 * A container's children with a mark behind them, so that the builder knows where they are even if there are none.
 *
 * @param {Compilation} compilation @param {Rendered} children @returns {Rendered}
 */
export const withSlot = ({ isMarked }, children) => (isMarked ? join([children, SLOT]) : children);
