import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProgress } from './progress.js';

/** @param {boolean} isTTY */
function recorder(isTTY) {
  /** @type {string[]} */
  const texts = [];
  return { texts, isTTY, columns: 80, write: (/** @type {string} */ text) => void texts.push(text) };
}

describe('progress', () => {
  it('draws one bar over itself on a terminal', () => {
    let time = 0;
    const output = recorder(true);
    const progress = createProgress(output, 'Importing', 1000, () => time);
    time = 200;
    progress.at(500);
    time = 250;
    progress.at(510);
    progress.done();
    assert.equal(output.texts.length, 3, 'not drawn more often than every 100 ms');
    assert.equal(output.texts[0], `\r\u001b[2KImporting ${'█'.repeat(12)}${'░'.repeat(12)} 50 % (500 of 1,000, 0 s)`);
    assert.equal(output.texts[2], '\n');
  });

  it('writes a line now and then elsewhere', () => {
    let time = 0;
    const output = recorder(false);
    const progress = createProgress(output, 'Importing', undefined, () => time);
    for (time = 0; time <= 11_000; time += 1000) progress.advance(10);
    progress.done('Imported 120 rows');
    assert.deepEqual(output.texts, ['Importing: 60 (5 s)\n', 'Importing: 110 (10 s)\n', 'Imported 120 rows\n']);
  });
});
