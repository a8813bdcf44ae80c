import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/server/testing';
import { logIn, ownServers } from '../testing/own-servers.js';

const PASSWORD = 'a Long-enough pass phrase';
const MB = 2 ** 20;

describe('a disk that runs full under a running server', { timeout: 600_000 }, () => {
  // Only root may mount a small one.
  if (process.getuid?.() !== 0) return;

  const own = ownServers('full');
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let server;
  /** @type {Record<string, string>} */
  let headers;
  before(async () => {
    mkdirSync(own.dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', own.dataDir]);
    await own.plinth(['setup', 'ada@example.com', '--password-stdin'], { input: `${PASSWORD}\n` });
    server = await own.serve();
    headers = { cookie: await logIn(server.url, 'ada@example.com', PASSWORD), 'sec-fetch-site': 'same-origin' };
    await post('/admin/tables', new URLSearchParams({ label: 'Notes' }));
    await post('/admin/tables/notes/new-field', new URLSearchParams({ type: 'text', label: 'Title' }));
    await post('/admin/tables/notes/new-field', new URLSearchParams({ type: 'file', label: 'Paper' }));
  });
  after(async () => {
    await server?.stop();
    execFileSync('umount', [own.dataDir]);
    own.close();
  });

  /** @param {string} path @param {FormData | URLSearchParams} body */
  const post = (path, body) => fetch(new URL(path, server.url), { method: 'POST', headers, body, redirect: 'manual' });
  const get = (/** @type {string} */ path) => fetch(new URL(path, server.url), { headers });
  const filler = join(own.dataDir, 'filler');
  const free = () => statfsSync(own.dataDir).bavail * statfsSync(own.dataDir).bsize;
  /** Leaves so much. @param {number} bytes */
  const fill = (bytes) => {
    rmSync(filler, { force: true });
    const rest = Buffer.alloc(free() - bytes);
    try {
      writeFileSync(filler, rest);
    } catch (error) {
      // The database took some of it meanwhile: as full as was wanted.
      if (bytes > 0 || /** @type {any} */ (error).code !== 'ENOSPC') throw error;
    }
  };
  /** @param {string} folder */
  const filesIn = (folder) =>
    readdirSync(join(own.dataDir, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  /** @param {number} count of lines */
  async function upload(count) {
    const form = new FormData();
    const line = 'A note that takes some of the room there is\n';
    form.set('file', new Blob([`Title\n${line.repeat(count)}`], { type: 'text/csv' }), 'notes.csv');
    return post('/admin/tables/notes/import', form);
  }

  it('F7, K7: refuses uploads in time, keeps nothing of them, and leaves the database its room', async () => {
    fill(80 * MB);
    const form = new FormData();
    form.set('title', 'With a paper');
    form.set('paper', new Blob([Buffer.alloc(60 * MB)]), 'paper.bin');
    for (const answer of [await post('/admin/tables/notes/data/new', form), await upload(1_200_000)]) {
      assert.equal(answer.status, 507);
      assert.match(await answer.text(), /no space left for files/);
    }
    // An upload that broke off is cleared away beside its answer.
    await until(() => filesIn('tmp').length === 0 && free() > 70 * MB);
    assert.equal((await post('/admin/tables/notes/data/new', new URLSearchParams({ title: 'Small' }))).status, 303);
  });

  for (const mode of ['good-rows', 'all-or-nothing']) {
    it(`K7: an import (${mode}) ends with what it could do, reading goes on, and it recovers when there is room`, async () => {
      rmSync(filler, { force: true });
      const kept = await upload(600_000);
      assert.equal(kept.status, 303);
      fill(110 * MB);
      const fields = new URLSearchParams({ mode, 'c.0.header': 'Title', 'c.0.field': 'title' });
      const answer = await post(String(kept.headers.get('location')), fields);
      assert.equal(answer.status, 507);
      assert.match(await answer.text(), mode === 'good-rows' ? /rows imported before: \d+/ : /no space left/);
      assert.equal((await get('/admin/tables/notes/data')).status, 200);
      assert.equal((await get('/readyz')).status, 200);
      rmSync(filler, { force: true });
      assert.equal((await post('/admin/tables/notes/data/new', new URLSearchParams({ title: 'After' }))).status, 303);
    });
  }

  it('K7: with a disk filled by something else, reports it and recovers by itself with all rows', async () => {
    fill(0);
    const statuses = new Set();
    let acknowledged = 0;
    for (let i = 0; i < 300; i++) {
      const { status } = await post(
        '/admin/tables/notes/data/new',
        new URLSearchParams({ title: `canary ${i}`.padEnd(200, 'x') }),
      );
      statuses.add(status);
      if (status === 303) acknowledged++;
    }
    assert.ok(
      [...statuses].every((status) => [303, 503, 507].includes(status)),
      [...statuses].join(),
    );
    assert.equal((await get('/healthz')).status, 200);
    rmSync(filler, { force: true });
    await until(async () => (await get('/readyz')).status === 200);
    const csv = await (await get('/admin/tables/notes/export.csv?q=canary')).text();
    assert.ok(csv.trim().split('\r\n').length - 1 >= acknowledged);
    assert.equal((await post('/admin/tables/notes/data/new', new URLSearchParams({ title: 'Back' }))).status, 303);
  });

  it('K7: a restore without room, at its start or half-way, says so and leaves the site as it was', async () => {
    const file = join(own.folder, 'notes.tar.gz');
    await own.plinth(['backup', file, '--no-test']);
    await post('/admin/tables/notes/data/new', new URLSearchParams({ title: 'Since the backup' }));
    const since = async () => (await get('/admin/tables/notes/export.csv?q=since')).text();
    await server.stop();
    /** @param {number} room */
    const restore = async (room) => {
      fill(room * MB);
      const said = await own.plinth(['restore', file, '--yes', '--replace']).then(() => 'Restored', String);
      rmSync(filler, { force: true });
      return said;
    };
    /** @type {string[]} */
    const said = [];
    for (let room = 1; said.at(-1) !== 'Restored' && room < 100; room += 6) {
      said.push(await restore(room));
      if (room > 1) continue;
      server = await own.serve();
      headers = { cookie: await logIn(server.url, 'ada@example.com', PASSWORD), 'sec-fetch-site': 'same-origin' };
      assert.match(await since(), /Since the backup/);
      await server.stop();
    }
    server = await own.serve();
    headers = { cookie: await logIn(server.url, 'ada@example.com', PASSWORD), 'sec-fetch-site': 'same-origin' };
    assert.ok(said.length > 1);
    assert.equal(said.pop(), 'Restored');
    for (const one of said) assert.match(one, /BACKUP_DISK_FULL[\s\S]*Nothing was changed/);
    assert.doesNotMatch(await since(), /Since the backup/);
  });
});
