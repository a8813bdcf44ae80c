/** @import { App } from '../../../types.d.ts' */
/** @import { Call } from '../endpoints.js' */
import { AppError } from '@plinth/plugin';
import { answer, ETAG, IF_NONE_MATCH, ref } from '../describe/parts.js';
import { EXPAND, FIELDS } from '../rows/list-options.js';
import { nest } from '../rows/nest.js';
import { invalidQuery, readQuery } from '../rows/read-query.js';
import { sendRow } from '../rows/send-row.js';
import { createShapes } from '../rows/shapes.js';

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
    304: { description: 'Not modified' },
  }),
  examples: () => [{ says: 'get' }],
  handle(app) {
    const getShaped = createGetShaped(app);
    return async (call) => {
      const { req, res, actor, table } = call;
      if (req.query.size > 0) return getShaped(call);
      // A plain row is read by key, together with all others requested at this moment.
      sendRow(req, res, await app.data.rows.get(actor, table.name, req.params.id));
    };
  },
};

/** Reads a row with `fields` or `expand`. @param {App} app */
function createGetShaped(app) {
  const shapes = createShapes();
  const conditions = [{ name: 'id', path: 'id', op: 'eq', param: 'id' }];

  /** @param {Call} call */
  async function find({ req, actor, table }) {
    const query = readQuery(req.query);
    const { fields, expand, ...rest } = query.options;
    const strange = Object.keys(rest)[0] ?? query.conditions[0]?.name;
    if (strange !== undefined) throw invalidQuery(strange);
    const shape = shapes.of(app, req, table, { conditions, options: { fields, expand, limit: '1' }, params: {} });
    const [{ rows }] = await app.data.select(actor, [{ spec: shape.spec, params: { id: req.params.id } }]);
    return rows.length > 0 ? nest(rows[0], shape.shape) : null;
  }

  return async (/** @type {Call} */ call) => {
    const row = await find(call).catch((error) => {
      // An invalid key matches no row.
      if (error instanceof AppError && error.code === 'FILTER_INVALID') return null;
      throw error;
    });
    if (!row) throw new AppError('ROW_NOT_FOUND', 'This row does not exist', { status: 404 });
    sendRow(call.req, call.res, row);
  };
}
