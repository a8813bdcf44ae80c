import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/server/testing';
import pg from 'pg';
import { liveMemory } from '../testing/live-memory.js';
import { logIn, ownServers } from '../testing/own-servers.js';

/** Each run of the tests makes so many; a day at half of what two workers can do is 25,000,000. */
const CALLS = Number(process.env.SOAK_CALLS ?? 12_000);
/** Caches and code that is compiled when it is first needed have their size after so many. */
const WARM_UP = 6000;
const CALLERS = 6;
/**
 * A leak grows in every round of calls. One round may grow without a leak: the system hands connections to the workers,
 * and one that got few of them so far loads its code and fills its caches then, which takes 10 MB.
 */
const MOST_ROUNDS = 4;
/** What may stay of a call in all processes: a leak leaves an object with some texts at the least. */
const MOST_BYTES = 200;
const MOST_DESCRIPTORS = 10;
const PASSWORD = 'a Long-enough pass phrase';

/** @typedef {Map<number | string, number>} Statuses */
/** @typedef {import('../testing/live-memory.js').Held} Held */

describe(`${CALLS} calls`, { timeout: 300_000 + CALLS * 100 }, () => {
  if (process.platform !== 'linux') return;

  const own = ownServers('soak');
  const memory = liveMemory(own.folder);
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let server;
  /** @type {Record<string, string>} */
  let signedIn;
  before(async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin', '--app', 'forum'], { input: `${PASSWORD}\n` });
    server = await own.serve({ ...memory.env, WORKERS: '2', LOG_LEVEL: 'error' });
    signedIn = { cookie: await logIn(server.url, 'ada@example.com', PASSWORD), 'sec-fetch-site': 'same-origin' };
  });
  after(async () => {
    await server?.stop();
    own.close();
  });

  /** The workers that answer. @returns {number[]} */
  const workers = () => {
    const running = JSON.parse(readFileSync(join(own.dataDir, 'workers.json'), 'utf8'));
    return running.workers.map((/** @type {{ pid: number }} */ { pid }) => pid);
  };
  const held = () => memory.of([Number(server.server.pid), ...workers()]);

  /**
   * @param {string} path
   * @param {{ agent?: Agent, headers?: Record<string, string>, form?: Record<string, string> }} [how]
   * @returns {Promise<number | undefined>} status
   */
  const ask = (path, { agent, headers, form } = {}) =>
    new Promise((resolve, reject) => {
      const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = request(new URL(path, server.url), {
        agent,
        method: form ? 'POST' : 'GET',
        headers: { ...headers, ...type },
      });
      sent.once('error', reject);
      sent.once('response', (answer) => {
        answer.once('error', reject).once('end', () => resolve(answer.statusCode));
        answer.resume();
      });
      sent.end(form && String(new URLSearchParams(form)));
    });

  /**
   * Several callers at once, who go again when all calls are answered.
   *
   * @param {number} calls @param {(status: number | string) => void} note
   */
  async function use(calls, note) {
    const agent = new Agent({ keepAlive: true });
    /** @type {(() => Promise<number | undefined>)[]} */
    const asks = [
      () => ask('/', { agent }),
      () => ask('/', { agent, headers: signedIn }),
      () => ask('/admin/tables', { agent, headers: signedIn }),
      () => ask('/page/there-is-none', { agent }),
      () => ask('/admin/tables/soaked/data/new', { agent, headers: signedIn, form: { title: 'Soaked' } }),
      () => ask('/admin/tables/soaked/data?q=soak', { agent, headers: signedIn }),
      // On a connection of its own, so that both workers get some.
      () => ask('/', { headers: { ...signedIn, connection: 'close' } }),
      () => ask('/healthz', { agent }),
    ];
    let left = calls;
    const caller = async () => {
      while (left-- > 0) note((await asks[left % asks.length]().catch(() => undefined)) ?? 'broken');
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    agent.destroy();
  }

  it('L7: leave memory and descriptors as they were, also when workers die under it', async () => {
    await ask('/admin/tables', { headers: signedIn, form: { label: 'Soaked' } });
    await ask('/admin/tables/soaked/new-field', { headers: signedIn, form: { type: 'text', label: 'Title' } });
    await ask('/admin/tables', { headers: signedIn, form: { label: 'Filled' } });
    const broken = await useWhileOneDies();
    // For each caller the call under way, a quiet connection, and one that the dying process had not taken yet.
    assert.ok(broken <= 3 * CALLERS, `${broken} broken calls`);
    await fillRetention();
    await useWell(WARM_UP);
    const rounds = [await held()];
    let steady = false;
    while (!steady && rounds.length <= MOST_ROUNDS) {
      await useWell(CALLS);
      rounds.push(await held());
      steady = isSteady(rounds.slice(-2));
    }
    const told = `rounds of ${CALLS} calls:\n${rounds.map((all) => JSON.stringify(all)).join('\n')}`;
    assert.ok(steady, told);
    console.log(told);
  });

  /** @param {Held[][]} round before and after it */
  function isSteady([first, last]) {
    assert.deepEqual(pids(last), pids(first), 'no process has died by itself');
    const grown = (/** @type {'bytes' | 'descriptors'} */ what) =>
      last.reduce((sum, one, i) => sum + one[what] - first[i][what], 0);
    return grown('bytes') < CALLS * MOST_BYTES && grown('descriptors') < MOST_DESCRIPTORS;
  }

  /** @param {Held[]} all */
  const pids = (all) => all.map(({ pid }) => pid);

  /** @param {number} calls */
  async function useWell(calls) {
    /** @type {Statuses} */
    const statuses = new Map();
    await use(calls, (status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1));
    assert.deepEqual([...statuses.keys()].toSorted(), [200, 302, 303], JSON.stringify([...statuses]));
  }

  /** @returns {Promise<number>} how many calls broke */
  async function useWhileOneDies() {
    const [victim] = workers();
    let [calls, broken] = [0, 0];
    await use(WARM_UP / 2, (status) => {
      if (++calls === WARM_UP / 4) process.kill(victim, 'SIGKILL');
      if (status === 'broken') broken++;
      else assert.ok([200, 302, 303].includes(Number(status)), String(status));
    });
    await until(() => workers().length === 2 && !workers().includes(victim));
    return broken;
  }

  /** Processes keep the last 50,000 changes: that they do is no leak. */
  async function fillRetention() {
    const { connection } = JSON.parse(readFileSync(join(own.dataDir, 'postgres.json'), 'utf8'));
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(`do $$ begin
      for n in 1 .. 60000 loop
        insert into app.filled default values;
        commit;
      end loop;
    end $$`);
    await client.end();
  }
});
