import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, VISITOR, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
before(async () => {
  forum = await createForum();
  ({ data } = forum);
});
after(() => forum?.close());

const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const query = async (/** @type {string} */ text) => (await data.db.query(text)).rows;
const numbersOf = async (/** @type {string} */ table) =>
  (await query(`select number::int as number from app.${table} order by number`)).map(
    (/** @type {any} */ row) => row.number,
  );
const oneTo = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i + 1);
const add = (/** @type {string} */ table, /** @type {any} */ values = {}, actor = forum.admin) =>
  data.rows.insert(actor, table, values);

/** @param {string} name @param {any} attributes @param {any} [more] */
async function addTable(name, attributes, more = {}) {
  await data.edit(SYSTEM, 'add-table', {
    name,
    access: { user: everything },
    ...more,
    fields: [
      { name: 'title', type: 'text', attributes: { maxLength: 20 } },
      { name: 'number', type: 'auto_number', attributes },
    ],
  });
}

for (const gapFree of [false, true]) {
  const kind = gapFree ? 'without gaps' : 'with a sequence';
  const bills = gapFree ? 'exact_bills' : 'fast_bills';

  describe(`numbers ${kind}`, () => {
    before(() => addTable(bills, { prefix: 'INV-', start: 1, gapFree }, { history: true }));

    it('never come twice, when 50 rows are added at once in many ways', async () => {
      const ways = [
        (/** @type {number} */ i) => add(bills, { title: `row ${i}` }),
        (/** @type {number} */ i) => query(`insert into app.${bills} (title) values ('sql ${i}') returning id`),
        (/** @type {number} */ i) =>
          data.rows.transact(forum.admin, [{ table: bills, op: 'insert', values: { title: `two ${i}` } }]),
      ];
      await Promise.all(oneTo(50).map((i) => ways[i % 3](i)));
      assert.deepEqual(await numbersOf(bills), oneTo(50));
    });

    it('are part of what comes back, of the history and of what a search finds', async () => {
      const row = await add(bills, { title: 'seen' });
      assert.equal(row.number, 51);
      const select = [{ as: 'id', field: 'id' }];
      const find = async (/** @type {string} */ text) =>
        (
          await data.select(forum.admin, [
            { spec: { table: bills, select, search: { param: 'q' } }, params: { q: text } },
          ])
        )[0].rows;
      assert.deepEqual(await find('inv-00051'), [{ id: row.id }]);
      assert.deepEqual(await find('INV-51'), []);
      const [entry] = await query(`select after from plinth.row_history order by id desc limit 1`);
      assert.ok(Object.values(entry.after).includes(51));
    });

    it('Z6: are written by nobody', async () => {
      const refused = { code: 'INPUT_INVALID', details: { fields: { number: 'number is set automatically' } } };
      for (const actor of [forum.admin, forum.ada]) {
        await assert.rejects(add(bills, { number: 1000 }, actor), (/** @type {any} */ error) => {
          assert.equal(error.code, refused.code);
          assert.match(JSON.stringify(error.details), /set automatically/);
          return true;
        });
      }
      const [{ id }] = await query(`select id from app.${bills} where number = 51`);
      await assert.rejects(data.rows.update(forum.ada, bills, id, { number: 1000 }), { code: 'INPUT_INVALID' });
      assert.equal((await numbersOf(bills)).at(-1), 51);
    });

    it('come back with a deleted row and are not given again', async () => {
      const row = await add(bills, { title: 'gone' });
      const { deletion } = await data.rows.remove(forum.admin, bills, row.id);
      const next = await add(bills, { title: 'next' });
      assert.equal(next.number, row.number + 1);
      await data.history.undo(forum.admin, deletion);
      assert.deepEqual((await numbersOf(bills)).slice(-2), [row.number, next.number]);
    });

    it('number the rows that are there when the field comes, in the order in which they were made', async () => {
      const late = `${bills}_late`;
      await data.edit(SYSTEM, 'add-table', { name: late, fields: [{ name: 'title', type: 'text' }] });
      await query(
        `insert into app.${late} (title, created_at) select 't' || i, '2026-01-01'::date - i from generate_series(1, 3) i`,
      );
      await query(`update app.${late} set title = title || '!' where id = 1`);
      const field = { name: 'number', type: 'auto_number', attributes: { start: 10, gapFree } };
      const { revision } = await data.edit(SYSTEM, 'add-field', { table: late, field });
      const inOrder = () => query(`select title, number::int from app.${late} order by number`);
      assert.deepEqual(await inOrder(), [
        { title: 't3', number: 10 },
        { title: 't2', number: 11 },
        { title: 't1!', number: 12 },
      ]);
      assert.equal((await add(late)).number, 13);
      await data.revisions.undo(SYSTEM, revision);
      await query(`insert into app.${late} (title) values ('meanwhile')`);
      await data.revisions.undo(SYSTEM, (await data.revisions.list({ limit: 1 })).revisions[0].id);
      assert.deepEqual(
        (await inOrder()).map((/** @type {any} */ row) => row.number),
        [10, 11, 12, 13, 14],
      );
      assert.equal((await add(late)).number, 15);
    });

    it('keep counting through a removed table, a renamed field and another type', async () => {
      const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);
      const change = (/** @type {any} */ changes) => edit('change-field', { table: bills, field: 'number', changes });
      const last = (await numbersOf(bills)).at(-1);
      const removed = await edit('remove-table', { table: bills });
      await data.revisions.undo(SYSTEM, removed.revision);
      assert.equal((await add(bills)).number, last + 1);
      await change({ name: 'bill_number' });
      await edit('change-field', { table: bills, field: 'bill_number', changes: { name: 'number' } });
      assert.equal((await add(bills)).number, last + 2);
      await change({ type: 'text' });
      const [{ number }] = await query(`select number from app.${bills} where id = 1`);
      assert.match(number, /^INV-000\d\d$/);
      await change({ type: 'auto_number', attributes: { prefix: 'INV-', gapFree } });
      assert.equal((await add(bills)).number, last + 3);
    });

    it('go on when gaps become allowed or forbidden, and jump to a later first number', async () => {
      const change = (/** @type {any} */ attributes) =>
        data.edit(SYSTEM, 'change-field', { table: bills, field: 'number', changes: { attributes } });
      const last = (await numbersOf(bills)).at(-1);
      await change({ gapFree: !gapFree });
      assert.equal((await add(bills)).number, last + 1);
      await change({ gapFree, start: 5 });
      assert.equal((await add(bills)).number, last + 2);
      await change({ gapFree, start: 5000 });
      assert.equal((await add(bills)).number, 5000);
    });
  });
}

