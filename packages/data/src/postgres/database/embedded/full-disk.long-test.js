import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openDatabase } from './open-database.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Runs `work` on a disk of that size. Only root may mount one. @param {string} size @param {(folder: string) => Promise<void>} work */
async function onDiskOf(size, work) {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  try {
    await work(folder);
  } finally {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  }
}

describe('a full disk', () => {
  if (process.getuid?.() !== 0) return;

  it('is named when the database is made', () =>
    onDiskOf('20m', async (folder) => {
      const opening = openDatabase({ config: { dataDir: join(folder, 'var') }, purpose: 'serve', log: quiet });
      await assert.rejects(opening, { code: 'DISK_FULL', hint: /Free some space/ });
    }));

  it('is named when the database is started, and nothing is lost once there is space', () =>
    onDiskOf('120m', async (folder) => {
      const config = { dataDir: join(folder, 'var') };
      await (await openDatabase({ config, purpose: 'serve', log: quiet })).close();
      const filler = join(folder, 'filler');
      assert.throws(() => writeFileSync(filler, Buffer.alloc(120 * 2 ** 20)), { code: 'ENOSPC' });
      await assert.rejects(openDatabase({ config, purpose: 'serve', log: quiet }), { code: 'DISK_FULL' });
      rmSync(filler);
      await (await openDatabase({ config, purpose: 'serve', log: quiet })).close();
    }));
});
