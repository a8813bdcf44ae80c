import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from './open-database.js';
import { readPostmasterFile } from './postmaster.js';
import { startWriter } from './testing/writer-process.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const ROUNDS = 20;

describe('K3: an acknowledged row is never lost', () => {
  it(`to kill -9 of Node, of PostgreSQL and of both, ${ROUNDS} times at any moment`, { timeout: 600_000 }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plinth-crash-'));
    /** @type {number[]} */
    const written = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = startWriter(dataDir);
      await writer.wrote(20);
      await sleep(Math.random() * 150);
      const postmaster = Number(readPostmasterFile(join(dataDir, 'postgres'))?.pid);
      if (round % 3 !== 0) process.kill(postmaster, 'SIGKILL');
      // It must come back under the living server, and take writes again.
      if (round % 3 === 1) await writer.wrote(20);
      await writer.kill('SIGKILL');
      written.push(...writer.written);
    }
    const database = await openDatabase({ config: { dataDir }, purpose: 'serve', log: quiet });
    const client = new pg.Client(database.connection);
    await client.connect();
    const { rows } = await client.query('select n::int as n from written');
    await client.end();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });

    const kept = new Set(rows.map((row) => row.n));
    assert.ok(written.length >= ROUNDS * 20);
    assert.deepEqual(
      written.filter((n) => !kept.has(n)),
      [],
    );
  });
});
