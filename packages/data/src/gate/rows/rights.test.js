import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { VISITOR, createForum } from './testing/forum.js';

/** @import { Actor } from '@plinth/plugin' */

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {number} */
let adas;
/** @type {number} */
let bens;

before(async () => {
  forum = await createForum();
  const { data, staff, admin, people } = forum;
  adas = (await data.rows.insert(staff, 'topics', { title: "ada's plan", author: people.ada, budget: '5.00' })).id;
  bens = (await data.rows.insert(staff, 'topics', { title: 'canary of ben', author: people.ben, budget: '70.00' })).id;
  await data.rows.insertMany(staff, 'replies', [
    { text: 'to ada', topic: adas, score: 1 },
    { text: 'to ben', topic: bens, score: 10 },
  ]);
  await data.rows.insert(admin, 'secrets', { code: 'canary code', topic: adas });
});
after(() => forum.close());

/** @param {Actor} actor @param {any} spec @param {any} [params] */
const select = async (actor, spec, params = {}) =>
  (await forum.data.select(actor, [{ spec: { select: [], ...spec }, params }]))[0];
/** @param {Promise<unknown>} promise @returns {Promise<any>} */
const failure = (promise) =>
  promise.then(
    () => assert.fail('it was allowed'),
    (error) => error,
  );
/** What a caller is told. @param {any} error */
const told = ({ code, status, message, hint = null, details = null }) => ({ code, status, message, hint, details });

