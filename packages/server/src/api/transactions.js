/** @import { App, Request } from '../types.d.ts' */
/** @import { Endpoints } from './index.js' */
import { AppError } from '@plinth/plugin';
import { checkRow } from './rows/check-row.js';
import { claimOf } from './rows/idempotency.js';
import { openTable } from './rows/open-table.js';

const KEYS = ['op', 'table', 'id', 'values', 'expect'];
const RIGHTS = /** @type {Record<string, import('./rows/open-table.js').Operation>} */ ({
  insert: 'create',
  update: 'update',
  delete: 'delete',
});

/**
 * POST /transactions { steps: [{ op, table, id, values, expect }] }: all of it or nothing, also over several tables.
 *
 * @param {App} app @returns {Endpoints}
 */
export function transactionRoutes(app) {
  return {
    transactions: {
      POST: async (req, res) => {
        const body = await req.json({ maxBytes: 2 * 1024 * 1024 });
        const steps = readSteps(app, req, body);
        const claim = claimOf(req, body);
        const bodyOf = (/** @type {any[]} */ outcomes) => ({ results: outcomes.map(({ row }) => row) });
        if (!claim) return res.json(bodyOf(await app.data.rows.transact(req.ctx.actor, steps)));
        const { outcomes, replayed } = await app.data.rows.once(req.ctx.actor, claim, steps);
        res.json(bodyOf(outcomes), { headers: replayed ? { 'idempotency-replayed': 'true' } : {} });
      },
    },
  };
}

/** @param {App} app @param {Request} req @param {unknown} body */
function readSteps(app, req, body) {
  const { steps } = checkRow(body);
  if (!Array.isArray(steps)) throw stepsExpected();
  return steps.map((step) => {
    const one = /** @type {any} */ (checkRow(step));
    const isKnown =
      Object.keys(one).every((key) => KEYS.includes(key)) &&
      typeof one.op === 'string' &&
      Object.hasOwn(RIGHTS, one.op);
    if (!isKnown || typeof one.table !== 'string') throw stepsExpected();
    openTable(app, req, RIGHTS[one.op], one.table);
    for (const key of ['values', 'expect']) if (one[key] !== undefined) checkRow(one[key]);
    return one;
  });
}

const stepsExpected = () =>
  new AppError('STEPS_EXPECTED', 'A transaction must be a list of steps', {
    status: 422,
    hint: '{"steps": [{"op": "insert", "table": "tasks", "values": {}}]}; op is insert, update or delete',
  });
