import { AppError } from '@plinth/plugin';
import { answer, DELETION, KEY, deletionHeader } from '../describe/parts.js';
import { exampleOf } from '../describe/example-values.js';
import { MAX_BYTES } from '../rows/check-row.js';
import { claimOf, replayedHeader } from '../rows/idempotency.js';
import { openTable } from '../rows/open-table.js';

const OPERATIONS = /** @type {const} */ ({ insert: 'create', update: 'update', delete: 'delete' });
const STEP = {
  type: 'object',
  required: ['op', 'table'],
  properties: {
    op: { enum: Object.keys(OPERATIONS) },
    table: { type: 'string' },
    id: { description: 'An ID, or { row: n } for the ID of the row of step n' },
    values: { type: 'object' },
    expect: { type: 'object', description: 'Values that the row must still have' },
  },
  additionalProperties: false,
};
const ROWS = { type: 'array', items: { type: 'object', description: 'The current row' } };

/** Several writes, all or none, over any tables. @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'transactions',
  right: 'write',
  name: 'transaction',
  summary: 'Write to several tables, all or nothing',
  tag: 'transactions',
  input: {
    headers: [KEY],
    body: {
      type: 'object',
      required: ['steps'],
      properties: { steps: { type: 'array', items: STEP, minItems: 1, maxItems: 1000 } },
    },
    maxBytes: MAX_BYTES,
    refuse: stepsExpected,
  },
  output: {
    200: answer('All steps have been carried out', { type: 'object', properties: { results: ROWS } }, DELETION),
  },
  examples(_table, tables) {
    const table = tables.find(({ rights }) => rights.create !== 'none');
    if (!table) return [];
    const points = table.fields.find(({ target, readOnly }) => target === table.name && !readOnly);
    const values = exampleOf(table.fields.filter((field) => field.required && !field.readOnly));
    const step = { op: 'insert', table: table.name, values };
    const second = { ...step, values: { ...values, ...(points && { [points.name]: { row: 0 } }) } };
    return [{ says: 'transaction', body: { steps: [step, second] } }];
  },
  handle:
    (app) =>
    async ({ req, res, actor, body }) => {
      const { rows } = app.data;
      for (const { op, table } of body.steps) openTable(app, req, OPERATIONS[/** @type {'insert'} */ (op)], table);
      const claim = claimOf(req, body);
      const { outcomes, replayed } = claim
        ? await rows.once(actor, claim, body.steps)
        : { outcomes: await rows.transact(actor, body.steps), replayed: false };
      const results = outcomes.map(({ row }) => row);
      const kept = outcomes.find((one) => one.deletion)?.deletion;
      res.json({ results }, { headers: { ...replayedHeader(replayed), ...deletionHeader(kept) } });
    },
};

function stepsExpected() {
  return new AppError('STEPS_EXPECTED', 'A transaction must be a list of steps', {
    status: 422,
    hint: '{"steps": [{"op": "insert", "table": "tasks", "values": {}}]}; op is insert, update or delete',
  });
}