describe('numbers without gaps', () => {
  before(() => addTable('strict_bills', { gapFree: true, prefix: 'R' }));

  it('have none after refused rows, rolled back transactions and savepoints', async () => {
    const long = { title: 'x'.repeat(21) };
    const outcomes = await Promise.allSettled(
      oneTo(60).map((i) => {
        if (i % 3 === 0) return add('strict_bills', long);
        if (i % 3 === 1) return add('strict_bills', { title: `row ${i}` });
        return data.db.transaction(async (/** @type {any} */ tx) => {
          await tx.query(`insert into app.strict_bills (title) values ('kept')`);
          await tx.query(`savepoint s`);
          await tx.query(`insert into app.strict_bills (title) select 'gone' from generate_series(1, 3)`);
          await tx.query(`rollback to savepoint s`);
          if (i % 2) throw new Error('rolled back');
          await tx.query(`insert into app.strict_bills (title) values ('kept too')`);
        });
      }),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 30);
    assert.deepEqual(await numbersOf('strict_bills'), oneTo(20 + 2 * 10));
  });

  it('are counted when constraints are checked at once', async () => {
    await data.db.transaction(async (/** @type {any} */ tx) => {
      await tx.query('set constraints all immediate');
      await tx.query(`insert into app.strict_bills (title) select 'now' from generate_series(1, 3)`);
    });
    assert.equal((await add('strict_bills')).number, 44);
  });
});

describe('a column that becomes one of numbers', () => {
  it('keeps the numbers that its texts hold and fills in the rest', async () => {
    await data.edit(SYSTEM, 'add-table', { name: 'codes', fields: [{ name: 'number', type: 'text' }] });
    await query(`insert into app.codes (number) values ('INV-0007'), ('3'), (null)`);
    const changes = { type: 'auto_number', attributes: { prefix: 'INV-' } };
    await data.edit(SYSTEM, 'change-field', { table: 'codes', field: 'number', changes });
    assert.deepEqual(await numbersOf('codes'), [3, 7, 8]);
    assert.equal((await add('codes')).number, 9);
  });

  it('refuses texts that are none, and numbers that come twice', async () => {
    for (const [i, values] of [`('7'), ('seven')`, `('7'), ('007')`].entries()) {
      const name = `wrong${i}`;
      await data.edit(SYSTEM, 'add-table', { name, fields: [{ name: 'number', type: 'text' }] });
      await query(`insert into app.${name} (number) values ${values}`);
      const change = { table: name, field: 'number', changes: { type: 'auto_number' } };
      await assert.rejects(data.edit(SYSTEM, 'change-field', change), {
        code: i === 0 ? 'FIELD_NOT_CONVERTIBLE' : 'FIELD_NOT_UNIQUE',
      });
    }
  });
});

