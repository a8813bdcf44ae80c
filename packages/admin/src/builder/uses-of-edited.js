import { renderAdmin } from '../frame/index.js';
import { listOfUses, usesOfPiece } from '../layout/piece-uses.js';

/** @import { Html, Piece } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * Where a piece is used, and what publishing its draft changes there.
 *
 * @param {Request} req @param {Edited} edited @param {Draft} draft @returns {Promise<Html | null>} null: nowhere, or no piece
 */
export async function usesOfEdited(req, { subject: { kind, name }, bodyOf }, draft) {
  if (kind !== 'piece') return null;
  const uses = await usesOfPiece(req, name, /** @type {Piece} */ (bodyOf(draft)));
  if (uses.published.length + uses.drafts.length === 0) return null;
  return renderAdmin(req, 'builder/piece-uses', { ...uses, list: listOfUses(req, uses) });
}
