import { IF_NONE_MATCH, RANGE } from '../describe/parts.js';
import { BYTES, findFile } from '../files/stored-file.js';
import { sendFile } from '../../../pages/stored-files/send-file.js';

const content = { '*/*': { schema: BYTES } };

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'files/:id/content',
  right: 'read file',
  name: 'read_file',
  summary: 'Get the content of a file',
  tag: 'files',
  input: { headers: [RANGE, IF_NONE_MATCH] },
  output: {
    200: { description: 'The content', content },
    206: { description: 'The requested range', content },
    304: { description: 'Not modified' },
    416: { description: 'The range is not satisfiable' },
  },
  examples: () => [{ says: 'file.content' }],
  handle: (app) => async (call) => sendFile(app, call.req, call.res, await findFile(app, call)),
};
