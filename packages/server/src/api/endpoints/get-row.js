import { answer, ETAG, IF_NONE_MATCH, ref } from '../describe/parts.js';
import { EXPAND, FIELDS } from '../rows/list-options.js';
import { createGetShaped } from '../rows/list.js';
import { sendRow } from '../rows/send-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'tables/:table/rows/:id',
  right: 'read',
  name: 'get',
  summary: 'Read a row',
  isHot: true,
  input: { query: { fields: FIELDS, expand: EXPAND }, headers: [IF_NONE_MATCH] },
  output: ({ name }) => ({
    200: answer('The row', ref(name), ETAG),
    304: { description: 'It is the version that you have' },
  }),
  examples: () => [{ says: 'get' }],
  handle(app) {
    const getShaped = createGetShaped(app);
    return async (call) => {
      const { req, res, actor, table } = call;
      if (req.query.size > 0) return getShaped(call);
      // A row as it is comes by its key, with all others that are asked for at this moment.
      sendRow(req, res, await app.data.rows.get(actor, table.name, req.params.id));
    };
  },
};
