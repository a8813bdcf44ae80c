import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestCluster, systemBinaries } from '@plinth/data/testing';
import pg from 'pg';
import { createClient } from '../src/testing/client.js';

/*
 * The commands, on a database of DATABASE_URL: PostgreSQL of the machine where there is one (Debian's 15 on the CI
 * machine), and the built-in one.
 */

const bin = fileURLToPath(new URL('../../cli/bin/plinth.js', import.meta.url));
/** Made by the command of that commit: two tables (one removed), a file, a history, two accounts and a plugin. */
const OLDER = fileURLToPath(new URL('../../data/test/fixtures/backup-of-5810cdd7.tar.gz', import.meta.url));
const PASSWORD = 'a Long-enough pass phrase';
const PASSPHRASE = 'correct horse battery';

const folder = mkdtempSync(join(tmpdir(), 'plinth-elsewhere-'));
chmodSync(folder, 0o711);
/** @type {Awaited<ReturnType<typeof startTestCluster>>} */
let cluster;
/** @type {Record<string, string>} */
let external;
const builtIn = { PLINTH_DATA: join(folder, 'built-in'), DATABASE_URL: '' };
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

before(async () => {
  cluster = await startTestCluster({ dataDir: folder, postgres: systemBinaries() ? 'system' : 'embedded' });
  external = { PLINTH_DATA: join(folder, 'external'), DATABASE_URL: await newDatabase('external') };
});
after(async () => {
  server?.kill('SIGKILL');
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup of an older version', () => {
  it('B5 K13: is migrated when it is restored, with its plugin, files, histories, trash and accounts', async () => {
    const facts = JSON.parse(await plinth(['restore', OLDER, '--yes', '--json'], external));
    assert.deepEqual(
      [facts.users, facts.admins, facts.plugins, facts.tables, facts.files],
      [2, ['ada@example.com'], ['plinth-traffic-light@1.0.0'], 1, 1],
    );
    const admin = createClient(await serve(external));
    const login = { email: 'ada@example.com', password: PASSWORD };
    assert.equal((await admin.post('/auth/login', login)).status, 303);
    assert.match(
      (await admin.get('/admin/tables/notes/data')).text,
      /First[\s\S]*Second, changed|Second, changed[\s\S]*First/,
    );
    assert.match((await admin.get('/admin/tables/notes/data/2/history')).text, /Second, changed/);
    assert.match((await admin.get('/admin/plugins')).text, /Traffic light/);
    assert.match((await admin.get('/view/notes')).text, /Second, changed/);
    const [, paper] = /href="(\/files\/[^"]+)"/.exec((await admin.get('/view/notes')).text) ?? [];
    assert.equal((await admin.get(paper)).text, 'hello\n');
    // Undo of what was done then, and what only later versions can do.
    const { text } = await admin.get('/admin/history');
    const [, undo] = /action="(\/admin\/history\/[^"]+\/undo)"/.exec(text) ?? [];
    assert.equal((await admin.post(undo)).status, 303);
    assert.match((await admin.get('/admin/tables/lines/data')).text, /kept/);
    const removed = await admin.post('/admin/tables/notes/data/delete', { id: '1' });
    assert.equal(removed.status, 303, removed.text);
    assert.match((await admin.get('/admin/tables/notes/deleted')).text, /First/);
  });

  it('B5: then moves, encrypted, to another PostgreSQL and back; a wrong passphrase changes nothing', async () => {
    const sealed = join(folder, 'moved.tar.gz.enc');
    const made = await plinth(['backup', sealed, '--passphrase-stdin', '--json'], external, { input: PASSPHRASE });
    assert.equal(JSON.parse(made).encrypted, true);
    const restore = ['restore', sealed, '--yes', '--json', '--passphrase-stdin'];
    const wrong = await failed(restore, builtIn, 'wrong horse battery');
    assert.match(wrong, /BACKUP_PASSPHRASE[\s\S]*Nothing was changed/);
    assert.match(await failed(['restore', sealed, '--yes'], builtIn), /BACKUP_PASSPHRASE/);
    const there = JSON.parse(await plinth(restore, builtIn, { input: PASSPHRASE }));
    assert.deepEqual([there.users, there.tables, there.files], [2, 2, 1]);

    const plain = join(folder, 'back.tar.gz');
    assert.equal(JSON.parse(await plinth(['backup', plain, '--json'], builtIn)).tested, true);
    const back = { PLINTH_DATA: join(folder, 'back'), DATABASE_URL: await newDatabase('back') };
    const again = JSON.parse(await plinth(['restore', plain, '--yes', '--json'], back));
    assert.deepEqual({ ...again, at: null, rows: null }, { ...there, at: null, rows: null });
    assert.match(await failed(['restore', plain, '--yes'], back), /RESTORE_NOT_EMPTY/);
  });
});

