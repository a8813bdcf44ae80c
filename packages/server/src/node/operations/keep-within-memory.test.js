import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { divideMemory } from '@plinth/data/memory';
import { keepWithinMemory } from './keep-within-memory.js';

const MB = 2 ** 20;

describe('memory of a process on a small machine', () => {
  it('Y1: is returned above its part, and not all the time', (t) => {
    let [held, now, released] = [200, 0, 0];
    const keeper = keepWithinMemory({
      memory: divideMemory({ availableMb: 512 }),
      held: () => held * MB,
      release: () => void released++,
      now: () => now,
    });
    t.after(keeper.stop);
    keeper.check();
    assert.equal(released, 0);
    held = 260;
    keeper.check();
    now += 1000;
    keeper.check();
    assert.equal(released, 1);
    now += 20_000;
    keeper.check();
    assert.equal(released, 2);
  });
});
