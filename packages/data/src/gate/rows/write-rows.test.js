import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;

before(async () => {
  forum = await createForum();
});
after(() => forum.close());

/** @param {Promise<unknown>} promise @returns {Promise<any>} */
const failure = (promise) =>
  promise.then(
    () => assert.fail('it was allowed'),
    (error) => error,
  );
/** @param {any} values */
const insert = (values) => forum.data.rows.insert(forum.staff, 'topics', values);

describe('insert', () => {
  it('is one statement and gives back the row with its defaults', async () => {
    const { data, staff, people } = forum;
    const before = data.db.counters();
    const row = await insert({ title: 'one' });
    const now = data.db.counters();
    assert.deepEqual([now.statements - before.statements, now.transactions - before.transactions], [1, 0]);
    assert.equal(row.status, 'open');
    assert.equal(row.done, false);
    assert.equal(row.created_by, people.cyd);
    assert.deepEqual(row.tags, []);
    const counted = data.db.counters().statements;
    assert.deepEqual(await data.rows.get(staff, 'topics', row.id), row);
    assert.equal(data.db.counters().statements - counted, 1);
  });

  it('reads texts as forms and CSV files send them', async () => {
    const tag = await forum.data.rows.insert(forum.staff, 'tags', { name: 'form' });
    const row = await insert({
      title: ' typed ',
      priority: '3',
      budget: '12.5',
      done: 'true',
      effort: '0:45',
      labels: 'red;blue',
      tags: tag.id,
      extra: '{"a":[1,null]}',
      author: '',
    });
    const { title, priority, budget, done, effort, labels, tags, extra, author } = row;
    assert.deepEqual(
      { title: title.trim(), priority, budget, done, effort, labels, tags, extra, author },
      {
        title: 'typed',
        priority: 3,
        budget: '12.50',
        done: true,
        effort: 2700,
        labels: ['red', 'blue'],
        tags: [tag.id],
        extra: { a: [1, null] },
        author: null,
      },
    );
  });

  it('names every wrong field at once', async () => {
    const { code, status, details } = await failure(
      insert({ priority: 'x', labels: ['green'], due: '2026-02-31', nope: 1, topic: 1 }),
    );
    assert.deepEqual([code, status], ['INPUT_INVALID', 422]);
    assert.deepEqual(Object.keys(details.fields).sort(), ['due', 'labels', 'nope', 'priority', 'title', 'topic']);
    assert.equal(details.fields.title, 'Title is required');
  });

  it('I1: keeps hostile texts as they are', async () => {
    const hostile = [
      `'; drop table app.topics; --`,
      '$1 \\ "x" %s ${1}',
      '<script>',
      '\u202e{{7*7}}',
      '{"a":1}',
      "E'\\n'",
    ];
    for (const title of hostile) {
      const row = await insert({ title, extra: { [title]: title } });
      const read = await forum.data.rows.get(forum.staff, 'topics', row.id);
      assert.equal(read.title, title);
      assert.deepEqual(read.extra, { [title]: title });
    }
    assert.equal((await failure(insert({ title: 'a\0b' }))).code, 'INPUT_INVALID');
    assert.equal((await failure(insert({ title: '\ud800' }))).code, 'INPUT_INVALID');
    assert.equal(/** @type {any} */ ({}).polluted, undefined);
  });

  it('reports which constraint was violated, with its message', async () => {
    const fields = async (/** @type {any} */ values, table = 'topics') =>
      (await failure(forum.data.rows.insert(forum.staff, table, values))).details.fields;
    await insert({ title: 'twice', due: '2026-01-01' });
    assert.deepEqual(await fields({ title: 'twice', due: '2026-01-01' }), {
      title: 'There is such a topic on that day',
    });
    assert.deepEqual(await fields({ title: 'seven', priority: 7 }), { priority: 'Seven is taken' });
    assert.deepEqual(await fields({ name: 'form' }, 'tags'), { name: 'Name is already taken' });
    assert.deepEqual(await fields({ text: 'x', topic: 999_999 }, 'replies'), {
      topic: 'Topic must be one of the choices',
    });
    assert.deepEqual(await fields({ title: 'x', author: '00000000-0000-7000-8000-000000000000' }), {
      author: 'Author must be one of the choices',
    });
    assert.deepEqual(await fields({ title: 'x', tags: ['00000000-0000-7000-8000-000000000000'] }), {
      tags: 'Tags must be one of the choices',
    });
    assert.deepEqual(await fields({ text: 'x', topic: '00000000-0000-7000-8000-000000000000' }, 'replies'), {
      topic: 'Topic must be one of the choices',
    });
  });

  it('lets system code set what Plinth sets', async () => {
    const at = '2001-02-03T04:05:06.007Z';
    const row = await forum.data.rows.insert(SYSTEM, 'topics', {
      title: 'old',
      id: 5000,
      created_at: at,
      updated_at: at,
    });
    assert.deepEqual([row.id, row.created_at, row.updated_at, row.created_by], [5000, at, at, null]);
  });
});

