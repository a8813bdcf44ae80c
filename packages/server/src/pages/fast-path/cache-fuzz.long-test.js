import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCacheFuzz } from './testing/cache-fuzz.js';

describe('answers from memory, however they are asked for, for long', () => {
  it('C1, C2: are those of a server without caches in 100,000 answers, and no memory is lost', async () => {
    const fuzz = await runCacheFuzz({ answers: 100_000, seed: 26, rounds: 50 });
    assert.ok(fuzz.hits > 20_000, JSON.stringify(fuzz));
  });
});
