import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { inTurns } from './turns.js';

const FILES = {
  'a.test.js': '',
  'b.long-test.js': 'await server.stop();',
  'c.long-test.js': 'if (!canGroup()) return;',
};
const root = mkdtempSync(join(tmpdir(), 'plinth-turns-'));
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
after(() => rmSync(root, { recursive: true, force: true }));

describe('tests that run at a time', () => {
  it('are twice as many where they are long and wait, and no more where a server gets its share of the machine', () => {
    assert.deepEqual(inTurns(Object.keys(FILES), { root, processes: 2 }), [
      { files: ['b.long-test.js'], atOnce: 4 },
      { files: ['a.test.js', 'c.long-test.js'], atOnce: 2 },
    ]);
  });

  it('have one turn where none is long', () => {
    assert.deepEqual(inTurns(['a.test.js'], { root, processes: 2 }), [{ files: ['a.test.js'], atOnce: 2 }]);
  });
});
