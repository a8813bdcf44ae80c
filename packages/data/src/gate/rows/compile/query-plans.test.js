import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { quoteLiteral } from '../../../postgres/sql/index.js';
import { NOW, SYSTEM, createForum } from '../testing/forum.js';
import { createPlanCache } from './plan-cache.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const registry = createRegistry([dataPlugin]);
const plans = createPlanCache();

before(async () => {
  forum = await createForum({ history: false });
  // Enough rows that reading all of them would be the worse plan, and many of the same day.
  await forum.data.db.query(`insert into app.topics (title, due, author)
    select 'topic ' || n, case when n % 10 > 0 then date '2026-01-01' + (n % 50)::int end, u.id
    from generate_series(1, 20000) n join plinth.users u on u.name = (array['ada', 'ben'])[1 + (n / 50) % 2]`);
  await forum.data.db.query(`insert into app.replies (text, topic) select 'r', id from app.topics where id % 2 = 0`);
  await forum.data.db.query('analyze');
});
after(() => forum.close());

const TITLE = [{ as: 'title', field: 'title' }];
const CURSOR = { after: 'after', before: 'before' };

const RUN = { actor: SYSTEM, now: NOW, today: '2026-11-21', timeZone: 'UTC', siteToday: '2026-11-21', cursor: null };

/** @param {any} actor @param {any} spec @param {any} params */
function statementOf(actor, spec, params) {
  const run = { ...RUN, params, actor };
  return plans.bind({ catalog: forum.data.catalog(), registry, actor, spec }, run).statement;
}

