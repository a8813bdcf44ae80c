import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { buildCatalog } from '../../catalog/model/catalog.js';
import { dataPlugin } from '../../core-plugin.js';
import { createRows } from './index.js';
import { createForum } from './testing/forum.js';
import { naiveReader } from './testing/naive-reader.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let stored;
const registry = createRegistry([dataPlugin]);
const RUNS = 200;

before(async () => {
  forum = await createForum({ history: false });
  stored = await storedRows();
});
after(() => forum.close());

/** Rows whose words, numbers and owners repeat, so that filters and rights cut through them. */
async function storedRows() {
  const { data, people, ada, ben, staff } = forum;
  const owners = [people.ada, people.ben, null];
  const topics = Array.from({ length: 12 }, (_, i) => ({
    title: ['apple', 'pear', 'apple pie'][i % 3],
    body: [null, 'long_text', '50% off'][i % 3],
    author: owners[i % 3],
    priority: [null, 1, 2, 3][i % 4],
    due: i % 4 === 0 ? null : `2026-0${1 + (i % 6)}-${10 + i}`,
    done: i % 2 === 0,
  }));
  const made = (await data.rows.insertMany(staff, 'topics', topics)).done;
  const replies = Array.from({ length: 24 }, (_, i) => ({
    text: ['yes', 'no', 'apple'][i % 3],
    topic: i % 5 === 0 ? null : made[(i * 7) % 12].id,
    score: [null, 1, 5, 10][i % 4],
  }));
  for (const [i, reply] of replies.entries()) {
    await data.rows.insert({ ...[ada, ben, staff][i % 3], system: true }, 'replies', reply);
  }
  const read = async (/** @type {string} */ table, /** @type {string[]} */ fields) => {
    const spec = { table, select: fields.map((field) => ({ as: field, field })), sort: [{ field: 'id' }], limit: 500 };
    return (await data.select(forum.admin, [{ spec, params: {} }]))[0].rows;
  };
  return {
    topics: await read('topics', ['title', 'body', 'author', 'priority', 'due', 'done', 'created_by']),
    replies: await read('replies', ['text', 'topic', 'score', 'created_by']),
    users: await read('users', ['name']),
  };
}

/** A Catalog with other rights over the same tables. @param {Record<string, { owner: string | null, access: any }>} rules */
function catalogWith(rules) {
  const base = /** @type {any} */ (forum.data.catalog());
  const objects = [...base.objects.values()].map((object) => {
    const rule = object.kind === 'table' ? rules[object.name] : undefined;
    return rule ? { ...object, body: { ...object.body, ...rule } } : object;
  });
  return buildCatalog({ version: base.version, objects, registry });
}

const levels = fc.constantFrom('none', 'own', 'all');
const access = fc.record(
  Object.fromEntries(['public', 'user', 'staff'].map((role) => [role, fc.record({ read: levels, update: levels })])),
  { requiredKeys: [] },
);
const rules = fc.record({
  topics: fc.record({ owner: fc.constantFrom('author', 'created_by', null), access }),
  replies: fc.record({ owner: fc.constantFrom('created_by', null), access }),
});
const actorOf = fc.record({
  user: fc.constantFrom('ada', 'ben', 'cyd', null),
  roles: fc.constantFrom(
    ['public'],
    ['user', 'public'],
    ['staff', 'user', 'public'],
    ['admin', 'staff', 'user', 'public'],
    [],
  ),
});

const texts = fc.constantFrom('apple', 'pear', 'pie', 'A', '%', '_', 'yes', 'ada', 'e', '50%');
const numbers = fc.constantFrom(0, 1, 2, 5, 10);
const dates = fc.constantFrom('2026-01-01', '2026-03-12', '2026-06-11', '2026-04-13');
const ordered = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];

/** @param {string[]} fields @param {fc.Arbitrary<any>} values @param {string[]} ops */
const leaves = (fields, values, ops) => [
  fc.record({ field: fc.constantFrom(...fields), op: fc.constantFrom(...ops), value: values }),
  fc.record({ field: fc.constantFrom(...fields), op: fc.constant('in'), value: fc.array(values, { maxLength: 3 }) }),
  fc.record({ field: fc.constantFrom(...fields), op: fc.constantFrom('empty', 'filled') }),
];
/** @param {fc.Arbitrary<any>[]} parts */
const nested = (parts) =>
  fc.letrec((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      ...parts,
      fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ not: tie('filter') }),
    ),
  })).filter;

const siblings = fc.record({
  child: fc.constant('replies.topic'),
  of: fc.constant('topic'),
  where: fc.record({ field: fc.constant('score'), op: fc.constantFrom('lt', 'gte', 'ne'), value: numbers }),
});
const replyFilter = nested([
  siblings,
  ...leaves(['text', 'topic.title', 'topic.author.name', 'topic.body'], texts, [
    'eq',
    'ne',
    'contains',
    'lacks',
    'starts',
    'ends',
  ]),
  ...leaves(['score', 'topic.priority'], numbers, ordered),
  ...leaves(['topic.due'], dates, ordered),
]);
const topicFilter = nested([
  ...leaves(['title', 'body', 'author.name'], texts, ['eq', 'ne', 'contains', 'lacks', 'starts', 'ends']),
  ...leaves(['priority'], numbers, ordered),
  ...leaves(['due'], dates, ordered),
  fc.record({ child: fc.constant('replies.topic') }),
  fc.record({ child: fc.constant('replies.topic'), where: replyFilter }),
]);

