import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createChecker } from './checker.js';

/** A worker that answers as it is told. @param {(message: any) => object | null} answer null: it is silent */
function fakeWorker(answer) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  const worker = {
    isEnded: false,
    addEventListener: (/** @type {string} */ type, /** @type {any} */ listener) => void (listeners[type] = listener),
    postMessage(/** @type {any} */ message) {
      const data = answer(message);
      if (data) queueMicrotask(() => listeners.message({ data: { id: message.id, ...data } }));
    },
    terminate: () => void (worker.isEnded = true),
    fail: () => listeners.error({}),
  };
  return worker;
}

describe('the worker of the editor', () => {
  it('answers once it is open', async () => {
    const checker = createChecker({
      start: () => fakeWorker(({ op, args }) => ({ value: op === 'open' ? true : [op, ...args] })),
    });
    assert.deepEqual([checker.isReady(), await checker.ask('check', 1)], [false, null]);
    assert.equal(await checker.open({}), true);
    assert.deepEqual(await checker.ask('hover', 1, 2), ['hover', 1, 2]);
  });

  it('is not missed where there is none, or it can’t be loaded', async () => {
    const none = createChecker({
      start() {
        throw new Error('No workers here');
      },
    });
    assert.equal(await none.open({}), false);
    const broken = fakeWorker(({ op }) => (op === 'open' ? { error: 'Not found' } : null));
    assert.equal(await createChecker({ start: () => broken }).open({}), false);
    assert.equal(broken.isEnded, true);
    const silent = fakeWorker(() => null);
    const opened = createChecker({ start: () => silent }).open({});
    silent.fail();
    assert.equal(await opened, false);
  });

  it('is ended when it thinks for too long, and nobody waits any more', async () => {
    const worker = fakeWorker(({ op }) => (op === 'open' ? { value: true } : null));
    const checker = createChecker({ start: () => worker, patience: 5 });
    await checker.open({});
    assert.deepEqual(await Promise.all([checker.ask('check', 1), checker.ask('check', 2)]), [null, null]);
    assert.deepEqual([worker.isEnded, checker.isReady()], [true, false]);
  });

  it('goes on after a question that it can’t answer', async () => {
    const worker = fakeWorker(({ op }) => (op === 'hover' ? { error: 'Debug failure' } : { value: true }));
    const checker = createChecker({ start: () => worker });
    await checker.open({});
    assert.deepEqual([await checker.ask('hover', 1), await checker.ask('check', 1)], [null, true]);
  });
});
