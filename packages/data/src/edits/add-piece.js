/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { checkPiece } from './base/pieces.js';

/** @type {Edit} */
export const edit = {
  name: 'add-piece',
  summary: (input) => `Add piece "${input.piece?.label || input.piece?.name}"`,
  plan(draft, input) {
    onlyKeys('add-piece', input, ['piece']);
    const { name, body } = checkPiece(input.piece, draft);
    draft.add('piece', name, body);
  },
};
