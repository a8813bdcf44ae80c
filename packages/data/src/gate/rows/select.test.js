import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atEdge } from '../../testing/at-edge.js';
import { SYSTEM, VISITOR, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any[]} */
let tags;

const TOPICS = [
  {
    title: 'alpha',
    priority: 1,
    budget: '10.50',
    due: '2026-11-21',
    starts: '2026-11-20T23:30:00Z',
    effort: '1:30',
    at: '09:30',
    labels: ['red'],
    done: true,
  },
  {
    title: 'beta 100%',
    priority: 2,
    budget: '0.10',
    due: '2026-11-20',
    starts: '2026-11-20T22:59:59Z',
    body: 'under_score',
    labels: ['red', 'blue'],
  },
  { title: 'gamma', priority: 2, due: '2026-12-24', body: 'back\\slash' },
  { title: 'delta', status: 'done', extra: { a: 1 } },
];

before(async () => {
  forum = await createForum();
  const { data, staff, people } = forum;
  tags = (await data.rows.insertMany(staff, 'tags', [{ name: 'news' }, { name: 'offers' }])).done;
  const authors = [people.ada, people.ben, people.ada, null];
  for (const [i, topic] of TOPICS.entries()) {
    await data.rows.insert(staff, 'topics', {
      ...topic,
      author: authors[i],
      tags: i === 0 ? tags.map(({ id }) => id) : [],
    });
  }
  const replies = [
    { text: 'yes', topic: 1, score: 3, price: '1.25' },
    { text: 'no', topic: 1, score: 5 },
    { text: 'maybe', topic: 2, score: null, price: '2.00' },
  ];
  assert.equal((await data.rows.insertMany(staff, 'replies', replies)).done.length, 3);
});
after(() => forum.close());

/** Titles of the topics that a filter lets through, in order of their keys. @param {any} where @param {any} [params] @param {any} [actor] */
async function titles(where, params = {}, actor = forum.staff) {
  /** @type {any} */
  const spec = { table: 'topics', select: [{ as: 'title', field: 'title' }], where, sort: [{ field: 'id' }] };
  const [{ rows }] = await forum.data.select(actor, [{ spec, params }]);
  return rows.map((row) => row.title[0]).join('');
}

