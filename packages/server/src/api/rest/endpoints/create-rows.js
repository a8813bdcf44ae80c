/** @import { App } from '../../../types.d.ts' */
/** @import { Row } from '@plinth/plugin' */
/** @import { Call } from '../endpoints.js' */
import { answer, ETAG, headerOf, KEY, listOf, ref } from '../describe/parts.js';
import { exampleOf, exampleValue } from '../describe/example-values.js';
import { results } from '../describe/schemas.js';
import { writeRows } from '../rows/bulk.js';
import { checkRow, MAX_BYTES } from '../rows/check-row.js';
import { claimOf } from '../rows/idempotency.js';
import { locationOf, sendRow } from '../rows/send-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'tables/:table/rows',
  right: 'create',
  name: 'create',
  summary: 'Add one or more rows',
  isHot: true,
  input: {
    headers: [KEY],
    body: ({ name }) => ({ oneOf: [ref(`${name}_input`), listOf(ref(`${name}_input`))] }),
    maxBytes: MAX_BYTES,
  },
  output: ({ name }) => ({
    200: results(name, 'For a list: the result of each row'),
    201: answer('The row', ref(name), { ...ETAG, Location: headerOf('URL of the row') }),
  }),
  examples(table) {
    const inputs = table?.fields.filter(({ readOnly }) => !readOnly) ?? [];
    const shown = inputs.filter((field, i) => field.required || (i < 5 && exampleValue(field) !== null));
    return [{ says: 'create', body: exampleOf(shown) }];
  },
  handle: (app) => (call) =>
    Array.isArray(call.body)
      ? writeRows(app, call, (row) => ({ op: 'insert', values: checkRow(row) }))
      : createRow(app, call),
};

/** @param {App} app @param {Call} call */
async function createRow({ data: { rows } }, { req, res, actor, table, body }) {
  const values = checkRow(body);
  const claim = claimOf(req, body);
  if (!claim) {
    const row = await rows.insert(actor, table.name, values);
    return sendRow(req, res, row, { status: 201, location: locationOf(table, row) });
  }
  const { outcomes, replayed } = await rows.once(actor, claim, [{ op: 'insert', table: table.name, values }]);
  // All steps fail together, so there is a row.
  const row = /** @type {Row} */ (outcomes[0].row);
  sendRow(req, res, row, { status: 201, location: locationOf(table, row), replayed });
}
