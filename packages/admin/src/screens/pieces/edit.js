import { routed } from '../../frame/index.js';
import { editedPiece } from '../../layout/edited-piece.js';
import { objectRoutes } from '../../layout/object-screen.js';

/** One piece: its address leads to the builder; its settings as a plain form, and its deletion. */
export const screen = {
  path: '/pieces',
  title: 'admin.kind.piece',
  routes: routed(objectRoutes('piece', (req) => editedPiece(req, req.params.piece))),
};
