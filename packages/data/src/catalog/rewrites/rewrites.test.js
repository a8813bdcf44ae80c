import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { admin, openSite } from '../../edits/definitions/testing/edit-site.js';
import { until } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {pg.Client} */
let other;
let tables = 0;
/** @type {string} */
let name;
const ROWS = 60_000;

before(async () => {
  site = await openSite();
  other = new pg.Client(/** @type {any} */ (site.connection));
  await other.connect();
});
after(async () => {
  await other?.end();
  await site?.close();
});
beforeEach(async () => {
  name = `big_${++tables}`;
  await site.table(name, [
    { name: 'code', type: 'text' },
    { name: 'same', type: 'text' },
  ]);
  await site.rows(
    `insert into app.${name} (title, code, same) select 'row ' || n, n::text, n::text from generate_series(1, ${ROWS}) n`,
  );
  await site.rows(`analyze app.${name}`);
});

const table = () => site.data.catalog().table(name);
/** @param {object} changes @param {object} [more] */
const change = (changes, more) => site.edit('change-field', { table: name, field: 'code', changes, ...more });
const progress = () => site.data.rewrites.progress(table());
const count = async (/** @type {string} */ where) =>
  (await site.rows(`select count(*)::int as count from app.${name} where ${where}`))[0].count;
const typeOf = async () =>
  (
    await site.rows(
      `select format_type(atttypid, null) as type from pg_attribute where attrelid = 'app.${name}'::regclass and attname = 'code'`,
    )
  )[0].type;

/** What a rewrite makes besides. */
async function leftovers() {
  const [{ columns, triggers, trashed, functions, noted, options }] = await site.rows(`
    select (select count(*)::int from pg_attribute where attrelid = 'app.${name}'::regclass and attname like '$%') as columns,
      (select count(*)::int from pg_trigger where tgrelid = 'app.${name}'::regclass and tgname like '~%') as triggers,
      (select count(*)::int from pg_class where relname like '$%') as trashed,
      (select count(*)::int from pg_proc where proname like 'shadow%') as functions,
      (select count(*)::int from plinth.rewrites) as noted,
      (select reloptions from pg_class where oid = 'app.${name}'::regclass) as options`);
  return { columns, triggers, trashed, functions, noted, options };
}
const NOTHING = { columns: 0, triggers: 0, trashed: 0, functions: 0, noted: 0, options: null };

/**
 * An edit that stands still in the middle of its rows while `meanwhile` runs.
 *
 * @param {() => Promise<unknown>} edit @param {() => Promise<unknown>} meanwhile
 */
async function inTheMiddle(edit, meanwhile) {
  const running = edit().then(
    (value) => ({ value, error: undefined }),
    (error) => ({ value: undefined, error }),
  );
  // Its column needs the table for a moment, so the row is held right after: in the database, which asks often enough.
  await other.query('begin');
  await other.query(`do $$ begin
    while not exists (select from pg_trigger where tgrelid = 'app.${name}'::regclass and tgname like '~%') loop
      perform pg_sleep(0.001);
    end loop;
    perform from app.${name} where id = ${ROWS - 10} for update;
  end $$`);
  try {
    await until(async () => ((await progress())?.percent ?? 0) > 50);
    await meanwhile();
  } finally {
    await other.query('commit');
  }
  return running;
}

