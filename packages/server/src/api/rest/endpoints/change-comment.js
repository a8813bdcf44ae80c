import { COMMENT, COMMENT_INPUT, commentInfo, readComment } from '../comments/stored-comment.js';
import { answer } from '../describe/parts.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'PATCH',
  path: 'tables/:table/rows/:id/comments/:comment',
  right: 'comment',
  name: 'change_comment',
  summary: 'Change a comment of your own',
  isOffered: ({ hasComments }) => hasComments,
  input: { body: COMMENT_INPUT },
  output: { 200: answer('The comment', COMMENT) },
  handle:
    ({ data: { comments } }) =>
    async ({ req: { params }, actor, table, body }) => {
      await comments.update(actor, table.name, params.id, params.comment, readComment(body));
      const { comment, names } = await comments.get(actor, table.name, params.id, params.comment);
      return commentInfo(comments, comment, names);
    },
};
