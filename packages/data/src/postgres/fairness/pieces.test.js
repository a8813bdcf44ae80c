import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFairness } from './fairness.js';
import { Person } from './person.js';
import { createPieces } from './pieces.js';

describe('Y1: pieces of work that keep the process busy', () => {
  it('are one of a person in each turn of the event loop, and others come between', async () => {
    const begin = createPieces();
    /** @type {string[]} */
    const done = [];
    const work = async (/** @type {string} */ who, /** @type {string} */ what) => {
      await begin(who);
      done.push(what);
      setImmediate(() => done.push(`others after ${what}`));
    };
    await Promise.all([work('eve', 'a'), work('eve', 'b'), work('bob', 'c'), work('eve', 'd')]);
    const at = (/** @type {string} */ what) => done.indexOf(what);
    assert.deepEqual(done.slice(0, 2), ['a', 'c']);
    assert.ok(at('others after a') < at('d') && at('b') < at('d'), String(done));
    assert.ok(at('others after b') < at('d'), String(done));
  });

  it('wait for nothing once the turn is over', async () => {
    const begin = createPieces();
    assert.equal(begin('eve'), undefined);
    await begin('eve');
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    assert.equal(begin('eve'), undefined);
  });

  it('are not counted for whoever is alone', () => {
    const fairness = createFairness();
    const [eve, bob] = [new Person('eve', 'user'), new Person('bob', 'user')];
    const twice = () => fairness.as(eve, () => [fairness.nextPiece(), fairness.nextPiece()]);
    assert.ok(fairness.requests.takeNow(eve));
    assert.deepEqual(twice(), [undefined, undefined]);
    assert.ok(fairness.requests.takeNow(bob));
    const [first, second] = twice();
    assert.equal(first, undefined);
    assert.ok(second instanceof Promise);
  });
});
