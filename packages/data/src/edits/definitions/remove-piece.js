/** @import { Edit } from '../types.d.ts' */
/** @import { Node, Piece } from '@plinth/plugin' */
/** @import { Draft } from './base/draft.js' */
import { AppError, detachedPiece, nodeId, phrase, piecesIn } from '@plinth/plugin';
import { findPiece } from './base/find.js';
import { YES_NO, existing, takes } from './base/takes.js';

/**
 * Removes a piece. While it is used, only with `detach`: each use then becomes a copy of its content.
 *
 * @type {Edit}
 */
export const edit = {
  name: 'remove-piece',
  about: 'Removes a piece; with `detach`, each place that uses it keeps a copy of its content',
  takes: takes({ piece: existing('piece') }, { detach: YES_NO }),
  summary: (input, catalog) => `Remove piece "${findPiece(catalog, input.piece).label}"`,
  plan(draft, input) {
    const piece = findPiece(draft.catalog, input.piece);
    const uses = usesOf(draft, piece.name);
    if (uses.length > 0 && input.detach !== true) throw pieceUsed(piece, uses);
    for (const { id, body } of uses) draft.change(id, { body: withLayouts(body, (layout) => detached(layout, piece)) });
    draft.remove(piece.id);
  },
};

/** @param {Draft} draft @param {string} piece */
const usesOf = ({ catalog }, piece) =>
  [...catalog.objects.values()].filter(
    ({ kind, body }) =>
      ['view', 'page', 'piece'].includes(kind) && layoutsOf(body).some((layout) => piecesIn(layout).has(piece)),
  );

/** @param {any} value @returns {value is Node} */
const isLayout = (value) => typeof value === 'object' && value !== null && 'id' in value && 'type' in value;

/** @param {any} body @returns {Node[]} */
const layoutsOf = ({ layout, config = {} }) => [layout, ...Object.values(config)].filter(isLayout);

/** @param {any} body @param {(layout: Node) => Node} change */
function withLayouts(body, change) {
  const each = (/** @type {any} */ value) => (isLayout(value) ? change(value) : value);
  const config = Object.fromEntries(Object.entries(body.config ?? {}).map(([key, value]) => [key, each(value)]));
  return { ...body, ...(body.layout && { layout: each(body.layout) }), ...(body.config && { config }) };
}

/** @param {Node} node @param {Piece} piece @returns {Node} */
function detached(node, piece) {
  if (node.type === 'piece' && node.settings?.use?.piece === piece.name) return detachedPiece(node, piece, nodeId);
  return node.children ? { ...node, children: node.children.map((child) => detached(child, piece)) } : node;
}

/** @param {Piece} piece @param {readonly { kind: string, name: string }[]} uses */
function pieceUsed({ label }, uses) {
  const places = uses.slice(0, 10).map(({ kind, name }) => `${kind} ${name}`);
  return new AppError('PIECE_USED', phrase`The piece "${label}" is used in ${places.join(', ')}`, {
    status: 409,
    hint: 'Remove it there first, or let each use keep a copy of its content ("detach": true)',
  });
}
