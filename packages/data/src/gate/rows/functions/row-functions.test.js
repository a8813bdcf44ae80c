import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from '../testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let rows;
before(async () => {
  forum = await createForum();
  rows = forum.data.rows;
});
after(() => forum.close());

const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
let count = 0;
/** @param {string} name @param {any} input */
const edit = (name, input) => forum.data.edit(SYSTEM, name, input);

/** A function with this body, which nobody may call otherwise. @param {string} body @param {any} [more] */
async function fn(body, more = {}) {
  const name = `f${++count}`;
  const code = `export default async ({ row, old }, plinth) => {\n${body}\n};`;
  await edit('add-function', { function: { name, code, ...more } });
  return name;
}

/** A table whose rows a function judges, and fields. @param {string | null} body @param {any} [more] */
async function table(body, { fields = [], access = { user: everything }, rule = {}, more = {}, settings = {} } = {}) {
  const name = `t${++count}`;
  const own = [
    { name: 'title', type: 'text' },
    { name: 'amount', type: 'integer' },
    { name: 'price', type: 'decimal', attributes: { decimals: 2 } },
    { name: 'extra', type: 'json' },
  ];
  await edit('add-table', { name, access, fields: [...own, ...fields], ...settings });
  if (body === null) return name;
  const judge = await fn(body, more);
  await edit('add-constraint', { table: name, constraint: { kind: 'function', function: judge, ...rule } });
  return name;
}

/** What an attempt ends with. @param {Promise<any>} attempt */
const codeOf = (attempt) =>
  attempt.then(
    () => 'ok',
    (/** @type {any} */ error) => `${error.code} ${Object.keys(error.details?.fields ?? {}).join()}`.trim(),
  );

