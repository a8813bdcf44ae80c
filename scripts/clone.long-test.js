import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/*
 * What a newcomer does: clone, npm start, npm test. The clone is what is committed. It needs the package registry or npm's cache.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** npm and Node of the host, not the ones that this test runs under. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
const isRoot = process.getuid?.() === 0;
/** @type {{ name: string, uid?: number, gid?: number }[]} */
const users = isRoot
  ? [{ name: 'root' }, { name: 'an ordinary user', ...accountOf('nobody') }]
  : [{ name: 'this user' }];

for (const { name, ...user } of users) {
  describe(`a bare clone in a 0700 home, as ${name}`, () => {
    /** @type {string} */
    let home;
    /** @type {string} */
    let clone;
    before(() => {
      home = mkdtempSync(join(tmpdir(), 'plinth-home-'));
      clone = join(home, 'plinth');
      if (user.uid) chownSync(home, user.uid, Number(user.gid));
      chmodSync(home, 0o700);
      execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
      if (user.uid) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, clone]);
    });
    after(() => rmSync(home, { recursive: true, force: true }));

    /** @param {string[]} command @param {Record<string, string>} [env] */
    const run = (command, env) =>
      spawn(command[0], command.slice(1), {
        ...user,
        cwd: clone,
        // Sites of other tests are not found.
        env: { PATH: path, HOME: home, PORT: '0', PLINTH_SITES: join(home, 'sites'), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });

    for (const time of ['installs, starts and stops', 'starts again, without a network']) {
      it(time, { timeout: 600_000 }, async () => {
        /** @type {Record<string, string>} */
        const offline = time.includes('without') ? { npm_config_registry: 'http://127.0.0.1:1/' } : {};
        const server = run(['npm', 'start'], { ...offline, WORKERS: '2' });
        const url = await addressOf(server);
        assert.equal((await fetch(new URL('/healthz', url))).status, 200);
        const data = statSync(join(clone, 'var', 'postgres'));
        assert.notEqual(data.uid, 0, 'the database does not belong to root');
        const { pid } = JSON.parse(readFileSync(join(clone, 'var', 'lock.json'), 'utf8'));
        // Told to whoever of the chain: no process keeps its output open.
        process.kill(time.includes('without') ? pid : Number(server.pid), 'SIGTERM');
        await once(server, 'close');
        assert.ok(
          !statSync(join(clone, 'var', 'postgres', 'postmaster.pid'), { throwIfNoEntry: false }),
          'stopped cleanly',
        );
      });
    }

    it('answers commands', { timeout: 600_000 }, async () => {
      const [pinned] = readFileSync(join(clone, '.node-version'), 'utf8').split('.');
      for (const command of ['npx plinth', 'npm exec -- plinth']) {
        const { exitCode, out } = await finished(run([...command.split(' '), 'info', '--json']));
        assert.equal(exitCode, 0);
        assert.equal(JSON.parse(out).node.split('.')[0], pinned);
      }
    });

    it('measures pages with what npm start installed', { timeout: 600_000 }, async () => {
      assert.ok(!existsSync(join(clone, 'node_modules', 'eslint')), 'nothing for development is there yet');
      const short = ['--duration', '1', '--repeats', '1', '--warmup', '0', '--cache', 'on', '--json', '--out', home];
      const { exitCode, out } = await finished(
        run(['npx', 'plinth', 'run-benchmark', 'simple_page', ...short], {
          npm_config_registry: 'http://127.0.0.1:1/',
        }),
      );
      assert.equal(exitCode, 0, out);
      const [{ errors, requestsPerSecond, ceiling }] = JSON.parse(out).measurements;
      assert.equal(errors, 0);
      assert.ok(requestsPerSecond.median > 0 && ceiling > 0);
    });

    it('runs tests, with a database and a browser, and again without a network', { timeout: 600_000 }, async () => {
      const database = 'packages/data/src/postgres/database/database.test.js';
      const browser = 'packages/server/test/browser/shell.test.js';
      for (const [file, registry] of /** @type {[string, Record<string, string>][]} */ ([
        [browser, {}],
        [database, { npm_config_registry: 'http://127.0.0.1:1/' }],
      ])) {
        const { exitCode, out } = await finished(run(['npm', 'test', '--', file], registry));
        assert.equal(exitCode, 0, out.slice(-3000));
      }
    });
  });
}

/** @param {string} name @returns {{ uid: number, gid: number }} */
function accountOf(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable,
 *   import('node:stream').Readable>} server
 */
async function addressOf(server) {
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  for await (const line of createInterface(server.stdout)) {
    said += `${line}\n`;
    const url = /Plinth runs at (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error(`It ended: ${said}`);
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable,
 *   import('node:stream').Readable>} child
 */
async function finished(child) {
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.resume();
  const [exitCode] = await once(child, 'close');
  return { exitCode, out };
}
