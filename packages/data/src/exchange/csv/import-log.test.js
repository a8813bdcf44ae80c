import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createForum, SYSTEM, VISITOR } from '../../gate/rows/testing/forum.js';
import { createCsv } from './index.js';

const stream = (/** @type {string} */ content) => Readable.from([Buffer.from(content)]);
const columns = [{ header: 'N', field: 'n' }];

describe('an import', () => {
  /** @type {Awaited<ReturnType<typeof createForum>>} */
  let forum;
  /** @type {any} */
  let data;
  /** @type {ReturnType<typeof createCsv>} */
  let csv;
  /** @type {string} */
  let dataDir;
  before(async () => {
    forum = await createForum({ history: false });
    data = forum.data;
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-csv-'));
    const { db, catalog, registry, edit, reload } = data;
    csv = createCsv({ db, catalog, registry, edit, reload, dataDir });
    await data.edit(SYSTEM, 'add-table', { name: 'lots', fields: [{ name: 'n', type: 'integer' }] });
    await data.edit(SYSTEM, 'add-table', {
      name: 'uses',
      fields: [{ name: 'lot', type: 'relation', attributes: { table: 'lots', onDelete: 'restrict' } }],
    });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => data.db.query('delete from app.uses; delete from app.lots; delete from plinth.imports'));

  const numbers = async () =>
    (await data.db.query('select n from app.lots order by n')).rows.map((/** @type {any} */ { n }) => n);
  const upTo = (/** @type {number} */ count) => `N\n${Array.from({ length: count }, (_, at) => at + 1).join('\n')}\n`;
  /** @param {string} content @param {any} [more] */
  const load = (content, more) =>
    csv.import(SYSTEM, stream(content), { table: 'lots', columns, mode: 'good-rows', ...more });

  it('is undone as a whole, once, and leaves other rows alone', async () => {
    await data.rows.insert(SYSTEM, 'lots', { n: -1 });
    const result = await load(`${upTo(2500)}x\n`);
    assert.deepEqual([result.inserted, result.rejectedCount], [2500, 1]);
    const [logged] = await csv.imports(SYSTEM, 'lots');
    assert.deepEqual(
      [logged.id, logged.inserted, logged.isFinished, logged.isUndone],
      [result.import, 2500, true, false],
    );
    assert.deepEqual(await csv.undoImport(SYSTEM, 'lots', String(result.import)), {
      removed: 2500,
      reverted: 0,
      kept: [],
    });
    assert.deepEqual(await numbers(), [-1]);
    assert.equal((await csv.imports(SYSTEM, 'lots'))[0].isUndone, true);
    await assert.rejects(csv.undoImport(SYSTEM, 'lots', String(result.import)), { code: 'IMPORT_NOT_FOUND' });
  });

  it('keeps rows that were changed since, or that others refer to, and names them', async () => {
    const result = await load(upTo(4));
    const { rows } = await data.db.query('select id, n from app.lots order by n');
    await data.rows.update(SYSTEM, 'lots', rows[1].id, { n: 20 });
    await data.rows.insert(SYSTEM, 'uses', { lot: rows[2].id });
    const { removed, kept } = await csv.undoImport(SYSTEM, 'lots', String(result.import));
    assert.equal(removed, 2);
    assert.deepEqual(
      kept.map(({ id, why }) => [id, why]),
      [
        [rows[1].id, 'changed'],
        [rows[2].id, 'refused'],
      ],
    );
    assert.deepEqual(await numbers(), [3, 20]);
  });

  it('can be undone when it was broken off half way', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    await assert.rejects(load(upTo(5000), { signal: stop.signal, onProgress }), { code: 'CSV_CANCELLED' });
    const [logged] = await csv.imports(SYSTEM, 'lots');
    assert.deepEqual(
      [logged.isFinished, logged.inserted > 0, logged.inserted],
      [false, true, (await numbers()).length],
    );
    await csv.undoImport(SYSTEM, 'lots', logged.id);
    assert.deepEqual(await numbers(), []);
  });

  it('of all or nothing is few transactions to PostgreSQL, whose log keeps part of each in memory', async () => {
    await load(upTo(5000), { mode: 'all-or-nothing' });
    const { rows } = await data.db.query('select count(distinct xmin::text)::int as many from app.lots');
    assert.equal(rows[0].many, 1);
  });

  it('of all or nothing names every line that does not fit, also those that others before it rule out', async () => {
    await data.edit(SYSTEM, 'set-constraints', { table: 'lots', constraints: [{ kind: 'unique', fields: ['n'] }] });
    try {
      const result = await load(`${upTo(2500)}7\n2600\n2600\n`, { mode: 'all-or-nothing' });
      assert.deepEqual([result.inserted, result.rejected.map(({ line }) => line)], [0, [2502, 2504]]);
      assert.deepEqual(await numbers(), []);
    } finally {
      await data.edit(SYSTEM, 'set-constraints', { table: 'lots', constraints: [] });
    }
  });

  it('that added nothing is not listed', async () => {
    const nothing = await load(`${upTo(3)}x\n`, { mode: 'all-or-nothing' });
    assert.deepEqual([nothing.import, await csv.imports(SYSTEM, 'lots')], [null, []]);
  });

  it('is forgotten with the history of its table, and 90 days after its table is gone', async () => {
    const old = await load(upTo(1500));
    const young = await load(upTo(2));
    const idsOf = async (/** @type {string} */ query) =>
      (await data.db.query(query)).rows.map((/** @type {any} */ { id }) => id).sort();
    const imports = () => idsOf('select id from plinth.imports');
    const days = (/** @type {unknown} */ id, /** @type {number} */ count) =>
      data.db.query({
        text: 'update plinth.imports set started_at = now() - make_interval(days => $2) where id = $1',
        values: [id, count],
      });
    await days(old.import, 31);
    await days(young.import, 29);
    await csv.sweep();
    assert.equal((await imports()).length, 2, 'a history without a limit keeps all');
    await data.edit(SYSTEM, 'change-table', { table: 'lots', changes: { historyDays: 30 } });
    await csv.sweep();
    assert.deepEqual(await imports(), [young.import]);
    assert.deepEqual(await idsOf('select import as id from plinth.import_rows'), [young.import]);
    await data.edit(SYSTEM, 'change-table', { table: 'lots', changes: { historyDays: null } });
    const table = '00000000-0000-4000-8000-000000000000';
    await data.db.query({ text: 'update plinth.imports set table_id = $1', values: [table] });
    await csv.sweep();
    assert.equal((await imports()).length, 1);
    await days(young.import, 91);
    await csv.sweep();
    assert.deepEqual(await imports(), []);
  });

  it('Z1: is for admins to list and to undo, and only within its table', async () => {
    const { import: id } = await load(upTo(2));
    for (const actor of [VISITOR, forum.staff ?? VISITOR]) {
      await assert.rejects(csv.imports(actor, 'lots'), { code: 'FORBIDDEN' });
      await assert.rejects(csv.allImports(actor), { code: 'FORBIDDEN' });
      await assert.rejects(csv.undoImport(actor, 'lots', String(id)), { code: 'FORBIDDEN' });
    }
    await assert.rejects(csv.undoImport(SYSTEM, 'uses', String(id)), { code: 'IMPORT_NOT_FOUND' });
    await assert.rejects(csv.undoImport(SYSTEM, 'lots', "x' or true"), { code: 'IMPORT_NOT_FOUND' });
    assert.deepEqual(await numbers(), [1, 2]);
  });
});
