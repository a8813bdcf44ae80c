import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { admin, openSite } from '../../edits/definitions/testing/edit-site.js';
import { inAllowance } from '../../postgres/heavy/allowance.js';
import { divideMemory } from '../../postgres/memory/index.js';
import { until } from '../../testing/index.js';
import { hasTrigrams } from '../ddl/index-builds.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
let tables = 0;
/** @type {string} */
let name;

before(async () => (site = await openSite()));
after(() => site.close());
beforeEach(async () => {
  name = `big_${++tables}`;
  await site.table(name, [{ name: 'year', type: 'integer' }]);
});

/** @param {number} count */
const fill = (count) =>
  site.rows(`insert into app.${name} (title, year) select 'row ' || n, n % 100 from generate_series(1, ${count}) n`);
const addIndex = () => site.edit('add-index', { table: name, fields: ['year'] });
const table = () => site.data.catalog().table(name);
const states = async () => [...(await site.data.indexes.unbuilt(table())).values()];
const definitions = async () =>
  (
    await site.rows(
      `select i.indisvalid as valid, c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'app.${name}'::regclass and c.relname like 'index%'`,
    )
  ).map(({ valid, name: index }) => `${index} ${valid}`);

/** The builder stands still until a transaction is over. */
const builderWaits = async () =>
  (
    await site.rows(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'create index concurrently%'`)
  ).length > 0;

describe('indexes of big tables', () => {
  it('are made with the edit while the table is small', async () => {
    await fill(100);
    await addIndex();
    assert.deepEqual([(await definitions()).length, await states()], [1, []]);
  });

  it('are built after the edit if the table is big, and the Catalog knows when they are ready', async () => {
    await fill(20_000);
    await site.data.db.transaction(async (tx) => {
      // Who builds must hold this lock: until we are done looking nobody does.
      await tx.query(`select pg_advisory_xact_lock(${0x696e6478})`);
      await addIndex();
      assert.deepEqual([await definitions(), (await states()).map(({ state }) => state)], [[], ['building']]);
      assert.equal(site.data.catalog().unbuilt.length, 1);
    });
    await site.data.indexes.build();
    assert.match((await definitions()).join(), /^index_[0-9a-f]{32} true$/);
    assert.deepEqual([await states(), site.data.catalog().unbuilt], [[], []]);
  });

  it('are taken back by undo before, while and after they are built, and come again by redo', async () => {
    await fill(20_000);
    for (const build of [async () => {}, () => void site.data.indexes.build(), () => site.data.indexes.build()]) {
      const { revision } = await addIndex();
      await build();
      await site.data.revisions.undo(admin, revision);
      await site.data.indexes.build();
      assert.deepEqual([await definitions(), await states(), table().indexes], [[], [], []]);
      const redone = await site.data.revisions.redo(admin, revision);
      await site.data.indexes.build();
      assert.equal((await definitions()).length, 1);
      await site.data.revisions.undo(admin, redone.revision);
    }
  });

  it('are built again from the start when a build broke off', async () => {
    await fill(20_000);
    await addIndex();
    const [index] = table().indexes;
    const real = `index_${index.id.replaceAll('-', '')}`;
    // What a crash leaves: an index that Postgres calls invalid.
    await site.rows(`create index ${real} on app.${name} (year)`);
    await asSuperuser(`update pg_index set indisvalid = false where indexrelid = 'app.${real}'::regclass`);
    await site.data.indexes.build();
    assert.deepEqual(await definitions(), [`${real} true`]);
  });

  it('wait for a transaction under way, while others write', async () => {
    await fill(20_000);
    await addIndex();
    /** @type {Promise<unknown> | undefined} */
    let building;
    await site.data.db.transaction(async (tx) => {
      await tx.query(`update app.${name} set year = 7 where id = 1`);
      building = site.data.indexes.build();
      await until(builderWaits);
      assert.deepEqual(
        (await states()).map(({ state }) => state),
        ['building'],
      );
      await site.rows(`insert into app.${name} (title, year) values ('while it is built', 2026)`);
    });
    await building;
    const found = await site.rows(`select title from app.${name} where year = 2026`);
    assert.deepEqual([found[0].title, (await definitions()).length], ['while it is built', 1]);
  });

  it('let an edit of the table go first', async () => {
    await fill(20_000);
    await addIndex();
    /** @type {Promise<unknown> | undefined} */
    let building;
    await site.data.db.transaction(
      async (tx) => {
        await tx.query(`select count(*) from app.big_1`);
        building = site.data.indexes.build();
        await until(builderWaits);
        await site.edit('add-field', { table: name, field: { name: 'note', type: 'text' } });
      },
      { isolation: 'repeatable read' },
    );
    await building;
    assert.equal((await definitions()).length, 1);
  });

  it('report why they could not be built, and are retried on request', async () => {
    await fill(20_000);
    await site.edit('change-field', { table: name, field: 'title', changes: { type: 'text', attributes: {} } });
    await site.rows(
      `update app.${name} set title = (select string_agg(md5(n::text), '') from generate_series(1, 2000) n) where id = 1`,
    );
    await site.edit('add-index', { table: name, fields: ['title'] });
    await site.data.indexes.build();
    const [failed] = await states();
    assert.deepEqual([failed.state, await definitions()], ['failed', []]);
    assert.match(failed.error ?? '', /index row/);
    await site.rows(`update app.${name} set title = 'short' where id = 1`);
    await site.data.indexes.retry(table().indexes[0]);
    await site.data.indexes.build();
    assert.deepEqual([await states(), (await definitions()).length], [[], 1]);
  });
});

describe('search indexes', () => {
  it('hold the texts of a table, one for each table, and shrink with a field that goes', async () => {
    await site.edit('add-field', { table: name, field: { name: 'body', type: 'long_text' } });
    assert.equal(await hasTrigrams(site.data.db), true);
    await site.edit('add-index', { table: name, kind: 'search', fields: ['title'] });
    await site.edit('add-index', { table: name, kind: 'search', fields: ['title', 'body'] });
    assert.deepEqual(
      table().indexes.map(({ kind, fields }) => [kind, fields]),
      [['search', ['title', 'body']]],
    );
    const { revision } = await site.edit('remove-field', { table: name, field: 'body' });
    assert.deepEqual(table().indexes[0].fields, ['title']);
    await site.data.revisions.undo(admin, revision);
    assert.deepEqual([table().indexes[0].fields, (await definitions()).length], [['title', 'body'], 1]);
  });

  it('go with their app into a document and come back from it', async () => {
    await site.edit('add-app', { name: 'carried', label: 'Carried' });
    await site.edit('change-table', { table: name, changes: { app: 'carried' } });
    await site.edit('add-index', { table: name, kind: 'search', fields: ['title'] });
    await addIndex();
    const document = await site.data.apps.export(admin, 'carried', { rows: false });
    assert.deepEqual(document.tables[0].indexes, [{ kind: 'search', fields: ['title'] }, { fields: ['year'] }]);
    await site.edit('remove-table', { table: name });
    await site.edit('remove-app', { app: 'carried' });
    await site.data.apps.install(admin, document, { rows: false });
    assert.deepEqual(
      table().indexes.map(({ kind, fields }) => [kind, fields]),
      [
        ['search', ['title']],
        [undefined, ['year']],
      ],
    );
    assert.equal((await definitions()).length, 2);
    assert.deepEqual(await site.data.apps.export(admin, 'carried', { rows: false }), document);
  });

  it('take no field that has no text of its own', async () => {
    await assert.rejects(site.edit('add-index', { table: name, kind: 'search', fields: ['year'] }), {
      code: 'INPUT_INVALID',
    });
    await assert.rejects(site.edit('add-index', { table: name, kind: 'other', fields: ['title'] }), {
      code: 'INPUT_INVALID',
    });
  });

  it('report a missing extension, and everything else works', async () => {
    await site.rows('drop extension pg_trgm cascade');
    assert.equal(await hasTrigrams(site.data.db), false);
    await site.edit('add-index', { table: name, kind: 'search', fields: ['title'] });
    await site.data.indexes.build();
    const [failed] = await states();
    assert.equal(failed.state, 'failed');
    assert.match(failed.error ?? '', /pg_trgm/);
    await site.rows('create extension pg_trgm with schema plinth');
    await site.data.indexes.retry(table().indexes[0]);
    await site.data.indexes.build();
    assert.deepEqual([await states(), (await definitions()).length], [[], 1]);
  });

  for (const kind of ['index', 'search'])
    it(`take a place among the heavy jobs: ${kind}`, async () => {
      await fill(20_000);
      const jobs = await allPlaces();
      await site.edit(
        'add-index',
        kind === 'search' ? { table: name, kind, fields: ['title'] } : { table: name, fields: ['year'] },
      );
      const building = site.data.indexes.build();
      await until(() => isInDoor());
      assert.deepEqual([await definitions(), (await states()).map(({ state }) => state)], [[], ['building']]);
      // Whoever writes or edits does not wait with it.
      await fill(1);
      await site.edit('add-field', { table: name, field: { name: 'note', type: 'text' } });
      await jobs.end();
      await building;
      assert.deepEqual([(await definitions()).length, await states()], [1, []]);
    });

  it('wait for a place no longer when the server is stopped', async () => {
    const own = await openSite();
    await own.table('orders', [{ name: 'year', type: 'integer' }]);
    await own.rows("insert into app.orders (title) select 'row ' || n from generate_series(1, 20000) n");
    const jobs = await allPlaces(own);
    await own.edit('add-index', { table: 'orders', fields: ['year'] });
    void own.data.indexes.build();
    await until(() => isInDoor(own));
    await own.data.close();
    await jobs.end();
    const again = await own.open();
    await again.indexes.build();
    assert.deepEqual(again.catalog().unbuilt, []);
    await again.close();
    await own.place.close();
  });
});

/** Other heavy jobs take all the room there is. */
async function allPlaces({ connection } = site) {
  const places = divideMemory().heavyJobs;
  const { promise, resolve } = Promise.withResolvers();
  let running = 0;
  const jobs = Array.from({ length: places }, () => inAllowance(connection, () => (running++, promise)));
  await until(() => running === places);
  return { end: () => (resolve(null), Promise.all(jobs)) };
}

/** Whether somebody waits for a place. */
const isInDoor = async ({ rows } = site) => {
  const [{ count }] = await rows(`select count(*)::int as count from pg_locks
    where locktype = 'advisory' and granted and classid = ${0x68656176}
      and database = (select oid from pg_database where datname = current_database())`);
  return count === divideMemory().heavyJobs + 1;
};

/** @param {string} text */
async function asSuperuser(text) {
  const { sharedCluster } = await import('../../testing/shared-cluster.js');
  const { rows } = await site.data.db.query('select current_database() as database');
  const { default: pg } = await import('pg');
  const client = new pg.Client({ .../** @type {any} */ (await sharedCluster()), database: rows[0].database });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
