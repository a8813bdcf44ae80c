import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { textArray } from '../../gate/rows/write/text-array.js';
import { createCsv } from './index.js';
import { createKnownCells } from './known-cells.js';

const FIELDS = [
  { name: 'code', type: 'text', unique: true },
  { name: 'count', type: 'integer', attributes: { min: 0 }, default: 7 },
  { name: 'day', type: 'date' },
  { name: 'price', type: 'money' },
  { name: 'done', type: 'boolean' },
  { name: 'more', type: 'json' },
];
const HEADERS = FIELDS.map(({ name }) => name);
const columns = HEADERS.map((name) => ({ header: name, field: name }));

describe('lines in which everything is as it should be', () => {
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
    for (const name of ['quick', 'asked'])
      await data.edit(SYSTEM, 'add-table', { name, history: true, fields: FIELDS });
    // What is filled in for each row on its own, and a rule that always holds, so that every line of this table is judged one by one.
    const stamp = { name: 'stamp', type: 'date', default: { now: true } };
    await data.edit(SYSTEM, 'add-field', { table: 'asked', field: stamp });
    const rule = { kind: 'rule', rule: 'row.count == null || row.count >= 0', message: 'Never', fields: [] };
    await data.edit(SYSTEM, 'add-constraint', { table: 'asked', constraint: rule });
  });
  after(async () => {
    await forum?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** @param {string} table @param {string[]} lines @param {string} [mode] */
  const load = (table, lines, mode = 'good-rows') =>
    csv.import(SYSTEM, Readable.from([Buffer.from(`${HEADERS.join(',')}\n${lines.join('\n')}\n`)]), {
      table,
      columns,
      mode: /** @type {any} */ (mode),
    });
  const stored = async (/** @type {string} */ table) =>
    (await data.db.query(`select ${HEADERS.map((name) => `"${name}"::text`)} from app.${table} order by id`)).rows;

  it('are stored and refused like those that are judged one by one', async () => {
    const odd = [
      'a,1,2026-01-02,1.50,true,"{""a"": [1, null]}"',
      'b,,,,,',
      '"x""y, {z}\\ NULL",2,21.11.2026,"1,5",yes,null',
      'null,3,,0,no,"""text"""',
      'NULL,3,,0,no,12.50',
      "'=1+1,4,,,,",
      'c,-1,,,,',
      'd,x,,,,',
      'a,5,,,,',
      'e,6,2026-02-30,,,',
      '\\N,7,,,,',
      ' f ,8,,,,',
      '"two\nlines",9,,,,',
      'ü😀,10,,,,',
      'g,11,,,,,',
      'h,12,,,,,more',
      'g,13,,,,',
    ];
    const many = Array.from(
      { length: 1200 },
      (_, at) => `n${at},${at % 5},2026-03-0${(at % 9) + 1},${at}.25,${at % 2 === 0},`,
    );
    const lines = [...many.slice(0, 600), ...odd, ...many.slice(600)];
    const [quick, asked] = [await load('quick', lines), await load('asked', lines)];
    const told = (/** @type {any} */ { inserted, rejectedCount, rejected }) => [inserted, rejectedCount, rejected];
    assert.deepEqual(told(quick), told(asked));
    assert.ok(quick.rejectedCount >= 5);
    assert.deepEqual(await stored('quick'), await stored('asked'));
  });

  it('are all taken back if one of an import of all or nothing is refused', async () => {
    const before = (await stored('quick')).length;
    const result = await load('quick', ['p,1,,,,', 'q,2,,,,', 'p,3,,,,'], 'all-or-nothing');
    assert.deepEqual([result.inserted, result.rejectedCount], [0, 1]);
    assert.equal((await stored('quick')).length, before);
  });

  it('have a history that can be restored from, with what Plinth sets', async () => {
    const admin = { ...SYSTEM, roles: ['admin'] };
    await load('quick', ['once,1,2026-01-01,2,true,']);
    const { id } = (await data.db.query(`select id from app.quick where code = 'once'`)).rows[0];
    const made = await data.rows.get(admin, 'quick', id);
    const [entry] = await data.history.list(admin, 'quick', id);
    const changes = entry.changes.map((/** @type {any} */ { field, after: value }) => [field, value]);
    assert.deepEqual(
      [entry.operation, Object.fromEntries(changes)],
      ['insert', { code: 'once', count: 1, day: '2026-01-01', price: '2.00', done: true }],
    );
    await data.rows.update(admin, 'quick', id, { count: 2 });
    await data.rows.remove(admin, 'quick', id);
    await data.history.restore(admin, 'quick', id, entry.id);
    assert.deepEqual(await data.rows.get(admin, 'quick', id), made);
  });

  it('are sent as texts that PostgreSQL reads as they were, or not at all', async () => {
    const values = ['', ' ', 'null', 'NULL', null, 'a,b', '{}', '"\\', '\\"', 'ü😀', '\t', '\u00a0', 7, -0.5, true];
    const rows = values.map((x) => ({ v: { x } }));
    const sent = await data.db.query({ text: 'select $1::text[] as list', values: [textArray(rows, 'x')] });
    assert.deepEqual(
      sent.rows[0].list,
      values.map((value) => (value === null ? null : String(value))),
    );
    assert.equal(textArray([{ v: {} }, { v: { x: null } }], 'x'), null);
    for (const x of ['a\0', '\ud800', {}, [], 1e300, Number.NaN])
      assert.equal(textArray([{ v: { x } }], 'x'), undefined);
  });

  it('are read from memory as long as their cells come again', () => {
    let reads = 0;
    const read = createKnownCells((cell) => {
      reads++;
      return cell === 'none' ? null : cell.toUpperCase();
    });
    for (let at = 0; at < 3000; at++) assert.equal(read(at % 2 ? 'none' : 'a'), at % 2 ? null : 'A');
    assert.equal(reads, 2);
    for (let at = 0; at < 20_000; at++) assert.equal(read(`c${at}`), `C${at}`);
    assert.equal(read('none'), null);
  });
});
