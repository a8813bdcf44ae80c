import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { sql } from '../../postgres/sql/index.js';
import { atEdge } from '../../testing/at-edge.js';
import { createCsv } from './index.js';

const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);

describe('a file of many columns', () => {
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
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-wide-'));
    const { db, catalog, registry, edit, reload } = data;
    csv = createCsv({ db, catalog, registry, edit, reload, dataDir });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const stream = (/** @type {string[][]} */ ...lines) =>
    Readable.from([Buffer.from(lines.map((cells) => `${cells.join(',')}\n`).join(''))]);
  const head = (/** @type {number} */ count) => numbers(count).map((at) => `Item ${at}`);

  /** @param {string} name @param {string[][]} rows */
  async function make(name, ...rows) {
    const found = await csv.inspect(stream(head(rows[0].length), ...rows));
    return csv.import(SYSTEM, stream(head(rows[0].length), ...rows), {
      newTable: { name },
      columns: found.columns.map(({ header, label, type, attributes }) => ({ header, label, type, attributes })),
      mode: 'good-rows',
    });
  }

  it('has up to 1000, and rows of short values are stored and read', async () => {
    const result = await make(
      'wide',
      numbers(1000).map((at) => `v${at}`),
      numbers(1000).map((at) => `w${at}`),
    );
    assert.deepEqual([result.inserted, result.rejected], [2, []]);
    const stored = (await data.db.query('select * from app.wide order by id')).rows;
    assert.deepEqual([stored[0].item_0, stored[1].item_999], ['v0', 'w999']);
    const row = await data.rows.get(SYSTEM, 'wide', stored[0].id);
    assert.equal(row.item_500, 'v500');
    const values = (/** @type {string} */ letter) =>
      Object.fromEntries(numbers(1000).map((at) => [`item_${at}`, `${letter}${at}`]));
    const typed = await data.rows.insert(SYSTEM, 'wide', values('x'));
    assert.equal((await data.rows.get(SYSTEM, 'wide', typed.id)).item_999, 'x999');
    await data.rows.update(SYSTEM, 'wide', typed.id, values('y'), { expect: values('x') });
    await assert.rejects(data.rows.update(SYSTEM, 'wide', typed.id, { item_0: 'z' }, { expect: values('x') }), {
      code: 'ROW_CONFLICT',
    });
    assert.equal((await data.rows.get(SYSTEM, 'wide', typed.id)).item_999, 'y999');
  });

  it('and one more is refused', async () => {
    await assert.rejects(csv.inspect(stream(head(1001), head(1001))), {
      code: 'CSV_INVALID',
      message: 'The file has 1001 columns',
      hint: 'At most 1000 columns can be imported. Delete the others, or move them to a second file',
    });
    await assert.rejects(csv.inspect(stream(head(20_000))), { code: 'CSV_INVALID' });
  });

  it('names the line whose values are too much for one row of PostgreSQL', async () => {
    const result = await make(
      'long',
      numbers(1000).map((at) => `v${at}`),
      numbers(1000).map((at) => `a long value ${at}`),
    );
    assert.deepEqual(
      [result.inserted, result.rejected.map(({ line, reason }) => [line, reason])],
      [
        1,
        [
          [
            3,
            'The row has too many values: together, short ones may take 8160 bytes. Leave some empty, or move fields to a second table',
          ],
        ],
      ],
    );
  });

  /** @param {string} name of a table */
  const columnsOf = async (name) =>
    (
      await data.db.query(
        `select count(*)::int as count from pg_attribute where attnum > 0 and attrelid = 'app.${name}'::regclass`,
      )
    ).rows[0].count;

  atEdge('tableColumns', {
    async send(count) {
      const added = (await columnsOf('wide')) - 1000;
      const fields = numbers(count - added).map((at) => ({ name: `f${at}`, type: 'integer' }));
      await data.edit(SYSTEM, 'add-table', { name: `widest_${count}`, fields });
      assert.equal(await columnsOf(`widest_${count}`), count);
    },
    cause: /A table can have at most 1600 columns, removed ones included/,
    wayOut: /Move fields to a second table/,
    stored: () => data.catalog().tables.map((/** @type {{ name: string }} */ { name }) => name),
  });

  /** Bytes of the row as PostgreSQL stores it. @param {string} id */
  const bytesOf = async (id) =>
    (await data.db.query(sql`select pg_column_size(w.*)::int as bytes from app.wide as w where id = ${id}`)).rows[0]
      .bytes;
  /** A row whose texts have one letter each, and so many more together. @param {number} more */
  const lettersOf = (more) =>
    Object.fromEntries(numbers(1000).map((at) => [`item_${at}`, 'x'.repeat(1 + Math.floor((more + at) / 1000))]));

  atEdge('rowBytes', {
    async send(count) {
      const least = await data.rows.insert(SYSTEM, 'wide', lettersOf(0));
      const bytes = await bytesOf(least.id);
      await data.rows.remove(SYSTEM, 'wide', least.id);
      const { id } = await data.rows.insert(SYSTEM, 'wide', lettersOf(count - bytes));
      assert.equal(await bytesOf(id), count);
    },
    cause: /The row has too many values: together, short ones may take 8160 bytes/,
    wayOut: /Leave some empty, or move fields to a second table/,
    stored: async () => (await data.db.query('select count(*)::int as count from app.wide')).rows,
  });
});
