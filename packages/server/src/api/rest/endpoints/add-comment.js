import { COMMENT, COMMENT_INPUT, commentInfo, readComment } from '../comments/stored-comment.js';
import { answer } from '../describe/parts.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'tables/:table/rows/:id/comments',
  right: 'comment',
  name: 'add_comment',
  summary: 'Comment on a row',
  isOffered: ({ hasComments }) => hasComments,
  input: { body: COMMENT_INPUT },
  output: { 201: answer('The comment', COMMENT) },
  examples: () => [{ says: 'comment', body: { text: 'Looks good' } }],
  handle:
    ({ data: { comments } }) =>
    async ({ req, res, actor, table, body }) => {
      const added = await comments.add(actor, table.name, req.params.id, readComment(body));
      const { comment, names } = await comments.get(actor, table.name, req.params.id, added);
      res.json(commentInfo(comments, comment, names), { status: 201 });
    },
};