describe('Z6: a number that one may not read', () => {
  it('is neither shown, found, sorted by nor filtered by', async () => {
    await addTable('hidden_bills', { prefix: 'INV-' });
    const access = { read: [], write: [] };
    await data.edit(SYSTEM, 'set-access', { table: 'hidden_bills', fields: { number: access } });
    const row = await add('hidden_bills', { title: 'one' }, forum.ada);
    assert.equal('number' in row, false);
    const select = [{ as: 'id', field: 'id' }];
    const spec = { table: 'hidden_bills', select, search: { param: 'q' } };
    const find = async (/** @type {any} */ actor) =>
      (await data.select(actor, [{ spec, params: { q: 'INV-00001' } }]))[0].rows.length;
    assert.deepEqual([await find(forum.ada), await find(forum.admin)], [0, 1]);
    for (const sort of [[{ field: 'number' }], undefined]) {
      const where = sort ? undefined : { field: 'number', op: 'gt', value: 0 };
      const asked = { ...spec, search: undefined, sort, where };
      await assert.rejects(data.select(forum.ada, [{ spec: asked, params: {} }]), { code: 'FIELD_NOT_FOUND' });
    }
    await assert.rejects(data.rows.get(VISITOR, 'hidden_bills', row.id));
  });
});

describe('numbers that come with their rows', () => {
  for (const gapFree of [false, true]) {
    it(`are kept by an import${gapFree ? ' of numbers without gaps' : ''}, for admins alone; counting goes on after them`, async () => {
      const table = gapFree ? 'exact_in' : 'fast_in';
      await addTable(table, { prefix: 'INV-', gapFree });
      const csv = 'title,number\none,INV-00007\ntwo,\nthree,3\nfour,x\n';
      const columns = ['title', 'number'].map((header) => ({ header, field: header }));
      const run = (/** @type {any} */ actor) =>
        data.csv.import(actor, Readable.from([csv]), { table, columns, mode: 'good-rows', header: true });
      await assert.rejects(run(forum.ada), { code: 'FORBIDDEN' });
      const { rejected } = await run(forum.admin);
      assert.match(String(rejected[0].reason), /Number must be a whole number/);
      assert.equal(rejected.length, 1);
      assert.deepEqual((await numbersOf(table)).slice(1), [3, 7]);
      assert.equal((await add(table)).number, 8);
      const exported = await text(await data.csv.export(forum.admin, { table, fields: ['number'] }));
      assert.match(exported, /INV-00007\r?\n/);
    });

    it(`are carried by an app's export${gapFree ? ', without gaps too' : ''}`, async () => {
      const name = gapFree ? 'exact-app' : 'fast-app';
      const table = gapFree ? 'exact_app' : 'fast_app';
      await data.edit(SYSTEM, 'add-app', { name, label: name });
      await addTable(table, { prefix: 'INV-', gapFree }, { app: name });
      for (const title of ['one', 'two', 'three']) await add(table, { title });
      await query(`delete from app.${table} where number = 2`);
      const document = await data.apps.export(SYSTEM, name);
      await data.apps.install(SYSTEM, JSON.parse(JSON.stringify(document)), { prefix: 'copy_' });
      assert.deepEqual(await numbersOf(`copy_${table}`), [1, 3]);
      assert.equal((await add(`copy_${table}`)).number, 4);
    });
  }
});

describe('a number that names its rows', () => {
  it('is written with its prefix in relations, searches and recent rows', async () => {
    await data.edit(SYSTEM, 'add-table', {
      name: 'named',
      display: 'number',
      access: { user: everything },
      fields: [{ name: 'number', type: 'auto_number', attributes: { prefix: 'N/', digits: 3 } }],
    });
    const relation = { name: 'of', type: 'relation', attributes: { table: 'named' } };
    await data.edit(SYSTEM, 'add-table', { name: 'items', access: { user: everything }, fields: [relation] });
    const { id } = await add('named');
    await add('items', { of: id });
    const spec = { table: 'items', select: [{ as: 'of', field: 'of', label: true }] };
    assert.equal((await data.select(forum.ada, [{ spec, params: {} }]))[0].rows[0].of, 'N/001');
    const { rows } = await data.rows.searchEverywhere(forum.ada, 'n/001', { tables: ['named', 'items'] });
    assert.deepEqual(rows.map((/** @type {any} */ row) => [row.table, row.label]).toSorted(), [
      ['items', '1'],
      ['named', 'N/001'],
    ]);
  });
});
