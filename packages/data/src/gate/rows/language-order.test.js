import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createData } from '../../create-data.js';
import { TEXT_ORDERS } from '../../postgres/sql/text-order.js';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const SWEDISH = ['Asbjörn', 'Olle', 'Zorn', 'Åsa', 'Ärla', 'Öberg'];
const COMMON = ['Ärla', 'Åsa', 'Asbjörn', 'Öberg', 'Olle', 'Zorn'];

before(async () => {
  forum = await createForum({ history: false });
  const { data, staff } = forum;
  await data.edit(SYSTEM, 'add-field', { table: 'topics', field: { name: 'note', type: 'text' } });
  await data.edit(SYSTEM, 'add-index', { table: 'topics', fields: ['note'] });
  const mixed = ['Öberg', 'Olle', 'Ärla', 'Zorn', 'Åsa', 'Asbjörn'];
  await data.rows.insertMany(
    staff,
    'topics',
    mixed.map((title, i) => ({ title, note: title, due: `2026-01-0${i + 1}` })),
  );
  await data.rows.insertMany(
    staff,
    'tags',
    mixed.map((name) => ({ name })),
  );
});
after(() => forum.close());

const speak = (/** @type {string} */ locale) => forum.data.edit(SYSTEM, 'change-settings', { changes: { locale } });
/** @param {any} spec @param {any} [params] */
const read = async (spec, params = {}) => (await forum.data.select(forum.staff, [{ spec, params }]))[0];
const titles = (/** @type {any} */ more) => ({ table: 'topics', select: [{ as: 'title', field: 'title' }], ...more });
const shown = (/** @type {{ rows: any[] }} */ { rows }) => rows.map(({ title }) => title);

/** Names of indexes with the collation of their first column. */
async function orders() {
  const { rows } = await forum.data.db.query(`
    select c.relname as name, co.collname as "order" from pg_index i
      join pg_class c on c.oid = i.indexrelid and c.relnamespace = 'app'::regnamespace
      join pg_collation co on co.oid = i.indcollation[0]
     where c.relname like '%\\_order' order by 1`);
  return rows;
}

/** Where nothing listens to changes, indexes are only built on request. */
async function built() {
  await /** @type {any} */ (forum.data).indexes.build();
  return orders();
}

