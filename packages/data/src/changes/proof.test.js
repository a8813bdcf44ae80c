import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createProof } from './proof.js';

/** A log whose end is told when the test says so. */
function createSource() {
  /** @type {((end: bigint) => void)[]} */
  const asked = [];
  const source = { position: 0n, live: true };
  const proof = createProof({
    isLive: () => source.live,
    position: () => source.position,
    askEnd: () => new Promise((resolve) => asked.push(resolve)),
  });
  return { source, proof, asked };
}

describe('a proof that every commit has been heard of', () => {
  it('is one for all who ask within a turn of the event loop, as what came by then was read', async () => {
    const { proof, asked } = createSource();
    const all = [proof.prove()];
    await Promise.resolve();
    all.push(proof.prove());
    process.nextTick(() => all.push(proof.prove()));
    assert.equal(asked.length, 0, 'the question is asked after everybody of this turn');
    while (asked.length === 0) await endOfTurn();
    assert.equal(proof.made(), 1);
    asked[0](0n);
    assert.deepEqual(await Promise.all(all), [true, true, true]);
  });

  it('is another for who asks after its question went out: that may be older than he is', async () => {
    const { proof, asked } = createSource();
    const first = proof.prove();
    while (asked.length === 0) await endOfTurn();
    const second = proof.prove();
    assert.notEqual(first, second);
    asked[0](0n);
    assert.equal(await first, true);
    while (asked.length === 1) await endOfTurn();
    asked[1](5n);
    await endOfTurn();
    assert.equal(proof.made(), 2);
    let settled = false;
    void second.then(() => (settled = true));
    await endOfTurn();
    assert.equal(settled, false, 'what was committed by then has not been heard yet');
  });

  it('is none when the stream is lost meanwhile', async () => {
    const { source, proof, asked } = createSource();
    const lost = proof.prove();
    while (asked.length === 0) await endOfTurn();
    source.live = false;
    proof.advanced();
    assert.equal(await lost, false);
  });
});