describe('a function that judges rows', () => {
  it('refuses with a message beside the field, and sees the old row', async () => {
    const name = await table(
      `if (old && row.amount < old.amount) plinth.fail('Not less than ' + old.amount, { field: 'amount' });
      if (row.title === 'no') return 'Not this';
      if (row.title === 'both') return { title: 'Wrong', amount: 'Wrong too' };
      if (row.title === 'plain') return false;`,
      { rule: { fields: ['title'], message: 'Usually wrong' } },
    );
    const { id } = await rows.insert(forum.ada, name, { title: 'a', amount: 5 });
    await rows.update(forum.ada, name, id, { amount: 6 });
    assert.equal(await codeOf(rows.update(forum.ada, name, id, { amount: 2 })), 'ROW_REFUSED amount');
    assert.equal(await codeOf(rows.insert(forum.ada, name, { title: 'no' })), 'ROW_REFUSED title');
    assert.equal(await codeOf(rows.insert(forum.ada, name, { title: 'both' })), 'ROW_REFUSED title,amount');
    await assert.rejects(rows.insert(forum.ada, name, { title: 'plain' }), { message: 'Usually wrong' });
    assert.equal(await rows.count(forum.ada, name), 1);
    assert.equal((await rows.get(forum.ada, name, id)).amount, 6);
  });

  it('is asked on every way to write', async () => {
    const name = await table(`if (row.amount > 9) plinth.fail('Too much', { field: 'amount' });`);
    const many = await rows.insertMany(forum.ada, name, [{ amount: 1 }, { amount: 10 }, { amount: 2 }]);
    assert.deepEqual([many.done.length, many.errors.map((/** @type {any} */ one) => one.index)], [2, [1]]);
    const [{ id }] = many.done;
    const steps = [
      { op: 'insert', table: name, values: { amount: 3 } },
      { op: 'update', table: name, id, values: { amount: 11 } },
    ];
    await assert.rejects(rows.transact(forum.ada, steps), { code: 'ROW_REFUSED', message: 'Step 2: Too much' });
    assert.equal(await rows.count(forum.ada, name), 2);
    const tree = { table: name, id: null, values: { amount: 12 } };
    assert.equal(await codeOf(rows.saveTree(forum.ada, tree)), 'ROW_REFUSED amount');
    const both = await rows.updateMany(forum.ada, name, [id, many.done[1].id], { amount: 20 });
    assert.equal(both.errors.length, 2);
    for (const mode of ['good-rows', 'all-or-nothing']) {
      const csv = Readable.from([Buffer.from('amount\n4\n14\n5\n')]);
      const columns = [{ header: 'amount', field: 'amount' }];
      const result = await /** @type {any} */ (forum.data).csv.import(forum.ada, csv, { table: name, columns, mode });
      assert.deepEqual([result.inserted, result.rejectedCount], mode === 'good-rows' ? [2, 1] : [0, 1]);
    }
    assert.equal(await rows.count(forum.ada, name), 4);
  });

  it('errors of child rows in a form are beside their fields', async () => {
    const child = await table(`if (row.amount > 9) plinth.fail('Too much', { field: 'amount' });`);
    const parent = await table(null);
    const field = { name: 'parent', type: 'relation', attributes: { table: parent } };
    await edit('add-field', { table: child, field });
    const children = [
      {
        relation: `${child}.parent`,
        rows: [
          { id: null, values: { amount: 1 } },
          { id: null, values: { amount: 10 } },
        ],
      },
    ];
    const tree = { table: parent, id: null, values: { title: 'p' }, children };
    assert.equal(await codeOf(rows.saveTree(forum.ada, tree)), `ROW_REFUSED ${child}.parent.1.amount`);
    assert.equal(await rows.count(forum.ada, parent), 0);
  });

  it('reads with the rights of the writer, in their transaction, and changes nothing', async () => {
    const name = await table(`const same = await plinth.rows(row.extra.table).list({ where: { title: row.title } });
      if (same.length > 0) return 'Taken';
      if (row.amount === 1) await plinth.rows(row.extra.table).insert({ title: 'sneaky' });`);
    const extra = { table: name };
    const steps = [1, 2].map(() => ({ op: 'insert', table: name, values: { title: 'twice', extra } }));
    await assert.rejects(rows.transact(forum.ada, steps), { message: 'Step 2: Taken' });
    assert.equal(await codeOf(rows.insert(forum.ada, name, { title: 'x', amount: 1, extra })), 'ROW_FUNCTION_FAILED');
    assert.equal(
      await codeOf(rows.insert(forum.ada, name, { title: 'x', extra: { table: 'secrets' } })),
      'ROW_FUNCTION_FAILED',
    );
    assert.equal(await rows.count(forum.ada, name), 0);
  });

  it('S6: tells nothing of rows that the writer cannot see', async () => {
    const own = { read: 'own', create: 'all', update: 'own', delete: 'own' };
    const name = await table('if (old) return "It held " + old.title;', {
      fields: [{ name: 'owner', type: 'user' }],
      access: { user: own },
      settings: { owner: 'owner' },
    });
    const { id } = await rows.insert(forum.ada, name, { title: 'hers' });
    assert.equal(await codeOf(rows.update(forum.ben, name, id, { title: 'x' })), 'ROW_NOT_FOUND');
    assert.equal(await codeOf(rows.update(forum.ada, name, id, { title: 'x' })), 'ROW_REFUSED');
    assert.equal(await codeOf(rows.update(forum.ben, name, 4711, { title: 'x' })), 'ROW_NOT_FOUND');
  });

  it('a function that is gone, fails, loops or answers nonsense refuses the row, and nothing is written', async () => {
    /** @type {[string, any][]} */
    const bad = [
      ['row.a.b.c', {}],
      ['for (;;);', { seconds: 1 }],
      ['return 42', {}],
      ['return { nope: "x" }', {}],
      ['const all = []; for (;;) all.push(new Array(1e5).fill(1))', { memory: 16 }],
    ];
    for (const [body, more] of bad) {
      const name = await table(body, { more });
      assert.equal(await codeOf(rows.insert(forum.ada, name, { title: 'x' })), 'ROW_FUNCTION_FAILED', body);
      const { errors } = await rows.insertMany(forum.ada, name, [{ title: 'x' }, { title: 'y' }]);
      assert.equal(errors.length, 2);
      assert.equal(await rows.count(forum.ada, name), 0);
    }
    const name = await table('');
    await rows.insert(forum.ada, name, { title: 'x' });
    await edit('remove-function', { function: `f${count}` });
    await assert.rejects(rows.insert(forum.ada, name, { title: 'x' }), {
      code: 'ROW_FUNCTION_FAILED',
      message: new RegExp('no longer exists'),
    });
    assert.equal(
      forum.data.catalog().problems.some((/** @type {any} */ one) => one.name === name),
      true,
    );
  });

  it('judges a row again that changes meanwhile', async () => {
    const name = await table(
      `while (row.title === 'slow' && (await plinth.rows(row.extra.table).get(row.id)).price < 10);
      if (row.amount + Number(row.price) > 10) return 'Too much together';`,
      { more: { calls: 1000 } },
    );
    const { id } = await rows.insert(forum.ada, name, { title: 'a', amount: 5, price: 5, extra: { table: name } });
    const slow = codeOf(rows.update(forum.ada, name, id, { title: 'slow', amount: 1 }));
    const other = codeOf(rows.update(forum.ada, name, id, { amount: 0, price: 10 }));
    assert.deepEqual([await other, await slow], ['ok', 'ROW_REFUSED']);
  });

  it('writes of tables without one send the same statements', async () => {
    const name = await table(null);
    const sent = await statementsOf(() => rows.insert(forum.ada, name, { title: 'x' }));
    const judged = await table('');
    const more = await statementsOf(() => rows.insert(forum.ada, judged, { title: 'x' }));
    assert.deepEqual([sent, more], [1, 1]);
  });
});

