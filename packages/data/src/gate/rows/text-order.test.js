import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const WORDS = ['1', 'a b', 'ab', 'Äpfel', 'apple', 'Apple pie', 'ärger', 'Zebra', 'zoo', 'Ωmega'];
const MIXED = ['zoo', 'Äpfel', 'ab', 'Zebra', '1', 'Ωmega', 'apple', 'a b', 'ärger', 'Apple pie'];

before(async () => {
  forum = await createForum({ history: false });
  const { data, staff } = forum;
  const { errors } = await data.rows.insertMany(
    staff,
    'topics',
    MIXED.map((title, i) => ({ title, status: i % 3 ? 'open' : 'done', priority: i % 3 })),
  );
  assert.deepEqual(errors, []);
  await data.rows.insertMany(
    staff,
    'tags',
    MIXED.map((name) => ({ name })),
  );
});
after(() => forum.close());

/** @param {any} spec @param {any} [params] */
const read = async (spec, params = {}) => (await forum.data.select(forum.staff, [{ spec, params }]))[0];
const titles = (/** @type {any} */ more) => ({ table: 'topics', select: [{ as: 'title', field: 'title' }], ...more });

describe('texts sort as people expect', () => {
  it('in lists, in both directions', async () => {
    for (const descending of [false, true]) {
      const { rows } = await read(titles({ sort: [{ field: 'title', descending }] }));
      assert.deepEqual(
        rows.map(({ title }) => title),
        descending ? WORDS.toReversed() : WORDS,
      );
    }
  });

  it('page by page, there and back', async () => {
    for (const sort of [
      [{ field: 'title' }],
      [{ field: 'title', descending: true }],
      [{ field: 'status' }, { field: 'title' }],
    ]) {
      const whole = (await read(titles({ sort }))).rows.map(({ title }) => title);
      const spec = titles({ sort, limit: 3, cursor: { after: 'after', before: 'before' } });
      let page = await read(spec);
      const there = [...page.rows];
      while (page.next) {
        page = await read(spec, { after: page.next });
        there.push(...page.rows);
      }
      const back = [...page.rows];
      while (page.previous) {
        page = await read(spec, { before: page.previous });
        back.unshift(...page.rows);
      }
      for (const walked of [there, back])
        assert.deepEqual(
          walked.map(({ title }) => title),
          whole,
        );
    }
  });

  it('in choices and labels', async () => {
    const { rows } = await read({ table: null, select: [{ as: 'topics', choices: 'replies.topic' }] });
    assert.deepEqual(
      rows[0].topics.map((/** @type {any} */ choice) => choice.label),
      WORDS,
    );
    const tags = await read({ table: 'tags', select: [] });
    const made = await forum.data.rows.insert(forum.staff, 'topics', {
      title: 'ab',
      due: '2026-01-01',
      tags: tags.rows.map(({ id }) => id),
    });
    const labels = await read(
      titles({
        select: [{ as: 'tags', field: 'tags', label: true }],
        where: { field: 'id', op: 'eq', value: made.id },
      }),
    );
    assert.deepEqual(
      labels.rows[0].tags.map((/** @type {any} */ tag) => tag.label),
      WORDS,
    );
    await forum.data.rows.remove(forum.staff, 'topics', made.id);
  });

  it('where texts are compared, smallest and largest ones, and at the path to a user', async () => {
    const where = {
      all: [
        { field: 'title', op: 'gte', value: 'apple' },
        { field: 'title', op: 'lt', value: 'zebra' },
      ],
    };
    const { rows, totals } = await read(
      titles({
        where,
        sort: [{ field: 'title' }],
        totals: [
          { as: 'first', aggregate: 'min', field: 'title' },
          { as: 'last', aggregate: 'max', field: 'title' },
        ],
      }),
    );
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['apple', 'Apple pie', 'ärger'],
    );
    assert.deepEqual(totals, { first: 'apple', last: 'ärger' });

    const { data, staff, people } = forum;
    await data.db.query("insert into plinth.users (name, email) values ('Bea', 'bea@secret.example')");
    const bea = (await data.db.query("select id from plinth.users where name = 'Bea'")).rows[0].id;
    for (const [i, author] of [bea, people.ada, people.ben].entries())
      await data.rows.insert(staff, 'topics', { title: 'of somebody', author, due: `2026-01-0${i + 1}` });
    const by = await read({
      table: 'topics',
      select: [{ as: 'who', field: 'author.name' }],
      where: { field: 'title', op: 'eq', value: 'of somebody' },
      sort: [{ field: 'author.name' }],
    });
    assert.deepEqual(
      by.rows.map(({ who }) => who),
      ['ada', 'Bea', 'ben'],
    );
  });

  it('and are still equal only byte for byte', async () => {
    const { data, staff } = forum;
    const eq = await read(titles({ where: { field: 'title', op: 'eq', value: 'APPLE' } }));
    assert.deepEqual(eq.rows, []);
    await data.rows.insert(staff, 'tags', { name: 'zebra' });
    await assert.rejects(data.rows.insert(staff, 'tags', { name: 'Zebra' }), { code: 'INPUT_INVALID' });
  });

  it('also in fields that became texts, came back, or were added later', async () => {
    const { data } = forum;
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);
    await edit('change-field', { table: 'topics', field: 'priority', changes: { type: 'text', attributes: {} } });
    await edit('add-field', { table: 'topics', field: { name: 'link', type: 'url', default: 'https://a.example' } });
    const { revision } = await edit('remove-field', { table: 'topics', field: 'body' });
    await /** @type {any} */ (data).revisions.undo(SYSTEM, revision);
    const { rows } = await data.db.query(`
      select a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
       where c.relnamespace = 'app'::regnamespace and a.atttypid = 'text'::regtype and a.attnum > 0
         and a.attcollation <> 'plinth.text_order'::regcollation`);
    assert.deepEqual(rows, []);
  });
});
