import { answer, number } from '../describe/parts.js';
import { revisionOf } from '../edits.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'revisions',
  right: 'admin',
  name: 'list_revisions',
  summary: 'List edits, newest first',
  tag: 'edits',
  input: {
    query: {
      after: number('`next` from the previous response', { maximum: 2 ** 31 - 1 }),
      limit: number('Edits per page', { maximum: 200, default: 50 }),
    },
  },
  output: { 200: answer('A page of edits', { type: 'object' }) },
  examples: () => [{ says: 'revisions', query: '?limit=5' }],
  handle:
    ({ data }) =>
    async ({ query: { after = null, limit } }) => {
      const { revisions, next } = await data.revisions.list({ after, limit });
      return { revisions: revisions.map(revisionOf), next };
    },
};