/** How many statements work sends. @param {() => Promise<unknown>} work */
async function statementsOf(work) {
  const { db } = forum.data;
  let sent = 0;
  const { query } = db;
  db.query = (/** @type {any} */ ...args) => {
    sent += 1;
    return /** @type {any} */ (query)(...args);
  };
  await work();
  db.query = query;
  return sent;
}

describe('a field that a function calculates', () => {
  /** @param {string} body @param {any} [more] */
  async function calculated(body, { type = 'decimal', from = ['amount', 'price'], attributes = { decimals: 2 } } = {}) {
    const name = await table(null);
    const field = { name: 'total', type, attributes, function: await fn(body), from };
    await edit('add-field', { table: name, field });
    return name;
  }

  it('is stored when the row is, and again when one of its fields changes', async () => {
    const name = await calculated('return row.amount * Number(row.price) + (plinth.log("x"), 0)');
    const { id, total } = await rows.insert(forum.ada, name, { amount: 2, price: '1.5' });
    assert.equal(Number(total), 3);
    await rows.update(forum.ada, name, id, { amount: 4 });
    assert.equal(Number((await rows.get(forum.ada, name, id)).total), 6);
    const [found] = await forum.data.select(forum.ada, [
      {
        spec: {
          table: name,
          select: [],
          where: { field: 'total', op: 'gt', value: 5 },
          limit: 5,
          sort: [{ field: 'total' }],
        },
        params: {},
      },
    ]);
    assert.equal(found.rows.length, 1);
    assert.equal(await codeOf(rows.update(forum.ada, name, id, { total: 1 })), 'INPUT_INVALID total');
    assert.equal(await codeOf(rows.insert(forum.ada, name, { total: 1 })), 'INPUT_INVALID total');
  });

  it('is left alone when only other fields change', async () => {
    const name = await calculated('return (row.total ?? 0) + 1', { type: 'integer', attributes: {}, from: ['amount'] });
    const { id } = await rows.insert(forum.ada, name, { amount: 1 });
    await rows.update(forum.ada, name, id, { title: 'other' });
    await rows.update(forum.ada, name, id, { amount: 1 });
    assert.equal((await rows.get(forum.ada, name, id)).total, 1);
    await rows.update(forum.ada, name, id, { amount: 2 });
    assert.equal((await rows.get(forum.ada, name, id)).total, 2);
  });

  it('refuses values that do not fit it, and says so', async () => {
    const name = await calculated('return "many"');
    assert.equal(await codeOf(rows.insert(forum.ada, name, { amount: 1 })), 'ROW_FUNCTION_FAILED');
    const other = await calculated('plinth.fail("No price for this")');
    await assert.rejects(rows.insert(forum.ada, other, { amount: 1 }), {
      code: 'ROW_REFUSED',
      message: 'No price for this',
    });
  });

  it('is calculated again for all rows by an admin, a batch at a time', async () => {
    const name = await calculated('return row.amount', { type: 'integer', attributes: {} });
    const values = Array.from({ length: 1100 }, (_, amount) => ({ amount }));
    await rows.insertMany(forum.ada, name, values);
    await edit('change-function', {
      function: `f${count}`,
      changes: {
        code: 'export default ({ row }) => { if (row.amount === 3) throw new Error("x"); return Math.max(row.amount, 1000); };',
      },
    });
    let [seen, changed, steps] = [0, 0, 0];
    /** @type {any} */
    let after = null;
    /** @type {any[]} */
    const errors = [];
    do {
      const step = await rows.recalculate(forum.admin, name, 'total', { after });
      [seen, changed, steps, after] = [seen + step.seen, changed + step.changed, steps + 1, step.next];
      errors.push(...step.errors);
    } while (after);
    assert.deepEqual([seen, changed, steps, errors.length], [1100, 999, 3, 1]);
    assert.equal(errors[0].error.code, 'ROW_FUNCTION_FAILED');
    await assert.rejects(rows.recalculate(forum.ada, name, 'total'), { code: 'FORBIDDEN' });
  });

  it('is carried by an app, follows a renamed function, and is not made of a field with values', async () => {
    const name = await calculated('return 1');
    const own = `f${count}`;
    await edit('change-function', { function: own, changes: { name: `${own}_new` } });
    await edit('change-field', { table: name, field: 'amount', changes: { name: 'pieces' } });
    const { function: now, from } = forum.data.catalog().table(name).field('total');
    assert.deepEqual([now, from], [`${own}_new`, ['pieces', 'price']]);
    const changes = { function: own };
    assert.equal(await codeOf(edit('change-field', { table: name, field: 'title', changes })), 'FIELD_FIXED');
    const wrong = { name: 'x', type: 'many_to_many', attributes: { table: name }, function: own };
    assert.equal(await codeOf(edit('add-field', { table: name, field: wrong })), 'INPUT_INVALID function');
  });
});
