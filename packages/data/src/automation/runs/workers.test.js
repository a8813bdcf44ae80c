import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { MOST_AT_ONCE, createWorkers } from './workers.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Workers whose looks are answered by hand. */
function byHand() {
  /** @type {((found: boolean) => void)[]} */
  const looks = [];
  const log = /** @type {any} */ ({ warn() {} });
  const ran = { times: 0 };
  const workers = createWorkers({
    log,
    runNext: () => new Promise((resolve) => looks.push(resolve)),
    ranSome: () => ran.times++,
  });
  /** Answers the looks under way. @param {boolean} found */
  const answer = async (found) => {
    for (const look of looks.splice(0)) look(found);
    await settled();
  };
  return { workers, looks, answer, ran };
}

it('a wake-up during the workers’ last look is not lost', async () => {
  const { workers, looks, answer } = byHand();
  for (let i = 0; i < MOST_AT_ONCE; i++) workers.wake([]);
  assert.equal(looks.length, MOST_AT_ONCE);
  // What it is about is not in their answers any more.
  workers.wake([]);
  await answer(false);
  assert.equal(looks.length, 1, 'one looks again');
  await answer(false);
  assert.equal(looks.length, 0);
  await workers.close();
});

it('workers look again for a commit that is not visible yet, even if they found something else', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { workers, looks, answer, ran } = byHand();
    workers.wake();
    await answer(true);
    // Its next look, and that of the worker that it woke.
    assert.equal(looks.length, 2);
    await answer(false);
    assert.deepEqual([looks.length, ran.times], [0, 1]);
    const again = async (/** @type {number[]} */ waits) => {
      for (const wait of waits) {
        mock.timers.tick(wait);
        assert.equal(looks.length, 1, `after ${wait} ms`);
        await answer(false);
      }
      mock.timers.tick(60_000);
      assert.equal(looks.length, 0, 'then nothing is asked');
    };
    await again([10, 100]);
    workers.wake();
    await answer(false);
    await again([10, 100, 1000]);
    workers.wake();
    await answer(false);
    await workers.close();
    mock.timers.tick(60_000);
    assert.equal(looks.length, 0, 'nor after its end');
  } finally {
    mock.timers.reset();
  }
});

it('at most as many runs execute at once as there are workers', async () => {
  const { workers, looks, answer } = byHand();
  for (let i = 0; i < 10; i++) workers.wake([]);
  assert.equal(looks.length, MOST_AT_ONCE);
  await answer(true);
  assert.equal(looks.length, MOST_AT_ONCE);
  await answer(false);
  await answer(false);
  await workers.ended();
  await workers.close();
});