describe('rights and filters', () => {
  it('Z2, Z9: lists, joins, counts, totals and aggregates equal those of a naive reader', async () => {
    await fc.assert(
      fc.asyncProperty(rules, actorOf, topicFilter, replyFilter, async (rule, who, onTopics, onReplies) => {
        const actor = { userId: who.user && forum.people[who.user], roles: who.roles, system: false };
        const naive = naiveReader(
          {
            topics: { ...rule.topics, points: { author: 'users', created_by: 'users' }, rows: stored.topics },
            replies: { ...rule.replies, points: { topic: 'topics', created_by: 'users' }, rows: stored.replies },
            users: { owner: null, access: {}, points: {}, rows: stored.users },
          },
          actor,
        );
        const catalog = catalogWith(rule);
        const gate = createRows({
          db: forum.data.db,
          registry,
          catalog: () => catalog,
        });
        const queries = specs(onTopics, onReplies).map((spec) => ({ spec, params: { q: 'apple' } }));
        const [topics, replies, found] = await gate.select(actor, queries);

        const expectedTopics = naive.rows('topics', onTopics);
        assert.deepEqual(
          topics.rows,
          expectedTopics.map((row) => ({ id: row.id, ...childFigures(naive, row, onReplies) })),
        );
        assert.deepEqual([topics.count, topics.totals], [expectedTopics.length, totalsOf(expectedTopics)]);

        const expectedReplies = naive.rows('replies', onReplies);
        assert.deepEqual(
          replies.rows,
          expectedReplies.map((row) => ({ id: row.id, ...joined(naive, row) })),
        );
        assert.equal(replies.count, expectedReplies.length);
        assert.deepEqual(
          found.rows.map(({ id }) => id),
          naive
            .rows('replies')
            .filter((row) => searchText(naive, row).includes('apple'))
            .map(({ id }) => id),
        );
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('Z2, Z3: updates reach the rows that a naive writer may change, and distinguish only by what may be read', async () => {
    await fc.assert(
      fc.asyncProperty(rules, actorOf, async (rule, who) => {
        const actor = { userId: who.user && forum.people[who.user], roles: who.roles, system: false };
        const world = { topics: { ...rule.topics, points: {}, rows: stored.topics } };
        const catalog = catalogWith(rule);
        const gate = createRows({
          db: forum.data.db,
          registry,
          catalog: () => catalog,
        });
        const ids = [...stored.topics.map((/** @type {any} */ { id }) => id), 999_999];
        const { done, errors } = await gate.rows.updateMany(actor, 'topics', ids, { effort: '0:10' });
        const readable = new Set(
          naiveReader(world, actor, 'read')
            .rows('topics')
            .map(({ id }) => id),
        );
        const writable = new Set(
          naiveReader(world, actor, 'update')
            .rows('topics')
            .map(({ id }) => id),
        );
        const outcomes = Object.fromEntries([
          ...done.map(({ id }) => [id, 'done']),
          ...errors.map(({ id, error }) => [id, error.code]),
        ]);
        for (const id of ids) {
          assert.equal(outcomes[id], writable.has(id) ? 'done' : readable.has(id) ? 'FORBIDDEN' : 'ROW_NOT_FOUND');
        }
        for (const row of done) assert.equal(Object.keys(row).length > 1, readable.has(row.id));
      }),
      { numRuns: RUNS / 2, seed: SEED },
    );
  });
});

/** @param {any} onTopics @param {any} onReplies @returns {any[]} */
function specs(onTopics, onReplies) {
  const relation = 'replies.topic';
  const common = { sort: [{ field: 'id' }], limit: 500, count: 'exact' };
  return [
    {
      ...common,
      table: 'topics',
      where: onTopics,
      select: [
        { as: 'n', aggregate: 'count', relation },
        { as: 'some', aggregate: 'count', relation, where: onReplies },
        { as: 'sum', aggregate: 'sum', relation, field: 'score' },
        { as: 'texts', aggregate: 'array', relation, field: 'text', sort: [{ field: 'id' }] },
      ],
      totals: [
        { as: 'sum', aggregate: 'sum', field: 'priority' },
        { as: 'max', aggregate: 'max', field: 'due' },
      ],
    },
    {
      ...common,
      table: 'replies',
      where: onReplies,
      select: [
        { as: 'title', field: 'topic.title' },
        { as: 'label', field: 'topic', label: true },
        { as: 'who', field: 'topic.author.name' },
      ],
    },
    { ...common, table: 'replies', select: [], search: { param: 'q' } },
  ];
}

/** @param {ReturnType<typeof naiveReader>} naive @param {any} row @param {any} onReplies */
function childFigures(naive, row, onReplies) {
  const all = naive.children('topics', row, 'replies.topic');
  const some = new Set(naive.rows('replies', onReplies).map(({ id }) => id));
  const scores = all.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    n: all.length,
    some: all.filter(({ id }) => some.has(id)).length,
    sum: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0),
    texts: all.map(({ text }) => text),
  };
}

/** @param {ReturnType<typeof naiveReader>} naive @param {any} row */
function joined(naive, row) {
  const at = (/** @type {string} */ path) => naive.valueAt('replies', row, path) ?? null;
  return { title: at('topic.title'), label: at('topic.title'), who: at('topic.author.name') };
}

/** @param {any[]} rows */
function totalsOf(rows) {
  const priorities = rows.flatMap(({ priority }) => (priority === null ? [] : [priority]));
  const dues = rows.flatMap(({ due }) => (due === null ? [] : [due]));
  return {
    sum: priorities.length === 0 ? null : priorities.reduce((sum, one) => sum + one, 0),
    max: dues.sort().at(-1) ?? null,
  };
}

/** @param {ReturnType<typeof naiveReader>} naive @param {any} row */
const searchText = (naive, row) => [row.text, naive.valueAt('replies', row, 'topic.title')].join('\n').toLowerCase();
