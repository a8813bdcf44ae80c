import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createFreshnessBarrier } from './freshness-barrier.js';

/** A log whose end is told when the test says so. */
function createSource() {
  /** @type {((end: bigint) => void)[]} */
  const asked = [];
  const source = { position: 0n, live: true };
  const barrier = createFreshnessBarrier({
    isLive: () => source.live,
    position: () => source.position,
    askEnd: () => new Promise((resolve) => asked.push(resolve)),
  });
  return { source, barrier, asked };
}

describe('the freshness barrier', () => {
  it('is shared by everybody who asks within a turn of the event loop', async () => {
    const { barrier, asked } = createSource();
    const all = [barrier.caughtUp()];
    await Promise.resolve();
    all.push(barrier.caughtUp());
    process.nextTick(() => all.push(barrier.caughtUp()));
    assert.equal(asked.length, 0, 'the question is asked after everybody of this turn');
    while (asked.length === 0) await endOfTurn();
    assert.equal(barrier.count(), 1);
    asked[0](0n);
    assert.deepEqual(await Promise.all(all), [true, true, true]);
  });

  it('is not shared with requests that arrive after the question was sent', async () => {
    const { barrier, asked } = createSource();
    const first = barrier.caughtUp();
    while (asked.length === 0) await endOfTurn();
    const second = barrier.caughtUp();
    assert.notEqual(first, second);
    asked[0](0n);
    assert.equal(await first, true);
    while (asked.length === 1) await endOfTurn();
    asked[1](5n);
    await endOfTurn();
    assert.equal(barrier.count(), 2);
    let settled = false;
    void second.then(() => (settled = true));
    await endOfTurn();
    assert.equal(settled, false, 'what was committed by then has not been heard yet');
  });

  it('fails if the stream is lost meanwhile', async () => {
    const { source, barrier, asked } = createSource();
    const lost = barrier.caughtUp();
    while (asked.length === 0) await endOfTurn();
    source.live = false;
    barrier.advanced();
    assert.equal(await lost, false);
  });

  it('asks nothing of the database where everybody knows the end of its log', async () => {
    const { source, barrier, asked } = createSource();
    source.position = 5n;
    assert.equal(await barrier.caughtUp(5n), true);
    assert.equal(barrier.count(), 0, 'the stream is there already');
    let settled = false;
    const later = Promise.all([barrier.caughtUp(6n), barrier.caughtUp(8n), barrier.caughtUp(7n)]);
    void later.then(() => (settled = true));
    while (barrier.count() === 0) await endOfTurn();
    source.position = 7n;
    barrier.advanced();
    await endOfTurn();
    assert.equal(settled, false, 'one of them waits for more');
    source.position = 8n;
    barrier.advanced();
    assert.deepEqual(await later, [true, true, true]);
    assert.equal(asked.length, 0);
  });

  it('asks for the end if one of those who wait does not know it', async () => {
    const { source, barrier, asked } = createSource();
    const both = Promise.all([barrier.caughtUp(6n), barrier.caughtUp(), barrier.caughtUp(7n)]);
    while (asked.length === 0) await endOfTurn();
    assert.equal(barrier.count(), 1);
    source.position = 9n;
    barrier.advanced();
    asked[0](9n);
    assert.deepEqual(await both, [true, true, true]);
  });

  it('passes nobody while the stream is down, whatever end they know', async () => {
    const { source, barrier, asked } = createSource();
    source.position = 5n;
    source.live = false;
    assert.equal(await barrier.caughtUp(5n), false);
    assert.equal(asked.length, 0);
  });
});