describe('filters', () => {
  const cases = /** @type {[string, any, string][]} */ ([
    ['text equals', { field: 'title', op: 'eq', value: 'alpha' }, 'a'],
    ['text contains, whatever its case', { field: 'title', op: 'contains', value: 'ALPH' }, 'a'],
    ['I1: contains takes % for a sign', { field: 'title', op: 'contains', value: '%' }, 'b'],
    ['I1: contains takes _ for a sign', { field: 'body', op: 'contains', value: 'r_s' }, 'b'],
    ['I1: contains takes \\ for a sign', { field: 'body', op: 'contains', value: '\\' }, 'g'],
    ['text lacks, whatever its case', { field: 'title', op: 'lacks', value: 'ET' }, 'agd'],
    ['an empty text lacks any', { field: 'body', op: 'lacks', value: 'r_s' }, 'agd'],
    ['text ends', { field: 'title', op: 'ends', value: 'A' }, 'agd'],
    ['I1: ends takes % for a sign', { field: 'title', op: 'ends', value: '%' }, 'b'],
    ['text starts', { field: 'title', op: 'starts', value: 'be' }, 'b'],
    ['ne counts empty fields as different', { field: 'priority', op: 'ne', value: 2 }, 'ad'],
    ['lt', { field: 'priority', op: 'lt', value: '2' }, 'a'],
    ['gte on money', { field: 'budget', op: 'gte', value: '10.5' }, 'a'],
    ['in', { field: 'title', op: 'in', value: ['alpha', 'delta'] }, 'ad'],
    ['in nothing', { field: 'title', op: 'in', value: [] }, ''],
    ['in durations', { field: 'effort', op: 'in', value: ['1:30', '2:00'] }, 'a'],
    ['duration', { field: 'effort', op: 'eq', value: '1:30' }, 'a'],
    ['time', { field: 'at', op: 'lte', value: '09:30' }, 'a'],
    ['boolean', { field: 'done', op: 'eq', value: true }, 'a'],
    ['empty', { field: 'body', op: 'empty' }, 'ad'],
    ['filled', { field: 'body', op: 'filled' }, 'bg'],
    ['eq null is empty', { field: 'due', op: 'eq', value: null }, 'd'],
    ['ne null is filled', { field: 'due', op: 'ne', value: null }, 'abg'],
    ['json is there', { field: 'extra', op: 'filled' }, 'd'],
    ['has on a list of options', { field: 'labels', op: 'has', value: 'blue' }, 'b'],
    ['lacks on a list of options', { field: 'labels', op: 'lacks', value: 'blue' }, 'agd'],
    ['an empty list of options', { field: 'labels', op: 'empty' }, 'gd'],
    ['today on the clock of the site', { field: 'due', op: 'eq', value: { today: true } }, 'a'],
    ['today as an instant: midnight on the site', { field: 'starts', op: 'gte', value: { today: true } }, 'a'],
    ['now', { field: 'starts', op: 'lt', value: { now: true } }, 'b'],
    ['now as a time of day: half past midnight on the site', { field: 'at', op: 'gt', value: { now: true } }, 'a'],
    ['not is true for empty fields', { not: { field: 'priority', op: 'eq', value: 2 } }, 'ad'],
    ['not of not', { not: { not: { field: 'priority', op: 'gt', value: 1 } } }, 'bg'],
    [
      'any',
      {
        any: [
          { field: 'title', op: 'eq', value: 'alpha' },
          { field: 'status', op: 'eq', value: 'done' },
        ],
      },
      'ad',
    ],
    ['any of nothing', { any: [] }, ''],
    ['all of nothing', { all: [] }, 'abgd'],
    ['a path', { field: 'author.name', op: 'eq', value: 'ada' }, 'ag'],
    ['not over a path', { not: { field: 'author.name', op: 'eq', value: 'ada' } }, 'bd'],
    ['two fields of the row', { field: 'priority', op: 'lt', value: { path: 'id' } }, 'g'],
    ['child rows exist', { child: 'replies.topic' }, 'ab'],
    ['child rows that match', { child: 'replies.topic', where: { field: 'score', op: 'gte', value: 5 } }, 'a'],
    ['no child rows', { not: { child: 'replies.topic' } }, 'gd'],
    ['targets of a many-to-many field', { child: 'tags', where: { field: 'name', op: 'eq', value: 'news' } }, 'a'],
    ['an empty many-to-many field', { field: 'tags', op: 'empty' }, 'bgd'],
  ]);
  for (const [name, where, expected] of cases) {
    it(name, async () => assert.equal(await titles(where), expected));
  }

  it('take parameters, and match nothing with a missing one', async () => {
    const where = { field: 'priority', op: 'eq', value: { param: 'p' } };
    assert.equal(await titles(where, { p: '2' }), 'bg');
    assert.equal(await titles(where, {}), '');
    assert.equal(await titles({ field: 'tags', op: 'has', value: { param: 't' } }, { t: tags[0].id }), 'a');
    assert.equal(await titles({ field: 'author', op: 'eq', value: { user: 'id' } }, {}, forum.ada), 'ag');
  });

  const wrong = /** @type {[string, any, string][]} */ ([
    ['an unknown field', { field: 'nope', op: 'eq', value: 1 }, 'FIELD_NOT_FOUND'],
    ['a path over a field that points nowhere', { field: 'title.x', op: 'eq', value: 1 }, 'FIELD_NOT_FOUND'],
    ['a prototype key', { field: '__proto__', op: 'eq', value: 1 }, 'FIELD_NOT_FOUND'],
    ['SQL as a field', { field: 'title" or 1=1 --', op: 'eq', value: 1 }, 'FIELD_NOT_FOUND'],
    ['an operator of another type', { field: 'priority', op: 'contains', value: 1 }, 'FILTER_INVALID'],
    ['SQL as an operator', { field: 'priority', op: '= 1 or 1', value: 1 }, 'FILTER_INVALID'],
    ['a value of another type', { field: 'priority', op: 'eq', value: 'many' }, 'FILTER_INVALID'],
    ['an object as value', { field: 'title', op: 'eq', value: { $gt: '' } }, 'FILTER_INVALID'],
    ['a list as value', { field: 'title', op: 'eq', value: ['a'] }, 'FILTER_INVALID'],
    ['a NUL character', { field: 'title', op: 'contains', value: 'a\0' }, 'FILTER_INVALID'],
    ['an unknown key', { field: 'title', op: 'eq', value: 'a', raw: '1=1' }, 'FILTER_INVALID'],
    ['an unknown kind', { sql: '1=1' }, 'FILTER_INVALID'],
    ['fields of different kinds', { field: 'title', op: 'eq', value: { path: 'priority' } }, 'FILTER_INVALID'],
    ['a relation that is none', { child: 'replies.text' }, 'RELATION_NOT_FOUND'],
    ['a relation of another table', { child: 'topics.author' }, 'RELATION_NOT_FOUND'],
    [
      'a key of the wrong kind',
      { child: 'replies.topic', where: { field: 'topic', op: 'eq', value: '01a1fc31-dbc6-71f4-b307-187fd4a47b1e' } },
      'FILTER_INVALID',
    ],
  ]);
  for (const [name, where, code] of wrong) {
    it(`I2: refuse ${name}`, () => assert.rejects(titles(where), { code, status: 422 }));
  }

  it('L6: refuse endless lists', async () => {
    const where = { any: Array.from({ length: 600 }, () => ({ field: 'title', op: 'eq', value: 'x' })) };
    await assert.rejects(titles(where), { code: 'FILTER_INVALID' });
  });

  it('refuse endless nesting', async () => {
    let where = /** @type {any} */ ({ field: 'title', op: 'empty' });
    for (let i = 0; i < 1000; i++) where = { not: where };
    await assert.rejects(titles(where), { code: 'FILTER_INVALID' });
  });
});

