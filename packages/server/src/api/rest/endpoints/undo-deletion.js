import { answer } from '../describe/parts.js';
import { restoredAnswer } from '../rows/restored.js';

const ROW = { type: 'object', properties: { table: { type: 'string' }, id: { type: ['integer', 'string'] } } };
const CONFLICT = {
  type: 'object',
  properties: {
    table: { type: ['string', 'null'], description: 'null if you may not read the row' },
    title: { type: ['string', 'null'] },
    error: { type: 'object' },
  },
};
const RESTORED = {
  type: 'object',
  properties: {
    rows: { type: 'array', items: ROW, description: 'The rows that were deleted' },
    taken: { type: 'integer', description: 'How many rows had been deleted with them, and are back' },
    conflicts: {
      type: 'array',
      items: CONFLICT,
      description: 'Rows that had been deleted with them, and could not be restored',
    },
  },
};

/** Brings back what one request deleted. @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'deletions/:id/undo',
  right: 'own deletion',
  name: 'undo_deletion',
  summary: 'Restore deleted rows',
  tag: 'transactions',
  output: { 200: answer('The rows are back', RESTORED) },
  handle:
    ({ data: { history } }) =>
    async ({ req }) =>
      restoredAnswer(req, await history.undo(req.ctx.author, req.params.id)),
};
