import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { admin } from '@plinth/admin';
import { createTestDatabase, until } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import { readConfig } from '../../http/config/read-config.js';
import { openApp, OPERATOR } from '../../open-app.js';
import { createClient } from '../../testing/client.js';
import { migrateEmpty } from '../../testing/migrate-empty.js';
import { startWorkers } from './start-workers.js';

/*
 * What happens in one process shows in all others by the next request. Nobody says which worker gets a connection:
 * each request here opens its own, and so many are made that both workers get some.
 */

const SAMPLE = fileURLToPath(new URL('../../../../../docs/plugins/traffic-light/', import.meta.url));
const PASSWORD = 'correct horse battery';
const REQUESTS = 8;

const log = { debug() {}, info() {}, warn() {}, error() {} };
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-two-'));

describe('two workers', () => {
  /** @type {Awaited<ReturnType<typeof startWorkers>>} */
  let server;
  /** Another process on the same data, as a command is. @type {Awaited<ReturnType<typeof openApp>>} */
  let command;
  let url = '';
  /** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
  let database;
  before(async () => {
    database = await createTestDatabase({ migrate: migrateEmpty });
    const config = readConfig({
      PLINTH_DATA: dataDir,
      PORT: '0',
      WORKERS: '2',
      LOG_LEVEL: 'error',
      PAGE_CACHE: 'on',
      DATABASE_URL: database.url,
    });
    server = await startWorkers(config, { admin, log });
    command = await openApp(config, { log, admin });
    url = server.url;
    await defineSite(command);
  });
  after(async () => {
    await command?.close();
    await server?.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** @param {Record<string, string>} [cookies] */
  const visitor = (cookies) => createClient(url, { cookies });
  /** Of requests on connections of their own. @param {() => Promise<any>} ask */
  const each = async (ask) => {
    const answers = [];
    for (let i = 0; i < REQUESTS; i++) answers.push(await ask());
    return answers;
  };
  /** @param {string} path @param {Record<string, string>} [cookies] */
  const get = (path, cookies) => visitor(cookies).get(path, { connection: 'close' });

  /** @param {string} name @returns {Promise<string>} the token of a session that both workers know */
  async function logIn(name) {
    const { token } = await command.data.people.login(`${name}@example.com`, PASSWORD, {
      address: name,
      userAgent: '',
    });
    for (const { status } of await each(() => get('/auth/profile', { plinth_session: token })))
      assert.equal(status, 200);
    return token;
  }

  it('C2: show a row and an edit that one of them made by the next request on each', async () => {
    const anna = { plinth_session: await logIn('anna') };
    const stale = [];
    for (let i = 0; i < 5; i++) {
      const saved = await visitor(anna).post('/view/note_form', { title: `note ${i}` }, { connection: 'close' });
      assert.equal(saved.status, 303);
      for (const { text } of await each(() => get('/view/notes'))) if (!text.includes(`note ${i}<`)) stale.push(i);
      await command.data.edit(OPERATOR, 'change-view', { view: 'notes', changes: { label: `Label ${i}` } });
      for (const { text } of await each(() => get('/view/notes'))) if (!text.includes(`Label ${i}`)) stale.push(i);
    }
    assert.deepEqual(stale, []);
    // Not because nothing was kept.
    await until(async () => (await each(() => get('/view/notes'))).every(({ headers }) => headers.has('etag')));
  });

  it('A7: know immediately that a session has ended, and who may do what', async () => {
    const bob = { plinth_session: await logIn('bob') };
    assert.ok((await each(() => get('/view/inner', bob))).every(({ status }) => status === 200));
    const { users } = command.data.people;
    const found = (await users.list(OPERATOR, {})).users.find((user) => user.name === 'bob') ?? assert.fail();
    await users.update(OPERATOR, found.id, { roles: ['user'] });
    assert.ok((await each(() => get('/view/inner', bob))).every(({ status }) => status !== 200));
    const again = { plinth_session: await logIn('bob') };
    assert.equal((await visitor(again).post('/auth/logout', {}, { connection: 'close' })).status, 303);
    assert.ok((await each(() => get('/auth/profile', again))).every(({ status }) => status === 302));
  });

  it('work with a plugin by the next request after it was installed, and without it after it was switched off', async () => {
    const about = '/plugin/traffic-light/about';
    assert.ok((await each(() => get(about))).every(({ status }) => status === 404));
    const { name } = await command.plugins.install(OPERATOR, SAMPLE);
    const statuses = (await each(() => get(about))).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([200]));
    await command.data.edit(OPERATOR, 'change-plugin', { plugin: name, changes: { enabled: false } });
    assert.ok((await each(() => get(about))).every(({ status }) => status === 404));
  });

  it('count tries to log in together', async () => {
    const wrong = { email: 'anna@example.com', password: 'wrong' };
    const answers = await each(() => visitor().post('/auth/login', wrong, { connection: 'close' }));
    const refused = answers.filter(({ status }) => status === 429).length;
    assert.equal(refused, REQUESTS - 5);
  });

  it('C4: answer rightly while the change stream is cut, and after', async () => {
    const { db } = command.data;
    for (let i = 0; i < 3; i++) {
      await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'plinth changes'`,
      );
      await db.query(`insert into app.notes (title) values ('cut ${i}')`);
      for (const { text } of await each(() => get('/view/notes'))) assert.ok(text.includes(`cut ${i}<`), `${i}`);
      await sleep(100);
    }
  });
});

/** @param {Awaited<ReturnType<typeof openApp>>} command */
async function defineSite({ data }) {
  for (const [name, roles] of Object.entries({ anna: ['user'], bob: ['staff'] })) {
    await data.people.users.create(OPERATOR, { name, email: `${name}@example.com`, password: PASSWORD, roles });
  }
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(OPERATOR, name, input);
  const fields = [{ name: 'title', label: 'Title', type: 'text' }];
  await edit('add-table', { name: 'notes', label: 'Notes', fields });
  const all = { read: 'all', create: 'all', update: 'none', delete: 'none' };
  await edit('set-access', { table: 'notes', access: { public: { ...all, create: 'none' }, user: all }, owner: null });
  const config = { columns: [{ kind: 'field', field: 'title' }], pageSize: 100 };
  for (const [name, role] of [
    ['notes', 'public'],
    ['inner', 'staff'],
  ]) {
    await edit('add-view', { view: { name, label: name, table: 'notes', template: 'list', roles: [role], config } });
  }
  const layout = node('form_field', { field: 'title' });
  await edit('add-view', {
    view: { name: 'note_form', label: 'Note', table: 'notes', template: 'edit', roles: ['user'], config: { layout } },
  });
}
