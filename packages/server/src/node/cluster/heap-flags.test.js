import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { heapFlags } from './start-workers.js';

describe('the heap of workers', () => {
  it('is left to V8 where each has 1,000 MB', () => {
    assert.deepEqual(heapFlags(1, 1000), []);
    assert.deepEqual(heapFlags(4, 64_000), []);
    assert.notDeepEqual(heapFlags(1, 999), []);
    assert.notDeepEqual(heapFlags(4, 3999), []);
  });

  it('is half of the memory otherwise, divided among them, and at least 256 MB each', () => {
    const small = '--max-semi-space-size=4';
    assert.deepEqual(heapFlags(1, 999), [small, '--max-old-space-size=499']);
    assert.deepEqual(heapFlags(2, 1600), [small, '--max-old-space-size=400']);
    assert.deepEqual(heapFlags(1, 512), [small, '--max-old-space-size=256']);
    assert.deepEqual(heapFlags(8, 512), [small, '--max-old-space-size=256']);
  });

  it('is limited by the flags that this Node.js knows', () => {
    const asked =
      "const { heap_size_limit: most } = require('node:v8').getHeapStatistics(); console.log(most / 2 ** 20)";
    const said = execFileSync(process.execPath, [...heapFlags(2, 1600), '-e', asked], { encoding: 'utf8' });
    assert.ok(Number(said) >= 400 && Number(said) < 450, said);
  });
});
