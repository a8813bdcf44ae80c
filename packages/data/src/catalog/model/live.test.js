import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRegistry } from '@plinth/plugin';
import pg from 'pg';
import { createChangeStream } from '../../postgres/changes/index.js';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { createTestDatabase, until } from '../../testing/index.js';

const admin = { userId: null, roles: ['admin', 'staff', 'user', 'public'], system: false };
const log = { debug() {}, info() {}, warn() {}, error() {} };
const registry = createRegistry([dataPlugin]);

/** @type {any} */
let database;
/** @type {pg.Client} */
let psql;
before(async () => {
  database = await createTestDatabase({
    migrate: async (connection) => (await createData({ connection, registry })).close(),
  });
  // The test cluster answers commits before they are in the log; here they are to be.
  database.connection.options = '-c synchronous_commit=on';
  psql = new pg.Client(database.connection);
  await psql.connect();
});
after(async () => {
  await psql.end();
  await database.close();
});

/** A process on the database. @param {'logical' | 'notify' | null} kind of its stream */
async function open(kind) {
  const stream = kind && (await createChangeStream({ connection: database.connection, log, kind }));
  const data = await createData({ connection: database.connection, registry, stream });
  await stream?.start();
  await until(() => !stream || stream.state() === 'live');
  return {
    data,
    async close() {
      await data.close();
      await stream?.close();
    },
  };
}

const cutStream = () =>
  psql.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (application_name = 'plinth changes' or query ilike '%insert_lsn%') and pid <> pg_backend_pid()`);
const nameSite = (/** @type {string} */ name) =>
  psql.query(
    `update plinth.objects set body = body || jsonb_build_object('siteName', $1::text) where kind = 'settings'`,
    [name],
  );

for (const kind of /** @type {const} */ (['logical', 'notify', null])) {
  describe(`the Catalog with ${kind ?? 'no'} change stream`, () => {
    /** @type {Awaited<ReturnType<typeof open>>} */
    let one;
    /** @type {Awaited<ReturnType<typeof open>>} */
    let two;
    before(async () => {
      [one, two] = [await open(kind), await open(kind)];
    });
    after(async () => {
      await one.close();
      await two.close();
    });

    it('C2: shows an edit of another process at the next look', async () => {
      for (let i = 0; i < 20; i++) {
        await one.data.edit(admin, 'change-settings', { changes: { siteName: `Edit ${i}` } });
        assert.equal(one.data.catalog().settings.siteName, `Edit ${i}`);
        assert.equal((await two.data.current()).settings.siteName, `Edit ${i}`);
      }
    });

    it('C2: shows changes made with psql that did not increment the version', async () => {
      for (let i = 0; i < 20; i++) {
        await nameSite(`By hand ${i}`);
        for (const { data } of [one, two]) assert.equal((await data.current()).settings.siteName, `By hand ${i}`);
      }
    });

    it('C2: shows a role that psql made, renamed and removed', async () => {
      const names = async () => (await two.data.current()).roles.map(({ name }) => name);
      await psql.query(`insert into plinth.objects (id, kind, name, body, position)
        select plinth.uuid_v7(), 'role', 'by_hand', body, 99 from plinth.objects where kind = 'role' and name = 'staff'`);
      assert.ok((await names()).includes('by_hand'));
      await psql.query(`update plinth.objects set name = 'renamed' where kind = 'role' and name = 'by_hand'`);
      assert.ok((await names()).includes('renamed'));
      await psql.query(`delete from plinth.objects where kind = 'role' and name = 'renamed'`);
      assert.ok(!(await names()).includes('renamed'));
    });

    it('keeps psql’s change when an edit follows', async () => {
      await nameSite('Kept');
      await one.data.edit(admin, 'add-table', { name: `after_psql_${kind}` });
      for (const { data } of [one, two]) {
        const now = await data.current();
        assert.equal(now.settings.siteName, 'Kept');
        assert.ok(now.hasTable(`after_psql_${kind}`));
      }
    });

    it('stays the same object while nothing changed', async () => {
      const [before, edited] = [await two.data.current(), await one.data.current()];
      await sleep(20);
      assert.equal(await two.data.current(), before);
      assert.equal(await one.data.current(), edited);
      await one.data.edit(admin, 'change-settings', { changes: { siteName: 'Own' } });
      const own = one.data.catalog();
      await sleep(20);
      assert.equal(await one.data.current(), own, 'its own edit is not read again');
    });

    if (kind !== null) {
      it('C4: is asked of the database while the stream is down, and never old', async () => {
        for (let i = 0; i < 5; i++) {
          await cutStream();
          await nameSite(`Cut ${i}`);
          for (const { data } of [one, two]) assert.equal((await data.current()).settings.siteName, `Cut ${i}`);
          await sleep(i * 50);
        }
      });
    }
  });
}
