import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../testing/index.js';
import { Failed, createLane, createLanes } from './lane.js';

/** A lane whose batches are answered by hand. @param {import('./lane.js').LaneOptions} [options] */
function handLane(options = { atOnce: 1, most: 100 }) {
  /** @type {{ entries: string[], answer: (results: any[]) => void, fail: (error: Error) => void }[]} */
  const sent = [];
  const lane = createLane(
    (/** @type {string[]} */ entries) =>
      new Promise((answer, fail) => {
        sent.push({ entries, answer, fail });
      }),
    options,
  );
  return { lane, sent, entries: () => sent.map(({ entries }) => entries) };
}
const tick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('a lane', () => {
  it('sends what comes within a tick as one batch, and gives each his own result', async () => {
    const { lane, sent } = handLane();
    const results = Promise.all(['a', 'b', 'c'].map((entry) => lane.add(entry)));
    await tick();
    assert.deepEqual(sent[0].entries, ['a', 'b', 'c']);
    sent[0].answer([1, 2, 3]);
    assert.deepEqual(await results, [1, 2, 3]);
  });

  it('lets one entry fail alone, and all of them when the batch fails', async () => {
    const { lane, sent } = handLane();
    const first = Promise.allSettled([lane.add('a'), lane.add('b')]);
    await tick();
    sent[0].answer([1, new Failed('bad')]);
    assert.deepEqual(await first, [
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: 'bad' },
    ]);
    const second = Promise.allSettled([lane.add('c'), lane.add('d')]);
    await tick();
    sent[1].fail(new Error('gone'));
    assert.deepEqual(
      (await second).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });

  it('gathers the next batch while one is under way', async () => {
    const { lane, sent, entries } = handLane();
    void lane.add('a');
    await tick();
    void lane.add('b');
    await tick();
    void lane.add('c');
    await tick();
    assert.deepEqual(entries(), [['a']]);
    sent[0].answer([1]);
    await tick();
    assert.deepEqual(entries(), [['a'], ['b', 'c']]);
  });

  it('does not wait for a batch that takes long, beyond a moment', async () => {
    const { lane, sent, entries } = handLane();
    void lane.add('a');
    await tick();
    void lane.add('b');
    await until(() => sent.length === 2);
    assert.deepEqual(entries(), [['a'], ['b']]);
    for (const { answer } of sent) answer([1]);
  });

  it('changes one row at a time, in order', async () => {
    const { lane, sent, entries } = handLane();
    for (const entry of ['a1', 'b1', 'a2', 'c1', 'a3']) void lane.add(entry, { key: entry[0] });
    await tick();
    sent[0].answer([]);
    await tick();
    void lane.add('b2', { key: 'b' });
    sent[1].answer([]);
    await tick();
    assert.deepEqual(entries(), [['a1', 'b1', 'c1'], ['a2'], ['a3', 'b2']]);
    sent[2].answer([]);
  });

  it('keeps to its size in entries and bytes', async () => {
    const few = handLane({ atOnce: 9, most: 2 });
    for (const entry of ['a', 'b', 'c']) void few.lane.add(entry);
    await tick();
    assert.deepEqual(few.entries(), [['a', 'b'], ['c']]);
    const small = handLane({ atOnce: 9, most: 100, mostBytes: 10 });
    for (const entry of ['a', 'b', 'c']) void small.lane.add(entry, { size: 6 });
    await tick();
    assert.deepEqual(small.entries(), [['a', 'b'], ['c']]);
  });

  it('refuses what would wait without end', async () => {
    const { lane } = handLane();
    for (let i = 0; i < 10_000; i++) void lane.add('a');
    await assert.rejects(lane.add('b'), { code: 'DATABASE_BUSY', status: 503 });
  });
});

describe('lanes', () => {
  it('are made once for a catalog and a shape', () => {
    const laneOf = createLanes();
    const make = () => createLane(async () => [], { atOnce: 1, most: 1 });
    const [one, other] = [{}, {}];
    const lane = laneOf(one, 'a', make);
    assert.equal(laneOf(one, 'a', make), lane);
    assert.notEqual(laneOf(one, 'b', make), lane);
    assert.notEqual(laneOf(other, 'a', make), lane);
  });
});