describe('insertMany', () => {
  it('is one statement when all rows are good', async () => {
    const before = forum.data.db.counters().statements;
    const rows = Array.from({ length: 300 }, (_, i) => ({ title: `many ${i}` }));
    const { done, errors } = await forum.data.rows.insertMany(forum.staff, 'topics', rows);
    assert.equal(forum.data.db.counters().statements - before, 1);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      done.map(({ title }) => title),
      rows.map(({ title }) => title),
    );
  });

  it('fails only the bad rows', async () => {
    const rows = [{ name: 'm1' }, { name: 'form' }, {}, { name: 'm2' }, { name: 'm1' }, { name: 'm3' }];
    const { done, errors } = await forum.data.rows.insertMany(forum.staff, 'tags', rows);
    assert.deepEqual(
      done.map(({ name }) => name),
      ['m1', 'm2', 'm3'],
    );
    assert.deepEqual(
      errors.map(({ index, error }) => [index, /** @type {any} */ (error.details).fields.name]),
      [
        [1, 'Name is already taken'],
        [2, 'Name is required'],
        [4, 'Name is already taken'],
      ],
    );
  });
});

describe('update', () => {
  it('is one statement and changes only what is given', async () => {
    const { data, staff } = forum;
    const tag = await data.rows.insert(staff, 'tags', { name: 'keep' });
    const row = await insert({
      title: 'before',
      priority: 1,
      tags: [tag.id],
      labels: ['red'],
      extra: { a: 1 },
      effort: '1:00',
    });
    const before = data.db.counters().statements;
    const changed = await data.rows.update(staff, 'topics', row.id, { title: 'after' });
    assert.equal(data.db.counters().statements - before, 1);
    assert.deepEqual(changed, { ...row, title: 'after', updated_at: changed.updated_at });
    const emptied = await data.rows.update(staff, 'topics', row.id, {
      tags: [],
      labels: '',
      extra: null,
      effort: '',
      priority: null,
    });
    const { tags, labels, extra, effort, priority } = emptied;
    assert.deepEqual(
      { tags, labels, extra, effort, priority },
      { tags: [], labels: null, extra: null, effort: null, priority: null },
    );
  });

  it('keeps links to rows that the actor may not see', async () => {
    const { data, ada, admin, staff } = forum;
    await data.edit(SYSTEM, 'add-table', {
      name: 'notes',
      owner: 'keeper',
      access: { user: { read: 'own', create: 'all', update: 'own' } },
      fields: [
        { name: 'text', type: 'text' },
        { name: 'keeper', type: 'user' },
        { name: 'about', type: 'many_to_many', attributes: { table: 'topics' } },
      ],
    });
    const hidden = await insert({ title: 'of staff' });
    const mine = await data.rows.insert(ada, 'topics', { title: 'of ada' });
    const note = await data.rows.insert(ada, 'notes', { text: 'n', about: [mine.id] });
    await data.rows.update(admin, 'notes', note.id, { about: [mine.id, hidden.id] });
    assert.deepEqual((await data.rows.get(ada, 'notes', note.id)).about, [mine.id]);
    assert.deepEqual((await data.rows.update(ada, 'notes', note.id, { about: [] })).about, []);
    assert.deepEqual((await data.rows.get(admin, 'notes', note.id)).about, [hidden.id]);
    const refused = await failure(data.rows.update(ada, 'notes', note.id, { about: [hidden.id] }));
    assert.deepEqual(refused.details.fields, { about: 'About must be one of the choices' });
    await data.rows.removeMany(staff, 'topics', [hidden.id]);
  });

  it('refuses to overwrite what somebody else changed meanwhile', async () => {
    const { data, staff } = forum;
    const row = await insert({ title: 'seen', priority: 1 });
    const first = await data.rows.update(
      staff,
      'topics',
      row.id,
      { priority: 2 },
      { expect: { updated_at: row.updated_at } },
    );
    const error = await failure(
      data.rows.update(
        staff,
        'topics',
        row.id,
        { priority: 3, title: 'seen' },
        { expect: { updated_at: row.updated_at } },
      ),
    );
    assert.deepEqual([error.code, error.status], ['ROW_CONFLICT', 409]);
    assert.deepEqual(error.details.changed, {
      updated_at: { yours: row.updated_at, current: first.updated_at },
      priority: { yours: 3, current: 2 },
    });
    assert.equal((await data.rows.get(staff, 'topics', row.id)).priority, 2);
    await data.rows.update(staff, 'topics', row.id, { priority: 4 }, { expect: { priority: '2' } });
  });

  it('works whatever letter a field is called, as the tables of our statements are', async () => {
    const { data } = forum;
    const names = [...'abcdefghijklmnopqrstuvwxyz'];
    const fields = names.map((name) => ({ name, type: name === 't' ? 'time' : 'text' }));
    await data.edit(SYSTEM, 'add-table', { name: 'letters', fields });
    const values = Object.fromEntries(names.map((name) => [name, name === 't' ? '08:00' : name]));
    const { id } = await data.rows.insert(SYSTEM, 'letters', values);
    assert.equal((await data.rows.update(SYSTEM, 'letters', id, { t: '08:00' })).t, '08:00', 'as it was');
    const next = Object.fromEntries(names.map((name) => [name, name === 't' ? '09:30' : `${name}2`]));
    const row = await data.rows.update(SYSTEM, 'letters', id, next);
    assert.deepEqual(Object.fromEntries(names.map((name) => [name, row[name]])), next);
    await data.rows.remove(SYSTEM, 'letters', id);
  });

  it('does not report equivalent JSON as changed', async () => {
    const { data } = forum;
    const fields = ['meta', 'more'].map((name) => ({ name, type: 'json' }));
    await data.edit(SYSTEM, 'add-table', { name: 'papers', fields });
    const row = await data.rows.insert(SYSTEM, 'papers', { meta: '{"long": 1, "b": [2]}', more: '1' });
    await data.rows.update(SYSTEM, 'papers', row.id, { more: '{"a": 1}' });
    const values = { meta: '{"long": 1, "b": [2]}', more: '{"a": 2}' };
    const error = await failure(
      data.rows.update(SYSTEM, 'papers', row.id, values, { expect: { updated_at: row.updated_at } }),
    );
    assert.deepEqual(Object.keys(error.details.changed).sort(), ['more', 'updated_at']);
  });

  it('distinguishes versions made in the same millisecond', async () => {
    const { data, staff } = forum;
    const { id } = await insert({ title: 'quick' });
    const versions = await Promise.all(
      Array.from({ length: 9 }, (_, i) => data.rows.update(staff, 'topics', id, { body: `b${i}` })),
    );
    assert.equal(new Set(versions.map((row) => row.updated_at)).size, 9);
  });

  it('lets one of several writers win who saw the same version', async () => {
    const { data, staff } = forum;
    const { id, updated_at } = await insert({ title: 'many at once' });
    const tries = Array.from({ length: 8 }, (_, i) =>
      data.rows.update(staff, 'topics', id, { body: `b${i}` }, { expect: { updated_at } }).then(
        () => 'won',
        (/** @type {any} */ error) => error.code,
      ),
    );
    assert.deepEqual((await Promise.all(tries)).sort(), [...Array(7).fill('ROW_CONFLICT'), 'won']);
  });

  it('loses nothing when two change different fields at once', async () => {
    const { data, staff } = forum;
    const { id } = await insert({ title: 'race', priority: 0 });
    for (let i = 1; i <= 9; i++) {
      await Promise.all([
        data.rows.update(staff, 'topics', id, { priority: i === 7 ? 6 : i }),
        data.rows.update(staff, 'topics', id, { body: `b${i}` }),
      ]);
    }
    const { priority, body } = await data.rows.get(staff, 'topics', id);
    assert.deepEqual([priority, body], [9, 'b9']);
  });

  it('sends back an unchanged relation to a row one may not see', async () => {
    const { data, ada, people } = forum;
    const theirs = await insert({ title: 'of ben', author: people.ben });
    await data.edit(SYSTEM, 'add-table', {
      name: 'jobs',
      access: { user: { read: 'all', update: 'all' } },
      fields: [
        { name: 'text', type: 'text' },
        { name: 'topic', type: 'relation', attributes: { table: 'topics', onDelete: 'set_null' } },
      ],
    });
    const job = await data.rows.insert(SYSTEM, 'jobs', { text: 'a', topic: theirs.id });
    assert.equal((await data.rows.update(ada, 'jobs', job.id, { text: 'b', topic: theirs.id })).text, 'b');
  });
});

