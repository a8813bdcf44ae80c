/** @import { Node, Piece } from '../index.d.ts' */
import { walkLayout } from '../layout.js';

/**
 * The layout of a piece with the values of one use. What the use leaves open is as in the piece. `idOf` makes the ids, so
 * that two uses on a page stay apart.
 *
 * @param {Pick<Piece, 'params' | 'layout'>} piece @param {Record<string, unknown>} values by parameter
 * @param {(id: string) => string} idOf
 * @returns {Node}
 */
export function filledPiece({ params, layout }, values, idOf) {
  const filled = (params ?? []).filter(({ name }) => Object.hasOwn(values, name) && values[name] !== '');
  /** @param {Node} node @returns {Node} */
  const step = (node) => {
    const own = filled.filter((param) => param.node === node.id);
    const given = Object.fromEntries(own.map(({ setting, name }) => [setting, values[name]]));
    return {
      ...node,
      id: idOf(node.id),
      ...(own.length > 0 && { settings: { ...node.settings, ...given } }),
      ...(node.children && { children: node.children.map(step) }),
    };
  };
  return step(layout);
}

/**
 * A copy of a piece's content in place of one use of it, with the conditions that the use had.
 *
 * @param {Node} use @param {Pick<Piece, 'params' | 'layout'>} piece @param {(id: string) => string} idOf
 * @returns {Node}
 */
export function detachedPiece({ id, settings, visible, at }, piece, idOf) {
  const copy = filledPiece(piece, settings?.use?.values ?? {}, idOf);
  if (!visible && !at) return copy;
  return { id, type: 'stack', ...(visible && { visible }), ...(at && { at }), children: [copy] };
}

/**
 * Names of the pieces that a layout uses directly.
 *
 * @param {Node} layout @returns {Set<string>}
 */
export function piecesIn(layout) {
  /** @type {Set<string>} */
  const names = new Set();
  walkLayout(layout, ({ type, settings }) => {
    if (type === 'piece' && typeof settings?.use?.piece === 'string') names.add(settings.use.piece);
  });
  return names;
}

/**
 * Visits every node of a layout and of the pieces that it uses, those of a piece once.
 *
 * @param {Node} root @param {{ hasPiece(name: string): boolean, piece(name: string): Piece }} catalog
 * @param {(node: Node) => void} visit
 */
export function walkWithPieces(root, catalog, visit) {
  /** @type {Set<string>} */
  const seen = new Set();
  const walk = (/** @type {Node} */ layout) => {
    walkLayout(layout, (node) => visit(node));
    for (const name of piecesIn(layout)) {
      if (seen.has(name) || !catalog.hasPiece(name)) continue;
      seen.add(name);
      walk(catalog.piece(name).layout);
    }
  };
  walk(root);
}
