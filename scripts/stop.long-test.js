import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until } from '@plinth/data/testing';
import { keepablePort } from '../packages/server/src/testing/keepable-port.js';

/*
 * What starts a server is a chain: npm, its shell, node, the Node.js that Plinth brings, workers, PostgreSQL. Whoever of it is
 * told to stop: all of it ends in order, and the next start finds the same port and data free.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plinth-stop-'));
const dataDir = join(folder, 'var');
/** Another Node.js than the pinned one, as a host has it. npm finds it first, so that there is a launcher. */
const host = join(folder, 'node_modules', '.bin', 'node');
const shells = ['/bin/dash', '/bin/bash', '/bin/sh'].filter((shell) => existsSync(shell)).slice(0, 2);
const path = [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
/** npm tells its scripts much, the tests' own npm too. */
const ownEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

/** @typedef {{ pid: number, parent: number, command: string }} Process */
/**
 * @typedef {{ chain: Process[], all: () => Process[], url: URL, first: import('node:child_process').ChildProcess }}
 *   Running
 */

/** @type {Record<string, string | undefined>} */
let env;
before(async () => {
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  copyFileSync(process.execPath, host);
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'scripts'), join(folder, 'scripts'));
  env = {
    ...ownEnv,
    PATH: path,
    PLINTH_DATA: dataDir,
    PORT: String(await keepablePort()),
    DATABASE_URL: '',
    WORKERS: '2',
    LOG_LEVEL: 'error',
    npm_config_update_notifier: 'false',
  };
});
after(() => {
  if (existsSync(join(dataDir, 'lock.json'))) process.kill(holder(), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const holder = () => JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')).pid;

/** @returns {Process[]} of the whole machine, without those that ended */
function processes() {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** @param {number} pid @returns {Process[]} what it started, and what that started */
function descendants(pid, among = processes()) {
  return among.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...descendants(child.pid, among)]);
}

/**
 * @param {string[]} command @param {{ env?: Record<string, string>, input?: 'pipe' | 'ignore' }} [options]
 * @returns {Promise<Running>} chain: from the one that was started to the server
 */
async function start(command, { env: more = {}, input = 'ignore' } = {}) {
  const first = spawn(command[0], command.slice(1), {
    cwd: folder,
    env: { ...env, ...more },
    detached: true,
    stdio: [input, 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [first.stdout, first.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
  await until(() => /Plinth runs at/.test(said) || assert.equal(first.exitCode, null, said));
  const url = new URL(/Plinth runs at (\S+)/.exec(said)?.[1] ?? '');
  await until(async () => (await fetch(new URL('/readyz', url))).status === 200);
  const below = descendants(Number(first.pid));
  const server = holder();
  const chain = [];
  for (let pid = server; pid !== first.pid; pid = chain[0].parent) {
    chain.unshift(below.find((process) => process.pid === pid) ?? assert.fail(`${pid} is not below ${first.pid}`));
  }
  const all = [...below.map(({ pid }) => pid), Number(first.pid)];
  return { chain, url, first, all: () => processes().filter(({ pid }) => all.includes(pid)) };
}

/** @param {Running} running */
async function endedInOrder({ all, url }) {
  // To list all processes takes longer than to end one.
  await until(async () => all().length === 0 || (await sleep(100)));
  assert.ok(!existsSync(join(dataDir, 'lock.json')), 'the data is free');
  assert.ok(!existsSync(join(dataDir, 'workers.json')), 'no worker is left');
  assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 'PostgreSQL was shut down');
  await assert.rejects(fetch(url));
}

/** @param {Running} running */
async function staysUp({ url, chain }) {
  // Several times as long as a process takes to find that its parent is gone.
  await sleep(2000);
  assert.equal((await fetch(new URL('/healthz', url), { headers: { connection: 'close' } })).status, 200);
  process.kill(/** @type {Process} */ (chain.at(-1)).pid, 'SIGTERM');
}

/** Who is told, and how. @type {[string, NodeJS.Signals][]} */
const CASES = [
  ['npm', 'SIGTERM'],
  ['npm', 'SIGINT'],
  ['npm', 'SIGHUP'],
  ['npm', 'SIGKILL'],
  ['launcher', 'SIGTERM'],
  ['launcher', 'SIGINT'],
  ['launcher', 'SIGKILL'],
  ['server', 'SIGTERM'],
  ['server', 'SIGINT'],
  ['all of them', 'SIGTERM'],
];

/** The processes below npm: the server takes the launcher's place where Node.js can do that. */
const CHAINS = [
  { node: 'with execve', options: '', chain: ['main.js'], shell: shells[0] },
  {
    node: 'without execve',
    options: '--import=data:text/javascript,delete(process.execve)',
    chain: ['start.js', 'main.js'],
    shell: shells.at(-1),
  },
];

for (const { node, options, chain: names, shell } of CHAINS) {
  describe(`npm start with ${shell}, and a Node.js ${node}`, () => {
    for (const [who, signal] of CASES.filter(([name]) => name !== 'launcher' || names.length > 1)) {
      it(`K14: ends in order after ${signal} to ${who}, and its port and data are free`, async () => {
        const running = await start(['npm', 'start'], {
          env: { NODE_OPTIONS: options, ...(shell && { npm_config_script_shell: shell }) },
        });
        const { chain, first } = running;
        assert.deepEqual(
          chain.map(({ command }) => /start\.js|main\.js/.exec(command)?.[0]),
          names,
          'no shell stands between npm and these',
        );
        const told = { npm: first.pid, launcher: chain[0].pid, server: chain.at(-1)?.pid }[who] ?? -Number(first.pid);
        process.kill(Number(told), signal);
        await endedInOrder(running);
      });
    }
  });
}

describe('a server', () => {
  it('K14: under the pinned Node.js itself ends with npm, too', async () => {
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
      const running = await start(['npm', 'start', '--prefix', root]);
      assert.equal(running.chain.length, 1);
      process.kill(Number(running.first.pid), signal);
      await endedInOrder(running);
    }
  });

  it('K14: of "npx plinth serve" ends when npx is told to, whose shell passes nothing on', async () => {
    const running = await start(['npm', 'exec', '--prefix', root, '--', 'plinth', 'serve']);
    process.kill(Number(running.first.pid), 'SIGTERM');
    await endedInOrder(running);
  });

  it('stays up when its terminal is closed and it was started with nohup', async () => {
    const running = await start(['nohup', 'npm', 'start']);
    process.kill(-Number(running.first.pid), 'SIGHUP');
    await once(running.first, 'exit');
    await staysUp(running);
    await endedInOrder(running);
  });

  it('stays up when it was started without npm and whoever started it has left', async () => {
    const running = await start(['sh', '-c', '"$0" scripts/start.js; :', host]);
    process.kill(Number(running.first.pid), 'SIGKILL');
    await staysUp(running);
    await endedInOrder(running);
  });
});

// Where a terminal can be had: one for each server, by the program "script".
if (process.platform === 'linux' && existsSync('/usr/bin/script')) {
  describe('a server in a terminal', () => {
    const inTerminal = () => start(['/usr/bin/script', '-qfc', 'exec npm start', '/dev/null'], { input: 'pipe' });

    it('K14: ends in order with Ctrl-C, which reaches npm and its processes at once', async () => {
      const running = await inTerminal();
      running.first.stdin?.write('\x03');
      await endedInOrder(running);
    });

    it('K14: ends in order when the terminal is closed', async () => {
      const running = await inTerminal();
      running.first.kill('SIGKILL');
      await endedInOrder(running);
    });
  });
}
