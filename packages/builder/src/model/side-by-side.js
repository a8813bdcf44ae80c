// Nodes beside another one: each in a column.
import { changeNode, insertNodes, removeNodes } from './document.js';
import { withNewIds } from './ids.js';
import { findNode } from './tree.js';

/** @import { Draft, Node } from './tree.js' */
/** @import { Accepts } from './places.js' */

/**
 * Puts nodes beside another one: in a column next to its own, if it is alone in that; else in new columns around both.
 *
 * @param {Draft} draft without these nodes @param {readonly Node[]} nodes
 * @param {{ target: string, isBefore: boolean }} place
 * @param {{ columns: Node, column: Node, accepts: Accepts }} made columns, column: new ones
 * @returns {Draft | null} null: not possible here
 */
export function placeAside(draft, nodes, { target, isBefore }, { columns, column, accepts }) {
  const { node, parent, index = 0 } = findNode(draft, target) ?? {};
  if (!node || !parent || ![node, ...nodes].every(({ type }) => accepts(column.type, type))) return null;
  const fresh = { ...withNewIds({ ...column, children: [] }), children: [] };
  const filled = (/** @type {Draft} */ next) => insertNodes(next, nodes, { parent: fresh.id, index: 0 });
  const row = parent.type === column.type && parent.children?.length === 1 ? findNode(draft, parent.id) : null;
  if (row?.parent) {
    const added = insertNodes(draft, [fresh], { parent: row.parent.id, index: isBefore ? row.index : row.index + 1 });
    return filled(changeNode(added, row.parent.id, evenly));
  }
  if (!accepts(parent.type, columns.type)) return null;
  const own = { ...withNewIds({ ...column, children: [] }), children: [node] };
  const around = { ...withNewIds({ ...columns, children: [] }), children: isBefore ? [fresh, own] : [own, fresh] };
  return filled(insertNodes(removeNodes(draft, [target]), [around], { parent: parent.id, index }));
}

/** Widths that were chosen for fewer columns are too wide now. @param {Node} row @returns {Node} */
const evenly = (row) => ({
  ...row,
  children: row.children?.map(({ settings = {}, ...one }) => {
    const { width: _width, ...others } = settings;
    return { ...one, settings: others };
  }),
});
