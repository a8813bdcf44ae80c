/** @import { App } from '../../../types.d.ts' */
/** @import { Values } from '@plinth/plugin' */
/** @import { Call } from '../endpoints.js' */
import { DELETION, IF_MATCH, KEY, deletionHeader } from '../describe/parts.js';
import { claimOf, replayedHeader } from '../rows/idempotency.js';
import { asPrecondition, expected, onceOver } from '../rows/known-version.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'DELETE',
  path: 'tables/:table/rows/:id',
  right: 'delete',
  name: 'delete',
  summary: 'Delete a row',
  isHot: true,
  input: { headers: [IF_MATCH, KEY] },
  output: { 204: { description: 'Deleted', headers: DELETION } },
  examples: () => [{ says: 'delete' }],
  handle: (app) => (call) => removeRow(app, call),
};

/** @param {App} app @param {Call} call */
async function removeRow(app, call) {
  const { req, res, actor, table } = call;
  const { id } = req.params;
  const step = { op: /** @type {const} */ ('delete'), table: table.name, id };
  // An empty update locks the row in its known version until it is deleted.
  const stepsOver = (/** @type {Values | undefined} */ expect) =>
    expect ? [{ ...step, op: /** @type {const} */ ('update'), values: {}, expect }, step] : [step];
  const claim = claimOf(req, null);
  if (claim) {
    const { outcomes, replayed } = await onceOver(app, call, claim, stepsOver);
    const headers = { ...replayedHeader(replayed), ...deletionHeader(outcomes.at(-1)?.deletion) };
    return void res.writeHead(204, headers).end();
  }
  const expect = await expected(app, call, id);
  const { deletion } = expect
    ? ((await app.data.rows.transact(actor, stepsOver(expect)).catch(asPrecondition)).at(-1) ?? {})
    : await app.data.rows.remove(actor, table.name, id);
  res.writeHead(204, deletionHeader(deletion)).end();
}
