import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestCluster, systemBinaries } from '@plinth/data/testing';
import pg from 'pg';
import { createClient } from '../src/testing/client.js';
import { keepablePort } from '../src/testing/keepable-port.js';

/*
 * A server of somebody's own: PostgreSQL of the machine where there is one (Debian's 15 on the CI machine), reached by
 * DATABASE_URL from the first start on, and every command beside the running server.
 */

const bin = fileURLToPath(new URL('../../cli/bin/plinth.js', import.meta.url));
const APPS = ['forum', 'issue-tracker', 'inventory', 'crm', 'landing-page'];
const PERSON = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

const folder = mkdtempSync(join(tmpdir(), 'plinth-url-'));
chmodSync(folder, 0o711);
/** @type {Awaited<ReturnType<typeof startTestCluster>>} */
let cluster;
/** @type {Record<string, string | undefined>} */
let env;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {ReturnType<typeof createClient>} */
let admin;

before(async () => {
  cluster = await startTestCluster({ dataDir: folder, postgres: systemBinaries() ? 'system' : 'embedded' });
  env = { PATH: process.env.PATH, PORT: '0', DATABASE_URL: await newDatabase('one'), PLINTH_DATA: join(folder, 'one') };
  server = await serve(String(await keepablePort()));
});
after(async () => {
  server?.process.kill('SIGKILL');
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('Plinth on the database of DATABASE_URL', { timeout: 600_000 }, () => {
  it('starts on an empty database and makes the first admin', async () => {
    admin = createClient(server.url);
    const made = await admin.submit('/auth/first-run', PERSON);
    assert.equal(made.status, 303, made.text);
    assert.equal((await admin.get('/admin/start')).status, 200);
  });

  it('shows each starter app at once that a command installs beside it', async () => {
    for (const app of APPS) {
      const installed = await plinthJson(['install-app', app]);
      assert.ok(installed.tables > 0, app);
      const [view] = (await exported(app)).views;
      assert.equal((await admin.get(`/view/${view.name}`)).status, 200, view.name);
    }
  });

  it('exports, imports and exports again the same bytes', async () => {
    const DATABASE_URL = await newDatabase('two');
    const elsewhere = { DATABASE_URL, PLINTH_DATA: join(folder, 'two') };
    await plinth(['setup', 'eve@example.com'], elsewhere);
    for (const app of APPS) {
      await plinthJson(['import-app', `${app}.json`, '--yes'], elsewhere);
      await plinth(['export-app', `${app}-again.json`, '--app', app], elsewhere);
      assert.ok(file(`${app}.json`).equals(file(`${app}-again.json`)), app);
    }
  });

  it('imports a CSV file and undoes that', async () => {
    const content = 'City;Since\nBerlin;1.2.1990\nRome;2.3.1991\n';
    const { location } = await admin.post('/admin/start/csv', { file: new File([content], 'cities.csv') });
    const done = await admin.submit(String(location), {}, { action: '/admin/start/csv/' });
    assert.equal(done.location, '/page/cities', done.text.slice(0, 3000));
    assert.match((await admin.follow('/page/cities')).text, /Rome/);
    const history = await admin.get('/admin/history');
    for (let steps = 0; steps < 2; steps++) {
      const undo = [...(await admin.get('/admin/history')).text.matchAll(/action="(\/admin\/history\/[^"]+\/undo)"/g)];
      assert.ok(undo[steps], history.text.slice(0, 3000));
      assert.equal((await admin.post(undo[steps][1])).status, 303);
    }
    assert.equal((await admin.get('/page/cities')).status, 404);
  });

  it('reports about itself, as valid JSON', async () => {
    const info = await plinthJson(['info']);
    assert.equal(info.database.kind, 'external');
    assert.equal(info.baseUrl, server.url);
    // The tests' cluster is fast, not durable: doctor must say so, and nothing else.
    const { findings } = JSON.parse(await plinth(['doctor', '--json'], {}, 1));
    const failed = findings.filter((/** @type {any} */ { state }) => state === 'fail');
    assert.deepEqual(
      failed.map((/** @type {any} */ { name }) => name),
      ['durability'],
    );
  });

  it('accepts users that commands create and invite, at its address', async () => {
    const user = await plinthJson(['create-user', 'bob@example.com', '--role', 'staff']);
    assert.ok(user.link.startsWith(server.url), user.link);
    const { link } = await plinthJson(['invite', 'eve@example.com']);
    const guest = createClient(server.url);
    const joined = await guest.submit(new URL(link).pathname, { name: 'Eve', password: PERSON.password });
    assert.equal(joined.status, 303, joined.text);
    assert.match((await admin.get('/admin/users')).text, /bob@example.com[\s\S]*eve@example.com|eve@[\s\S]*bob@/);
  });

  it('continues after a restart, also for logged-in users', async () => {
    const closed = once(server.process, 'close');
    server.process.kill('SIGTERM');
    assert.deepEqual(await closed, [0, null]);
    server = await serve(new URL(server.url).port);
    const again = createClient(server.url, { cookies: Object.fromEntries(admin.cookies) });
    assert.equal((await again.get('/admin/tables')).status, 200);
    for (const app of APPS) assert.match((await again.get('/admin/apps')).text, new RegExp(app));
  });
});

/** @param {string} name @returns {Promise<string>} */
async function newDatabase(name) {
  const client = new pg.Client(cluster.superuser);
  await client.connect();
  await client.query(`create role ${name}_owner login; create schema if not exists public`);
  await client.query(`create database ${name} owner ${name}_owner`);
  await client.end();
  const { host, port } = cluster.superuser;
  return `postgres://${name}_owner@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

/** @param {string} [port] */
async function serve(port = '0') {
  const child = spawn(process.execPath, [bin, 'serve'], { cwd: folder, env: { ...env, PORT: port } });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'close').then(() => [''])]);
  const url = /Plinth runs at (\S+)/.exec(line)?.[1] ?? assert.fail(errors);
  return { process: child, url };
}

/** @param {string[]} args @param {Record<string, string>} [more] @param {number} [expected] */
async function plinth(args, more = {}, expected = 0) {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...env, ...more } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  child.stdin.end();
  const [code] = await once(child, 'close');
  assert.equal(code, expected, `plinth ${args.join(' ')}: ${err}`);
  return out;
}

/** @param {string[]} args @param {Record<string, string>} [more] */
const plinthJson = async (args, more) => JSON.parse(await plinth([...args, '--json'], more));

/** @param {string} app */
async function exported(app) {
  await plinth(['export-app', `${app}.json`, '--app', app]);
  return JSON.parse(file(`${app}.json`).toString());
}

/** @param {string} name */
const file = (name) => readFileSync(join(folder, name));