describe('rows one may not read', () => {
  it('Z1: a table that nobody was granted is empty for all but admins', async () => {
    const { data, admin, staff, ada } = forum;
    for (const actor of [staff, ada, VISITOR]) {
      const result = await select(actor, { table: 'secrets', select: [{ as: 'code', field: 'code' }], count: 'exact' });
      assert.deepEqual([result.rows, result.count], [[], 0]);
      assert.equal((await failure(data.rows.get(actor, 'secrets', 1))).code, 'ROW_NOT_FOUND');
      assert.equal((await failure(data.rows.insert(actor, 'secrets', { code: 'x' }))).code, 'FORBIDDEN');
      assert.equal((await failure(data.rows.update(actor, 'secrets', 1, { code: 'x' }))).code, 'ROW_NOT_FOUND');
      assert.equal((await failure(data.rows.remove(actor, 'secrets', 1))).code, 'ROW_NOT_FOUND');
    }
    assert.equal((await data.rows.get(admin, 'secrets', 1)).code, 'canary code');
  });

  it('Z3: keys of foreign rows answer exactly like keys of no row', async () => {
    const { data, ada } = forum;
    for (const call of [
      (/** @type {unknown} */ id) => data.rows.get(ada, 'topics', id),
      (/** @type {unknown} */ id) => data.rows.update(ada, 'topics', id, { title: 'mine' }),
      (/** @type {unknown} */ id) => data.rows.remove(ada, 'topics', id),
      (/** @type {unknown} */ id) => data.history.list(ada, 'topics', id),
      (/** @type {any} */ id) => data.actions.run(ada, { action: 'delete_row', config: {}, table: 'topics', id }),
    ]) {
      const missing = told(await failure(call(999_999)));
      assert.deepEqual(told(await failure(call(bens))), missing);
      for (const odd of ['1 or 1=1', '', {}, [bens], '9'.repeat(30), -1, 1.5, true]) {
        assert.deepEqual(told(await failure(call(odd))), missing);
      }
    }
    assert.equal((await forum.data.rows.get(forum.staff, 'topics', bens)).title, 'canary of ben');
  });

  it('Z9: counts, totals and aggregates only cover readable rows', async () => {
    const totals = [
      { as: 'sum', aggregate: 'sum', field: 'budget' },
      { as: 'max', aggregate: 'max', field: 'title' },
    ];
    const spec = { table: 'topics', totals, count: 'exact' };
    const own = await select(forum.ada, spec);
    assert.deepEqual([own.totals, own.count], [{ sum: '5.00', max: "ada's plan" }, 1]);
    assert.equal(await forum.data.rows.count(forum.ada, 'topics'), 1);
    assert.equal(await forum.data.rows.count(VISITOR, 'topics'), 0);
    const relation = 'secrets.topic';
    const { rows } = await select(forum.staff, {
      table: 'topics',
      select: [
        { as: 'n', aggregate: 'count', relation },
        { as: 'code', aggregate: 'latest', relation, field: 'code' },
        { as: 'codes', aggregate: 'array', relation, field: 'code' },
      ],
      where: { field: 'id', op: 'eq', value: adas },
    });
    assert.deepEqual(rows, [{ id: adas, n: 0, code: null, codes: [] }]);
  });

  it('Z9: child rows that one may not read do not exist for a filter', async () => {
    const where = { child: 'secrets.topic', where: { field: 'code', op: 'starts', value: 'c' } };
    assert.equal((await select(forum.staff, { table: 'topics', where })).rows.length, 0);
    assert.equal((await select(forum.admin, { table: 'topics', where })).rows.length, 1);
  });

  it('Z10: joined fields and labels of rows one may not read are empty', async () => {
    const spec = {
      table: 'replies',
      select: [
        { as: 'title', field: 'topic.title' },
        { as: 'label', field: 'topic', label: true },
        { as: 'owner', field: 'topic.author.name' },
      ],
      sort: [{ field: 'id' }],
    };
    const seen = await select(forum.ada, spec);
    assert.deepEqual(
      seen.rows.map(({ title, label, owner }) => [title, label, owner]),
      [
        ["ada's plan", "ada's plan", 'ada'],
        [null, null, null],
      ],
    );
    const visitor = await select(VISITOR, spec);
    assert.ok(visitor.rows.every((row) => row.title === null && row.label === null && row.owner === null));
    assert.equal(visitor.rows.length, 2);
  });

  it('Z6: filtering, sorting or seeking by a joined field sees nothing in rows one may not read', async () => {
    const where = { field: 'topic.title', op: 'contains', value: 'canary' };
    assert.equal((await select(forum.ada, { table: 'replies', where })).rows.length, 0);
    assert.equal((await select(VISITOR, { table: 'replies', where })).rows.length, 0);
    assert.equal((await select(forum.staff, { table: 'replies', where })).rows.length, 1);
    const sorted = await select(VISITOR, {
      table: 'replies',
      sort: [{ field: 'topic.title' }],
      limit: 1,
      cursor: { after: 'a', before: 'b' },
    });
    assert.ok(!Buffer.from(String(sorted.next), 'base64url').toString().includes('plan'));
  });

  it('Z8: search finds no word that is only in rows or fields one may not read', async () => {
    const spec = { table: 'replies', search: { param: 'q' }, count: 'exact' };
    for (const [actor, q, n] of /** @type {[Actor, string, number][]} */ ([
      [forum.ada, 'canary', 0],
      [VISITOR, 'canary', 0],
      [VISITOR, 'plan', 0],
      [forum.ada, 'plan', 1],
      [forum.staff, 'canary', 1],
      [forum.staff, 'secret.example', 0],
    ])) {
      assert.equal((await select(actor, spec, { q })).count, n, q);
    }
  });

  it('Z9: choices offer rows one may read, users only to those signed in', async () => {
    const { data, ada, staff } = forum;
    const labels = async (
      /** @type {Actor} */ actor,
      /** @type {string} */ table,
      /** @type {string} */ field,
      options = {},
    ) => (await data.rows.choices(actor, table, field, options)).map(({ label }) => label);
    assert.deepEqual(await labels(ada, 'replies', 'topic'), ["ada's plan"]);
    assert.deepEqual(await labels(ada, 'replies', 'topic', { search: 'canary' }), []);
    assert.deepEqual(await labels(staff, 'replies', 'topic', { search: 'cana' }), ['canary of ben']);
    assert.deepEqual(await labels(VISITOR, 'replies', 'topic'), []);
    assert.deepEqual(await labels(VISITOR, 'topics', 'author'), []);
    assert.deepEqual(await labels(ada, 'topics', 'author', { search: 'be' }), ['ben']);
    assert.deepEqual(await labels(ada, 'topics', 'author', { search: 'secret.example' }), []);
    const [{ c }] = (await select(VISITOR, { table: null, select: [{ as: 'c', choices: 'topics.author' }] })).rows;
    assert.deepEqual(c, []);
  });
});

