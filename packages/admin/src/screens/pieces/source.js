import { routed } from '../../frame/index.js';
import { editedPiece } from '../../layout/edited-piece.js';
import { sourceRoutes } from '../../source/source-screen.js';

/** The source of a piece. */
export const screen = {
  path: '/pieces',
  title: 'admin.source.text',
  routes: routed(sourceRoutes('piece', (req) => editedPiece(req, req.params.piece))),
};
