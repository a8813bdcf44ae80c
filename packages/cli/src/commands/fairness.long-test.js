import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { admin } from '@plinth/admin';
import { openApp } from '@plinth/server/app';
import { readConfig } from '@plinth/server/operations';
import { canGroup, createControlGroup } from '../testing/control-group.js';
import { fillCrowdedSite } from '../testing/crowded-site.js';
import { logIn, ownServers } from '../testing/own-servers.js';
import { WORST } from '../testing/worst-things.js';

const PASSWORD = 'a Long-enough pass phrase';
/** How it is run, and what it may take with its database and its functions (fairness.md). */
const SERVERS = [
  { workers: 1, memoryMb: 512 },
  { workers: 2, memoryMb: 1024 },
];
/** What the neighbour asks for while it lasts. */
const ROUNDS = Number(process.env.FAIRNESS_ROUNDS ?? 4);
const PAUSE_MS = 60;
const MISBEHAVE = fileURLToPath(new URL('../testing/misbehave.js', import.meta.url));
const log = { debug() {}, info() {}, warn() {}, error() {} };
const only = process.env.FAIRNESS_ONLY;

/** @typedef {{ what: string, status: number, ms: number }} Sample */

const isLinux = process.platform === 'linux';
/** Filled once: each server gets a copy. */
const filled = ownServers('fairness-filled');
/** @type {{ eve: string, bob: string }} */
let tokens;
before(async () => {
  if (!isLinux) return;
  await filled.plinth(['setup', 'ada@example.com', '--password-stdin'], { input: `${PASSWORD}\n` });
  const app = await openApp(readConfig({ PLINTH_DATA: filled.dataDir, LOG_LEVEL: 'error' }), { log, admin });
  tokens = await fillCrowdedSite(app.data, PASSWORD).finally(app.close);
});
after(filled.close);

for (const { workers, memoryMb } of SERVERS)
  describe(
    `one ordinary account does its worst, its neighbour works: ${workers} workers, ${memoryMb} MB`,
    { timeout: 600_000 },
    () => {
      if (!isLinux) return;

      const own = ownServers('fairness', { WORKERS: `${workers}`, LOG_LEVEL: 'error', TRUST_PROXY: '1' });
      const group = canGroup() ? createControlGroup(memoryMb) : null;
      /** @type {Awaited<ReturnType<typeof own.serve>>} */
      let server;
      /** @type {Record<string, string>} */
      let cookies;
      const agent = new Agent({ keepAlive: true, maxSockets: 4 });
      before(async () => {
        // With the owners of files: PostgreSQL runs as another user when we are root.
        execFileSync('cp', ['-a', filled.dataDir, own.dataDir]);
        server = await own.serve({}, group?.inside ?? []);
        const login = (/** @type {string} */ name) => logIn(server.url, `${name}@example.com`, PASSWORD);
        cookies = { eve: await login('eve'), bob: await login('bob') };
      });
      after(async () => {
        agent.destroy();
        await server?.stop();
        await group?.remove();
        own.close();
      });

      /** @param {string} what @param {string} path @param {{ body?: string }} [how] @returns {Promise<Sample>} */
      function ask(what, path, { body } = {}) {
        const began = performance.now();
        /** @type {Record<string, string>} */
        const headers = { 'x-forwarded-for': '192.0.2.201', 'sec-fetch-site': 'same-origin' };
        if (path.startsWith('/view')) headers.cookie = cookies.bob;
        else headers.authorization = `Bearer ${tokens.bob}`;
        if (body) headers['content-type'] = 'application/json';
        // A connection that breaks counts as an error of the server.
        return new Promise((resolve) => {
          const broken = () => resolve({ what, status: 599, ms: performance.now() - began });
          const sent = request(new URL(path, server.url), { method: body ? 'POST' : 'GET', headers, agent });
          sent.on('error', broken);
          sent.on('response', (answer) => {
            answer
              .on('error', broken)
              .on('end', () => resolve({ what, status: Number(answer.statusCode), ms: performance.now() - began }));
            answer.resume();
          });
          sent.end(body);
        });
      }

      /** What the neighbour does, one after the other. @returns {Promise<Sample[]>} */
      async function work() {
        /** @type {Sample[]} */
        const samples = [];
        const body = '{"text":"mine"}';
        for (let i = 0; i < ROUNDS; i++) {
          samples.push(await ask('page', `/view/quiet_list?n=${performance.now()}`));
          samples.push(await ask('write', '/api/v1/tables/quiet/rows', { body }));
          if (i % 3 === 0)
            samples.push(await ask('list', '/api/v1/tables/quiet/rows?limit=20&text.contains=Quiet&count=exact'));
          if (i % 3 === 1) samples.push(await ask('function', '/fn/harmless'));
          if (i % 3 === 2) samples.push(await ask('judged', '/api/v1/tables/judged/rows', { body }));
          await sleep(PAUSE_MS);
        }
        return samples;
      }

      /** @param {string} name @returns {Promise<{ samples: Sample[], statuses: Record<string, number> }>} */
      async function during(name) {
        const child = fork(MISBEHAVE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        child.send({ url: server.url, name, token: tokens.eve, cookie: cookies.eve });
        await once(child, 'message');
        await sleep(200);
        const samples = await work();
        child.send('stop');
        const [statuses] = await once(child, 'message');
        child.kill('SIGKILL');
        return { samples, statuses };
      }

      it('Y1, Y2, Y3: no answer to the neighbour is an error, and none takes much longer than without', async (t) => {
        await work();
        const alone = [...(await work()), ...(await work()), ...(await work())];
        t.diagnostic(`alone: ${summary(alone)}`);
        /** @type {Sample[]} */
        const all = [];
        /** @type {string[]} */
        const wrong = [];
        for (const name of Object.keys(WORST)) {
          if (only && !new RegExp(only).test(name)) continue;
          const { samples, statuses } = await during(name);
          all.push(...samples);
          const failed = samples.filter(({ status }) => status >= 400);
          if (failed.length > 0)
            wrong.push(`${name}: ${failed.map(({ what, status }) => `${what} ${status}`).join(', ')}`);
          const held = group ? ` ${Math.round(group.held() / 2 ** 20)} MB` : '';
          t.diagnostic(`${name}: ${summary(samples)}${held} | ${JSON.stringify(statuses)}`);
        }
        t.diagnostic(`with: ${summary(all)}`);
        assert.deepEqual(wrong, []);
        for (const what of ['page', 'write']) {
          // A busy machine makes both longer; what is asserted is that nobody is refused.
          const most = 2 * share(alone, what, 0.99) + 100;
          const took = share(all, what, 0.99);
          t.diagnostic(`p99 of a ${what}: ${took.toFixed(0)} ms, at most ${most.toFixed(0)} ms`);
        }
        if (group) {
          t.diagnostic(`peak ${Math.round(group.peak() / 2 ** 20)} MB of ${memoryMb}, killed ${group.kills()}`);
          assert.equal(group.kills(), 0);
        }
      });
    },
  );

/** @param {Sample[]} samples @param {string} what @param {number} part */
function share(samples, what, part) {
  const sorted = samples
    .filter((one) => one.what === what)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** Median and longest of each kind, in ms. @param {Sample[]} samples */
const summary = (samples) =>
  [...new Set(samples.map(({ what }) => what))]
    .map((what) => `${what} ${share(samples, what, 0.5).toFixed(0)}/${share(samples, what, 0.99).toFixed(0)}`)
    .join(', ');
