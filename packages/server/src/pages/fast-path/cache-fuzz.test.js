import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheFuzz } from './testing/cache-fuzz.js';

describe('answers from memory, however they are asked for', () => {
  it('C1, C2: are those of a server without caches, for everybody', async () => {
    const fuzz = await runCacheFuzz({ answers: 1500, seed: 25, rounds: 20 });
    assert.ok(fuzz.hits > 100, JSON.stringify(fuzz));
  });
});
