import assert from 'node:assert/strict';
import { admin } from '@plinth/admin';
import { until } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import pg from 'pg';
import { startServer } from '../../../start-server.js';
import { createLog } from '../../../http/log/log.js';
import { createClient, startTestServer } from '../../../testing/index.js';
import { createRandom } from './random.js';

/** Nothing here shows a time, so a page differs from its uncached twin only when it is wrong. */
const PATHS = [
  '/view/plain',
  '/view/plain?title.contains=a',
  '/view/mine',
  '/page/both',
  '/page/both?x=1',
  // Values that never repeat, beside what one of the views reads.
  '/page/both?utm=*',
  '/page/both?plain:sort=-title&utm=*',
  '/page/both?utm=*&notes.title.contains=a&id=*',
  '/view/nobody',
];
const PEOPLE = ['anna', 'bob', 'public', 'admin'];
const WORKERS = 2;
const GIVE_STAFF = `insert into plinth.user_roles (user_id, role_id)
  select $1, id from plinth.objects where kind = 'role' and name = 'staff' on conflict do nothing`;
const CHANGE_PAGE = `update plinth.objects set body = body || $1::jsonb where kind = 'page' and name = 'both'`;

/**
 * Two workers with caches and one without, on one database; users, psql and edits act in random order, and each
 * response is compared with that of the worker without a cache.
 *
 * @param {{ steps: number, seed: number, hits: number }} options
 *   hits: it goes on until so many answers came from memory; takes longer on a machine that is too busy for freshness barriers
 * @returns {Promise<{ compared: number }>} how many answers
 */
export async function runCacheModel({ steps, seed, hits }) {
  const random = createRandom(seed);
  const first = await startTestServer({ pageCache: true, users: { anna: ['user'], bob: ['user'] } });
  const log = createLog({ level: 'error', write: () => {} });
  const config = { ...first.runtime.config, port: 0, dataDir: first.dataDir };
  const second = await startServer(config, { admin, log, database: first.database });
  const bare = await startServer({ ...config, pageCache: false }, { admin, log, database: first.database });
  const psql = new pg.Client(first.database.connection);
  await psql.connect();
  const workers = [
    { url: first.url, runtime: () => first.runtime },
    { url: `http://127.0.0.1:${second.port}`, runtime: second.runtime },
    { url: `http://127.0.0.1:${bare.port}`, runtime: bare.runtime },
  ];
  try {
    await defineSite(first);
    return await play({ first, workers, psql, random, steps, hits });
  } finally {
    await psql.end();
    await second.close();
    await bare.close();
    await first.close();
  }
}

/** @param {any} server */
async function defineSite(server) {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };
  for (const [table, access] of Object.entries({
    notes: { public: { ...all, create: 'none' }, user: all },
    diary: { user: own },
  })) {
    await edit('add-table', { name: table, label: table, fields: [{ name: 'title', label: 'Title', type: 'text' }] });
    await edit('set-access', { table, access, owner: table === 'diary' ? 'created_by' : null });
  }
  const columns = [
    { kind: 'field', field: 'title' },
    { kind: 'field', field: 'created_by' },
  ];
  const list = { template: 'list', roles: ['public'], config: { columns, sort: [{ field: 'id' }] } };
  await edit('add-view', { view: { name: 'plain', label: 'Plain', table: 'notes', ...list } });
  await edit('add-view', { view: { name: 'mine', label: 'Mine', table: 'diary', ...list, roles: ['user'] } });
  for (const table of ['notes', 'diary']) {
    const layout = node('form_field', { field: 'title' });
    await edit('add-view', {
      view: {
        name: `${table}_form`,
        label: table,
        template: 'edit',
        table,
        roles: ['user'],
        config: { layout },
      },
    });
  }
  const layout = node(
    'stack',
    {},
    ['plain', 'mine', 'notes_form'].map((view) => node('embed', { view })),
  );
  await edit('add-page', { page: { name: 'both', title: 'Both', roles: ['public'], layout } });
}

/**
 * @param {{ first: any, workers: { url: string, runtime: () => any }[], psql: pg.Client, random: (below: number) =>
 *   number, steps: number, hits: number }} game
 */
