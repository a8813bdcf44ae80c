import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { importAll } from './import-all.js';

/** @type {string} */
let folder;
before(async () => (folder = await mkdtemp(join(tmpdir(), 'plinth-im ports’-'))));
after(() => rm(folder, { recursive: true }));

/** @param {string} name @param {string} text */
async function fileOf(name, text) {
  await writeFile(join(folder, name), text);
  return pathToFileURL(join(folder, name));
}

describe('importAll', () => {
  it('gives what each file exports, in their order, as import() does', async () => {
    const late = await fileOf('late.js', `await new Promise((go) => setTimeout(go, 5)); export const a = 1;`);
    const odd = await fileOf(
      `it's "50% & #1?".js`,
      `export { a } from './late.js'; export default 'b'; export const c = {};`,
    );
    const [one, two, again] = await importAll([late, odd, late]);
    assert.deepEqual({ ...one }, { a: 1 });
    assert.deepEqual({ ...two }, { a: 1, default: 'b', c: {} });
    assert.equal(again, one);
    assert.equal((await import(odd.href)).c, two.c);
    assert.deepEqual(await importAll([]), []);
  });

  it('fails as the file does that can’t be read', async () => {
    const right = await fileOf('right.js', '');
    const throws = await fileOf('throws.js', `throw new RangeError('at start');`);
    const missing = pathToFileURL(join(folder, 'missing.js'));
    await assert.rejects(importAll([right, throws]), { name: 'RangeError', message: 'at start' });
    await assert.rejects(importAll([right, missing]), { code: 'ERR_MODULE_NOT_FOUND', message: /missing\.js/ });
  });
});
