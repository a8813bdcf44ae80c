import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { physicalModel } from '../../catalog/ddl/model.js';
import { until } from '../../testing/index.js';
import { admin, openSite } from '../definitions/testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {Awaited<ReturnType<Awaited<ReturnType<typeof openSite>>['open']>>} */
let other;
before(async () => {
  site = await openSite();
  other = await site.open();
});
after(async () => {
  await other.close();
  await site.close();
});

/** What Postgres has is what the metadata says, column for column. */
async function assertWhole() {
  const { data, registry, rows } = site;
  await data.reload();
  const model = physicalModel(data.catalog(), registry);
  const wanted = [...model.tables.values()].flatMap((table) =>
    [...table.columns.values()].map((column) => `${table.name}.${column.name}`),
  );
  const found = await rows(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`);
  assert.deepEqual(found.map((/** @type {any} */ row) => row.name).sort(), wanted.sort());
}

describe('edits of two processes', () => {
  it('show in the other process at once', async () => {
    const { version } = await site.table('shared');
    await other.reached(version);
    assert.ok(other.catalog().hasTable('shared'));
    const made = await other.edit(admin, 'change-table', { table: 'shared', changes: { label: 'Ours' } });
    const now = await site.data.current();
    assert.equal(now.version, made.version);
    assert.equal(now.table('shared').label, 'Ours');
  });

  it('K10: the second of two edits of one object gets a 409 that shows what changed', async () => {
    const { id } = site.data.catalog().table('shared');
    const seen = { [id]: site.data.catalog().object(id)?.version ?? 0 };
    const results = await Promise.allSettled([
      site.data.edit(admin, 'change-table', { table: 'shared', changes: { label: 'A' } }, { expect: seen }),
      other.edit(admin, 'change-table', { table: 'shared', changes: { label: 'B' } }, { expect: seen }),
    ]);
    const [won, lost] = results[0].status === 'fulfilled' ? results : results.toReversed();
    assert.equal(won.status, 'fulfilled');
    assert.equal(lost.status, 'rejected');
    const { code, status, details } = /** @type {any} */ (lost).reason;
    const [{ keys }] = details.changed;
    await site.data.reload();
    const winner = site.data.catalog().table('shared').label;
    assert.deepEqual([code, status, keys], ['EDIT_CONFLICT', 409, { label: { before: 'Ours', after: winner } }]);
  });

  it('K10: of two that take the same name one wins, and nothing is torn', async () => {
    const add = (/** @type {typeof other} */ data) =>
      data.edit(admin, 'add-field', { table: 'shared', field: { name: 'twice', type: 'text' } });
    const results = await Promise.allSettled([add(site.data), add(other)]);
    assert.deepEqual(results.map((result) => result.status).sort(), ['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    assert.equal(/** @type {any} */ (lost).reason.code, 'NAME_TAKEN');
    await assertWhole();
  });

  it('K10: many edits of both at once all happen, each on the state before it', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `f${n}`);
    await Promise.all(
      names.map((name, n) =>
        (n % 2 ? site.data : other).edit(admin, 'add-field', { table: 'shared', field: { name, type: 'integer' } }),
      ),
    );
    await assertWhole();
    for (const name of names) assert.ok(site.data.catalog().table('shared').hasField(name), name);
    const { revisions } = await site.data.revisions.list({ limit: 12 });
    assert.equal(new Set(revisions.map((/** @type {any} */ revision) => revision.version)).size, 12);
  });

  it('K11: wait a limited time for a locked table, then report it', async () => {
    await site.data.db.transaction(async (tx) => {
      // Held until the edit has given up: one that waited for it would never end.
      await tx.query('lock table app.shared in access share mode');
      await assert.rejects(other.edit(admin, 'remove-field', { table: 'shared', field: 'f0' }, { lockTimeout: 100 }), {
        code: 'TABLE_BUSY',
        status: 503,
      });
    });
    await assertWhole();
  });

  it('K11: under reading and writing no statement fails but by the schema that it was written for', async () => {
    await site.rows(`insert into app.shared (title) select 'x' from generate_series(1, 500)`);
    let stop = false;
    /** @type {Set<string>} */
    const codes = new Set();
    const load = async (/** @type {string} */ text) => {
      while (!stop)
        await site.data.db.query({ text, name: text }).catch((/** @type {any} */ error) => codes.add(error.code));
    };
    const running = [
      load('select * from app.shared'),
      load('select f1 from app.shared'),
      load(`insert into app.shared (title) values ('y')`),
    ];
    for (let i = 0; i < 4; i++) {
      await other.edit(admin, 'add-field', { table: 'shared', field: { name: 'extra', type: 'text', default: 'd' } });
      await other
        .edit(admin, 'change-field', { table: 'shared', field: 'f1', changes: { name: i % 2 ? 'f1' : 'f1b' } })
        .catch(() => other.edit(admin, 'change-field', { table: 'shared', field: 'f1b', changes: { name: 'f1' } }));
      await other.edit(admin, 'remove-field', { table: 'shared', field: 'extra' });
    }
    stop = true;
    await Promise.all(running);
    assert.deepEqual(
      [...codes].filter((code) => code !== '42703'),
      [],
    );
    await assertWhole();
  });

  it('K11: rows are read and written while fields come, change their type and go: no call fails', async () => {
    await site.table('busy', [{ name: 'number', type: 'integer' }]);
    await site.rows(`insert into app.busy (title, number) select 'x', n from generate_series(1, 50) as n`);
    const spec = /** @type {any} */ ({
      table: 'busy',
      select: [{ as: 'number', field: 'number' }],
      sort: [{ field: 'number' }],
      limit: 20,
    });
    const { rows, select } = site.data;
    let stop = false;
    const load = async (/** @type {() => Promise<unknown>} */ call) => {
      while (!stop) {
        await call();
        await sleep(1);
      }
    };
    const running = [
      load(() => select(admin, [{ spec, params: {} }])),
      load(() => rows.get(admin, 'busy', 7)),
      load(() => rows.insert(admin, 'busy', { title: 'new' })),
      load(() => rows.update(admin, 'busy', 9, { title: 'changed' })),
    ];
    const change = (/** @type {string} */ name, /** @type {any} */ input) =>
      other.edit(admin, name, { table: 'busy', ...input });
    for (let i = 0; i < 6; i++) {
      await change('add-field', { field: { name: 'extra', type: 'text', default: 'd' } });
      await change('change-field', { field: 'extra', changes: { name: 'more', type: 'long_text' } });
      await change('change-field', { field: 'number', changes: { type: i % 2 ? 'integer' : 'decimal' } });
      await change('remove-field', { field: 'more' });
    }
    stop = true;
    await Promise.all(running);
    await assertWhole();
  });

  it('K10: a process killed in the middle of an edit leaves the state before it', async () => {
    const before = site.data.catalog().version;
    /** @type {Promise<void> | undefined} */
    let killed;
    const blocking = site.data.db.transaction(async (tx) => {
      // Half of the tables are made when this one has to wait for its name.
      await tx.query('create table app.dying_15 (id int)');
      const dying = other.edit(admin, 'batch', {
        edits: Array.from({ length: 30 }, (_, n) => ({ edit: 'add-table', input: { name: `dying_${n}` } })),
      });
      killed = assert.rejects(dying, { code: 'DATABASE_UNAVAILABLE' });
      await until(async () => {
        const found = await site.rows(`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like 'create table%dying\\_15%'`);
        return found.length > 0;
      });
      await killed;
      throw new Error('only a blocker');
    });
    await assert.rejects(blocking, /only a blocker/);
    await site.data.reload();
    assert.equal(site.data.catalog().version, before);
    await assertWhole();
  });
});
