import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { admin } from '@plinth/admin';
import { createTestDatabase, until } from '@plinth/data/testing';
import { readConfig } from '../../http/config/read-config.js';
import { openApp, OPERATOR } from '../../open-app.js';
import { migrateEmpty } from '../../testing/migrate-empty.js';
import { startWorkers } from './start-workers.js';

const CLIENTS = 16;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-load-'));

/** Whoever writes while workers come and go: each text once, with a key by which it may be sent again. */
describe('workers under load', () => {
  /** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
  let database;
  /** @type {Awaited<ReturnType<typeof openApp>>} */
  let command;
  /** @type {Awaited<ReturnType<typeof startWorkers>>} */
  let server;
  let token = '';
  before(async () => {
    database = await createTestDatabase({ migrate: migrateEmpty });
    const config = readConfig({
      PLINTH_DATA: dataDir,
      PORT: '0',
      WORKERS: '2',
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
    });
    server = await startWorkers(config, { admin, log });
    command = await openApp(config, { log, admin });
    const { data } = command;
    const access = { user: { read: 'all', create: 'all', update: 'none', delete: 'none' } };
    const fields = [{ name: 'text', label: 'Text', type: 'text' }];
    await data.edit(OPERATOR, 'add-table', { name: 'notes', label: 'Notes', access, fields });
    const user = await data.people.users.create(OPERATOR, { name: 'Ada', email: 'ada@example.com', roles: ['user'] });
    token = (await data.people.apiTokens.create(OPERATOR, user.id, { name: 'load' })).token;
  });
  after(async () => {
    await command?.close();
    await server?.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** @param {string} text @returns {Promise<number | null>} status; null: no answer */
  async function post(text) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': text };
    const url = new URL('/api/v1/tables/notes/rows', server.url);
    try {
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text }) })).status;
    } catch {
      return null;
    }
  }

  /** @param {string} like @returns {Promise<string[]>} texts of the rows that are there, one for each row */
  async function written(like) {
    const { rows } = await command.data.db.query({
      text: 'select text from app.notes where text like $1 order by text',
      values: [`${like}%`],
    });
    return rows.map((/** @type {{ text: string }} */ { text }) => text);
  }

  it('K1: a worker is killed during requests: each confirmed row exists once, also if it was sent again', async () => {
    /** @type {string[]} */
    const acknowledged = [];
    let [over, lost, next] = [false, 0, 0];
    const client = async () => {
      while (!over) {
        const text = `k1-${String(next++).padStart(6, '0')}`;
        for (let status = await post(text); status !== 201; status = await post(text)) {
          // A connection broke, or the first attempt is still under way.
          assert.ok(status === null || status === 409 || status === 503, `status ${status}`);
          if (status === null) lost++;
          await sleep(20);
        }
        acknowledged.push(text);
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    // Twice, and until it hit somebody's request.
    for (let i = 0; i < 2 || lost === 0; i++) {
      await until(() => server.pids().length === 2 && acknowledged.length > 100 * (i + 1));
      process.kill(server.pids()[i % 2], 'SIGKILL');
      const soFar = acknowledged.length;
      await until(() => acknowledged.length > soFar + 20);
    }
    over = true;
    await Promise.all(clients);
    assert.deepEqual(await written('k1-'), acknowledged.sort());
    await until(() => server.pids().length === 2);
  });

  it('K14: when stopped, they finish requests in progress, and every confirmed row exists', async () => {
    /** @type {string[]} */
    const acknowledged = [];
    let refused = 0;
    const client = async (/** @type {number} */ name) => {
      for (let i = 0; ; i++) {
        const text = `k14-${name}-${String(i).padStart(6, '0')}`;
        const status = await post(text);
        if (status === 201) acknowledged.push(text);
        else {
          assert.equal(status, null, 'refused, but not answered with an error');
          refused++;
          return;
        }
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, name) => client(name));
    await until(() => acknowledged.length > 100);
    /** @type {any[][]} */
    const ends = [];
    cluster.on('exit', (_worker, ...how) => ends.push(how));
    await server.close();
    // They came to their end by themselves: who hangs is killed after a while.
    assert.deepEqual(ends, [
      [0, null],
      [0, null],
    ]);
    await Promise.all(clients);
    assert.equal(refused, CLIENTS);
    const there = await written('k14-');
    assert.deepEqual(there, [...new Set(there)]);
    assert.deepEqual(
      acknowledged.filter((text) => !there.includes(text)),
      [],
    );
    // What was written without an answer: at most what one connection each had under way.
    assert.ok(there.length - acknowledged.length <= CLIENTS, `${there.length} ${acknowledged.length}`);
  });
});
