import { IF_NONE_MATCH, RANGE } from '../describe/parts.js';
import { BYTES, findFile } from '../files/stored-file.js';
import { sendFile } from '../../stored-files/send-file.js';

const content = { '*/*': { schema: BYTES } };

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'files/:id/content',
  right: 'read file',
  name: 'read_file',
  summary: 'The content of a file',
  tag: 'files',
  input: { headers: [RANGE, IF_NONE_MATCH] },
  output: {
    200: { description: 'The content', content },
    206: { description: 'The part', content },
    304: { description: 'It is the version that you have' },
    416: { description: 'The file has no such part' },
  },
  examples: () => [{ says: 'file.content' }],
  handle: (app) => async (call) => sendFile(app, call.req, call.res, await findFile(app, call)),
};
