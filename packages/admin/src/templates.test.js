import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';

const FOLDER = new URL('./templates/', import.meta.url);
const LONGEST = 160;

describe('the templates of the admin', () => {
  it('have no unreadable lines', async () => {
    const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith('.ejs'));
    assert.ok(files.length > 20, String(files.length));
    const found = [];
    for (const file of files) {
      const lines = (await readFile(new URL(file, FOLDER), 'utf8')).split('\n');
      found.push(...lines.flatMap((line, i) => (line.length > LONGEST ? [`${file}:${i + 1}: ${line.length}`] : [])));
    }
    assert.deepEqual(found, []);
  });
});
