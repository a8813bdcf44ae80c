import { answer, number, text } from '../describe/parts.js';
import { FILE, fileInfo } from '../files/stored-file.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'files',
  right: 'admin',
  name: 'list_files',
  summary: 'Files of a folder, or of all',
  tag: 'files',
  input: {
    query: {
      folder: text('Only files in this folder; empty: those in none'),
      q: text('A part of the name'),
      limit: number('Files per page', { maximum: 200, default: 50 }),
      after: text('`next` of the answer before'),
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
      const files = found.files.map((/** @type {any} */ file) => fileInfo(req, file));
      return { files, folders: found.folders, next: found.next };
    },
};
