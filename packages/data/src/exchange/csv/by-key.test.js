import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, it } from 'node:test';
import { LIMITS } from '../../catalog/limits/limits.js';
import { createForum, SYSTEM, VISITOR } from '../../gate/rows/testing/forum.js';
import { atEdge } from '../../testing/at-edge.js';
import { createCsv } from './index.js';

const stream = (/** @type {string} */ content) => Readable.from([Buffer.from(content)]);
const columns = [
  { header: 'SKU', field: 'sku' },
  { header: 'Price', field: 'price' },
  { header: 'Tags', field: 'tags' },
];
const AN_ID = '987654';

describe('an import by a key', () => {
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
    await data.edit(SYSTEM, 'add-table', {
      name: 'goods',
      history: true,
      owner: 'keeper',
      access: {
        staff: { read: 'all', create: 'all', update: 'own' },
        user: { read: 'own', create: 'all', update: 'own' },
      },
      fields: [
        { name: 'sku', label: 'SKU', type: 'text', required: true, unique: true },
        { name: 'price', label: 'Price', type: 'decimal', attributes: { decimals: 2, min: 0 } },
        { name: 'tags', label: 'Tags', type: 'many_to_many', attributes: { table: 'tags' } },
        { name: 'keeper', label: 'Keeper', type: 'user' },
        { name: 'note', label: 'Note', type: 'text', unique: true },
      ],
    });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await data.db.query('delete from app.goods');
    await data.db.query('delete from plinth.imports');
    for (const [sku, price] of /** @type {const} */ ([
      ['A', '1.00'],
      ['B', '2.50'],
      ['C', null],
    ]))
      await data.rows.insert(SYSTEM, 'goods', { sku, price, keeper: forum.ada.userId, note: `of ${sku}` });
  });

  const goods = async () =>
    (await data.db.query('select sku, price from app.goods order by sku')).rows.map((/** @type {any} */ row) => [
      row.sku,
      row.price,
    ]);
  const idOf = async (/** @type {string} */ sku) =>
    (await data.db.query({ text: 'select id from app.goods where sku = $1', values: [sku] })).rows[0].id;
  /** @param {string} content @param {any} [more] @param {any} [actor] */
  const load = (content, { lines = 'both', field = 'sku', clears = false, ...more } = {}, actor = SYSTEM) =>
    csv.import(actor, stream(content), {
      table: 'goods',
      mode: 'good-rows',
      byKey: { field, lines, clears },
      columns: columns.filter(({ header }) => content.split('\n')[0].split(',').includes(header)),
      ...more,
    });
  const counts = (/** @type {any} */ result) => [
    result.inserted,
    result.changed,
    result.unchanged,
    result.rejected.map((/** @type {any} */ { line, reason }) => `${line}: ${reason}`),
  ];

  atEdge('importKeys', {
    most: 3,
    async send(count) {
      const { db, catalog, registry, edit, reload } = data;
      const limits = { ...LIMITS, importKeys: 3 };
      const lowered = createCsv({ db, catalog, registry, edit, reload, dataDir, limits });
      const lines = Array.from({ length: count }, (_, at) => `${'ABCD'[at]},${at + count}\n`);
      await lowered.import(SYSTEM, stream(`SKU,Price\n${lines.join('')}`), {
        table: 'goods',
        mode: 'good-rows',
        columns: columns.slice(0, 2),
        byKey: { field: 'sku', lines: 'both' },
      });
    },
    cause: /The file has more than 3 keys/,
    wayOut: /Split it into several files/,
    stored: goods,
  });

  it('adds, changes and leaves alone; a preview tells the same and writes nothing', async () => {
    const file = 'SKU,Price\nA,1\nB,3.5\nD,4\nB,9\n,7\nE,much\n';
    const told = [1, 1, 1, ['5: SKU "B" is in line 3 already', '6: SKU is empty', '7: Price must be a number']];
    const before = await data.db.query('select sku, updated_at from app.goods order by sku');
    assert.deepEqual(counts(await load(file, { preview: true })), told);
    assert.deepEqual((await data.db.query('select sku, updated_at from app.goods order by sku')).rows, before.rows);
    assert.deepEqual(await csv.imports(SYSTEM, 'goods'), []);
    assert.deepEqual(counts(await load(file)), told);
    assert.deepEqual(await goods(), [
      ['A', '1.00'],
      ['B', '3.50'],
      ['C', null],
      ['D', '4.00'],
    ]);
    const changes = await data.history.list(SYSTEM, 'goods', await idOf('B'));
    assert.deepEqual(
      changes[0].changes.map((/** @type {any} */ { field, before: was, after: is }) => [field, was, is]),
      [['price', '2.50', '3.50']],
    );
  });

  it('only updates, or only adds, and names the lines for which there is nothing to do', async () => {
    const file = 'SKU,Price\nB,3\nX,4\n';
    assert.deepEqual(counts(await load(file, { lines: 'update' })), [0, 1, 0, ['3: There is no row with SKU "X"']]);
    assert.deepEqual(counts(await load('SKU,Price\nB,8\nX,4\n', { lines: 'add' })), [
      ...[1, 0, 0],
      ['2: A row with SKU "B" exists already'],
    ]);
    assert.deepEqual((await goods()).slice(1), [
      ['B', '3.00'],
      ['C', null],
      ['X', '4.00'],
    ]);
  });

  it('leaves values alone where a cell is empty, or clears them if asked for', async () => {
    assert.deepEqual(counts(await load('SKU,Price\nA,\n')), [0, 0, 1, []]);
    assert.deepEqual(counts(await load('SKU,Price\nA,\nC,\n', { clears: true })), [0, 1, 1, []]);
    assert.deepEqual((await goods())[0], ['A', null]);
  });

  it('compares lists of related rows, and puts them back', async () => {
    for (const name of ['red', 'blue']) await data.rows.insert(SYSTEM, 'tags', { name }).catch(() => {});
    const file = 'SKU,Tags\nA,red;blue\nB,red\n';
    assert.deepEqual(counts(await load(file)), [0, 2, 0, []]);
    const { import: id, ...again } = await load('SKU,Tags\nA,blue;red\nB,blue\n');
    assert.deepEqual(counts(again), [0, 1, 1, []]);
    const tagsOf = async () => (await data.rows.get(SYSTEM, 'goods', await idOf('B'))).tags;
    const blue = await tagsOf();
    assert.equal((await csv.undoImport(SYSTEM, 'goods', String(id))).reverted, 1);
    assert.notDeepEqual(await tagsOf(), blue);
  });

  it('matches by id: what was exported and edited comes back; a line without one is new', async () => {
    const file = `id,SKU,Price\n${await idOf('A')},A2,5\n,N,6\n${AN_ID},M,7\nnone,O,8\n`;
    const withId = [{ header: 'id', field: 'id' }, ...columns.slice(0, 2)];
    const update = await load(file, { field: 'id', lines: 'update', columns: withId, preview: true });
    assert.deepEqual(counts(update), [
      ...[0, 1, 0],
      [
        '3: ID is empty',
        `4: There is no row with ID "${AN_ID}"`,
        '5: The id has a different format than the ids of this table',
      ],
    ]);
    const both = await load(file, { field: 'id', columns: withId });
    assert.deepEqual(counts(both).slice(0, 3), [2, 1, 0]);
    assert.deepEqual(await goods(), [
      ['A2', '5.00'],
      ['B', '2.50'],
      ['C', null],
      ['M', '7.00'],
      ['N', '6.00'],
    ]);
  });

  it('is undone as a whole, rows aside that somebody has changed or deleted since', async () => {
    const { import: id } = await load('SKU,Price\nA,10\nB,20\nC,30\nD,40\nE,50\n');
    const [logged] = await csv.imports(SYSTEM, 'goods');
    assert.deepEqual([logged.inserted, logged.changed], [2, 3]);
    const changed = [await idOf('B'), await idOf('E')];
    for (const one of changed) await data.rows.update(SYSTEM, 'goods', one, { note: `by hand ${one}` });
    const { removed, reverted, kept } = await csv.undoImport(SYSTEM, 'goods', String(id));
    assert.deepEqual([removed, reverted], [1, 2]);
    assert.deepEqual(kept.map((one) => one.id).sort(), changed.sort());
    assert.ok(kept.every(({ why }) => why === 'changed'));
    assert.deepEqual(await goods(), [
      ['A', '1.00'],
      ['B', '20.00'],
      ['C', null],
      ['E', '50.00'],
    ]);
    await assert.rejects(csv.undoImport(SYSTEM, 'goods', String(id)), { code: 'IMPORT_NOT_FOUND' });
  });

  it('with all or nothing, changes nothing if one line is not usable', async () => {
    const before = await goods();
    const result = await load('SKU,Price\nA,10\nN,1\nB,-1\n', { mode: 'all-or-nothing' });
    assert.deepEqual(counts(result), [0, 0, 0, ['4: Price must be at least 0']]);
    assert.deepEqual([await goods(), result.import], [before, null]);
    assert.deepEqual(counts(await load('SKU,Price\nA,10\nN,1\n', { mode: 'all-or-nothing' })), [1, 1, 0, []]);
  });

  it('names the lines that the database refuses, and writes the others of the batch', async () => {
    const file = 'SKU,Note\nA,of B\nB,new\n';
    const noted = [columns[0], { header: 'Note', field: 'note' }];
    const result = await load(file, { columns: noted });
    assert.deepEqual(counts(result), [0, 1, 0, ['2: Note is already taken']]);
  });

  it('many batches: each line meets its row once', async () => {
    const lines = (/** @type {number} */ add) =>
      `SKU,Price\n${Array.from({ length: 3500 }, (_, at) => `K${at},${at + add}`).join('\n')}\n`;
    assert.deepEqual(counts(await load(lines(0))), [3500, 0, 0, []]);
    assert.deepEqual(counts(await load(lines(0), { preview: true })), [0, 0, 3500, []]);
    const { import: id, ...result } = await load(lines(1));
    assert.deepEqual(counts(result), [0, 3500, 0, []]);
    assert.deepEqual(await csv.undoImport(SYSTEM, 'goods', String(id)), { removed: 0, reverted: 3500, kept: [] });
    assert.deepEqual((await goods()).at(-1), ['K999', '999.00']);
  });

  it('two imports at once: a row that the other has just changed is named, not overwritten', async () => {
    let other = false;
    const db = {
      ...data.db,
      query: async (/** @type {any} */ query) => {
        const result = await data.db.query(query);
        if (!other && /\$before/.test(query.text ?? '')) {
          other = true;
          await data.rows.update(SYSTEM, 'goods', await idOf('A'), { price: '77' });
        }
        return result;
      },
    };
    const { catalog, registry, edit, reload } = data;
    const slow = createCsv({ db, catalog, registry, edit, reload, dataDir });
    const result = await slow.import(SYSTEM, stream('SKU,Price\nA,10\nB,20\n'), {
      table: 'goods',
      columns: columns.slice(0, 2),
      mode: 'good-rows',
      byKey: { field: 'sku', lines: 'both' },
    });
    assert.deepEqual(counts(result), [0, 1, 0, ['2: Someone changed this row in the meantime']]);
    assert.deepEqual((await goods()).slice(0, 2), [
      ['A', '77.00'],
      ['B', '20.00'],
    ]);
  });

  it('Z1: sees and changes only rows that the actor may see and change', async () => {
    const file = 'SKU,Price\nA,10\n';
    const mine = await load(file, {}, forum.ada);
    assert.deepEqual(counts(mine), [0, 1, 0, []]);
    assert.deepEqual(counts(await load(file, { lines: 'update' }, forum.ben)), [
      ...[0, 0, 0],
      ['2: There is no row with SKU "A"'],
    ]);
    const seen = counts(await load(file.replace('10', '11'), {}, forum.staff));
    assert.deepEqual(seen, [0, 0, 0, ['2: You are not allowed to change this row']]);
    const taken = counts(await load(file, {}, forum.ben));
    assert.equal(taken[0], 0, 'the row of somebody else is not replaced');
    await assert.rejects(load(file, {}, VISITOR));
    assert.deepEqual((await goods())[0], ['A', '10.00']);
    const byId = {
      field: 'id',
      columns: [
        { header: 'SKU', field: 'sku' },
        { header: 'Price', field: 'id' },
      ],
    };
    const guessed = await load(`SKU,Price\nZ,${AN_ID}\n`, byId, forum.ada);
    assert.deepEqual(counts(guessed), [0, 0, 0, [`2: There is no row with ID "${AN_ID}"`]]);
  });

  it('refuses keys that are not unique, not mapped or unknown, and modes that there are not', async () => {
    const file = 'SKU,Price\nA,10\n';
    for (const byKey of [
      { field: 'price', lines: 'both' },
      { field: 'note', lines: 'both' },
      { field: 'tags', lines: 'both' },
      { field: 'nope', lines: 'both' },
      { field: 'sku', lines: 'replace' },
    ])
      await assert.rejects(load(file, byKey), { code: 'CSV_MAPPING_INVALID' }, JSON.stringify(byKey));
    assert.deepEqual(
      csv.keyFields(SYSTEM, 'goods').map(({ name }) => name),
      ['id', 'sku', 'note'],
    );
  });
});
