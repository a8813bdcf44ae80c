import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { NOW, SYSTEM, VISITOR, createForum } from '../testing/forum.js';
import { createPlanCache } from './plan-cache.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** One of every kind at the place "a.b". */
const VALUES = {
  five: { a: { b: 5 } },
  ten: { a: { b: 10 } },
  textFive: { a: { b: '5' } },
  berlin: { a: { b: 'Berlin' } },
  list: { a: { b: ['red', 5] } },
  yes: { a: { b: true } },
  nothing: { a: { b: null } },
  emptyText: { a: { b: '' } },
  object: { a: { b: { c: 1 } } },
  elsewhere: { x: 1 },
  scalar: 7,
};

before(async () => {
  forum = await createForum({ history: false });
  for (const [title, extra] of Object.entries(VALUES))
    await forum.data.rows.insert(SYSTEM, 'topics', { title, extra: JSON.stringify(extra) });
  await forum.data.rows.insert(SYSTEM, 'topics', { title: 'none' });
  const [{ rows }] = await forum.data.select(SYSTEM, [
    { spec: { table: 'topics', select: [], where: { field: 'title', op: 'eq', value: 'berlin' } }, params: {} },
  ]);
  await forum.data.rows.insert(SYSTEM, 'replies', { text: 'about Berlin', topic: rows[0].id });
});
after(() => forum.close());

/** @param {any} where @param {any} [params] @param {string} [table] @param {any} [actor] */
async function titles(where, params = {}, table = 'topics', actor = SYSTEM) {
  const field = table === 'topics' ? 'title' : 'text';
  const spec = { table, select: [{ as: 'name', field }], where, sort: [{ field: 'id' }] };
  const [{ rows }] = await forum.data.select(actor, [{ spec, params }]);
  return rows.map(({ name }) => name);
}

/** @type {[string, any, string[]][]} */
const CASES = [
  ['eq', 5, ['five']],
  ['eq', '5', ['textFive']],
  ['eq', { param: 'p' }, ['five', 'textFive']],
  ['eq', true, ['yes']],
  ['eq', null, ['nothing', 'emptyText', 'elsewhere', 'scalar', 'none']],
  ['lt', 10, ['five']],
  ['lte', 10, ['five', 'ten']],
  ['gt', { param: 'p' }, ['ten', 'berlin']],
  ['gte', 'A', ['berlin']],
  ['in', [5, 'Berlin', true], ['five', 'berlin', 'yes']],
  ['contains', 'ERLI', ['berlin']],
  ['contains', 'red', ['list']],
  ['contains', 5, ['list']],
  ['contains', '%', []],
  ['has', 'red', ['list']],
  ['starts', 'ber', ['berlin']],
  ['ends', 'LIN', ['berlin']],
  ['ends', 'red', []],
  ['starts', 'erl', []],
  ['empty', undefined, ['nothing', 'emptyText', 'elsewhere', 'scalar', 'none']],
];

describe('filters inside of JSON', () => {
  for (const [op, value, found] of CASES) {
    it(`${op} ${JSON.stringify(value)} finds what is of its type, and stumbles over nothing`, async () => {
      assert.deepEqual(await titles({ field: 'extra.a.b', op, value }, { p: '5' }), found);
    });
  }

  it('ne, lacks and filled give all the others', async () => {
    const all = [...Object.keys(VALUES), 'none'];
    assert.deepEqual(
      await titles({ field: 'extra.a.b', op: 'ne', value: 5 }),
      all.filter((name) => name !== 'five'),
    );
    assert.deepEqual(
      await titles({ field: 'extra.a.b', op: 'lacks', value: 'red' }),
      all.filter((name) => name !== 'list'),
    );
    const filled = ['five', 'ten', 'textFive', 'berlin', 'list', 'yes', 'object'];
    assert.deepEqual(await titles({ field: 'extra.a.b', op: 'filled' }), filled);
  });

  it('reach elements of lists, and the JSON of related rows', async () => {
    assert.deepEqual(await titles({ field: 'extra.a.b.1', op: 'eq', value: 5 }), ['list']);
    assert.deepEqual(await titles({ field: 'topic.extra.a.b', op: 'eq', value: 'Berlin' }, {}, 'replies'), [
      'about Berlin',
    ]);
  });

  it('find nothing in rows that one may not read', async () => {
    const where = { field: 'topic.extra.a.b', op: 'eq', value: 'Berlin' };
    await assert.rejects(titles(where, {}, 'secrets', VISITOR).then((rows) => assert.deepEqual(rows, ['no rights'])));
    assert.deepEqual(await titles(where, {}, 'replies', VISITOR), []);
    assert.deepEqual(await titles({ field: 'extra.a.b', op: 'filled' }, {}, 'topics', forum.ada), []);
  });

  it('refuse what is no value, no place and no operator', async () => {
    for (const leaf of [
      { field: 'extra.a.b', op: 'eq', value: { a: 1 } },
      { field: 'extra.a.b', op: 'eq', value: [1] },
      { field: 'extra.a..b', op: 'eq', value: 1 },
      { field: `extra${'.a'.repeat(40)}`, op: 'eq', value: 1 },
      { field: 'extra.a', op: 'like', value: 1 },
      { field: 'extra.a', op: 'eq', value: 'a\0b' },
    ])
      await assert.rejects(titles(leaf), { code: 'FILTER_INVALID' });
    assert.deepEqual(await titles({ field: `extra.a'] or true --`, op: 'eq', value: 1 }), []);
  });

  it('use an index of the field, with the same answers', async () => {
    await forum.data.edit(SYSTEM, 'add-index', { table: 'topics', fields: ['extra'] });
    for (const [op, value, found] of CASES)
      assert.deepEqual(await titles({ field: 'extra.a.b', op, value }, { p: '5' }), found);
    const spec = { table: 'topics', select: [], where: { field: 'extra.a.b', op: 'eq', value: 'Berlin' } };
    const run = { params: {}, actor: SYSTEM, now: NOW, today: '', timeZone: 'UTC', siteToday: '', cursor: null };
    const source = { catalog: forum.data.catalog(), registry: createRegistry([dataPlugin]), actor: SYSTEM, spec };
    const { statement } = createPlanCache().bind(/** @type {any} */ (source), run);
    const plan = await forum.data.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off; set local enable_indexscan = off');
      return tx.query({ text: `explain ${statement.text}`, values: statement.values });
    });
    assert.match(JSON.stringify(plan.rows), /Bitmap Index Scan on index_/);
  });
});
