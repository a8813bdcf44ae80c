import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, afterEach, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { until } from '../../testing/index.js';
import { createCsv } from './index.js';

describe('a table that an import makes', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {any} */
  let data;
  /** @type {ReturnType<typeof createCsv>} */
  let csv;
  /** @type {string} */
  let dataDir;
  before(async () => {
    forum = await createForum();
    data = forum.data;
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-csv-'));
    const { db, catalog, registry, edit, reload } = data;
    csv = createCsv({ db, catalog, registry, edit, reload, dataDir });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const { name } of data.catalog().tables.filter((/** @type {any} */ table) => /^parts/.test(table.name)))
      await data.edit(SYSTEM, 'remove-table', { table: name });
    assert.deepEqual(await notes(), []);
  });

  const notes = async () => (await data.db.query('select * from plinth.unfinished_tables')).rows;
  const has = (/** @type {string} */ name) => data.catalog().hasTable(name);

  /** An import that has read 3000 lines and waits for the rest. @param {string} name @param {any} [more] */
  async function halfway(name, more = {}) {
    const { promise: rest, resolve: goOn } = Promise.withResolvers();
    async function* file() {
      yield Buffer.from(`N,Note\n${`1,${'long '.repeat(200)}\n`.repeat(3000)}`);
      await rest;
      yield Buffer.from(more.end ?? '2,\n'.repeat(2000));
    }
    let rows = 0;
    const ended = csv.import(forum.admin, Readable.from(file()), {
      newTable: { name, ...more.newTable },
      columns: [
        { header: 'N', type: 'integer' },
        { header: 'Note', type: 'text' },
      ],
      mode: more.mode ?? 'good-rows',
      signal: more.signal,
      onProgress: (now) => void (rows = now.rows),
    });
    ended.catch(() => {});
    await until(() => rows >= 2000);
    return { ended, goOn: () => goOn(null) };
  }

  /** As if its process had been killed: the connection that says that it lives is gone. */
  const kill = () =>
    data.db.query(`select pg_terminate_backend(pid, 5000) from pg_locks
      where locktype = 'advisory' and granted and classid = ${0x68616c66}
        and database = (select oid from pg_database where datname = current_database())`);

  it('is left alone while the import runs, and stays when it ends', async () => {
    const { ended, goOn } = await halfway('parts');
    await csv.sweep();
    assert.equal(has('parts'), true);
    goOn();
    assert.equal((await ended).inserted, 5000);
    await csv.sweep();
    assert.equal(has('parts'), true);
  });

  for (const mode of ['good-rows', 'all-or-nothing'])
    it(`is gone when the process was killed (${mode}), and what follows of the import does not bring it back`, async () => {
      const { ended, goOn } = await halfway('parts', { mode });
      await kill();
      // Rows that aren't committed go with their connection; here it still stands.
      if (mode === 'all-or-nothing') goOn();
      if (mode === 'all-or-nothing') await assert.rejects(ended, { code: 'DATABASE_UNAVAILABLE' });
      assert.equal(await csv.removeUnfinished(), mode === 'good-rows' ? 1 : 0);
      assert.equal(has('parts'), false);
      await data.edit(SYSTEM, 'add-table', { name: 'parts', fields: [{ name: 'other', type: 'text' }] });
      goOn();
      await assert.rejects(ended);
      assert.equal(has('parts'), true, 'a new table of this name is not taken for the old one');
    });

  it('comes back from the history of the site with the rows that were in', async () => {
    const { ended, goOn } = await halfway('parts');
    await kill();
    await csv.removeUnfinished();
    goOn();
    await assert.rejects(ended);
    const { revisions } = await data.revisions.list({ limit: 1 });
    const [removal] = revisions;
    assert.match(removal.summary, /Remove table/);
    await data.revisions.undo(SYSTEM, removal.id);
    const { rows } = await data.db.query('select count(*)::int as n from app.parts');
    assert.ok(rows[0].n >= 2000, rows[0].n);
    assert.equal(await csv.removeUnfinished(), 0);
  });

  /** @type {Record<string, () => Promise<unknown>>} */
  const work = {
    'gave it a field': () => data.edit(SYSTEM, 'add-field', { table: 'parts', field: { name: 'more', type: 'text' } }),
    'renamed it': () => data.edit(SYSTEM, 'change-table', { table: 'parts', changes: { name: 'parts2' } }),
    'refers to it': () =>
      data.edit(SYSTEM, 'add-table', {
        name: 'parts_uses',
        fields: [{ name: 'part', type: 'relation', attributes: { table: 'parts' } }],
      }),
    'added a row': () => data.rows.insert(SYSTEM, 'parts', { n: 7 }),
    async 'changed a row'() {
      const { rows } = await data.db.query('select id from app.parts limit 1');
      await data.rows.update(forum.admin, 'parts', rows[0].id, { n: 7 });
    },
  };
  for (const [name, does] of Object.entries(work))
    it(`stays if somebody ${name} meanwhile`, async () => {
      const { ended, goOn } = await halfway('parts');
      await kill();
      await does();
      assert.equal(await csv.removeUnfinished(), 0);
      assert.ok(has('parts') || has('parts2'));
      assert.deepEqual(await notes(), []);
      goOn();
      await ended.catch(() => {});
    });

  /** @type {[string, () => Promise<unknown>, string?][]} */
  const liveWork = [
    ...Object.entries(work),
    ['added a row to what the importer had begun', () => data.rows.insert(forum.admin, 'parts', { n: 7 })],
    [
      'added a row that only all of the file can follow',
      () => data.rows.insert(SYSTEM, 'parts', { n: 7 }),
      'all-or-nothing',
    ],
  ];
  for (const [name, does, mode] of liveWork)
    it(`stays when its import fails after somebody ${name}, and the error says so`, async () => {
      const stop = new AbortController();
      const { ended, goOn } = await halfway('parts', { mode, signal: stop.signal });
      await does();
      stop.abort();
      goOn();
      // A batch on its way may have missed the table under its old name before the import stops.
      await assert.rejects(ended, {
        message: /\. The table "Parts2?" stays, because somebody has worked/,
      });
      assert.ok(has('parts') || has('parts2'));
    });

  it('goes when its import fails and nobody has worked with it', async () => {
    for (const mode of ['good-rows', 'all-or-nothing']) {
      const stop = new AbortController();
      const { ended, goOn } = await halfway('parts', { mode, signal: stop.signal });
      stop.abort();
      goOn();
      await assert.rejects(ended, { code: 'CSV_CANCELLED', message: 'The import was cancelled' });
      assert.equal(has('parts'), false);
    }
  });

  it('stays with what somebody added when not all lines fit, and the result says so', async () => {
    const { ended, goOn } = await halfway('parts', { mode: 'all-or-nothing', end: 'many,\n' });
    await data.rows.insert(SYSTEM, 'parts', { n: 7 });
    goOn();
    const { inserted, rejectedCount, kept } = await ended;
    assert.deepEqual({ inserted, rejectedCount, kept }, { inserted: 0, rejectedCount: 1, kept: 'parts' });
  });

  it('stays as of the edit that makes its page, or goes with the error of it', async () => {
    const summary = 'Page';
    const edits = [{ edit: 'change-table', input: { table: 'parts', changes: { label: 'Parts for sale' } } }];
    const then = (/** @type {any} */ _, /** @type {any} */ options) =>
      data.edit(SYSTEM, 'batch', { summary, edits }, options);
    const { ended, goOn } = await halfway('parts', { newTable: { then } });
    assert.equal((await notes()).length, 1);
    goOn();
    await ended;
    assert.deepEqual([has('parts'), (await notes()).length], [true, 0]);
    let tries = 0;
    const fails = () => (tries++ ? Promise.reject(new Error('no page')) : Promise.resolve());
    const failing = await halfway('parts3', { newTable: { then: fails } });
    failing.goOn();
    await assert.rejects(failing.ended, /no page/);
    assert.deepEqual([has('parts3'), (await notes()).length], [false, 0]);
  });
});