describe('removeMany and updateMany', () => {
  it('change what they may and name the others', async () => {
    const { data, ada, staff } = forum;
    const mine = await data.rows.insert(ada, 'topics', { title: 'mine to remove' });
    const used = await data.rows.insert(ada, 'topics', { title: 'in use' });
    const theirs = await insert({ title: 'of staff' });
    await data.rows.insert(staff, 'replies', { text: 'x', topic: used.id });
    const { done, errors } = await data.rows.removeMany(ada, 'topics', [mine.id, used.id, theirs.id, 'x', mine.id]);
    assert.deepEqual(done, [{ id: mine.id }]);
    assert.deepEqual(
      errors.map(({ id, error }) => [id, error.code]),
      [
        [used.id, 'ROW_IN_USE'],
        [theirs.id, 'ROW_NOT_FOUND'],
        ['x', 'ROW_NOT_FOUND'],
      ],
    );
  });
});

describe('saveTree', () => {
  it('writes a row and its child rows, or nothing', async () => {
    const { data, staff } = forum;
    const relation = 'replies.topic';
    const saved = await data.rows.saveTree(staff, {
      table: 'topics',
      id: null,
      values: { title: 'tree' },
      children: [
        {
          relation,
          rows: [
            { id: null, values: { text: 'a' } },
            { id: null, values: { text: 'b' } },
          ],
        },
      ],
    });
    const spec = /** @type {any} */ ({
      table: 'replies',
      select: [{ as: 'text', field: 'text' }],
      where: { field: 'topic', op: 'eq', value: saved.id },
      sort: [{ field: 'text' }],
    });
    const children = async () => (await data.select(staff, [{ spec, params: {} }]))[0].rows;
    const [a, b] = await children();
    const tree = (/** @type {any[]} */ rows) => ({
      table: 'topics',
      id: saved.id,
      values: { title: 'tree 2' },
      children: [{ relation, rows }],
    });
    const error = await failure(
      data.rows.saveTree(
        staff,
        tree([
          { id: a.id, values: { text: 'changed' } },
          { id: null, values: { score: 'x' } },
        ]),
      ),
    );
    assert.deepEqual(Object.keys(error.details.fields).sort(), [`${relation}.1.score`, `${relation}.1.text`]);
    const broken = await failure(
      data.rows.saveTree(
        staff,
        tree([
          { id: a.id, values: { text: 'changed' } },
          { id: 999_999, values: { text: 'x' } },
        ]),
      ),
    );
    assert.equal(broken.code, 'ROW_NOT_FOUND');
    assert.equal((await data.rows.get(staff, 'topics', saved.id)).title, 'tree');
    assert.deepEqual(await children(), [a, b]);
    await data.rows.saveTree(
      staff,
      tree([
        { id: a.id, values: { text: 'a2' } },
        { id: b.id, remove: true },
        { id: '', values: { text: 'c' } },
      ]),
    );
    assert.deepEqual(
      (await children()).map(({ text }) => text),
      ['a2', 'c'],
    );
  });

  it('Z3: changes no child row of another parent', async () => {
    const { data, staff } = forum;
    const [one, other] = [await insert({ title: 'p1' }), await insert({ title: 'p2' })];
    const child = await data.rows.insert(staff, 'replies', { text: 'stay', topic: other.id });
    for (const row of [
      { id: child.id, values: { text: 'moved' } },
      { id: child.id, remove: true },
    ]) {
      const tree = { table: 'topics', id: one.id, values: {}, children: [{ relation: 'replies.topic', rows: [row] }] };
      assert.equal((await failure(data.rows.saveTree(staff, tree))).code, 'ROW_NOT_FOUND');
    }
    assert.deepEqual((await data.rows.get(staff, 'replies', child.id)).topic, other.id);
  });

  it('Z4: needs the rights on the child rows too', async () => {
    const { data, ada } = forum;
    const mine = await data.rows.insert(ada, 'topics', { title: 'mine' });
    const reply = await data.rows.insert(ada, 'replies', { text: 'r', topic: mine.id });
    const rows = [{ id: reply.id, values: { text: 'changed' } }];
    const tree = {
      table: 'topics',
      id: mine.id,
      values: { title: 'changed' },
      children: [{ relation: 'replies.topic', rows }],
    };
    assert.equal((await failure(data.rows.saveTree(ada, tree))).code, 'FORBIDDEN');
    assert.equal((await data.rows.get(ada, 'topics', mine.id)).title, 'mine');
  });
});

describe('a schema that has just changed', () => {
  it('K11: is met with the newest Catalog, not with an error', async () => {
    const { data, staff } = forum;
    const spec = /** @type {any} */ ({ table: 'jobs', select: [{ as: 'text', field: 'text' }] });
    const { id } = await data.rows.insert(SYSTEM, 'jobs', { text: 'k' });
    await data.select(SYSTEM, [{ spec, params: {} }]);
    // Another process renames the field; this one has not heard of it.
    await data.db.query(`alter table app.jobs rename column text to words`);
    await data.db.query(`update plinth.objects set name = 'words' where kind = 'field' and name = 'text'
      and parent = (select id from plinth.objects where kind = 'table' and name = 'jobs')`);
    await data.db.query('update plinth.catalog_version set version = version + 1');
    assert.equal((await failure(data.select(SYSTEM, [{ spec, params: {} }]))).code, 'FIELD_NOT_FOUND');
    assert.equal((await data.rows.get(staff, 'topics', 5000)).title, 'old');
    assert.equal((await data.rows.update(SYSTEM, 'jobs', id, { words: 'now' })).words, 'now');
  });
});
