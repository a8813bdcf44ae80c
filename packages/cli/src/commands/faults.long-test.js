import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { keepablePort, until } from '@plinth/server/testing';
import { liveMemory } from '../testing/live-memory.js';
import { ownServers } from '../testing/own-servers.js';

const own = ownServers('faults');
const live = liveMemory(own.folder);
after(own.close);

/** Processes by their parent. @returns {Map<number, number[]>} */
function families() {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // The name may hold brackets and blanks: what counts stands after its end.
      const [, parent] = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      found.set(Number(parent), [...(found.get(Number(parent)) ?? []), Number(entry)]);
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

/** @param {number} pid @returns {number[]} */
function descendants(pid) {
  const all = families();
  /** @param {number} one @returns {number[]} */
  const below = (one) => (all.get(one) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const logIn = (/** @type {string} */ url) =>
  fetch(new URL('/auth/login', url), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ email: `${Math.random()}@example.com`, password: 'wrong password' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  });

/** @param {number} pid */
const commandOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0].slice(0, 100);
/** PostgreSQL outlives a killed server, so that nothing is torn; the next start ends it. @param {number} pid */
const isWorker = (pid) => isAlive(pid) && !/^(\S*\/)?postgres/.test(commandOf(pid));

describe('plinth serve', { timeout: 300_000 }, () => {
  it('K2: killed by -9, leaves no worker and no port behind, and starts again at once', async () => {
    const { server, port } = await own.serve({ WORKERS: '2', PORT: String(await keepablePort()) });
    const family = descendants(Number(server.pid));
    assert.ok(family.filter(isWorker).length >= 2, String(family));
    server.kill('SIGKILL');
    await once(server, 'close');
    await gone(family, isWorker);
    const again = await own.serve({ WORKERS: '2', PORT: port });
    assert.equal(again.port, port);
    assert.equal((await fetch(new URL('/readyz', again.url))).status, 200);
    await gone(family, isAlive);
    const later = descendants(Number(again.server.pid));
    again.server.kill('SIGTERM');
    await once(again.server, 'close');
    await gone(later, isAlive);
  });

  it('K5: responds with 503 while PostgreSQL is frozen, uses no more memory, and continues afterwards', async () => {
    const { server, url } = await own.serve(live.env);
    assert.equal((await logIn(url)).status, 401);
    const [line] = readFileSync(join(own.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    const frozen = [Number(line), ...descendants(Number(line))];
    const memory = async () => (await live.of([Number(server.pid)]))[0].bytes / 2 ** 20;
    const before = await memory();
    for (const one of frozen) process.kill(one, 'SIGSTOP');
    try {
      const answers = await Promise.all(Array.from({ length: 100 }, () => logIn(url)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [503]);
      assert.ok(answers.every((answer) => answer.headers.has('retry-after')));
      assert.equal((await fetch(new URL('/healthz', url))).status, 200);
      assert.equal((await fetch(new URL('/readyz', url))).status, 503);
      const held = await memory();
      assert.ok(held < before + 10, `${before} MB, then ${held} MB`);
    } finally {
      for (const one of frozen) if (isAlive(one)) process.kill(one, 'SIGCONT');
    }
    const isBack = async () =>
      (await logIn(url)).status === 401 && (await fetch(new URL('/readyz', url))).status === 200;
    // The change stream waits a moment before it connects again.
    await until(isBack);
    server.kill('SIGTERM');
    await once(server, 'close');
  });
});

/** @param {number[]} pids @param {(pid: number) => boolean} isThere */
async function gone(pids, isThere) {
  await until(() => !pids.some(isThere)).catch((error) => {
    throw new Error(`Still there: ${pids.filter(isThere).map(commandOf)}`, { cause: error });
  });
}
