/** @import { Edit } from '../types.d.ts' */
import { findPiece } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { checkPiece } from './base/pieces.js';
import { rename } from './base/rename.js';
import { existing, part, takes } from './base/takes.js';

/** Changes a piece wherever it is used. @type {Edit} */
export const edit = {
  name: 'change-piece',
  about: 'Changes a piece wherever it is used',
  takes: takes({ piece: existing('piece'), changes: part('pieceChanges') }),
  summary: (input, catalog, changes) =>
    `Change piece "${findPiece(catalog, input.piece).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = findPiece(draft.catalog, input.piece);
    const { name, body } = checkPiece(changed(input, before), draft, { id, name: before.name });
    draft.change(id, { body });
    rename(draft, 'piece', { id, name: before.name }, name);
  },
};
