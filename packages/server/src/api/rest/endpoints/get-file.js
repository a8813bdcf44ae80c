import { answer } from '../describe/parts.js';
import { FILE, fileInfo, findFile } from '../files/stored-file.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'files/:id',
  right: 'read file',
  name: 'get_file',
  summary: 'Get the details of a file',
  tag: 'files',
  output: { 200: answer('The file', FILE) },
  examples: () => [{ says: 'file.get' }],
  handle: (app) => async (call) => fileInfo(call.req, await findFile(app, call)),
};
