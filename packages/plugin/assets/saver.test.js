import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Saver } from './saver.js';

/** @type {string[]} */
let told = [];
/** @type {string[]} */
let unsent = [];
/** @type {((status: number) => void)[]} */
let answers = [];
/** @type {{ task: () => void, pause: number }[]} */
let pauses = [];
/** Everything that is unsent goes with one request. @param {object} [more] */
const saverOf = (more = {}) =>
  new Saver({
    next: () => (unsent.length > 0 ? unsent.splice(0).join('+') : null),
    send: (/** @type {string} */ what) => {
      told.push(`send ${what}`);
      return new Promise((done) => answers.push((status) => done({ status, what })));
    },
    taken: (/** @type {{ status: number }} */ { status }, /** @type {string} */ what) =>
      void told.push(`${status} ${what}`),
    onState: (/** @type {string} */ state) => void told.push(state),
    later: (/** @type {() => void} */ task, /** @type {number} */ pause) => void pauses.push({ task, pause }),
    ...more,
  });
/** @param {number} status */
async function answer(status) {
  answers.shift()?.(status);
  await new Promise((done) => setImmediate(done));
}

describe('a saver', () => {
  beforeEach(() => {
    [told, unsent, answers, pauses] = [[], [], [], []];
  });

  it('sends one after the other, and with the next all that came meanwhile', async () => {
    const saver = saverOf();
    unsent.push('a');
    saver.flush();
    unsent.push('b', 'c');
    saver.flush();
    assert.equal(saver.isBusy, true);
    await answer(200);
    await answer(200);
    assert.deepEqual(told, ['saving', 'send a', '200 a', 'saving', 'send b+c', '200 b+c', 'saved']);
    assert.equal(saver.isBusy, false);
  });

  it('tries again after longer and longer pauses, up to 15 seconds, and says once more when it is saved', async () => {
    /** @type {string | null} */
    let left = 'a';
    const saver = saverOf({ next: () => left, taken: () => (left = null) });
    saver.flush();
    for (const status of [0, 503, 429, 500, 0, 0, 0]) {
      await answer(status);
      pauses.at(-1)?.task();
    }
    assert.deepEqual(
      pauses.map(({ pause }) => pause),
      [500, 1000, 2000, 4000, 8000, 15_000, 15_000],
    );
    await answer(200);
    assert.deepEqual(told.slice(0, 3), ['saving', 'send a', 'lost']);
    assert.deepEqual(told.slice(-3), ['lost', 'send a', 'saved'], 'not saving again while it is lost');
  });

  it('tries at once when the connection is back, and not a second time after the pause', async () => {
    /** @type {string | null} */
    let left = 'a';
    const saver = saverOf({ next: () => left, taken: () => (left = null) });
    saver.flush();
    await answer(0);
    saver.retry();
    pauses[0].task();
    await answer(200);
    pauses[0].task();
    assert.deepEqual(
      told.filter((one) => one.startsWith('send')),
      ['send a', 'send a'],
    );
  });

  it('stops where it is refused, until something changes', async () => {
    const saver = saverOf({ next: () => 'wrong', taken: () => false });
    saver.flush();
    await answer(422);
    assert.deepEqual(told, ['saving', 'send wrong']);
    saver.flush();
    assert.equal(told.filter((one) => one === 'send wrong').length, 2);
  });

  it('sends nothing while it is held, and all of it afterwards', async () => {
    const saver = saverOf();
    saver.hold(true);
    unsent.push('a');
    saver.flush();
    assert.deepEqual(told, []);
    saver.hold(false);
    await answer(200);
    assert.deepEqual(told, ['saving', 'send a', '200 a', 'saved']);
  });

  it('asks its owner what counts as lost', async () => {
    const saver = saverOf({ isLost: (/** @type {{ status: number }} */ { status }) => status === 401 });
    unsent.push('a');
    saver.flush();
    await answer(401);
    assert.equal(told.at(-1), 'lost');
  });
});