describe('a backup onto a disk without room', () => {
  // Only root may mount a small one.
  if (process.getuid?.() !== 0) return;

  const small = join(folder, 'small');
  before(() => {
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', small]);
  });
  after(() => void execFileSync('umount', [small]));

  it('K7: says so, leaves nothing of it, and the backups of before as they were', async () => {
    const onto = { ...builtIn, BACKUP_FOLDER: small };
    const { file } = JSON.parse(await plinth(['backup', '--json', '--no-test'], onto));
    const before = readFileSync(file);
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(join(small, 'filler'), Buffer.alloc(bavail * bsize - 4096));
    const said = await failed(['backup'], onto);
    assert.match(said, /BACKUP_DISK_FULL/);
    assert.ok(said.includes(small), said);
    assert.deepEqual(readdirSync(small).sort(), ['filler', file.split('/').at(-1)].sort());
    assert.ok(readFileSync(file).equals(before));
    rmSync(join(small, 'filler'));
    await plinth(['backup', '--no-test'], onto);
    assert.equal(readdirSync(small).length, 2);
  });
});

describe('a restore onto a disk without room', () => {
  // Only root may mount a small one.
  if (process.getuid?.() !== 0) return;

  const small = join(folder, 'small-data');
  const filler = join(small, 'filler');
  /** @type {Record<string, string>} */
  let here;
  before(async () => {
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,nr_inodes=200,mode=711', 'tmpfs', small]);
    here = { PLINTH_DATA: join(small, 'var'), DATABASE_URL: await newDatabase('small') };
  });
  after(() => void execFileSync('umount', [small]));

  /** Leaves so many files and folders that can still be made. @param {number} count */
  const leave = (count) => {
    rmSync(filler, { recursive: true, force: true });
    mkdirSync(filler);
    const free = Number(statfsSync(small).ffree) - count;
    for (let at = 0; at < free; at++) writeFileSync(join(filler, String(at)), '');
  };
  const contents = () =>
    readdirSync(here.PLINTH_DATA, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\/(files|plugins)(\/|$)/.test(entry.parentPath))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort();
  const restore = ['restore', OLDER, '--yes', '--json', '--replace'];
  const refused = async () => {
    const said = await failed(restore, here);
    assert.match(said, /BACKUP_DISK_FULL[\s\S]*Nothing was changed/);
    assert.ok(said.includes(small), said);
  };

  it('K7: an empty site stays empty, without what was unpacked until then', async () => {
    // Enough for the contents of the file, not for the plugin.
    leave(6);
    await refused();
    assert.deepEqual(contents(), []);
    const client = new pg.Client(here.DATABASE_URL);
    await client.connect();
    const { rows } = await client.query(`select to_regclass('app.notes') is null as empty`);
    await client.end();
    assert.equal(rows[0].empty, true);
  });

  it('K7: a site in use stays as it was, and is restored when there is room', async () => {
    rmSync(filler, { recursive: true });
    await plinth(restore, here);
    const client = new pg.Client(here.DATABASE_URL);
    await client.connect();
    try {
      await client.query(`update app.notes set title = 'Written since'`);
      const before = contents();
      const { bavail, bsize } = statfsSync(small);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
      await refused();
      rmSync(filler);
      leave(2);
      await refused();
      assert.deepEqual(contents(), before);
      assert.ok(before.length > 1);
      const titles = async () => (await client.query('select distinct title from app.notes')).rows;
      assert.deepEqual(await titles(), [{ title: 'Written since' }]);
      rmSync(filler, { recursive: true });
      await plinth(restore, here);
      assert.ok((await titles()).every(({ title }) => title !== 'Written since'));
    } finally {
      await client.end();
    }
  });
});

/** @param {string} name */
async function newDatabase(name) {
  const client = new pg.Client(cluster.superuser);
  await client.connect();
  await client.query(`create role ${name}_owner login createdb`);
  await client.query(`create database ${name} owner ${name}_owner`);
  await client.end();
  const { host, port } = cluster.superuser;
  return `postgres://${name}_owner@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

/** @param {string[]} args @param {Record<string, string>} env @param {string} [input] */
async function run(args, env, input = '') {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** @param {string[]} args @param {Record<string, string>} env @param {{ input?: string }} [options] */
async function plinth(args, env, { input } = {}) {
  const { code, out, err } = await run(args, env, input);
  assert.equal(code, 0, `plinth ${args.join(' ')}: ${err}`);
  return out;
}

/** What a command says that fails. @param {string[]} args @param {Record<string, string>} env @param {string} [input] */
async function failed(args, env, input) {
  const { code, err } = await run(args, env, input);
  assert.equal(code, 1, err);
  return err;
}

/** @param {Record<string, string>} env @returns {Promise<string>} its address */
async function serve(env) {
  server = spawn(process.execPath, [bin, 'serve'], { cwd: folder, env: { PATH: process.env.PATH, PORT: '0', ...env } });
  const lines = createInterface(/** @type {any} */ (server.stdout));
  let errors = '';
  server.stderr?.setEncoding('utf8').on('data', (text) => (errors += text));
  const [line] = await Promise.race([once(lines, 'line'), once(server, 'close').then(() => [''])]);
  lines.on('line', () => {});
  return /Plinth runs at (\S+)/.exec(line)?.[1] ?? assert.fail(errors);
}
