import { answer, number, text } from '../describe/parts.js';
import { FILE, fileInfo } from '../files/stored-file.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'files',
  right: 'admin',
  name: 'list_files',
  summary: 'List files, of one folder or all',
  tag: 'files',
  input: {
    query: {
      folder: text('Only files in this folder; empty for files in no folder'),
      q: text('Part of the name'),
      limit: number('Files per page', { maximum: 200, default: 50 }),
      after: text('`next` from the previous response'),
    },
  },
  output: {
    200: answer('Files by name', {
      type: 'object',
      required: ['files', 'next'],
      properties: { files: { type: 'array', items: FILE } },
    }),
  },
  handle:
    ({ data }) =>
    async ({ req, actor, query: { folder, q: search, limit, after } }) => {
      const found = await data.files.list(actor, { folder, search, after, limit, all: folder === undefined });
      const files = found.files.map((file) => fileInfo(req, file));
      return { files, folders: found.folders, next: found.next };
    },
};