describe('disabled users', () => {
  it('are offered no more, and stay where they are', async () => {
    const { data, admin, ada, people } = forum;
    const row = await data.rows.insert(admin, 'topics', { title: 'of cyd', author: people.cyd });
    await data.db.query({ text: 'update plinth.users set disabled_at = now() where id = $1', values: [people.cyd] });
    for (const actor of [admin, ada]) {
      const labels = (await data.rows.choices(actor, 'topics', 'author')).map(({ label }) => label);
      assert.deepEqual(labels, ['ada', 'ben']);
    }
    const spec = {
      table: 'topics',
      select: [{ as: 'who', field: 'author', label: true }],
      where: { field: 'id', op: 'eq', value: row.id },
    };
    assert.equal((await select(admin, spec)).rows[0].who, 'cyd');
    await data.db.query('update plinth.users set disabled_at = null');
    await data.rows.remove(admin, 'topics', row.id);
  });
});

describe('fields one may not read', () => {
  const specs = /** @type {((field: string) => any)[]} */ ([
    (field) => ({ table: 'users', select: [{ as: 'x', field }] }),
    (field) => ({ table: 'topics', select: [{ as: 'x', field: `author.${field}` }] }),
    (field) => ({ table: 'topics', where: { field: `author.${field}`, op: 'eq', value: 'x@y.example' } }),
    (field) => ({ table: 'topics', where: { not: { any: [{ all: [{ field: `author.${field}`, op: 'filled' }] }] } } }),
    (field) => ({ table: 'topics', where: { field: 'title', op: 'eq', value: { path: `author.${field}` } } }),
    (field) => ({ table: 'topics', sort: [{ field: `author.${field}` }] }),
    (field) => ({ table: 'topics', totals: [{ as: 'x', aggregate: 'max', field: `author.${field}` }] }),
    (field) => ({ table: 'replies', where: { field: `topic.author.${field}`, op: 'starts', value: 'a' } }),
    (field) => ({
      table: 'topics',
      select: [{ as: 'x', choices: 'author', where: { field, op: 'starts', value: 'a' } }],
    }),
    (field) => ({
      table: 'users',
      select: [{ as: 'x', aggregate: 'array', relation: 'topics.author', field: `author.${field}` }],
    }),
    (field) => ({
      table: 'users',
      where: { child: 'topics.author', where: { field: `author.${field}`, op: 'filled' } },
    }),
  ]);
  for (const [i, specOf] of specs.entries()) {
    it(`Z6, Z7: behave like missing fields (${i + 1})`, async () => {
      for (const actor of [forum.ada, forum.staff, VISITOR]) {
        const hidden = told(await failure(select(actor, specOf('email'))));
        const missing = told(await failure(select(actor, specOf('emeil'))));
        assert.deepEqual(JSON.parse(JSON.stringify(hidden).replaceAll('email', 'emeil')), missing);
        assert.equal(missing.status, 422);
      }
      await select(forum.admin, specOf('email'));
    });
  }

  it('are not among the fields of a row', async () => {
    const { data, ada, people } = forum;
    assert.deepEqual(await data.rows.get(ada, 'users', people.ada), { id: people.ada, name: 'ada', picture: null });
    assert.equal((await failure(data.rows.get(ada, 'users', people.ben))).code, 'ROW_NOT_FOUND');
    assert.equal((await data.rows.get(forum.admin, 'users', people.ben)).email, 'ben@secret.example');
  });
});