describe('columns', () => {
  it('join, label, aggregate and list in one statement', async () => {
    const relation = 'replies.topic';
    /** @type {any} */
    const spec = {
      table: 'topics',
      select: [
        { as: 'who', field: 'author.name' },
        { as: 'author', field: 'author', label: true },
        { as: 'n', aggregate: 'count', relation },
        { as: 'scored', aggregate: 'count', relation, where: { field: 'score', op: 'filled' } },
        { as: 'sum', aggregate: 'sum', relation, field: 'score' },
        { as: 'avg', aggregate: 'avg', relation, field: 'score' },
        { as: 'min', aggregate: 'min', relation, field: 'price' },
        { as: 'max', aggregate: 'max', relation, field: 'text' },
        { as: 'latest', aggregate: 'latest', relation, field: 'text' },
        { as: 'list', aggregate: 'array', relation, field: 'price', sort: [{ field: 'text' }], limit: 5 },
        { as: 'tags', field: 'tags' },
        { as: 'tagLabels', field: 'tags', label: true },
        {
          as: 'tagNames',
          aggregate: 'array',
          relation: 'tags',
          field: 'name',
          sort: [{ field: 'name', descending: true }],
        },
        { as: 'effort', field: 'effort' },
      ],
      where: { field: 'id', op: 'in', value: [1, 4] },
      sort: [{ field: 'id' }],
    };
    const before = forum.data.db.counters().statements;
    const [{ rows }] = await forum.data.select(forum.staff, [{ spec, params: {} }]);
    assert.equal(forum.data.db.counters().statements - before, 1);
    assert.deepEqual(rows[0], {
      id: 1,
      who: 'ada',
      author: 'ada',
      n: 2,
      scored: 2,
      sum: 8,
      avg: '4',
      min: '1.25',
      max: 'yes',
      latest: 'no',
      list: [null, '1.25'],
      tags: tags.map(({ id }) => id).sort(),
      tagLabels: tags.map(({ id, name }) => ({ value: id, label: name })),
      tagNames: ['offers', 'news'],
      effort: 5400,
    });
    assert.deepEqual(
      [rows[1].who, rows[1].n, rows[1].sum, rows[1].latest, rows[1].list, rows[1].tags],
      [null, 0, null, null, [], []],
    );
  });

  it('choices hold the chosen row even where the limit leaves it out', async () => {
    /** @type {any} */
    const spec = {
      table: null,
      select: [{ as: 'topics', choices: 'replies.topic', limit: 1, include: { param: 'chosen' } }],
    };
    const choices = async (/** @type {unknown} */ chosen) => {
      const [{ rows }] = await forum.data.select(forum.staff, [{ spec, params: { chosen } }]);
      return rows[0].topics.map((/** @type {any} */ entry) => entry.label);
    };
    assert.deepEqual(await choices('3'), ['alpha', 'gamma']);
    assert.deepEqual(await choices('1'), ['alpha']);
    assert.deepEqual(await choices(null), ['alpha']);
    assert.deepEqual(await choices("3' or true"), ['alpha']);
  });

  it('child rows of the row that a relation leads to', async () => {
    const where = { child: 'replies.topic', of: 'topic', where: { field: 'id', op: 'eq', value: { param: 'row' } } };
    /** @type {any} */
    const spec = { table: 'replies', select: [{ as: 'text', field: 'text' }], where, sort: [{ field: 'id' }] };
    const [{ rows }] = await forum.data.select(forum.staff, [{ spec, params: { row: 1 } }]);
    assert.deepEqual(
      rows.map((row) => row.text),
      ['yes', 'no'],
    );
  });

  it('walk many-to-many relations backwards', async () => {
    /** @type {any} */
    const spec = {
      table: 'tags',
      select: [
        { as: 'n', aggregate: 'count', relation: 'topics.tags' },
        { as: 'title', aggregate: 'latest', relation: 'topics.tags', field: 'title' },
        { as: 'who', aggregate: 'latest', relation: 'topics.tags', field: 'author.name' },
      ],
      where: { child: 'topics.tags', where: { field: 'title', op: 'eq', value: 'alpha' } },
      sort: [{ field: 'name' }],
      limit: 1,
    };
    const [seen, hidden] = [forum.staff, forum.ben].map((actor) => forum.data.select(actor, [{ spec, params: {} }]));
    assert.deepEqual((await seen)[0].rows, [{ id: tags[0].id, n: 1, title: 'alpha', who: 'ada' }]);
    assert.deepEqual((await hidden)[0].rows, []);
  });

  it('choices without a table make an empty form', async () => {
    /** @type {any} */
    const spec = {
      table: null,
      select: [{ as: 'topics', choices: 'replies.topic', where: { field: 'priority', op: 'eq', value: 2 } }],
    };
    const [{ rows, next }] = await forum.data.select(forum.staff, [{ spec, params: {} }]);
    assert.deepEqual(rows, [
      {
        id: null,
        topics: [
          { value: 2, label: 'beta 100%' },
          { value: 3, label: 'gamma' },
        ],
      },
    ]);
    assert.equal(next, null);
  });

  const titles = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, at) => ({ as: `a${at}`, field: 'title' }));
  const sums = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, at) => ({ as: `a${at}`, aggregate: 'sum', field: 'priority' }));
  for (const [as, part] of /** @type {[string, (count: number) => any][]} */ ([
    ['columns', (count) => ({ select: titles(count) })],
    ['totals', (count) => ({ select: [], totals: sums(count) })],
    ['totals of parts', (count) => ({ select: [], parts: { by: ['status'], limit: 1, totals: sums(count) } })],
  ]))
    atEdge('queryColumns', {
      as,
      send: (count) => forum.data.select(SYSTEM, [{ spec: { table: 'topics', ...part(count) }, params: {} }]),
      cause: /A query can have at most 1600 columns/,
      wayOut: /Ask for fewer, in several queries/,
      stored: null,
    });

  const wrong = /** @type {[string, any][]} */ ([
    ['an unknown aggregate', { select: [{ as: 'a', aggregate: 'median', relation: 'replies.topic', field: 'score' }] }],
    ['a sum of texts', { select: [{ as: 'a', aggregate: 'sum', relation: 'replies.topic', field: 'text' }] }],
    ['a name that is SQL', { select: [{ as: 'a" from x --', field: 'title' }] }],
    ['a prototype name', { select: [{ as: '__proto__', field: 'title' }] }],
    [
      'a name twice',
      {
        select: [
          { as: 'a', field: 'title' },
          { as: 'a', field: 'due' },
        ],
      },
    ],
    ['more than 500 rows', { limit: 501 }],
    ['a limit that is no number', { limit: '1; drop table x' }],
    ['an offset', { offset: 10 }],
    ['a sort by a list', { sort: [{ field: 'labels' }] }],
    ['choices of a text', { select: [{ as: 'a', choices: 'title' }] }],
    ['a total of texts', { totals: [{ as: 'a', aggregate: 'sum', field: 'title' }] }],
  ]);
  for (const [name, part] of wrong) {
    it(`I2: refuse ${name}`, async () => {
      /** @type {any} */
      const spec = { table: 'topics', select: [], ...part };
      await assert.rejects(forum.data.select(forum.staff, [{ spec, params: {} }]), {
        code: 'QUERY_INVALID',
        status: 422,
      });
    });
  }
});

