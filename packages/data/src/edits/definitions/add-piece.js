/** @import { Edit } from '../types.d.ts' */
import { checkPiece } from './base/pieces.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-piece',
  about: 'Adds a piece: a layout that views and pages share',
  takes: takes({ piece: part('piece') }),
  summary: (input) => `Add piece "${input.piece?.label || input.piece?.name}"`,
  plan(draft, input) {
    const { name, body } = checkPiece(input.piece, draft);
    draft.add('piece', name, body);
  },
};
