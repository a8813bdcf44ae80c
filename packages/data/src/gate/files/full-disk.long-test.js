import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createForum } from '../rows/testing/forum.js';
import { createFiles } from './index.js';

describe('a full disk', () => {
  // Only root may mount a small one.
  if (process.getuid?.() !== 0) return;

  it('F7: refuses an upload with a clear message, keeps neither row nor file of it, and goes on with space', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir]);
    const forum = await createForum();
    try {
      const files = createFiles({ .../** @type {any} */ (forum.data), dataDir });
      const add = (/** @type {number} */ size) =>
        files.add(forum.admin, Readable.from([Buffer.alloc(size / 2, 'a'), Buffer.alloc(size / 2, 'b')]), {
          name: 'a',
        });
      const small = await add(200_000);
      await assert.rejects(add(2_000_000), {
        code: 'STORAGE_FULL',
        status: 507,
        message: 'The disk has no space left for files',
      });
      assert.deepEqual(await files.usage(forum.admin), { count: 1, bytes: 200_000 });
      assert.deepEqual(await readdir(path.join(dataDir, 'files/drafts')), []);
      const { stream } = await files.open(forum.admin, small.id);
      assert.equal((await buffer(stream)).length, 200_000);
      await add(400_000);
    } finally {
      await forum.close();
      execFileSync('umount', [dataDir]);
      await rm(dataDir, { recursive: true });
    }
  });
});
