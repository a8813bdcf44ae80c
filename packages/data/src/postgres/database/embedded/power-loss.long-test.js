import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from './open-database.js';
import { readPostmasterFile } from './postmaster.js';
import { startWriter } from './testing/writer-process.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const ROUNDS = 4;

/**
 * A disk whose power can be cut: a file system in a file. What no fsync has sent to it is in the memory of the mounted
 * file system only (its journal is written each five minutes), so a copy of the file is what a disk without power holds.
 *
 * @param {string} folder
 */
function createDisk(folder) {
  const image = join(folder, 'disk');
  const mount = join(folder, 'mnt');
  mkdirSync(mount);
  execFileSync('truncate', ['-s', '600M', image]);
  execFileSync('mkfs.ext4', ['-q', image]);
  const attach = () => execFileSync('mount', ['-o', 'loop,commit=300', image, mount]);
  attach();
  return {
    mount,
    cut: () => execFileSync('cp', ['--sparse=always', image, `${image}.cut`]),
    detach: () => execFileSync('umount', [mount]),
    /** The power is back: the file system mends itself. */
    back() {
      execFileSync('mv', [`${image}.cut`, image]);
      attach();
    },
  };
}

/** @param {string} file @param {boolean} synced */
function write(file, synced) {
  const opened = openSync(file, 'w');
  writeSync(opened, 'x'.repeat(10_000));
  if (synced) fsyncSync(opened);
  closeSync(opened);
}

/** @param {number} pid */
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** @param {number} pid */
const isThere = (pid) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** @param {number[]} pids */
async function end(pids) {
  for (const pid of pids) if (isThere(pid)) process.kill(pid, 'SIGKILL');
  while (pids.some(isThere)) await sleep(20);
}

describe('K4: a power cut', { timeout: 600_000 }, () => {
  // Only root may mount.
  if (process.getuid?.() !== 0 || !existsSync('/dev/loop-control')) return;

  it(`loses no acknowledged row, ${ROUNDS} times at any moment, though it loses what nobody synced`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-power-'));
    const disk = createDisk(folder);
    /** @type {number[]} */
    let running = [];
    const dataDir = join(disk.mount, 'var');
    /** @type {number[]} */
    const written = [];
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const writer = startWriter(dataDir);
        running = [writer.pid];
        await writer.wrote(100);
        await sleep(Math.random() * 300);
        write(join(disk.mount, `synced-${round}`), true);
        write(join(disk.mount, `unsynced-${round}`), false);
        const postmaster = Number(readPostmasterFile(join(dataDir, 'postgres'))?.pid);
        running = [writer.pid, postmaster, ...childrenOf(postmaster)];
        for (const pid of running) process.kill(pid, 'SIGSTOP');
        disk.cut();
        await sleep(100);
        written.push(...writer.written);
        await end(running);
        disk.detach();
        disk.back();
        assert.equal(readFileSync(join(disk.mount, `synced-${round}`)).length, 10_000);
        // Else this would show nothing.
        const lost = join(disk.mount, `unsynced-${round}`);
        assert.ok(!existsSync(lost) || readFileSync(lost).length === 0, 'the cut loses what was not synced');
      }
      const database = await openDatabase({ config: { dataDir }, purpose: 'serve', log: quiet });
      const client = new pg.Client(database.connection);
      await client.connect();
      const { rows } = await client.query('select n::int as n from written');
      await client.end();
      await database.close();
      const kept = new Set(rows.map((row) => row.n));
      assert.ok(written.length >= ROUNDS * 100);
      assert.deepEqual(
        written.filter((n) => !kept.has(n)),
        [],
      );
    } finally {
      await end(running);
      disk.detach();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
