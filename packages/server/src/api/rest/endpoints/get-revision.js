import { answer } from '../describe/parts.js';
import { revisionOf } from '../edits.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'revisions/:id',
  right: 'admin',
  name: 'get_revision',
  summary: 'Get an edit and what it changed',
  tag: 'edits',
  output: { 200: answer('The edit', { type: 'object' }) },
  handle:
    ({ data }) =>
    async ({ req }) =>
      revisionOf(await data.revisions.get(req.params.id)),
};
