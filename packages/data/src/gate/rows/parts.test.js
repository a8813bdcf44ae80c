import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum();
  const { data, staff, people } = forum;
  for (let i = 1; i <= 7; i++) {
    const author = i % 2 ? people.ada : people.ben;
    await data.rows.insert(staff, 'topics', {
      title: `t${i}`,
      status: i < 6 ? 'open' : 'done',
      priority: i % 7,
      author,
    });
  }
  await data.rows.insert(staff, 'topics', { title: 'none', status: '', author: people.ada });
});
after(() => forum.close());

/** @type {any} */
const SPEC = {
  table: 'topics',
  select: [
    { as: 'title', field: 'title' },
    { as: 'who', field: 'author', label: true },
    { as: 'mine', may: 'update' },
  ],
  sort: [{ field: 'title', descending: true }],
};
/** @param {any} [parts] @param {any} [more] @param {any} [actor] @returns {Promise<any>} */
async function ask(parts = {}, more = {}, actor = forum.staff) {
  const sum = [{ as: 'sum', aggregate: 'sum', field: 'priority' }];
  const spec = { ...SPEC, parts: { by: ['status'], limit: 2, totals: sum, ...parts }, ...more };
  const [result] = await forum.data.select(actor, [{ spec, params: {} }]);
  return result;
}
/** @param {any} parts */
const told = (parts) =>
  Object.fromEntries(
    parts.map((/** @type {any} */ part) => [
      part.values.join('/'),
      part.rows.map((/** @type {any} */ { title }) => title),
    ]),
  );

