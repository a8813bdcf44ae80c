import { COMMENT, commentInfo } from '../comments/stored-comment.js';
import { answer, number, text } from '../describe/parts.js';
import { readOption } from '../read-option.js';

const QUERY = {
  limit: number('Comments per page', { maximum: 100, default: 30 }),
  after: text('`next` from the previous response'),
};

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'tables/:table/rows/:id/comments',
  right: 'read',
  name: 'list_comments',
  summary: 'List comments on a row, newest first',
  isOffered: ({ hasComments }) => hasComments,
  input: { query: QUERY },
  output: {
    200: answer('A page of comments', {
      type: 'object',
      required: ['comments', 'next'],
      properties: { comments: { type: 'array', items: COMMENT }, next: { type: ['string', 'null'] } },
    }),
  },
  examples: () => [{ says: 'comments' }],
  handle:
    ({ data: { comments } }) =>
    async ({ req, actor, table }) => {
      const limit = readOption('limit', QUERY.limit, req.query.get('limit') ?? undefined);
      const page = { before: req.query.get('after'), limit: limit + 1 };
      const { comments: found, names } = await comments.list(actor, table.name, req.params.id, page);
      const shown = found.slice(0, limit);
      return {
        comments: shown.map((one) => commentInfo(comments, one, names)),
        next: found.length > limit ? shown[limit - 1].id : null,
      };
    },
};
