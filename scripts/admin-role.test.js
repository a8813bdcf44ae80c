import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';

const PACKAGES = new URL('../packages/', import.meta.url);
const SOURCE = /^[\w-]+\/src\/(?!.*\/testing\/).*(?<!test)\.js$/;
/** A check of the role by its name, in whatever way it is written. */
const CHECK = /(includes|hasRole)\(\s*['"]admin['"]\s*\)|[!=]==\s*['"]admin['"]/;
/** A kind of menu entry and the owner of our assets have the same name. */
const OTHER_MEANING = /kind === 'admin'|plugin\.name === 'admin'/;

describe('whether somebody is an admin', () => {
  it('is decided in packages/plugin/src/views/roles.js alone', async () => {
    const files = await readdir(PACKAGES, { recursive: true });
    const found = [];
    for (const file of files.filter((one) => SOURCE.test(one))) {
      const lines = (await readFile(new URL(file, PACKAGES), 'utf8')).split('\n');
      const checks = lines.filter((line) => CHECK.test(line) && !OTHER_MEANING.test(line));
      found.push(...checks.map((line) => `${file}: ${line.trim()}`));
    }
    assert.deepEqual(found, []);
  });
});
