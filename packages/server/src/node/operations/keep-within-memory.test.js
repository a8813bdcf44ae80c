import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepWithinMemory } from './keep-within-memory.js';

const MB = 2 ** 20;

describe('memory of a process on a small machine', () => {
  it('Y1: is returned above its part, and not all the time', (t) => {
    let [rss, now, released] = [100, 0, 0];
    const keeper = keepWithinMemory({
      processes: 2,
      memoryMb: 512,
      rss: () => rss * MB,
      release: () => void released++,
      now: () => now,
    });
    t.after(keeper.stop);
    keeper.check();
    assert.equal(released, 0);
    rss = 160;
    keeper.check();
    now += 1000;
    keeper.check();
    assert.equal(released, 1);
    now += 20_000;
    keeper.check();
    assert.equal(released, 2);
  });
});
