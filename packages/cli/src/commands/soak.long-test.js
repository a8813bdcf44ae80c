import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, ownServers } from '../testing/own-servers.js';

/** A day is 86400; each run of the tests does the short one. */
const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);
const CALLERS = 6;
const PASSWORD = 'a Long-enough pass phrase';

describe(`${SECONDS} seconds of use`, { timeout: (SECONDS + 60) * 1000 }, () => {
  if (process.platform !== 'linux') return;

  const own = ownServers('soak');
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let server;
  /** @type {string} */
  let cookie;
  before(async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin', '--app', 'forum'], { input: `${PASSWORD}\n` });
    server = await own.serve({ WORKERS: '2', LOG_LEVEL: 'error' });
    cookie = await logIn(server.url, 'ada@example.com', PASSWORD);
  });
  after(async () => {
    await server?.stop();
    own.close();
  });

  const workers = () => {
    const pid = server.server.pid;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children.filter((one) => /plinth|node/.test(readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0')[0]));
  };
  /** Of the first process and its workers. */
  const held = () => {
    const all = [String(server.server.pid), ...workers()];
    const kilobytes = (/** @type {string} */ pid) =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    return {
      mb: all.reduce((sum, pid) => sum + kilobytes(pid), 0) / 1024,
      descriptors: all.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
    };
  };

  /** @param {{ until: number, statuses: Map<number | string, number>, quiet: boolean }} run */
  async function call(run) {
    const form = { method: 'POST', body: new URLSearchParams({ title: 'Soaked' }) };
    const asks = /** @type {[string, RequestInit][]} */ ([
      ['/', {}],
      ['/', { headers: { cookie } }],
      ['/admin/tables', { headers: { cookie } }],
      ['/page/there-is-none', {}],
      ['/admin/tables/soaked/data/new', { ...form, headers: { cookie, 'sec-fetch-site': 'same-origin' } }],
      ['/admin/tables/soaked/data?q=soak', { headers: { cookie } }],
      ['/healthz', {}],
    ]);
    for (let i = 0; performance.now() < run.until; i++) {
      const [path, init] = asks[i % asks.length];
      const status = await fetch(new URL(path, server.url), { redirect: 'manual', ...init }).then(
        async (answer) => (await answer.arrayBuffer(), answer.status),
        () => 'broken',
      );
      if (!run.quiet) run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
      // Half of what it could do.
      await sleep(Math.random() * 20);
    }
  }

  it('L7: leave memory and descriptors as they were, also when workers die under it', async () => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const post = (/** @type {string} */ path, /** @type {Record<string, string>} */ values) =>
      fetch(new URL(path, server.url), {
        method: 'POST',
        headers,
        body: new URLSearchParams(values),
        redirect: 'manual',
      });
    await post('/admin/tables', { label: 'Soaked' });
    await post('/admin/tables/soaked/new-field', { type: 'text', label: 'Title' });

    const run = { until: performance.now() + SECONDS * 1000, statuses: new Map(), quiet: false };
    const calling = Promise.all(Array.from({ length: CALLERS }, () => call(run)));
    await sleep((SECONDS * 1000) / 6);
    // Requests under way in the one that is killed break, and only those.
    run.quiet = true;
    process.kill(Number(workers()[0]), 'SIGKILL');
    await sleep(5000);
    run.quiet = false;
    await sleep((SECONDS * 1000) / 6);
    const samples = [];
    while (performance.now() < run.until - 1000) {
      samples.push(held());
      await sleep(1000);
    }
    await calling;
    assert.deepEqual([...run.statuses.keys()].toSorted(), [200, 302, 303], JSON.stringify([...run.statuses]));
    const [first, last] = [average(samples.slice(0, samples.length >> 1)), average(samples.slice(samples.length >> 1))];
    const calls = [...run.statuses.values()].reduce((sum, n) => sum + n, 0);
    const told = `${calls} calls, ${JSON.stringify(first)} then ${JSON.stringify(last)}`;
    assert.ok(calls > SECONDS * 10, told);
    // Three heaps still grow to their size for a while, the new worker's most of all; a leak grows with the time.
    assert.ok(last.mb < first.mb + 50, told);
    assert.ok(last.descriptors < first.descriptors + 10, told);
    console.log(told);
  });
});

/** @param {{ mb: number, descriptors: number }[]} samples */
function average(samples) {
  const mean = (/** @type {'mb' | 'descriptors'} */ name) =>
    Math.round(samples.reduce((sum, one) => sum + one[name], 0) / samples.length);
  return { mb: mean('mb'), descriptors: mean('descriptors') };
}
