import { answer } from '../describe/parts.js';
import { CALL_ANSWER } from '../describe/trigger-paths.js';
import { claimOf } from '../rows/idempotency.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'triggers/:id',
  right: 'call',
  name: 'call_trigger',
  summary: 'Call a trigger by its name',
  tag: 'triggers',
  // Each is described with its own input.
  isUnlisted: true,
  input: { body: { type: 'object' }, isOptional: true },
  output: { 200: answer('What became of the steps', CALL_ANSWER) },
  handle:
    ({ data: { automation } }) =>
    async ({ req, res, actor, body }) => {
      const trigger = automation.calls.find(actor, req.params.id);
      const run = await automation.calls.start(actor, trigger, body, claimOf(req, body)?.key);
      if (trigger.options.answer === 'now') return res.json({ run, state: 'waiting', message: null }, { status: 202 });
      const { state, message, error } = await automation.calls.ended(run);
      // Steps with other rights may have met what the caller must not know.
      const told = error && trigger.as === 'cause' ? { error: { code: error.code, message: error.message } } : {};
      res.json({ run, state, message, ...told }, { status: STATUSES[state] });
    },
};

/** @type {Readonly<Record<string, number>>} */
const STATUSES = Object.freeze({ done: 200, waiting: 202, failed: 422 });