describe('writing', () => {
  it('Z4: a row can neither be given away nor taken', async () => {
    const { data, ada, people } = forum;
    assert.equal((await failure(data.rows.update(ada, 'topics', adas, { author: people.ben }))).code, 'FORBIDDEN');
    assert.equal((await failure(data.rows.update(ada, 'topics', adas, { author: null }))).code, 'FORBIDDEN');
    assert.equal(
      (await failure(data.rows.insert(ada, 'topics', { title: 'x', author: people.ben }))).code,
      'FORBIDDEN',
    );
    assert.equal((await failure(data.rows.update(ada, 'topics', bens, { author: people.ada }))).code, 'ROW_NOT_FOUND');
    const many = await data.rows.updateMany(ada, 'topics', [adas, bens], { author: people.ada });
    assert.deepEqual(
      [many.done.map(({ id }) => id), many.errors.map(({ id, error }) => [id, error.code])],
      [[adas], [[bens, 'ROW_NOT_FOUND']]],
    );
    assert.equal((await data.rows.get(forum.staff, 'topics', bens)).author, people.ben);
  });

  it('makes the actor the owner of new rows', async () => {
    const { data, ada, people } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: 'new' });
    assert.equal(row.author, people.ada);
    await data.rows.remove(ada, 'topics', row.id);
  });

  it('Z10: a relation only accepts readable rows, and gives the same error for hidden and missing ones', async () => {
    const { data, ada } = forum;
    const errors = await Promise.all(
      [bens, 999_999].map((topic) => failure(data.rows.insert(ada, 'replies', { text: 'x', topic }))),
    );
    assert.deepEqual(told(errors[0]), told(errors[1]));
    assert.deepEqual(errors[0].details.fields, { topic: 'Topic must be one of the choices' });
    await data.rows.insert(ada, 'replies', { text: 'x', topic: adas });
    assert.equal((await failure(data.rows.insert(VISITOR, 'replies', { text: 'x' }))).code, 'FORBIDDEN');
  });

  it('is refused with 403 where the row may be read', async () => {
    const { data, ada } = forum;
    assert.equal((await failure(data.rows.update(ada, 'replies', 1, { text: 'x' }))).code, 'FORBIDDEN');
    assert.equal((await failure(data.rows.remove(ada, 'replies', 1))).code, 'FORBIDDEN');
    assert.equal((await failure(data.rows.remove(VISITOR, 'replies', 1))).code, 'FORBIDDEN');
  });

  it('Z15: what Plinth sets, keys and unknown fields are refused', async () => {
    const { data, ada, staff, admin, people } = forum;
    for (const actor of [ada, staff, admin]) {
      for (const name of [
        'id',
        'created_at',
        'created_by',
        'updated_at',
        'updated_by',
        'role',
        '__proto__',
        'constructor',
      ]) {
        const values = JSON.parse(`{ "title": "x", "${name}": 1 }`);
        const error = await failure(data.rows.insert(actor, 'topics', values));
        assert.equal(error.code, 'INPUT_INVALID');
        assert.deepEqual(Object.keys(error.details.fields), [name]);
      }
      assert.equal((await failure(data.rows.insert(actor, 'users', { name: 'x' }))).code, 'FORBIDDEN');
      assert.equal((await failure(data.rows.update(actor, 'users', people.ada, { name: 'x' }))).code, 'FORBIDDEN');
      assert.equal((await failure(data.rows.remove(actor, 'users', people.ada))).code, 'FORBIDDEN');
    }
  });

  it('Z11: "own" gives nothing to visitors, even on rows without an owner', async () => {
    const { data, staff } = forum;
    const { id } = await data.rows.insert(staff, 'topics', { title: 'nobody', author: null });
    const user = /** @type {Actor} */ ({ userId: null, roles: ['user', 'public'], system: false });
    assert.equal((await select(user, { table: 'topics', count: 'exact' })).count, 0);
    assert.equal((await failure(data.rows.update(user, 'topics', id, { title: 'x' }))).code, 'ROW_NOT_FOUND');
    await data.rows.remove(staff, 'topics', id);
  });

  it('Z10: an actor who may change but not read a row learns nothing about it', async () => {
    const { data, admin, ada } = forum;
    await data.edit(admin, 'add-table', {
      name: 'boxes',
      access: { user: { create: 'all', update: 'all' } },
      fields: [{ name: 'text', type: 'text' }],
    });
    const { id } = await data.rows.insert(admin, 'boxes', { text: 'canary' });
    const error = await failure(data.rows.update(ada, 'boxes', id, { text: 'x' }, { expect: { text: 'wrong' } }));
    assert.deepEqual([error.code, error.details], ['ROW_CONFLICT', { changed: {} }]);
    assert.deepEqual(await data.rows.update(ada, 'boxes', id, { text: 'y' }), { id });
    assert.deepEqual(Object.keys(await data.rows.insert(ada, 'boxes', { text: 'z' })), ['id']);
    assert.equal((await failure(data.rows.get(ada, 'boxes', id))).code, 'ROW_NOT_FOUND');
  });

  it('Z10: a row in use names the table only to those who may read it', async () => {
    const { data, staff, admin, ada } = forum;
    const row = await data.rows.insert(ada, 'topics', { title: 'in use' });
    await data.rows.insert(admin, 'secrets', { topic: row.id });
    const seen = told(await failure(data.rows.remove(admin, 'topics', row.id)));
    assert.deepEqual([seen.code, seen.status, seen.details], ['ROW_IN_USE', 409, { table: 'secrets' }]);
    for (const actor of [staff, ada]) {
      assert.ok(!JSON.stringify(told(await failure(data.rows.remove(actor, 'topics', row.id)))).match(/secret/i));
    }
  });
});