async function play({ first, workers, psql, random, steps, hits }) {
  /** @type {Map<string, Map<string, string>>} */
  const jars = new Map();
  /** @type {Record<string, string>} */
  const ids = {};
  for (const name of PEOPLE) {
    const client = await first.as(name);
    jars.set(name, client.cookies);
    if (client.user) ids[name] = client.user.id;
  }
  const pick = (/** @type {any[]} */ list) => list[random(list.length)];
  const anyPath = () => pick(PATHS).replaceAll('*', () => String(random(1_000_000)));
  let compared = 0;
  let count = 0;

  /**
   * With the cookies of a person, on a worker.
   *
   * @param {string} name
   * @param {number} at
   * @param {(client: any) => Promise<any>} act
   */
  async function as(name, at, act) {
    const jar = /** @type {Map<string, string>} */ (jars.get(name));
    const client = createClient(workers[at].url, { cookies: Object.fromEntries(jar) });
    const answer = await act(client);
    jar.clear();
    for (const [key, value] of client.cookies) jar.set(key, value);
    return answer;
  }

  /** Before the first step; nothing waits after that. */
  async function settle() {
    for (const { runtime } of workers) await until(() => runtime().pages?.state() !== 'down');
  }

  /** @param {string} name @param {number} at @param {string} path */
  async function compare(name, at, path) {
    // The second time it comes from memory, unless something happened.
    const before = await as(name, at, (client) => client.get(path));
    const kept = await as(name, at, (client) => client.get(path));
    const fresh = await as(name, WORKERS, (client) => client.get(path));
    compared++;
    assert.equal(kept.status, fresh.status, `${name} ${path}`);
    if (kept.status === 200)
      assert.equal(kept.text, fresh.text, `${name} got an old ${path} from worker ${at} at step ${count}`);
    if (kept.status === 200) assert.equal(before.text, kept.text);
    // Admins read everybody's rows.
    for (const other of name === 'admin' ? [] : PEOPLE)
      if (other !== name) assert.ok(!kept.text.includes(`canary-${other}`), `${name} saw ${other}`);
  }

  const doings = {
    read: async () => compare(pick(PEOPLE), random(WORKERS), anyPath()),
    /** A write is visible at once, on every worker, to whoever made it and to everybody else. */
    write: async () => {
      const name = pick(['anna', 'bob']);
      const at = random(WORKERS);
      const form = pick(['notes_form', 'diary_form']);
      const title = form === 'diary_form' ? `canary-${name} ${count}` : `a${count}`;
      const saved = await as(name, at, (client) => client.post(`/view/${form}`, { title }));
      assert.equal(saved.status, 303, saved.text.slice(0, 300));
      await compare(name, random(WORKERS), anyPath());
      await compare(pick(PEOPLE), at, anyPath());
    },
    psql: async () => {
      await psql.query(
        pick([
          `update app.notes set title = title || 'a' where id = (select max(id) from app.notes)`,
          `insert into app.notes (title) values ('psql a')`,
          `delete from app.notes where id = (select min(id) from app.notes)`,
          `delete from app.diary where id = (select min(id) from app.diary)`,
          `update plinth.users set name = name || '.' where email like 'anna%' and length(name) < 100`,
        ]),
      );
    },
    /** By an admin on either server, or by hand. */
    role: async () => {
      const roles = pick([['user'], ['staff']]);
      const { users } = workers[random(WORKERS)].runtime().data.people;
      if (random(3) > 0) await users.update(first.system, ids.bob, { roles });
      else if (roles[0] === 'staff') await psql.query(GIVE_STAFF, [ids.bob]);
      else await psql.query('delete from plinth.user_roles where user_id = $1', [ids.bob]);
      // One request renews the session; concurrent ones would not be logged in any more.
      await as('bob', random(WORKERS), (client) => client.get('/view/plain'));
      await compare('bob', random(WORKERS), anyPath());
    },
    /** By an edit on either server, or by hand without a new version. */
    edit: async () => {
      const changes = { title: `Both ${count}`, roles: [pick(['public', 'user', 'staff'])] };
      if (random(3) === 0) await psql.query(CHANGE_PAGE, [JSON.stringify(changes)]);
      else {
        const { data } = workers[random(WORKERS)].runtime();
        await data.edit(first.system, 'change-page', { page: 'both', changes });
      }
      await compare(pick(PEOPLE), random(WORKERS), '/page/both');
    },
    /** A person logs out on one server and in again on the other. */
    session: async () => {
      const name = pick(['anna', 'bob']);
      const { people } = workers[random(WORKERS)].runtime().data;
      const jar = /** @type {Map<string, string>} */ (jars.get(name));
      const old = String(jar.get('plinth_session'));
      await people.logout(old);
      await compare(name, random(WORKERS), anyPath());
      const { token } = await people.login(`${name}@example.com`, first.password, { address: 'model' });
      jar.set('plinth_session', token);
    },
    cut: async () => {
      await psql.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'plinth changes'`);
      await psql.query(`insert into app.notes (title) values ('cut a')`);
      await compare(pick(PEOPLE), random(WORKERS), anyPath());
    },
  };
  const { read, write, role, edit, session, cut } = doings;
  const rarer = [write, write, write, doings.psql, doings.psql, doings.psql, role, edit, session, cut];
  await settle();
  const hitsNow = () => workers.slice(0, WORKERS).reduce((sum, { runtime }) => sum + runtime().pages.counts().hits, 0);
  for (count = 0; count < steps || hitsNow() < hits; count++) await (random(6) > 0 ? read : pick(rarer))();
  return { compared };
}