/** @param {any} spec @param {any} [params] */
async function planOf(spec, params = {}) {
  const { data, staff } = forum;
  const { plans } = await import('./compile/plan-cache.js').then(({ createPlanCache }) => ({
    plans: createPlanCache(),
  }));
  const catalog = /** @type {any} */ (data).catalog();
  const run = {
    params,
    actor: staff,
    now: new Date(),
    timeZone: 'UTC',
    today: '2026-01-01',
    siteToday: '2026-01-01',
    cursor: null,
  };
  const { statement } = plans.bind({ catalog, registry: /** @type {any} */ (data).registry, actor: staff, spec }, run);
  return data.db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    await tx.query('set local enable_sort = off');
    const { rows } = await tx.query({ text: `explain ${statement.text}`, values: statement.values });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

describe('texts sort as the language of the site does', () => {
  it('and each language has its collation', async () => {
    const { rows } = await forum.data.db.query(
      `select collname as name from pg_collation where collnamespace = 'plinth'::regnamespace`,
    );
    const there = new Set(rows.map(({ name }) => name));
    assert.deepEqual(
      TEXT_ORDERS.filter((name) => !there.has(name)),
      [],
    );
  });

  it('in Swedish after a change of the language, and back', async () => {
    assert.deepEqual(shown(await read(titles({ sort: [{ field: 'title' }] }))), COMMON);
    assert.deepEqual(await orders(), []);
    await speak('sv');
    assert.deepEqual(shown(await read(titles({ sort: [{ field: 'title' }] }))), SWEDISH);
    assert.deepEqual(shown(await read(titles({ sort: [{ field: 'title', descending: true }] }))), SWEDISH.toReversed());
    const made = await built();
    assert.equal(made.length, 4, JSON.stringify(made));

    assert.ok(made.every(({ order }) => order === 'order_sv'));
    await speak('de-AT');
    assert.deepEqual(await built(), []);
    assert.deepEqual(shown(await read(titles({ sort: [{ field: 'title' }] }))), COMMON);
    await speak('sv-SE');
    assert.deepEqual(await built(), made);
  });

  it('page by page, there and back, with and without empty values', async () => {
    for (const field of ['title', 'note'])
      for (const descending of [false, true]) {
        const spec = titles({ sort: [{ field, descending }], limit: 2, cursor: { after: 'after', before: 'before' } });
        let page = await read(spec);
        const there = shown(page);
        while (page.next) there.push(...shown((page = await read(spec, { after: page.next }))));
        const back = shown(page);
        while (page.previous) back.unshift(...shown((page = await read(spec, { before: page.previous }))));
        const wanted = descending ? SWEDISH.toReversed() : SWEDISH;
        assert.deepEqual([there, back], [wanted, wanted], `${field} ${descending}`);
      }
  });

  it('and a place in the list of another language is none in this', async () => {
    const spec = titles({ sort: [{ field: 'title' }], limit: 2, cursor: { after: 'after', before: 'before' } });
    const { next } = await read(spec);
    await speak('en');
    await assert.rejects(read(spec, { after: next }), { code: 'CURSOR_INVALID' });
    await speak('sv');
    await built();
    assert.deepEqual(shown(await read(spec, { after: next })), SWEDISH.slice(2, 4));
  });

  it('where texts are compared, smallest and largest ones, in groups, choices and labels', async () => {
    const found = await read(
      titles({
        where: {
          all: [
            { field: 'title', op: 'gt', value: 'Zorn' },
            { field: 'title', op: 'lte', value: 'Ärla' },
          ],
        },
        sort: [{ field: 'title' }],
        totals: [
          { as: 'first', aggregate: 'min', field: 'title' },
          { as: 'last', aggregate: 'max', field: 'title' },
        ],
      }),
    );
    assert.deepEqual([shown(found), found.totals], [['Åsa', 'Ärla'], { first: 'Åsa', last: 'Ärla' }]);
    const groups = await read({ table: 'topics', select: [], groups: [{ as: 'title', field: 'title' }] });
    assert.deepEqual(shown(groups), SWEDISH);
    const choices = await read({ table: null, select: [{ as: 'tags', choices: 'topics.tags' }] });
    assert.deepEqual(
      choices.rows[0].tags.map((/** @type {any} */ choice) => choice.label),
      SWEDISH,
    );
    const of = (/** @type {any} */ where) => read(titles({ where, sort: [{ field: 'title' }] }));
    assert.deepEqual(shown(await of({ field: 'title', op: 'gte', value: { path: 'note' } })), SWEDISH);
    assert.deepEqual(shown(await of({ field: 'title', op: 'eq', value: 'Åsa' })), ['Åsa']);
    assert.deepEqual(shown(await of({ field: 'title', op: 'eq', value: 'åsa' })), [], 'equal only byte for byte');
    assert.deepEqual(shown(await of({ field: 'title', op: 'in', value: ['Öberg', 'Åsa'] })), ['Åsa', 'Öberg']);
  });

  it('in the order of a formula, a relation and an unnamed language', async () => {
    const { data, staff } = forum;
    const formula = { name: 'loud', type: 'text', auto: 'formula', formula: 'row.title + "!"' };
    await data.edit(SYSTEM, 'add-field', { table: 'topics', field: formula });
    assert.deepEqual(shown(await read(titles({ sort: [{ field: 'loud' }] }))), SWEDISH);
    const { rows } = await read(titles({ select: [{ as: 'id', field: 'id' }], sort: [{ field: 'title' }] }));
    for (const [i, { id }] of rows.entries())
      await data.rows.insert(staff, 'replies', { text: `r${i}`, topic: id, score: -i });
    const replies = await read({
      table: 'replies',
      select: [{ as: 'title', field: 'topic', label: true }],
      sort: [{ field: 'topic.title' }],
    });
    assert.deepEqual(shown(replies), SWEDISH);
    const labels = await read({ table: 'replies', select: [], groups: [{ as: 'title', field: 'topic', label: true }] });
    assert.deepEqual(shown(labels), SWEDISH);
    await speak('xx');
    assert.deepEqual(shown(await read(titles({ sort: [{ field: 'title' }] }))), COMMON);
    await speak('sv');
    await built();
  });

  it('by an index of its own, and equality by that of all languages', async () => {
    const sorted = await planOf(titles({ sort: [{ field: 'title' }], limit: 3 }));
    assert.match(sorted, /Index.* using \w+_order on/, sorted);
    assert.doesNotMatch(sorted, /Sort/);
    const unique = await planOf({ table: 'tags', select: [], sort: [{ field: 'name' }], limit: 3 });
    assert.match(unique, /Index.* using field_\w+_order on/, unique);
    const equal = await forum.data.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return (await tx.query(`explain select from app.tags where name = 'Åsa'`)).rows;
    });
    assert.match(JSON.stringify(equal), /field_\w+_unique /);
  });

  it('also in a field that becomes a text, or none any more', async () => {
    const { data } = forum;
    const change = (/** @type {string} */ type) =>
      data.edit(SYSTEM, 'change-field', { table: 'topics', field: 'due', changes: { type } });
    const count = (await orders()).length;
    await change('text');
    assert.ok((await orders()).length > count);
    await change('date');
    assert.equal((await orders()).length, count);
  });

  it('in a database of a version that sorted all languages alike, once it is opened', async () => {
    const made = await orders();
    for (const { name } of made) await forum.data.db.query(`drop index app."${name}"`);
    const { connection, dataDir } = forum;
    const again = await createData({
      connection,
      registry: /** @type {any} */ (forum.data).registry,
      dataDir,
    });
    try {
      assert.deepEqual(await orders(), []);
      await again.indexes.build();
      assert.deepEqual(await orders(), made);
    } finally {
      await again.close();
    }
  });
});
