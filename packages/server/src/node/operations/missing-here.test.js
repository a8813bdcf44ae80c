import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { admin } from '@plinth/admin';
import { createTestDatabase } from '@plinth/data/testing';
import { readConfig } from '../../http/config/read-config.js';
import { startWorkers } from '../cluster/start-workers.js';
import { startServer } from '../../start-server.js';
import { migrateEmpty } from '../../testing/migrate-empty.js';
import { findMissing } from './missing-here.js';
import { openApp, OPERATOR } from '../../open-app.js';

const SAMPLE = fileURLToPath(new URL('../../../../../docs/plugins/traffic-light/', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'plinth-nodes-'));
const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @param {string} dataDir @param {Record<string, string>} [more] */
const configOf = (dataDir, more) =>
  readConfig({ PLINTH_DATA: dataDir, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: database.url, ...more });

before(async () => {
  database = await createTestDatabase({ migrate: migrateEmpty });
  const app = await openApp(configOf(first), { log: { debug() {}, info() {}, warn() {}, error() {} }, admin });
  await app.plugins.install(OPERATOR, SAMPLE);
  for (const name of ['a.txt', 'b.txt']) await app.data.files.add(OPERATOR, Readable.from([name]), { name });
  await app.close();
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a node says at its start. @param {string} dataDir @param {string} workers */
async function saidBy(dataDir, workers) {
  /** @type {Record<string, any>} */
  const said = {};
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (/** @type {string} */ event, /** @type {any} */ fields) => (said[event] = fields),
  };
  const config = configOf(dataDir, { WORKERS: workers });
  const server = await (workers === '1' ? startServer : startWorkers)(config, { admin, log });
  await server.close();
  return Object.fromEntries(Object.entries(said).filter(([event]) => event.endsWith('on this node')));
}

describe('a second node on one database', () => {
  for (const workers of ['1', '2']) {
    it(`reports at start what is missing, with ${workers} worker(s)`, async () => {
      const said = await saidBy(second, workers);
      assert.deepEqual(said['plugins are missing on this node'].plugins, ['plinth-traffic-light@1.0.0']);
      const { looked, missing, folder: files } = said['files are missing on this node'];
      assert.deepEqual([looked, missing, files], [2, 2, path.join(second, 'files')]);
    });
  }

  it('reports nothing if nothing is missing', async () => {
    assert.deepEqual(await saidBy(first, '1'), {});
    const copy = path.join(folder, 'copy');
    for (const part of ['plugins', 'files']) cpSync(path.join(first, part), path.join(copy, part), { recursive: true });
    assert.deepEqual(await findMissing(database.url, copy), { plugins: [], files: { looked: 2, missing: 0 } });
  });
});
