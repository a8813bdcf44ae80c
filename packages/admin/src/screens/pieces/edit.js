import { routed } from '../../frame/index.js';
import { editedPiece } from '../../layout/edited-piece.js';
import { editorRoutes } from '../../layout/editor-screen.js';

/** One piece: its layout, and what its uses fill in. */
export const screen = {
  path: '/pieces',
  title: 'admin.kind.piece',
  routes: routed(editorRoutes('piece', (req) => editedPiece(req, req.params.piece))),
};
