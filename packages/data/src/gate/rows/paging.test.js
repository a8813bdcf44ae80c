import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const TOTAL = 60;

before(async () => {
  forum = await createForum({ history: false });
  const { data, staff, people } = forum;
  const pick = (/** @type {any[]} */ list, /** @type {number} */ i) => list[i % list.length];
  const topics = Array.from({ length: TOTAL }, (_, i) => ({
    title: `t${String(i).padStart(3, '0')}`,
    author: pick([people.ada, null, people.ben], i),
    priority: pick([null, 1, 2, 2, 3], i * 7),
    due: pick([null, null, '2026-01-01', '2026-01-02', '2026-03-01'], i * 3),
    starts: pick(['2026-01-01T10:00:00.001Z', '2026-01-01T10:00:00.002Z', null], i),
    budget: pick(['1.10', '20.00', null, '3.00'], i),
    effort: pick(['0:30', '2:00', null], i),
    at: pick(['08:00', null, '07:30'], i),
    done: pick([true, false], i),
  }));
  const { errors } = await data.rows.insertMany(staff, 'topics', topics);
  assert.deepEqual(errors, []);
  // Finer than what JSON shows: a cursor must not lose it.
  await data.db.query(`update app.topics set starts = starts + id * interval '1 microsecond'`);
});
after(() => forum.close());

/** @param {any} sort @param {number} limit */
const specFor = (sort, limit) => ({
  table: 'topics',
  select: [{ as: 'due', field: 'due' }],
  sort,
  limit,
  cursor: { after: 'after', before: 'before' },
});

/** @param {any} spec @param {any} [params] */
const page = async (spec, params = {}) => (await forum.data.select(forum.staff, [{ spec, params }]))[0];

describe('keyset paging', () => {
  const sorts = [
    [],
    [{ field: 'id', descending: true }],
    [{ field: 'title' }],
    [{ field: 'due' }],
    [{ field: 'due', descending: true }],
    [{ field: 'priority' }, { field: 'due', descending: true }],
    [
      { field: 'done', descending: true },
      { field: 'priority', descending: true },
    ],
    [{ field: 'author.name' }],
    [{ field: 'author.name', descending: true }, { field: 'budget' }],
    [{ field: 'starts', descending: true }],
    [{ field: 'effort' }, { field: 'at' }],
    [{ field: 'updated_at' }, { field: 'title' }],
  ];
  for (const sort of sorts) {
    it(`walks every row once, there and back, by ${JSON.stringify(sort)}`, async () => {
      const whole = (await page(specFor(sort, 500))).rows.map((row) => row.id);
      assert.equal(whole.length, TOTAL);
      const spec = specFor(sort, 7);
      const there = [];
      let current = await page(spec);
      assert.equal(current.previous, null);
      for (;;) {
        there.push(...current.rows.map((row) => row.id));
        if (!current.next) break;
        current = await page(spec, { after: current.next });
      }
      assert.deepEqual(there, whole);
      const back = current.rows.map((row) => row.id);
      while (current.previous) {
        current = await page(spec, { before: current.previous });
        back.unshift(...current.rows.map((row) => row.id));
        assert.ok(current.next);
      }
      assert.deepEqual(back, whole);
    });
  }

  it('puts empty values last in both directions', async () => {
    for (const descending of [false, true]) {
      const { rows } = await page(specFor([{ field: 'due', descending }], 500));
      const first = rows.findIndex((row) => row.due === null);
      assert.ok(first > 0);
      assert.ok(rows.slice(first).every((row) => row.due === null));
    }
  });

  it('I2: refuses cursors that it did not make, and those of another order', async () => {
    const spec = specFor([{ field: 'due' }], 7);
    const { next } = await page(spec);
    const other = (await page(specFor([{ field: 'title' }], 7))).next;
    const forged = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [mark] = JSON.parse(Buffer.from(String(next), 'base64url').toString());
    const bad = [
      'x',
      other,
      forged([]),
      forged({}),
      forged([mark]),
      forged([mark, "2026-01-01' or 1=1", '1']),
      forged([mark, '2026-02-31', '1']),
      forged([mark, '2026-01-01', null]),
      forged([mark, '2026-01-01', '99999999999999999999']),
      forged([mark, { a: 1 }, '1']),
      forged([mark, '2026-01-01', '1', '2']),
      `${next}'`,
      ['a'],
      'a'.repeat(9000),
    ];
    for (const after of bad)
      await assert.rejects(page(spec, { after }), { code: 'CURSOR_INVALID', status: 422 }, String(after));
    assert.equal((await page(spec, { after: '' })).rows.length, 7);
  });
});
