/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'DELETE',
  path: 'tables/:table/rows/:id/comments/:comment',
  right: 'delete comment',
  name: 'delete_comment',
  summary: 'Delete a comment of your own; admins may delete any',
  isOffered: ({ hasComments }) => hasComments,
  output: { 204: { description: 'Deleted' } },
  handle:
    ({ data: { comments } }) =>
    async ({ req: { params }, res, actor, table }) => {
      await comments.remove(actor, table.name, params.id, params.comment);
      res.writeHead(204).end();
    },
};
