import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createPackedForms } from './packed-forms.js';

const BYTES = Buffer.from('words '.repeat(1000));

/** @type {string} */
let root;
/** @type {string} */
let folder;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'plinth-packed-'));
  folder = path.join(root, 'cache', 'assets');
});
afterEach(() => rm(root, { recursive: true }));

/** As it is after the next start of the server. */
const packed = (bytes = BYTES) => createPackedForms(folder)(bytes, 'br', 'asset');

describe('compressed forms of assets', () => {
  it('are made once for each encoding, and read by the next server', async () => {
    assert.deepEqual(brotliDecompressSync(await packed()), BYTES);
    assert.deepEqual(gunzipSync(await createPackedForms(folder)(BYTES, 'gzip', 'asset')), BYTES);
    const files = await readdir(folder);
    assert.equal(files.length, 2);
    const file = path.join(folder, files.find((name) => name.endsWith('.br')) ?? '');
    const other = Buffer.from('kept');
    await writeFile(file, Buffer.concat([hash('sha256', other, 'buffer'), other]));
    assert.deepEqual(await packed(), other);
  });

  it('are made again if the file is cut off, empty or of something else', async () => {
    await packed();
    const [name] = await readdir(folder);
    const file = path.join(folder, name);
    const whole = await readFile(file);
    for (const wrong of [whole.subarray(0, -1), Buffer.alloc(0), whole.subarray(0, 32), Buffer.alloc(100)]) {
      await writeFile(file, wrong);
      assert.deepEqual(brotliDecompressSync(await packed()), BYTES);
      assert.deepEqual(await readFile(file), whole);
    }
  });

  it('are made all the same where no folder can be', async () => {
    await writeFile(path.join(root, 'cache'), '');
    assert.deepEqual(brotliDecompressSync(await packed()), BYTES);
    assert.deepEqual(await readdir(root), ['cache']);
  });

  it('are not kept without end, nor for what is sent once', async () => {
    const few = createPackedForms(folder, { most: 3 });
    for (let i = 0; i < 8; i++) await few(Buffer.from(`${i}`.repeat(2000)), 'br', 'asset');
    assert.equal((await readdir(folder)).length, 2);
    await rm(folder, { recursive: true });
    assert.deepEqual(brotliDecompressSync(await few(BYTES, 'br', 'once')), BYTES);
    await assert.rejects(readdir(folder), { code: 'ENOENT' });
  });
});
