import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '@plinth/server/testing';
import { runHere } from '../testing/run-here.js';

const bin = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plinth-commands-'));
const env = {
  PATH: process.env.PATH,
  PLINTH_DATA: join(folder, 'var'),
  PLINTH_SITES: join(folder, 'sites'),
  PORT: '0',
};

/** @param {string[]} args @param {{ input?: string, env?: Record<string, string> }} [options] */
async function plinth(args, options = {}) {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...env, ...options.env } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  child.stdin.end(options.input ?? '');
  const [exitCode] = await once(child, 'close');
  return { exitCode, out, err };
}

/**
 * In this process, for further calls of a command that ends by itself when it has its own.
 *
 * @param {string[]} args @param {{ input?: string, env?: Record<string, string> }} [options]
 */
const here = (args, { input, env: more } = {}) => runHere(args, { cwd: folder, env: { ...env, ...more }, input });

/** @param {string} path */
const document = (path) => JSON.parse(readFileSync(path, 'utf8'));

describe('commands without a server', () => {
  it('setup leaves nothing half done when the app’s name is wrong', async () => {
    const wrong = await here(['setup', 'ada@example.com', '--app', 'forrum']);
    assert.equal(wrong.exitCode, 1);
    assert.match(wrong.err, /APP_NOT_FOUND.*\n.*forum/s);
  });

  it('setup refuses a password that everybody would try first, and creates nobody', async () => {
    const easy = await here(['setup', 'ada@example.com', '--password-stdin'], { input: 'password1\n' });
    assert.equal(easy.exitCode, 1);
    assert.match(easy.err, /The password is too easy to guess/);
  });

  it('setup creates the first admin and an app, once', async () => {
    const done = await plinth(['setup', 'ada@example.com', '--app', 'forum', '--password-stdin', '--json'], {
      input: 'a Long-enough pass phrase\n',
    });
    assert.equal(done.exitCode, 0, done.err);
    const { user, app } = JSON.parse(done.out);
    assert.deepEqual([user.name, user.roles, user.link, app], ['ada', ['admin'], null, 'forum']);
    const again = await here(['setup', 'eve@example.com']);
    assert.equal(again.exitCode, 1);
    assert.match(again.err, /SETUP_DONE/);
  });

  it('create-user refuses a role that does not exist, and an address that is taken', async () => {
    const role = await plinth(['create-user', 'bob@example.com', '--role', 'boss']);
    assert.equal(role.exitCode, 1);
    assert.match(role.err, /There is no role "boss"/);
    assert.equal((await here(['create-user', 'ADA@example.com'])).exitCode, 1);
    const easy = await here(['create-user', 'bob@example.com', '--password-stdin'], { input: 'password1\n' });
    assert.equal(easy.exitCode, 1);
    assert.match(easy.err, /The password is too easy to guess/);
  });

  it('export, import into an empty server, export again: the same bytes', async () => {
    assert.equal((await plinth(['export-app', 'one.json'])).exitCode, 0);
    const elsewhere = { env: { PLINTH_DATA: join(folder, 'other') } };
    assert.match((await here(['import-app', 'one.json'], elsewhere)).err, /SITE_NOT_FOUND/);
    assert.equal((await here(['setup', 'eve@example.com'], elsewhere)).exitCode, 0);
    const unseen = await here(['import-app', 'one.json', '--json'], elsewhere);
    assert.deepEqual([unseen.exitCode, unseen.out], [1, '']);
    assert.match(unseen.err, /"APP_NOT_REVIEWED".*Lets visitors into its tables: Categories \(read\).*--yes/);
    const imported = await plinth(['import-app', 'one.json', '--json', '--yes'], elsewhere);
    assert.equal(imported.exitCode, 0, imported.err);
    assert.equal(JSON.parse(imported.out).app, 'forum');
    assert.equal((await here(['export-app', 'two.json'], elsewhere)).exitCode, 0);
    assert.equal(readFileSync(join(folder, 'two.json'), 'utf8'), readFileSync(join(folder, 'one.json'), 'utf8'));
  });

  it('import-app reports what is wrong with a file, and installs nothing', async () => {
    writeFileSync(join(folder, 'broken.json'), '{ "plinth": 1,');
    assert.match((await here(['import-app', 'broken.json'])).err, /not valid JSON \(APP_FILE_INVALID\)/);
    for (const path of ['nowhere.json', '.']) assert.match((await here(['import-app', path])).err, /FILE_NOT_READABLE/);
    const clash = await here(['import-app', 'one.json']);
    assert.equal(clash.exitCode, 1);
    assert.match(clash.err, /APP_CLASH.*\n.*prefix/s);
  });

  it('export-app keeps the older file when it fails', async () => {
    const failed = await plinth(['export-app', 'one.json', '--app', 'nothing']);
    assert.equal(failed.exitCode, 1);
    assert.equal(document(join(folder, 'one.json')).app.name, 'forum');
    assert.equal((await here(['export-app', 'no/such/folder.json'])).exitCode, 1);
  });
});

