import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findInTime } from './find-in-time.js';

const source = { label: 'Inbox' };

it('gives a plugin’s source limited time to find events, and then tells it to stop', async () => {
  assert.equal(await findInTime(source, async () => 'found'), 'found');
  await assert.rejects(
    findInTime(source, () => Promise.reject(new Error('gone'))),
    /gone/,
  );
  /** @type {AbortSignal | undefined} */
  let told;
  const never = (/** @type {AbortSignal} */ signal) => {
    told = signal;
    return new Promise(() => {});
  };
  await assert.rejects(findInTime(source, never, 5), { code: 'TRIGGER_SOURCE_SLOW', status: 503 });
  assert.equal(told?.aborted, true);
});