/** All nodes of the plan that Postgres runs: with the values at hand, and as it does after some runs without. @param {any} statement */
async function nodesOf({ text, values }) {
  return forum.data.db.client(async (client) => {
    const nodes = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`);
      await client.query(`prepare probe as ${text}`);
      const given = values.length
        ? `(${values.map((/** @type {any} */ value) => quoteLiteral(value)).join(', ')})`
        : '';
      const { rows } = await client.query(`explain (analyze, format json, timing off) execute probe${given}`);
      nodes.push(...flatten(rows[0]['QUERY PLAN'][0].Plan));
      await client.query('deallocate probe');
    }
    await client.query('reset plan_cache_mode');
    return nodes;
  });
}

/** @param {any} node @returns {any[]} */
const flatten = (node) => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** @param {any[]} nodes */
function assertIndexed(nodes) {
  const names = nodes.map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim());
  assert.ok(!names.some((name) => /Sort|Seq Scan on topics|Seq Scan topics|Bitmap/.test(name)), names.join(', '));
  for (const node of nodes) {
    const read = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
    assert.ok(read <= 200, `${node['Node Type']} read ${read} rows`);
  }
}

describe('query plans', () => {
  const sorts = /** @type {any[]} */ ([
    [],
    [{ field: 'id', descending: true }],
    [{ field: 'title' }],
    [{ field: 'title', descending: true }],
    [{ field: 'due' }],
    [{ field: 'due', descending: true }],
  ]);
  for (const sort of sorts) {
    it(`read any page by ${JSON.stringify(sort)} from an index, without sorting`, async () => {
      const { data, staff } = forum;
      const spec = /** @type {any} */ ({ table: 'topics', select: TITLE, sort, limit: 50, cursor: CURSOR });
      assertIndexed(await nodesOf(statementOf(staff, spec, {})));
      // A place deep in the list: where half of the rows, and where all filled ones, are behind.
      for (const id of [10_001, 10_010]) {
        const at = { ...spec, where: { field: 'id', op: 'eq', value: id }, limit: 1, cursor: undefined };
        const [{ rows }] = await data.select(staff, [
          { spec: { ...at, select: [...TITLE, { as: 'due', field: 'due' }] }, params: {} },
        ]);
        const place = cursorAt(spec, rows[0], sort);
        for (const side of ['after', 'before'])
          assertIndexed(await nodesOf(statementOf(staff, spec, { [side]: place })));
      }
    });
  }

  it('read a row by its key, with joins, from indexes', async () => {
    const select = [
      ...TITLE,
      { as: 'who', field: 'author.name' },
      { as: 'n', aggregate: 'count', relation: 'replies.topic' },
    ];
    const spec = /** @type {any} */ ({
      table: 'topics',
      select,
      where: { field: 'id', op: 'eq', value: { param: 'id' } },
    });
    const nodes = await nodesOf(statementOf(forum.ada, spec, { id: 500 }));
    assert.ok(nodes.every((node) => (node['Actual Rows'] ?? 0) <= 5));
    assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'users'));
  });

  it('count child rows only for the page that is shown', async () => {
    const select = [{ as: 'n', aggregate: 'count', relation: 'replies.topic' }];
    const spec = /** @type {any} */ ({ table: 'topics', select, sort: [{ field: 'due' }], limit: 20 });
    const nodes = await nodesOf(statementOf(forum.staff, spec, {}));
    const counted = nodes.filter((node) => node['Relation Name'] === 'replies');
    assert.ok(counted.length > 0);
    for (const node of counted) assert.ok((node['Actual Loops'] ?? 1) <= 21, `${node['Actual Loops']} loops`);
  });

  it('find the first page of a common word without reading the table', async () => {
    const spec = { table: 'topics', select: TITLE, sort: [{ field: 'due' }], limit: 20, search: { param: 'q' } };
    const { text, values } = statementOf(forum.staff, spec, { q: 'topic' });
    assertIndexed(await nodesOf({ text, values: spelled(values) }));
  });

  it('find a rare word by the search index, in the texts of the row and in labels', async () => {
    const { data, staff } = forum;
    const search = { search: { param: 'q' } };
    const spec = /** @type {any} */ ({
      table: 'topics',
      select: TITLE,
      sort: [{ field: 'due' }],
      limit: 20,
      ...search,
    });
    const fields = ['title', 'body', 'status', 'labels'];
    await data.edit(SYSTEM, 'add-index', { table: 'topics', kind: 'search', fields });
    await /** @type {any} */ (data).indexes.build();
    await data.db.query('analyze app.topics');
    const index = data
      .catalog()
      .table('topics')
      .indexes.find(({ kind }) => kind === 'search');
    const { text, values } = statementOf(staff, spec, { q: '19999 topic' });
    const nodes = await nodesOf({ text, values: spelled(values) });
    const used = nodes.filter((node) => node['Index Name'] === `index_${index?.id.replaceAll('-', '')}`);
    assert.equal(used.length, 2 * fields.length, 'the index is used with and without the values at hand');
    for (const node of used) assert.ok(node['Actual Loops'] === 1 && node['Actual Rows'] < 20, JSON.stringify(node));
    const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'topics');
    assert.ok(
      read.every((node) => node['Actual Loops'] === 0),
      'no branch reads the table',
    );

    const counted = { ...spec, count: 'exact', totals: [{ as: 'n', aggregate: 'count' }] };
    const total = statementOf(staff, counted, { q: '19999 topic' });
    const scans = (await nodesOf({ text: total.text, values: spelled(total.values) })).filter(
      (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'topics',
    );
    assert.ok(
      scans.every((node) => node['Actual Loops'] === 0),
      'totals of a rare word read no table either',
    );

    const words = (/** @type {string} */ q) => data.select(staff, [{ spec: counted, params: { q } }]);
    for (const q of ['19999 topic', 'OPIC 1999', 'nowhere', 'ben 19990', 'ada', 'to', '%', 'c_']) {
      const [found] = await words(q);
      const [plain] = await data.select(staff, [
        { spec: { ...counted, search: undefined, where: matching(q) }, params: {} },
      ]);
      assert.deepEqual([found.count, found.totals], [plain.count, plain.totals], q);
      assert.deepEqual(
        found.rows.map(({ id }) => id),
        plain.rows.map(({ id }) => id),
        q,
      );
    }
  });

  it('find a part of one text by the search index, too', async () => {
    const { data, staff } = forum;
    const index = data
      .catalog()
      .table('topics')
      .indexes.find(({ kind }) => kind === 'search');
    const spec = (/** @type {any} */ where) =>
      /** @type {any} */ ({
        table: 'topics',
        select: TITLE,
        sort: [{ field: 'due' }],
        limit: 20,
        where,
        count: 'exact',
        totals: [{ as: 'n', aggregate: 'count' }],
      });
    const rare = { field: 'title', op: 'contains', value: { param: 'q' } };
    const { text, values } = statementOf(staff, spec(rare), { q: 'c 19999' });
    const nodes = await nodesOf({ text, values: spelled(values) });
    const used = nodes.filter((node) => node['Index Name'] === `index_${index?.id.replaceAll('-', '')}`);
    assert.equal(used.length, 4, 'for the page and for the totals, with and without the values at hand');
    const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'topics');
    assert.ok(read.every((node) => node['Actual Loops'] === 0));

    // Beside a condition that says the same and that no index serves.
    const asked = ['c 19999', 'OPIC 1999', 'nowhere', '1999%', 'topic', 'to', '', 'c_', '\\\\', 'Ä19'];
    for (const op of ['contains', 'starts']) {
      for (const q of asked) {
        const leaf = { field: 'title', op, value: { param: 'q' } };
        const ways = [leaf, { all: [{ field: 'id', op: 'gt', value: 0 }, leaf] }, { not: { not: leaf } }];
        const results = [];
        for (const where of ways) results.push((await data.select(staff, [{ spec: spec(where), params: { q } }]))[0]);
        const told = results.map(({ rows, count, totals }) => ({ ids: rows.map(({ id }) => id), count, totals }));
        assert.deepEqual(told.slice(0, 2), [told[2], told[2]], `${op} ${q}`);
      }
    }
    const constant = spec({ field: 'title', op: 'starts', value: 'Topic 1999' });
    assert.equal((await data.select(staff, [{ spec: constant, params: {} }]))[0].count, 11);
  });

  it('keep list pages of owners on an index', async () => {
    const spec = /** @type {any} */ ({ table: 'topics', select: TITLE, sort: [{ field: 'due' }], limit: 50 });
    assertIndexed(await nodesOf(statementOf(forum.ada, spec, {})));
  });
});

/** Values as Postgres reads them. @param {any} values */
const spelled = (values) =>
  (values ?? []).map((/** @type {any} */ value) => (Array.isArray(value) ? `{${value.join(',')}}` : value));

/** Each word somewhere: what a search means, said as a filter. @param {string} text @returns {any} */
const matching = (text) => ({
  all: text.split(' ').map((word) => ({
    any: ['title', 'body', 'author.name'].map((field) => ({ field, op: 'contains', value: word })),
  })),
});

describe('round trips', () => {
  it('all queries of a page are one pipeline with one statement each', async () => {
    const { createRows } = await import('../index.js');
    const { data, staff } = forum;
    /** @type {number[]} */
    const sent = [];
    const pipeline = (/** @type {any[]} */ statements) => {
      sent.push(statements.length);
      return data.db.pipeline(statements);
    };
    const query = () => assert.fail('a read outside of the pipeline');
    const gate = createRows({
      db: /** @type {any} */ ({ ...data.db, pipeline, query }),
      registry,
      catalog: data.catalog,
    });
    const spec = /** @type {any} */ ({
      table: 'topics',
      select: TITLE,
      limit: 5,
      count: 'exact',
      totals: [{ as: 'n', aggregate: 'count' }],
    });
    const before = data.db.counters();
    const results = await gate.select(
      staff,
      [spec, spec, spec].map((one) => ({ spec: one, params: {} })),
    );
    const now = data.db.counters();
    assert.deepEqual([results.length, sent], [3, [3]]);
    assert.deepEqual([now.statements - before.statements, now.transactions - before.transactions], [3, 0]);
  });
});

/** The cursor of a row, as the page that ends with it would give it. @param {any} spec @param {any} row @param {any[]} sort */
function cursorAt(spec, row, sort) {
  const run = { params: {}, actor: forum.staff, now: NOW, today: '', timeZone: 'UTC', siteToday: '', cursor: null };
  const { compiled } = plans.bind({ catalog: forum.data.catalog(), registry, actor: forum.staff, spec }, run);
  const values = [...sort.filter(({ field }) => field !== 'id').map(({ field }) => row[field]), String(row.id)];
  return Buffer.from(JSON.stringify([compiled.mark, ...values])).toString('base64url');
}

it('the cache of plans keeps to its bytes, and compiles what made room anew', () => {
  const shared = { catalog: forum.data.catalog(), registry, actor: SYSTEM };
  const run = () => ({ ...RUN, params: {} });
  const specs = Array.from({ length: 30 }, (_, n) => ({ table: 'topics', select: TITLE, limit: n + 1 }));
  const textsOf = (/** @type {ReturnType<typeof createPlanCache>} */ cache) =>
    specs.map(
      (spec) => cache.bind({ ...shared, spec: /** @type {any} */ (spec) }, /** @type {any} */ (run())).compiled,
    );
  const large = createPlanCache({ planBytes: 2 ** 20 });
  const small = createPlanCache({ planBytes: 30_000 });
  textsOf(large);
  const [first, again] = [textsOf(large), textsOf(large)];
  assert.ok(first.every((compiled, n) => compiled === again[n]));
  textsOf(small);
  const [made, anew] = [textsOf(small), textsOf(small)];
  assert.ok(made.every((compiled, n) => compiled !== anew[n]));
  assert.deepEqual(
    made.map(({ statement }) => statement.text),
    first.map(({ statement }) => statement.text),
  );
  const [last] = specs.slice(-1);
  const bind = () => small.bind({ ...shared, spec: /** @type {any} */ (last) }, /** @type {any} */ (run())).compiled;
  assert.equal(bind(), anew.at(-1));
});

it('the cache of plans keeps nothing of a spec that is asked for once, and compiles one that is asked for again no more', () => {
  const room = createPlanCache({ planBytes: 2 ** 20 });
  const none = createPlanCache({ planBytes: 1 });
  const spec = /** @type {any} */ ({ table: 'topics', select: TITLE, limit: 1 });
  const source = { catalog: forum.data.catalog(), registry, actor: SYSTEM, spec };
  const bind = (/** @type {ReturnType<typeof createPlanCache>} */ cache) =>
    cache.bind(source, /** @type {any} */ ({ ...RUN, params: {} })).compiled;
  const [once, twice, thrice] = [bind(room), bind(room), bind(room)];
  assert.ok(once === twice && twice === thrice);
  // Where nothing has room, the first goes with its spec, and the next are compiled anew.
  const [first, second, third] = [bind(none), bind(none), bind(none)];
  assert.ok(first === second && second !== third);
});