describe('plinth serve while it starts', () => {
  it('does not end by a SIGHUP', async () => {
    const own = { ...env, PLINTH_DATA: join(folder, 'starting'), WORKERS: '2' };
    const server = spawn(process.execPath, [bin, 'serve'], { cwd: folder, env: own });
    let [out, err, sent] = ['', '', false];
    server.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    server.stderr.setEncoding('utf8').on('data', (text) => {
      err += text;
      if (sent || !err.includes('"starting workers"')) return;
      sent = true;
      server.kill('SIGHUP');
    });
    await until(() => out.includes('Plinth runs at') || server.exitCode !== null);
    assert.match(err, /SIGHUP .* still starting/);
    assert.match(out, /Plinth runs at/, err);
    server.kill('SIGTERM');
    const [code] = await once(server, 'exit');
    assert.equal(code, 0, err);
  });
});

describe('plinth serve', () => {
  /** @type {import('node:child_process').ChildProcessWithoutNullStreams} */
  let server;
  /** @type {string} */
  let url;
  /** @type {string[]} */
  const said = [];
  before(async () => {
    server = spawn(process.execPath, [bin, 'serve'], { cwd: folder, env });
    let errors = '';
    server.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    const lines = createInterface(server.stdout).on('line', (line) => said.push(line));
    await Promise.race([once(lines, 'line'), once(server, 'close')]);
    url = /Plinth runs at (\S+)/.exec(said[0] ?? '')?.[1] ?? assert.fail(errors);
  });
  after(() => server.kill('SIGKILL'));

  it('prints its address in one line, and responds there', async () => {
    assert.equal((await fetch(new URL('/healthz', url))).status, 200);
    await until(async () => (await fetch(new URL('/readyz', url))).status === 200);
    assert.equal(said.length, 1);
  });

  it('refuses a second server on the same data, naming the first', async () => {
    const second = await plinth(['serve']);
    assert.equal(second.exitCode, 1);
    assert.ok(second.err.includes(`process ${server.pid}`), second.err);
    assert.match(second.err, /DATA_IN_USE/);
  });

  it('reports a port in use before it touches the data', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    const dataDir = join(folder, 'untouched');
    const refused = await plinth(['serve', '--port', String(port)], { env: { PLINTH_DATA: dataDir } });
    other.close();
    assert.equal(refused.exitCode, 1);
    assert.match(refused.err, new RegExp(`${port}.*PORT_IN_USE`));
    assert.ok(!existsSync(dataDir));
  });

  it('immediately shows changes made by a command', async () => {
    const invited = await plinth(['invite', 'bob@example.com', '--json'], { env: { BASE_URL: url } });
    assert.equal(invited.exitCode, 0, invited.err);
    assert.equal((await fetch(JSON.parse(invited.out).link)).status, 200);
    assert.equal((await plinth(['install-app', 'landing-page'])).exitCode, 0);
    const info = JSON.parse((await plinth(['info', '--json'])).out);
    assert.equal(info.database.running, true);
    assert.equal((await here(['export-app', 'three.json'])).exitCode, 2, 'which of the two apps must be said');
    const page = document(join(folder, 'one.json')).pages[0].name;
    assert.notEqual((await fetch(new URL(`/page/${page}`, url))).status, 500);
  });

  it('A7: gives a token that works at once, within its limits, and a client that knows the tables', async () => {
    const limits = ['--tables', 'topics', '--operations', 'read', '--expires', '2d'];
    const made = await plinth(['create-token', '--user', 'ADA@example.com', ...limits, '--json']);
    assert.equal(made.exitCode, 0, made.err);
    const { token, tables, operations, expiresAt } = JSON.parse(made.out);
    assert.deepEqual([tables, operations], [['topics'], ['read']]);
    assert.ok(Date.parse(expiresAt) - Date.now() < 2 * 86_400_000 + 60_000);
    const call = (/** @type {string} */ path, method = 'GET') =>
      fetch(new URL(`/api/v1/tables/${path}`, url), { method, headers: { authorization: `Bearer ${token}` } });
    assert.equal((await call('topics/rows')).status, 200);
    assert.equal((await call('posts/rows')).status, 404);
    assert.equal((await call('topics/rows', 'POST')).status, 403);
    assert.equal((await here(['create-token', '--user', 'da@example.com'])).exitCode, 1);
    assert.equal((await plinth(['generate-client', '--out', 'client.ts'])).exitCode, 0);
    assert.match(readFileSync(join(folder, 'client.ts'), 'utf8'), /^ {2}topics: \{$/m);
    assert.match((await here(['generate-client', '--out', 'no/such/client.ts'])).err, /FILE_NOT_WRITABLE/);
  });

  it('stops cleanly on SIGTERM', async () => {
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    assert.deepEqual(await closed, [0, null]);
    assert.ok(!existsSync(join(folder, 'var', 'postgres', 'postmaster.pid')));
    rmSync(folder, { recursive: true, force: true });
  });
});
