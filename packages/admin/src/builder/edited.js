import { notFound } from '@plinth/server/http';
import { editedPage } from '../layout/edited-page.js';
import { editedPiece } from '../layout/edited-piece.js';
import { editedView } from '../layout/edited-view.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * The view, page or piece that the builder's address names: /admin/build/views/:name.
 *
 * @param {Request} req @returns {Edited}
 * @throws {AppError} PAGE_NOT_FOUND (404)
 */
export function editedAt(req) {
  const { kind, name } = req.params;
  const { catalog } = req.ctx;
  if (kind === 'views' && catalog.hasView(name)) return editedView(req, name);
  if (kind === 'pages' && catalog.hasPage(name)) return editedPage(req, name);
  if (kind === 'pieces' && catalog.hasPiece(name)) return editedPiece(req, name);
  throw notFound();
}
