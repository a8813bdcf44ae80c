import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { admin } from '@plinth/admin';
import { until } from '@plinth/data/testing';
import { readConfig } from '../../http/config/read-config.js';
import { startWorkers } from './start-workers.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-workers-'));
const config = readConfig({ PLINTH_DATA: dataDir, PORT: '0', WORKERS: '2', LOG_LEVEL: 'error' });
const living = () => Object.values(cluster.workers ?? {}).length;

/** @param {URL} url @param {Agent} agent @returns {Promise<number | undefined>} */
const statusOf = (url, agent) =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (res) => res.resume().once('end', () => resolve(res.statusCode))).once('error', reject);
  });

describe('several workers', () => {
  /** @type {Awaited<ReturnType<typeof startWorkers>>} */
  let server;
  before(async () => {
    server = await startWorkers(config, { admin, log });
  });
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  /** A connection of its own for each request, so that both workers get some. @param {string} path */
  const answers = async (path) => {
    const codes = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await fetch(new URL(path, server.url), { headers: { connection: 'close' } })).status,
      ),
    );
    return [...new Set(codes)].join();
  };
  /** On a busy machine one may be asked how it is and have no time to say so. */
  const ready = () => until(async () => (await answers('/readyz')) === '200');
  /** Of all of them, once each has had the time to tell them. */
  const metrics = async () => {
    let text = '';
    await until(async () => {
      text = await (await fetch(new URL('/metrics', server.url), { headers: { connection: 'close' } })).text();
      return text.match(/^plinth_worker_up\{worker="[12]"\} 1$/gm)?.length === 2;
    });
    return text;
  };

  it('share one port', async () => {
    assert.equal(living(), 2);
    assert.equal(await answers('/healthz'), '200');
    await ready();
  });

  it('any of them reports the figures of all, under stable labels', async () => {
    const text = await metrics();
    const started = /^process_start_time_seconds\{worker="(\d)"\} (\S+)$/gm;
    const labels = (/** @type {string} */ of) => [...of.matchAll(started)].map(([, label]) => label);
    assert.deepEqual(labels(text), ['1', '2']);
    const types = text.match(/^# TYPE \S+/gm) ?? [];
    assert.equal(new Set(types).size, types.length, 'each figure is told once');
    let told = '';
    await until(async () => (told = await (await fetch(new URL('/readyz', server.url))).text()).startsWith('ready\n'));
    assert.match(told, /^ready\n[\s\S]*^worker 1: ready\nworker 2: ready\n$/m);
  });

  it('K1: are replaced when one is killed, while the others answer', async () => {
    const victim = Object.values(cluster.workers ?? {})[0];
    assert.ok(victim);
    victim.process.kill('SIGKILL');
    await once(cluster, 'exit');
    assert.equal(await answers('/healthz'), '200');
    await until(() => server.pids().length === 2);
    const started = (await metrics()).match(/^process_start_time_seconds\{worker="[12]"\}/gm);
    assert.equal(started?.length, 2, 'the successor has its label');
    await ready();
  });

  it('K14: are exchanged one by one without a refused or broken connection', async () => {
    const before = server.pids();
    // Not whether all are ready: a worker that starts may take its time to say so on a busy machine.
    const url = new URL('/healthz', server.url);
    let over = false;
    let asked = 0;
    const ask = async (/** @type {Agent} */ agent, /** @type {number} */ pause) => {
      for (; !over; asked++) {
        assert.equal(await statusOf(url, agent), 200);
        await sleep(Math.random() * pause);
      }
    };
    const asking = [
      ...Array.from({ length: 4 }, () => ask(new Agent({ keepAlive: true, maxSockets: 1 }), 30)),
      ...Array.from({ length: 4 }, () => ask(new Agent({ keepAlive: false }), 2)),
    ];
    await Promise.race([server.restart(), ...asking]);
    over = true;
    await Promise.all(asking);
    assert.ok(asked > 100, `${asked} requests`);
    assert.equal(living(), 2);
    await ready();
    assert.deepEqual(
      server.pids().filter((pid) => before.includes(pid)),
      [],
    );
  });

  it('refuse a port that somebody has, though they could share it', async () => {
    const port = Number(new URL(server.url).port);
    await assert.rejects(startWorkers({ ...config, port }, { admin, log }), { code: 'PORT_IN_USE' });
    assert.equal(living(), 2);
  });

  it('end together', async () => {
    await server.close();
    assert.equal(living(), 0);
    await assert.rejects(fetch(server.url));
  });

  it('report why they can’t start', async () => {
    const taken = { ...config, host: '203.0.113.1', port: 8080 };
    await assert.rejects(startWorkers(taken, { admin, log }), {
      code: 'LISTEN_REFUSED',
      message: /203\.0\.113\.1:8080/,
    });
    assert.equal(living(), 0);
  });
});
