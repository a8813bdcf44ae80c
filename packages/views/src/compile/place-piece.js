/** @import { Node, Rendered, Values } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, checkSettings, filledPiece, phrase, pieceCycle, pieceSchema } from '@plinth/plugin';

/**
 * Compiles a piece where it is used: in the same row, statement and form, and for the same readers. Its nodes get ids of
 * their own for each use, and what is wrong inside is reported at the use.
 *
 * @param {Scope} scope @param {{ piece: string, values?: Record<string, unknown> }} use @param {Node} node of the use
 * @param {(scope: Scope, node: Node) => Rendered} compileNode
 * @returns {Rendered}
 */
export function placePiece(scope, { piece: name, values = {} }, node, compileNode) {
  const { compilation, table } = scope;
  const { catalog, registry } = compilation;
  const piece = catalog.piece(name);
  if (piece.table !== null && piece.table !== table?.name) {
    throw new AppError('PIECE_UNSUITED', phrase`The piece "${piece.label}" shows rows of another table`, {
      status: 422,
      hint: 'Place it in a view of its table',
    });
  }
  // Edits refuse this; documents and undo may still bring it about.
  if (scope.pieces.includes(name)) throw pieceCycle([...scope.pieces, name]);
  const own = checkSettings(pieceSchema(piece, registry), known(piece.params, values), 'use.values');
  const inside = {
    ...compilation,
    isMarked: false,
    printed: undefined,
    problem: (/** @type {string} */ _at, /** @type {unknown} */ error) =>
      compilation.problem(`${scope.at || 'layout'}/${node.id}`, error),
  };
  const filled = filledPiece(piece, own, (id) => `${node.id}-${id}`);
  return compileNode({ ...scope, compilation: inside, pieces: [...scope.pieces, name] }, filled);
}

/**
 * Values of parameters that the piece has lost are left out.
 *
 * @param {readonly { name: string }[]} params @param {Values} values
 */
const known = (params, values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => params.some((param) => param.name === name)));
