import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../../testing/index.js';
import { Failed, createBatchQueue, createBatchQueues } from './batch-queue.js';

/** A queue whose batches are answered by hand. @param {import('./batch-queue.js').BatchLimits} [options] */
function handLane(options = { atOnce: 1, most: 100 }) {
  /** @type {{ entries: string[], answer: (results: any[]) => void, fail: (error: Error) => void }[]} */
  const sent = [];
  const queue = createBatchQueue(
    (/** @type {string[]} */ entries) =>
      new Promise((answer, fail) => {
        sent.push({ entries, answer, fail });
      }),
    options,
  );
  return { queue, sent, entries: () => sent.map(({ entries }) => entries) };
}
const tick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('a queue', () => {
  it('sends everything within a tick as one batch, and returns each caller’s own result', async () => {
    const { queue, sent } = handLane();
    const results = Promise.all(['a', 'b', 'c'].map((entry) => queue.add(entry)));
    await tick();
    assert.deepEqual(sent[0].entries, ['a', 'b', 'c']);
    sent[0].answer([1, 2, 3]);
    assert.deepEqual(await results, [1, 2, 3]);
  });

  it('lets one entry fail alone, and all of them when the batch fails', async () => {
    const { queue, sent } = handLane();
    const first = Promise.allSettled([queue.add('a'), queue.add('b')]);
    await tick();
    sent[0].answer([1, new Failed('bad')]);
    assert.deepEqual(await first, [
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: 'bad' },
    ]);
    const second = Promise.allSettled([queue.add('c'), queue.add('d')]);
    await tick();
    sent[1].fail(new Error('gone'));
    assert.deepEqual(
      (await second).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });

  it('gathers the next batch while one is under way', async () => {
    const { queue, sent, entries } = handLane();
    void queue.add('a');
    await tick();
    void queue.add('b');
    await tick();
    void queue.add('c');
    await tick();
    assert.deepEqual(entries(), [['a']]);
    sent[0].answer([1]);
    await tick();
    assert.deepEqual(entries(), [['a'], ['b', 'c']]);
  });

  it('does not wait for a batch that takes long, beyond a moment', async () => {
    const { queue, sent, entries } = handLane();
    void queue.add('a');
    await tick();
    void queue.add('b');
    await until(() => sent.length === 2);
    assert.deepEqual(entries(), [['a'], ['b']]);
    for (const { answer } of sent) answer([1]);
  });

  it('changes one row at a time, in order', async () => {
    const { queue, sent, entries } = handLane();
    for (const entry of ['a1', 'b1', 'a2', 'c1', 'a3']) void queue.add(entry, { key: entry[0] });
    await tick();
    sent[0].answer([]);
    await tick();
    void queue.add('b2', { key: 'b' });
    sent[1].answer([]);
    await tick();
    assert.deepEqual(entries(), [['a1', 'b1', 'c1'], ['a2'], ['a3', 'b2']]);
    sent[2].answer([]);
  });

  it('keeps to its size in entries and bytes', async () => {
    const few = handLane({ atOnce: 9, most: 2 });
    for (const entry of ['a', 'b', 'c']) void few.queue.add(entry);
    await tick();
    assert.deepEqual(few.entries(), [['a', 'b'], ['c']]);
    const small = handLane({ atOnce: 9, most: 100, mostBytes: 10 });
    for (const entry of ['a', 'b', 'c']) void small.queue.add(entry, { size: 6 });
    await tick();
    assert.deepEqual(small.entries(), [['a', 'b'], ['c']]);
  });

  it('refuses what would wait without end', async () => {
    const { queue } = handLane();
    for (let i = 0; i < 10_000; i++) void queue.add('a');
    await assert.rejects(queue.add('b'), { code: 'DATABASE_BUSY', status: 503 });
  });
});

describe('queues', () => {
  it('are made once for a catalog and a shape', () => {
    const queueOf = createBatchQueues();
    const make = () => createBatchQueue(async () => [], { atOnce: 1, most: 1 });
    const [one, other] = [{}, {}];
    const queue = queueOf(one, 'a', make);
    assert.equal(queueOf(one, 'a', make), queue);
    assert.notEqual(queueOf(one, 'b', make), queue);
    assert.notEqual(queueOf(other, 'a', make), queue);
  });
});
