/** @import { App } from '../../../types.d.ts' */
/** @import { Values, Row } from '@plinth/plugin' */
/** @import { Call } from '../endpoints.js' */
import { answer, ETAG, IF_MATCH, KEY, ref } from '../describe/parts.js';
import { exampleOf } from '../describe/example-values.js';
import { checkRow, MAX_BYTES } from '../rows/check-row.js';
import { claimOf } from '../rows/idempotency.js';
import { asPrecondition, expected, onceOver } from '../rows/known-version.js';
import { sendRow } from '../rows/send-row.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'PATCH',
  path: 'tables/:table/rows/:id',
  right: 'update',
  name: 'update',
  summary: 'Change a row',
  isHot: true,
  input: { headers: [IF_MATCH, KEY], body: ({ name }) => ref(`${name}_changes`), maxBytes: MAX_BYTES },
  output: ({ name }) => ({ 200: answer('The row', ref(name), ETAG) }),
  examples: (table) => [
    { says: 'update', body: exampleOf(table?.fields.filter(({ readOnly }) => !readOnly).slice(0, 1) ?? []) },
  ],
  handle: (app) => (call) => updateRow(app, call),
};

/** @param {App} app @param {Call} call */
async function updateRow(app, call) {
  const { req, res, actor, table, body } = call;
  const values = checkRow(body);
  const { id } = req.params;
  const claim = claimOf(req, body);
  if (claim) {
    const stepsOver = (/** @type {Values | undefined} */ expect) => [
      { op: /** @type {const} */ ('update'), table: table.name, id, values, expect },
    ];
    const { outcomes, replayed } = await onceOver(app, call, claim, stepsOver);
    return sendRow(req, res, /** @type {Row} */ (outcomes[0].row), { replayed });
  }
  const expect = await expected(app, call, id);
  sendRow(req, res, await app.data.rows.update(actor, table.name, id, values, { expect }).catch(asPrecondition));
}
