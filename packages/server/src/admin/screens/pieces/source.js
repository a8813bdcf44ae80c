import { routed } from '../../frame/index.js';
import { plain } from '../../references.js';
import { sourceRoutes } from '../../source/source-screen.js';

/** The source of a piece. */
export const screen = {
  path: '/pieces',
  title: 'admin.source.text',
  routes: routed(
    sourceRoutes('piece', ({ params, ctx: { catalog } }) => {
      const piece = catalog.piece(params.piece);
      return { kind: 'piece', body: plain(piece), label: piece.label || piece.name };
    }),
  ),
};