describe('files in rows', () => {
  it('F3: only a file that the actor may have can be attached; visitors attach what visitors stored for the field', async () => {
    const { data, admin, ada, ben, people } = forum;
    await data.edit(admin, 'add-table', {
      name: 'letters',
      access: { public: { create: 'all' }, user: { read: 'all', create: 'all', update: 'all' } },
      fields: [
        { name: 'text', type: 'text' },
        { name: 'scan', type: 'file' },
      ],
    });
    const field = data.catalog().table('letters').field('scan').id;
    const store = async (/** @type {string | null} */ owner, /** @type {string | null} */ fieldId) => {
      const { rows } = await data.db.query({
        text: `insert into plinth.files (id, name, mime, size, sha256, owner, field_id)
          values (plinth.uuid_v7(), 'scan.pdf', 'application/pdf', 3, '', $1, $2) returning id`,
        values: [owner, fieldId],
      });
      return rows[0].id;
    };
    const [adas, free, visitors] = [await store(people.ada, field), await store(null, null), await store(null, field)];
    const missing = '00000000-0000-7000-8000-000000000000';
    const refused = [];
    for (const scan of [adas, free, missing]) {
      refused.push(told(await failure(data.rows.insert(VISITOR, 'letters', { scan }))));
      if (scan !== adas) refused.push(told(await failure(data.rows.insert(ada, 'letters', { scan }))));
      refused.push(told(await failure(data.rows.insert(ben, 'letters', { scan }))));
    }
    for (const error of refused) assert.deepEqual(error, refused[0]);
    assert.deepEqual(refused[0].details.fields, { scan: 'Scan must be one of the choices' });
    assert.deepEqual(Object.keys(await data.rows.insert(VISITOR, 'letters', { scan: visitors })), ['id']);
    const letter = await data.rows.insert(ada, 'letters', { scan: adas });
    assert.equal((await data.rows.update(ben, 'letters', letter.id, { text: 'seen', scan: adas })).text, 'seen');
    const spec = {
      table: 'letters',
      select: [{ as: 'scan', field: 'scan', label: true }],
      where: { field: 'id', op: 'eq', value: letter.id },
    };
    assert.deepEqual((await select(ben, spec)).rows[0].scan, {
      id: adas,
      name: 'scan.pdf',
      mime: 'application/pdf',
      size: 3,
    });
  });
});
