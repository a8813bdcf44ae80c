import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { createCsv } from './index.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
/** @type {ReturnType<typeof createCsv>} */
let csv;
let dataDir = '';
/** Of tables, so that each test has its own. */
let serial = 0;
let lots = '';
let makers = '';
const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);

before(async () => {
  forum = await createForum({ history: false });
  data = forum.data;
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-csv-'));
  const { db, catalog, registry, reload } = data;
  csv = createCsv({ db, catalog, registry, edit: data.edit, reload, dataDir });
});
after(async () => {
  await forum?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  serial++;
  lots = `lots_${serial}`;
  makers = `makers_${serial}`;
  await edit('add-table', { name: makers, fields: [{ name: 'name', type: 'text' }] });
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  await edit('add-table', {
    name: lots,
    fields: [
      { name: 'n', type: 'integer', unique: true },
      { name: 'note', type: 'text' },
      { name: 'maker', type: 'relation', attributes: { table: makers } },
      { name: 'kind', type: 'select', attributes: { options } },
    ],
  });
  await data.rows.insert(SYSTEM, makers, { name: 'Bosch' });
});

const HEAD = 'N,Note,Maker,Kind\n';
const COLUMNS = [
  { header: 'N', field: 'n' },
  { header: 'Note', field: 'note' },
  { header: 'Maker', field: 'maker' },
  { header: 'Kind', field: 'kind' },
];
/** More than is read of a file to see how it is written. */
const LONG = 'x'.repeat(300);
/** @param {number} from @param {number} to */
const lines = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i},${LONG} ${from + i},Bosch,a\n`).join('');

/**
 * Several batches, between which something happens.
 *
 * @param {() => Promise<unknown>} happens @param {any} [options]
 */
async function load(happens, options = {}) {
  async function* content() {
    yield Buffer.from(HEAD + lines(1, 3500));
    await happens();
    yield Buffer.from(lines(3501, 5000));
  }
  const given = { table: lots, columns: COLUMNS, mode: 'good-rows', ...options };
  return csv.import(SYSTEM, Readable.from(content()), given);
}
/** @param {string} table @param {string} number @param {string} note */
const sums = async (table, number = 'n', note = 'note') =>
  (
    await data.db
      .query(`select count(*)::int as rows, sum(${number})::int as sum, count(distinct ${note})::int as notes,
      count(maker)::int as makers from app.${table}`)
  ).rows[0];
const WHOLE = { rows: 5000, sum: 12_502_500, notes: 5000, makers: 5000 };

describe('an import goes on into the same table', () => {
  it('while it, its fields and what they point at get other names, and others get theirs', async () => {
    const result = await load(async () => {
      await edit('change-table', { table: lots, changes: { name: `${lots}_now` } });
      await edit('add-table', { name: lots, fields: [{ name: 'n', type: 'integer' }] });
      const table = `${lots}_now`;
      await edit('change-field', { table, field: 'n', changes: { name: 'number' } });
      await edit('change-field', { table, field: 'note', changes: { name: 'n' } });
      await edit('add-field', { table, field: { name: 'note', type: 'text' } });
      await edit('change-table', { table: makers, changes: { name: `${makers}_now` } });
      await edit('change-field', { table: `${makers}_now`, field: 'name', changes: { name: 'title' } });
      await data.rows.insert(SYSTEM, `${makers}_now`, { title: 'Hilti' });
    });
    assert.deepEqual([result.inserted, result.rejectedCount, result.emptiedCount], [5000, 0, 0]);
    assert.deepEqual(await sums(`${lots}_now`, 'number', 'n'), WHOLE);
    const { rows } = await data.db.query(`select (select count(*)::int from app.${lots}) as others,
      (select count(note)::int from app.${lots}_now) as notes`);
    assert.deepEqual(rows[0], { others: 0, notes: 0 });
    const undone = await csv.undoImport(SYSTEM, `${lots}_now`, String(result.import));
    assert.equal(undone.removed, 5000);
  });

  it('when lines change rows by a key', async () => {
    const old = Array.from({ length: 2500 }, (_, i) => ({ n: 2 * i + 1, note: 'old' }));
    await data.rows.insertMany(SYSTEM, lots, old);
    const byKey = { field: 'n', lines: 'both' };
    const result = await load(
      async () => {
        await edit('change-table', { table: lots, changes: { name: `${lots}_now` } });
        await edit('change-field', { table: `${lots}_now`, field: 'n', changes: { name: 'note_number' } });
        await edit('change-field', { table: `${lots}_now`, field: 'note', changes: { name: 'n' } });
      },
      { byKey },
    );
    assert.deepEqual([result.inserted, result.changed, result.rejectedCount], [2500, 2500, 0]);
    assert.deepEqual(await sums(`${lots}_now`, 'note_number', 'n'), WHOLE);
    const undone = await csv.undoImport(SYSTEM, `${lots}_now`, String(result.import));
    assert.deepEqual([undone.removed, undone.reverted, undone.kept], [2500, 2500, []]);
  });

  it('also if that happens as soon as it was asked for, before the first row', async () => {
    for (const mode of /** @type {const} */ (['good-rows', 'all-or-nothing'])) {
      async function* content() {
        yield Buffer.from(HEAD);
        const [from, to] = mode === 'good-rows' ? [lots, `${lots}_now`] : [`${lots}_now`, lots];
        await edit('change-table', { table: from, changes: { name: to } });
        yield Buffer.from(lines(1, 3));
      }
      const table = mode === 'good-rows' ? lots : `${lots}_now`;
      await data.db.query(`delete from app.${table}`);
      const result = await csv.import(SYSTEM, Readable.from(content()), { table, columns: COLUMNS, mode });
      assert.equal(result.inserted, 3, mode);
    }
  });

  it('as a whole: what is renamed meanwhile waits for it, or is refused', async () => {
    /** @type {Promise<unknown> | undefined} */
    let renamed;
    const result = await load(
      async () => {
        renamed = edit('change-table', { table: lots, changes: { name: `${lots}_now` } }).then(
          () => `${lots}_now`,
          () => lots,
        );
      },
      { mode: 'all-or-nothing' },
    );
    assert.equal(result.inserted, 5000);
    assert.deepEqual(await sums(String(await renamed)), WHOLE);
  });

  it('ends where the table is removed, and puts nothing into one that gets its name', async () => {
    await assert.rejects(
      load(async () => {
        await edit('change-table', { table: lots, changes: { name: `${lots}_old` } });
        await edit('add-table', { name: lots, fields: COLUMNS.map(({ field: name }) => ({ name, type: 'text' })) });
        await edit('remove-table', { table: `${lots}_old` });
      }),
      { code: 'TABLE_NOT_FOUND' },
    );
    assert.equal(await data.rows.count(SYSTEM, lots), 0);
  });

  it('ends where a field is removed that it fills', async () => {
    await assert.rejects(
      load(() => edit('remove-field', { table: lots, field: 'note' })),
      { code: 'FIELD_NOT_FOUND' },
    );
    const { rows } = await data.db.query(`select count(*)::int as n from app.${lots}`);
    assert.ok(rows[0].n <= 3500, String(rows[0].n));
  });

  it('with the choices that it brings', async () => {
    const columns = COLUMNS.map((one) => (one.field === 'kind' ? { ...one, newChoices: ['c'] } : one));
    const result = await load(
      async () => {
        await edit('change-table', { table: lots, changes: { name: `${lots}_now` } });
        await edit('change-field', { table: `${lots}_now`, field: 'kind', changes: { name: 'sort' } });
      },
      { columns },
    );
    assert.equal(result.inserted, 5000);
    const { options } = data.catalog().table(`${lots}_now`).field('sort').attributes;
    assert.equal(options.length, 3);
  });
});