describe('a list in parts', () => {
  it('has the first rows of each value, with count and totals of all its rows', async () => {
    const { parts, rows } = await ask();
    assert.deepEqual(told(parts), { open: ['t5', 't4'], done: ['t7', 't6'], '': ['none'] });
    assert.equal(rows.length, 5);
    const open = parts.find((/** @type {any} */ { values }) => values[0] === 'open');
    assert.deepEqual([open.count, open.totals, open.rows[0].who, open.rows[0].mine], [5, { sum: 15 }, 'ada', true]);
    assert.deepEqual(
      parts.map((/** @type {any} */ { values, next }) => [values[0], next !== null]).sort(),
      [
        [null, false],
        ['done', false],
        ['open', true],
      ].sort(),
    );
  });

  it('has as many rows of each value as a page, if nothing is said', async () => {
    for (const parts of [{ by: ['status'] }, { by: ['status'], most: 3 }, { by: ['status', 'author'] }]) {
      const [{ rows }] = await forum.data.select(forum.staff, [{ spec: { ...SPEC, parts }, params: {} }]);
      assert.equal(rows.length, 8, JSON.stringify(parts));
    }
  });

  it('goes on behind a part in a list of the same order', async () => {
    const { parts } = await ask();
    const { next } = parts.find((/** @type {any} */ { values }) => values[0] === 'open');
    const where = { field: 'status', op: 'eq', value: { param: 'status' } };
    const spec = { ...SPEC, where, limit: 2, cursor: { after: 'after', before: 'before' } };
    const [page] = await forum.data.select(forum.staff, [{ spec, params: { status: 'open', after: next } }]);
    assert.deepEqual(
      page.rows.map(({ title }) => title),
      ['t3', 't2'],
    );
  });

  it('is divided by two fields, labels of relations included', async () => {
    const { parts } = await ask({ by: ['status', 'author'], limit: 1 });
    const { ada, ben } = forum.people;
    assert.deepEqual(told(parts), {
      [`open/${ada}`]: ['t5'],
      [`open/${ben}`]: ['t4'],
      [`done/${ada}`]: ['t7'],
      [`done/${ben}`]: ['t6'],
      [`/${ada}`]: ['none'],
    });
  });

  it('Z1: counts and shows only rows that the reader may see', async () => {
    const { parts } = await ask({}, {}, forum.ada);
    assert.deepEqual(told(parts), { open: ['t5', 't3'], done: ['t7'], '': ['none'] });
    assert.deepEqual(parts.map((/** @type {any} */ { count }) => count).sort(), [1, 1, 3]);
  });

  it('keeps to conditions, and to the limit over all parts', async () => {
    const where = { field: 'priority', op: 'gt', value: 2 };
    assert.deepEqual(told((await ask({}, { where })).parts), { open: ['t5', 't4'], done: ['t6'] });
    const { rows, parts } = await ask({}, { limit: 3 });
    assert.equal(rows.length, 3);
    assert.ok(parts.every((/** @type {any} */ { rows: own, count, next }) => own.length < count === (next !== null)));
  });

  it('is nothing by a field that the reader may not read', async () => {
    await forum.data.edit(SYSTEM, 'change-field', {
      table: 'topics',
      field: 'priority',
      changes: { access: { read: ['staff'], write: null } },
    });
    await assert.rejects(ask({ by: ['priority'], totals: [] }, {}, forum.ada), { code: 'FIELD_NOT_FOUND' });
    const { parts } = await ask({ by: ['priority'] }, { leaveOut: true }, forum.ada);
    assert.deepEqual([parts.length, parts[0].values, parts[0].totals], [1, [null], { sum: null }]);
  });

  it('has the first parts in the order of their values, with rows while there is room', async () => {
    const { parts, rows, isCut } = await ask({ most: 10 }, { limit: 3 });
    assert.deepEqual(
      parts.map((/** @type {any} */ { values, count, rows: own }) => [values[0], count, own.length]),
      [
        ['open', 5, 2],
        ['done', 2, 1],
        [null, 1, 0],
      ],
    );
    assert.deepEqual([rows.length, isCut, parts[0].totals], [3, false, { sum: 15 }]);
    const { next } = parts[1];
    const where = { field: 'status', op: 'eq', value: { param: 'status' } };
    const spec = { ...SPEC, where, limit: 2, cursor: { after: 'after', before: 'before' } };
    const [page] = await forum.data.select(forum.staff, [{ spec, params: { status: 'done', after: next } }]);
    assert.equal(page.rows.length, 1);
    const people = await ask({ by: ['author'], most: 1 });
    assert.deepEqual([people.isCut, people.parts.length, people.parts[0].label], [true, 1, 'ada']);
    const numbers = await ask({ by: ['priority'], most: 200 });
    const found = numbers.parts.map((/** @type {any} */ { values }) => values[0]);
    assert.deepEqual(found, [0, 1, 2, 3, 4, 5, 6, null]);
  });

  it('Z1 Z6: has no part, row or label that the reader may not see', async () => {
    const { parts } = await ask({ most: 10, totals: [] }, {}, forum.ada);
    assert.deepEqual(told(parts), { open: ['t5', 't3'], done: ['t7'], '': ['none'] });
    const hidden = await ask({ by: ['priority'], most: 5 }, { leaveOut: true }, forum.ada);
    assert.deepEqual([hidden.parts.length, hidden.parts[0].values, hidden.parts[0].totals], [1, [null], { sum: null }]);
    await assert.rejects(ask({ by: ['priority'], most: 5, totals: [] }, {}, forum.ada), { code: 'FIELD_NOT_FOUND' });
  });

  it('refuses what can’t be divided', async () => {
    const wrong = [
      [{ by: [] }, {}],
      [{ by: ['status', 'author', 'due'] }, {}],
      [{ by: ['tags'] }, {}],
      [{ by: ['nothing'] }, {}],
      [{ limit: 501 }, {}],
      [{ most: 0 }, {}],
      [{ most: 201 }, {}],
      [{ most: 5, by: ['status', 'author'] }, {}],
      [{ limit: 0 }, {}],
      [{}, { cursor: { after: 'a', before: 'b' } }],
      [{}, { count: 'exact' }],
      [{}, { groups: [{ as: 'x', field: 'due' }], select: [] }],
    ];
    for (const [parts, more] of wrong)
      await assert.rejects(ask(parts, more), { status: 422 }, JSON.stringify([parts, more]));
  });
});
