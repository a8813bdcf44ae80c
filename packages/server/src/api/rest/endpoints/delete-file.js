/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'DELETE',
  path: 'files/:id',
  right: 'delete file',
  name: 'delete_file',
  summary: 'Undo an upload or delete a file',
  tag: 'files',
  output: { 204: { description: 'Deleted' } },
  examples: () => [{ says: 'file.delete' }],
  handle:
    ({ data: { files } }) =>
    async ({ req, res, actor }) => {
      const file = await files.get(actor, req.params.id);
      await (req.ctx.isAdmin && !actor.scope ? files.remove(actor, file.id) : files.takeBack(actor, file));
      res.writeHead(204).end();
    },
};