describe('search', () => {
  const found = async (/** @type {unknown} */ q) => {
    /** @type {any} */
    const spec = {
      table: 'topics',
      select: [{ as: 'title', field: 'title' }],
      search: { param: 'q' },
      sort: [{ field: 'id' }],
      count: 'exact',
    };
    const [{ rows, count }] = await forum.data.select(forum.staff, [{ spec, params: { q } }]);
    assert.equal(count, rows.length);
    return rows.map((row) => row.title[0]).join('');
  };
  const cases = /** @type {[unknown, string][]} */ ([
    ['alph', 'a'],
    ['ALPHA', 'a'],
    ['ada', 'ag'],
    ['ada back', 'g'],
    ['alpha ben', ''],
    ['100%', 'b'],
    ['r_s', 'b'],
    ['\\', 'g'],
    ['', 'abgd'],
    ['   ', 'abgd'],
    [undefined, 'abgd'],
    [{ evil: 1 }, 'abgd'],
    ["' or 1=1 --", ''],
    ['alphabeta', ''],
    ['al\0ph', 'a'],
  ]);
  for (const [q, expected] of cases) it(`for ${JSON.stringify(q)}`, async () => assert.equal(await found(q), expected));
});

describe('totals', () => {
  it('come with the page, and without one, in the same statement', async () => {
    const totals = [
      { as: 'n', aggregate: 'count' },
      { as: 'budget', aggregate: 'sum', field: 'budget' },
      { as: 'first', aggregate: 'min', field: 'due' },
    ];
    const where = { field: 'title', op: 'contains', value: { param: 't' } };
    /** @type {any} */
    const spec = { table: 'topics', select: [], where, totals, count: 'exact', limit: 1, sort: [{ field: 'title' }] };
    const before = forum.data.db.counters().statements;
    const [all, none] = await forum.data.select(forum.staff, [
      { spec, params: { t: 'a' } },
      { spec, params: { t: 'zzz' } },
    ]);
    assert.equal(forum.data.db.counters().statements - before, 2);
    assert.deepEqual([all.rows.length, all.totals, all.count], [1, { n: 4, budget: '10.60', first: '2026-11-20' }, 4]);
    assert.deepEqual(none, {
      rows: [],
      next: null,
      previous: null,
      totals: { n: 0, budget: null, first: null },
      count: 0,
    });
  });
});

describe('the plan cache', () => {
  it('sends the same text again for the same spec and rights, and another for other rights', async () => {
    /** @type {any} */
    const spec = { table: 'topics', select: [{ as: 'only_here', field: 'title' }] };
    const seen = [];
    for (const actor of [forum.ada, forum.ben, forum.staff, SYSTEM, VISITOR]) {
      const [{ rows }] = await forum.data.select(actor, [{ spec, params: {} }]);
      seen.push(rows.length);
    }
    assert.deepEqual(seen, [2, 1, 4, 4, 0]);
    const { rows } = await forum.data.db.query(
      `select count(*)::int as n from pg_prepared_statements where statement like '%only_here%' and name like 'p\\_%'`,
    );
    assert.ok(rows[0].n <= 3, `${rows[0].n} texts for users, staff, system and visitors`);
  });
});
