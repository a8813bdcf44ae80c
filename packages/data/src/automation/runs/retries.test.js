import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '@plinth/plugin';
import { LADDERS, ladderFor, nextTry } from './retries.js';

/** @param {number} status @param {object} [details] */
const problem = (status, details) => new AppError('X', 'It failed', { status, hint: '', details });
/** The waits until something is given up. @param {readonly number[]} ladder @param {unknown} [why] */
function waits(ladder, why) {
  const found = [];
  for (let i = 1, wait = nextTry(ladder, 1, why); wait !== null; wait = nextTry(ladder, ++i, why))
    found.push(wait / 60);
  return found;
}

describe('the ladder of retries', () => {
  it('waits longer after each failure, and ends', () => {
    assert.deepEqual(waits(ladderFor(problem(503))), [1, 5, 30, 120]);
    assert.deepEqual(waits(LADDERS.mails), [1, 2, 5, 15, 30, 60, 120, 240, 480, 720]);
  });

  it('does not retry errors that a retry can’t fix', () => {
    for (const status of [400, 403, 404, 422]) assert.deepEqual(waits(ladderFor(problem(status))), []);
    for (const why of [new Error('x'), problem(409), problem(429), problem(500)])
      assert.deepEqual(ladderFor(why), LADDERS.runs);
  });

  it('treats a function’s failure like the refusal that caused it', () => {
    const refused = (/** @type {AppError} */ cause) =>
      new AppError('FUNCTION_FAILED', 'x', { status: 422, hint: '', cause });
    assert.deepEqual(ladderFor(refused(problem(503))), LADDERS.runs);
    assert.deepEqual(ladderFor(refused(problem(422))), []);
  });

  it('doubles what a step sets, whatever the error', () => {
    assert.deepEqual(waits(ladderFor(problem(422), { retries: 3, retryAfter: 2 })), [2, 4, 8]);
    assert.deepEqual(waits(ladderFor(problem(422), { retries: 2 })), [1, 2]);
  });

  it('waits as long as a service asks, and a day at most', () => {
    assert.deepEqual(waits(LADDERS.runs, problem(429, { retryAfter: 600 })), [10, 10, 30, 120]);
    assert.equal(nextTry(LADDERS.runs, 1, problem(429, { retryAfter: 1_000_000 })), 86_400);
    assert.equal(nextTry(ladderFor(null, { retries: 30, retryAfter: 60 }), 30), 86_400);
  });
});
