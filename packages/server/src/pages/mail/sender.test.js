import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSender } from './sender.js';

it('ends without waiting for a file that is being made, and leaves its mail for the next start', async () => {
  const mail = {
    id: 'm',
    claim: 'c',
    kind: 'action',
    recipient: 'a@example.com',
    subject: 'x',
    content: {},
    attempts: 1,
  };
  /** @type {any[]} */
  const settled = [];
  const { promise: isMaking, resolve: begun } = Promise.withResolvers();
  const claims = [mail];
  const outbox = {
    claim: async () => claims.shift() ?? null,
    files: { of: () => new Promise(() => begun(null)) },
    settle: async (/** @type {any} */ _, /** @type {any} */ outcome) => settled.push(outcome),
    hand: () => assert.fail('it is not sent'),
  };
  const log = /** @type {any} */ ({ debug() {}, info() {}, warn() {} });
  const parts = { smtp: async () => /** @type {any} */ ({}), site: () => /** @type {any} */ ({}), log, patience: 1 };
  const sender = createSender({ outbox: /** @type {any} */ (outbox), ...parts });
  const sending = sender.send();
  await isMaking;
  await sender.close();
  await sending;
  assert.deepEqual(settled, [{ state: 'waiting', error: 'busy' }]);
});