describe('a change of the type of a large table', () => {
  it('converts what others write meanwhile, and undo brings it back', async () => {
    await site.edit('add-index', { table: name, fields: ['code'] });
    await site.data.indexes.build();
    const writers = writing(4711);
    const made = await change({ type: 'integer' });
    await writers.stop();
    assert.ok(writers.done() > 20, 'somebody wrote');
    assert.equal(await typeOf(), 'bigint');
    assert.equal(await count('code is distinct from same::bigint'), 0);
    assert.deepEqual(await leftovers(), NOTHING);
    const indexes = await site.rows(
      `select indexdef from pg_indexes where tablename = '${name}' and indexname like 'index%'`,
    );
    assert.match(indexes[0].indexdef, /btree \(code, id\)/);
    assert.equal(site.data.catalog().unbuilt.length, 0);

    const again = writing(4712);
    await site.data.revisions.undo(admin, made.revision);
    await again.stop();
    assert.equal(await typeOf(), 'text');
    assert.equal(await count('code is distinct from same'), 0);
    assert.deepEqual(await leftovers(), NOTHING);
  });

  it('is refused with examples for a value that can’t be converted, also one that comes in the middle', async () => {
    await site.rows(`update app.${name} set code = 'many' where id = 5`);
    await assert.rejects(change({ type: 'integer' }), (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.details.count], ['FIELD_NOT_CONVERTIBLE', 1]);
      assert.deepEqual(error.details.samples, [{ id: 5, value: 'many' }]);
      return true;
    });
    await site.rows(`update app.${name} set code = '5' where id = 5`);
    const { error } = await inTheMiddle(
      () => change({ type: 'integer' }),
      () => site.rows(`update app.${name} set code = 'few' where id = 7`),
    );
    assert.equal(error.code, 'FIELD_NOT_CONVERTIBLE');
    assert.deepEqual(error.details.samples, [{ id: 7, value: 'few' }]);
    assert.deepEqual([await typeOf(), await leftovers()], ['text', NOTHING]);
    await site.rows(`insert into app.${name} (code, same) values ('still a text', 'x')`);
    const { revision } = await change({ type: 'integer' }, { discard: true });
    assert.equal(await count('code is null'), 2);
    await site.data.revisions.undo(admin, revision);
    assert.equal(await count(`code in ('few', 'still a text')`), 2);
  });

  it('can be stopped, and gives way to another edit of the table', async () => {
    const stopped = await inTheMiddle(
      () => change({ type: 'integer' }),
      () => site.data.rewrites.stop(table()),
    );
    assert.equal(stopped.error.code, 'CHANGE_STOPPED');
    assert.deepEqual([await typeOf(), await leftovers()], ['text', NOTHING]);
    const { error } = await inTheMiddle(
      () => change({ type: 'integer' }),
      async () => {
        await assert.rejects(change({ type: 'decimal' }), { code: 'CHANGE_RUNNING' });
        await other.query('commit');
        await site.edit('change-field', { table: name, field: 'same', changes: { name: 'alike' } });
      },
    );
    assert.ok(error === undefined || error.code === 'TABLE_CHANGED', error?.code);
    assert.deepEqual(await leftovers(), NOTHING);
  });

  it('is cleaned up at the next start after a crash, and hurts nobody until then', async () => {
    const { error } = await inTheMiddle(
      () => change({ type: 'integer' }),
      () =>
        site.rows(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'with batch as%' and pid <> pg_backend_pid()`),
    );
    assert.ok(error);
    assert.equal((await leftovers()).columns, 1);
    await site.rows(`insert into app.${name} (title, code, same) values ('new', 'not a number', 'x')`);
    const again = await site.open();
    await again.close();
    assert.deepEqual([await typeOf(), await leftovers()], ['text', NOTHING]);
    assert.equal(await count(`code = 'not a number'`), 1);
  });

  it('keeps uniqueness, required values, rules, and triggers of the field', async () => {
    await change({ required: true, unique: true });
    const config = { url: 'https://api.example.com/' };
    const steps = [{ do: { action: 'http_request', config } }];
    const trigger = { label: 'Tell', table: name, events: ['update'], fields: ['code'], steps };
    await site.edit('add-trigger', { trigger });
    await change({ type: 'integer', attributes: { min: 1 } });
    assert.deepEqual(await leftovers(), NOTHING);
    await site.rows(`update app.${name} set title = 'other' where id = 3`);
    await site.rows(`update app.${name} set code = 3000003 where id = 3`);
    assert.equal((await site.rows('select count(*)::int as count from plinth.runs'))[0].count, 1);
    for (const [code, value] of /** @type {const} */ ([
      ['23505', '5'],
      ['23502', 'null'],
      ['23514', '0'],
    ]))
      await assert.rejects(site.rows(`insert into app.${name} (code, same) values (${value}, 'x')`), { code });
    await assert.rejects(change({ attributes: { min: 10 } }), { code: 'FIELD_NOT_CONVERTIBLE' });
    await change({ attributes: { min: 0 }, unique: false, required: false });
    await site.rows(`insert into app.${name} (code, same) values (0, 'x'), (null, 'x'), (5, 'x')`);
    await assert.rejects(change({ unique: true }), { code: 'FIELD_NOT_UNIQUE' });
    await assert.rejects(change({ required: true }), { code: 'FIELD_HAS_EMPTY' });
    assert.deepEqual(await leftovers(), NOTHING);
  });
});

/** Rows are written whose `same` is what `code` was as a text. @param {number} seed */
function writing(seed) {
  let [state, done, isOver] = [seed, 0, false];
  const next = (/** @type {number} */ below) => (state = (state * 48271) % 2147483647) % below;
  const work = async () => {
    while (!isOver) {
      const [id, value, kind] = [1 + next(ROWS), next(1e6), next(10)];
      if (kind < 6) await other.query(`update app.${name} set code = '${value}', same = '${value}' where id = ${id}`);
      else if (kind < 8) await other.query(`insert into app.${name} (code, same) values ('${value}', '${value}')`);
      else if (kind < 9) await other.query(`delete from app.${name} where id = ${id}`);
      else await other.query(`update app.${name} set code = null, same = null where id = ${id}`);
      done++;
    }
  };
  const running = work();
  return { done: () => done, stop: () => ((isOver = true), running) };
}
