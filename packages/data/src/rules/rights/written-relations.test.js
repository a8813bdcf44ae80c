import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
before(async () => {
  forum = await createForum({ history: false });
  const { data } = forum;
  await data.edit(SYSTEM, 'add-table', {
    name: 'jobs',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'person', type: 'user' },
      { name: 'crew', type: 'many_to_many', attributes: { table: 'users' } },
    ],
  });
  const parent = { name: 'parent', type: 'relation', attributes: { table: 'jobs' } };
  await data.edit(SYSTEM, 'add-field', { table: 'jobs', field: parent });
  const job = { name: 'job', type: 'relation', attributes: { table: 'jobs' } };
  const pass = { name: 'job', type: 'one_to_one', attributes: { table: 'jobs' } };
  await data.edit(SYSTEM, 'add-table', {
    name: 'steps',
    fields: [{ name: 'label', type: 'text' }, job],
    access: { user: ALL },
  });
  await data.edit(SYSTEM, 'add-table', { name: 'passes', fields: [pass], access: { user: ALL } });
});
after(() => forum?.close());
afterEach(() => forum.data.db.query('delete from app.steps; delete from app.passes; delete from app.jobs'));

/** @param {any} access */
const grant = (access) =>
  forum.data.edit(SYSTEM, 'set-access', { table: 'jobs', access: { user: { read: 'all', ...access } } });

/** @param {string[]} names */
const ids = (...names) => names.map((name) => forum.people[name]);

/** Everything that is kept, to see that a refused write left nothing behind. */
async function kept() {
  const { rows } = await forum.data.db.query(`select j.title, j.person,
      array(select u.name from app.jobs_crew l join plinth.users u on u.id = l.target where l.source = j.id order by 1) as crew,
      (select count(*)::int from app.steps s where s.job = j.id) as steps
    from app.jobs j order by j.id`);
  return rows.map(({ title, crew, steps }) => `${title}: ${crew}${steps ? ` +${steps}` : ''}`);
}

/** @param {Promise<any>} write */
const codeOf = (write) =>
  write.then(
    (done) => done?.errors?.[0]?.error.code ?? done?.[0]?.error?.code ?? 'done',
    (error) => error.code,
  );

/** Each way to change a row. @type {Record<string, (id: number, values: any) => Promise<any>>} */
const CHANGES = {
  update: (id, values) => forum.data.rows.update(forum.ada, 'jobs', id, values),
  updateMany: (id, values) => forum.data.rows.updateMany(forum.ada, 'jobs', [id], values),
  saveTree: (id, values) => forum.data.rows.saveTree(forum.ada, { table: 'jobs', id, values }),
  transact: (id, values) => forum.data.rows.transact(forum.ada, [{ op: 'update', table: 'jobs', id, values }]),
  alone: (id, values) =>
    forum.data.rows.transact(forum.ada, [{ op: 'update', table: 'jobs', id, values }], { alone: true }),
};
/** Each way to make one. @type {Record<string, (values: any) => Promise<any>>} */
const CREATIONS = {
  insert: (values) => forum.data.rows.insert(forum.ada, 'jobs', values),
  insertMany: (values) => forum.data.rows.insertMany(forum.ada, 'jobs', [values]),
  saveTree: (values) => forum.data.rows.saveTree(forum.ada, { table: 'jobs', id: null, values }),
  transact: (values) => forum.data.rows.transact(forum.ada, [{ op: 'insert', table: 'jobs', values }]),
  alone: (values) => forum.data.rows.transact(forum.ada, [{ op: 'insert', table: 'jobs', values }], { alone: true }),
};

describe('rules over the pairs that a write brings', () => {
  for (const [way, change] of Object.entries(CHANGES)) {
    it(`Z4: hold for the row as it becomes, by ${way}`, async () => {
      const job = await forum.data.rows.insert(SYSTEM, 'jobs', { title: 'x', crew: ids('ben') });
      await grant({ update: { rule: '!(user.id in row.crew)' } });
      assert.equal(await codeOf(change(job.id, { title: 'y', crew: ids('ada') })), 'FORBIDDEN');
      await grant({ update: { rule: 'user.id in row.crew' } });
      assert.equal(await codeOf(change(job.id, { title: 'y' })), 'FORBIDDEN');
      await forum.data.rows.update(SYSTEM, 'jobs', job.id, { crew: ids('ada') });
      assert.equal(await codeOf(change(job.id, { title: 'y', crew: ids('ben') })), 'FORBIDDEN');
      assert.equal(await codeOf(change(job.id, { title: 'y', crew: [] })), 'FORBIDDEN');
      assert.deepEqual(await kept(), ['x: ada']);
      assert.equal(await codeOf(change(job.id, { title: 'y', crew: ids('ada', 'ben') })), 'done');
      assert.equal(await codeOf(change(job.id, { title: 'z' })), 'done');
      assert.deepEqual(await kept(), ['z: ada,ben']);
    });
  }

  for (const [way, create] of Object.entries(CREATIONS)) {
    it(`Z4: hold for a new row with its pairs, by ${way}`, async () => {
      await grant({ create: { rule: 'user.id in row.crew && row.crew.size() < 3' } });
      assert.equal(await codeOf(create({ title: 'none' })), 'FORBIDDEN');
      assert.equal(await codeOf(create({ title: 'other', crew: ids('ben') })), 'FORBIDDEN');
      assert.equal(await codeOf(create({ title: 'many', crew: ids('ada', 'ben', 'cyd') })), 'FORBIDDEN');
      assert.equal(await codeOf(create({ title: 'mine', crew: ids('ada', 'ben') })), 'done');
      assert.deepEqual(await kept(), ['mine: ada,ben']);
    });
  }

  it('Z4: judge each row of a batch by itself and by its own writer', async () => {
    await grant({ create: { rule: 'user.id in row.crew' } });
    const { ada, ben, data } = forum;
    const wanted = /** @type {const} */ ([
      [ada, 'ada'],
      [ben, 'ada'],
      [ada, 'ben'],
      [ben, 'ben'],
    ]);
    const tries = wanted.map(([who, name]) => codeOf(data.rows.insert(who, 'jobs', { title: name, crew: ids(name) })));
    assert.deepEqual(await Promise.all(tries), ['done', 'FORBIDDEN', 'FORBIDDEN', 'done']);
    assert.deepEqual(await kept(), ['ada: ada', 'ben: ben']);
  });

  it('Z4: show a row by the pairs that it was written with', async () => {
    await grant({ read: { rule: 'user.id in row.crew' }, create: 'all', update: 'all' });
    const { ada, data } = forum;
    const { id, title } = await data.rows.insert(ada, 'jobs', { title: 'mine', crew: ids('ada') });
    assert.equal(title, 'mine');
    assert.deepEqual(await data.rows.update(ada, 'jobs', id, { title: 'not mine', crew: ids('ben') }), { id });
  });

  it('Z4: two concurrent writers of one row’s pairs can’t violate the rule together', async () => {
    await grant({ update: { rule: 'row.crew.size() < 2' } });
    const { data } = forum;
    const { id } = await data.rows.insert(SYSTEM, 'jobs', { title: 'x' });
    for (let i = 0; i < 10; i++) {
      // Not by the same queue, in which they would come one after the other.
      await Promise.all([
        data.rows.update(forum.ada, 'jobs', id, { crew: ids('ada') }),
        data.rows.transact(forum.ben, [{ op: 'update', table: 'jobs', id, values: { crew: ids('ben') } }]),
        data.rows.saveTree(forum.ada, { table: 'jobs', id, values: { crew: ids('cyd') } }),
      ]);
      assert.match((await kept())[0], /^x: \w+$/);
    }
  });

  it('Z4: a rule of the table with a message sees them too', async () => {
    await grant({ create: 'all', update: 'all' });
    const { data } = forum;
    const rule = { kind: 'rule', rule: 'row.crew.size() < 2', message: 'One is enough', fields: ['crew'] };
    const { revision } = await data.edit(SYSTEM, 'add-constraint', { table: 'jobs', constraint: rule });
    await assert.rejects(data.rows.insert(forum.ada, 'jobs', { title: 'x', crew: ids('ada', 'ben') }), {
      code: 'INPUT_INVALID',
    });
    const { id } = await data.rows.insert(forum.ada, 'jobs', { title: 'x', crew: ids('ada') });
    await assert.rejects(data.rows.update(SYSTEM, 'jobs', id, { crew: ids('ada', 'ben') }), { code: 'INPUT_INVALID' });
    await data.rows.update(SYSTEM, 'jobs', id, { crew: ids('ben') });
    await /** @type {any} */ (data).revisions.undo(SYSTEM, revision);
    assert.deepEqual(await kept(), ['x: ben']);
  });
});

describe('rules over rows that are written together', () => {
  const steps = (/** @type {number} */ count) => ({
    relation: 'steps.job',
    rows: Array.from({ length: count }, (_, i) => ({ id: null, values: { label: `s${i}` } })),
  });
  const tree = (/** @type {any} */ id, /** @type {number} */ count) =>
    forum.data.rows.saveTree(forum.ada, { table: 'jobs', id, values: { title: 'x' }, children: [steps(count)] });
  const transaction = (/** @type {number} */ count) =>
    forum.data.rows.transact(forum.ada, [
      { op: 'insert', table: 'jobs', values: { title: 'x' } },
      ...Array.from({ length: count }, () => ({
        op: /** @type {const} */ ('insert'),
        table: 'steps',
        values: { job: { row: 0 } },
      })),
    ]);

  it('Z4: are asked of a row with the child rows that come with it', async () => {
    const rule = { rule: 'row.steps.size() > 0 && row.steps.size() < 3' };
    await grant({ create: rule, update: rule });
    for (const [count, code] of /** @type {const} */ ([
      [0, 'FORBIDDEN'],
      [3, 'FORBIDDEN'],
      [2, 'done'],
    ])) {
      assert.equal(await codeOf(tree(null, count)), code, `form with ${count}`);
      assert.equal(await codeOf(transaction(count)), code, `transaction with ${count}`);
    }
    assert.deepEqual(await kept(), ['x:  +2', 'x:  +2']);
    const { rows } = await forum.data.db.query('select min(id) as id from app.jobs');
    assert.equal(await codeOf(tree(rows[0].id, 1)), 'FORBIDDEN');
    assert.deepEqual(await kept(), ['x:  +2', 'x:  +2']);
    await grant({ create: { rule: 'row.passes.exists(p, p.id > 0)' } });
    assert.equal(await codeOf(transaction(1)), 'FORBIDDEN');
    const pass = { op: /** @type {const} */ ('insert'), table: 'passes', values: { job: { row: 0 } } };
    const job = { op: /** @type {const} */ ('insert'), table: 'jobs', values: { title: 'passed' } };
    assert.equal(await codeOf(forum.data.rows.transact(forum.ada, [job, pass])), 'done');
  });

  it('Z4: are asked before such a row is removed again, so that no transaction gets around them', async () => {
    await grant({
      create: 'all',
      update: { rule: 'row.title != "closed" && row.steps.size() == 0' },
      delete: { rule: 'row.title == "closed"' },
    });
    const { id } = await forum.data.rows.insert(forum.ada, 'jobs', { title: 'open' });
    const around = forum.data.rows.transact(forum.ada, [
      { op: 'update', table: 'jobs', id, values: { title: 'closed' } },
      { op: 'delete', table: 'jobs', id },
    ]);
    assert.equal(await codeOf(around), 'FORBIDDEN');
    assert.deepEqual(await kept(), ['open: ']);
  });

  it('Z4: of rows that change the verdict of each other each is judged after those before it', async () => {
    await grant({ create: { rule: 'row.person == user.id && row.parent.jobs.size() < 3' } });
    const { data, ada } = forum;
    const { id: parent } = await data.rows.insert(SYSTEM, 'jobs', { title: 'p' });
    const row = { title: 'c', parent, person: forum.people.ada };
    const { done, errors } = await data.rows.insertMany(ada, 'jobs', [row, { ...row, person: null }, row, row, row]);
    assert.deepEqual([done.length, errors.map(({ index }) => index)], [2, [1, 3, 4]]);
    await grant({ delete: { rule: 'row.parent.jobs.size() > 1' } });
    const gone = await data.rows.removeMany(
      ada,
      'jobs',
      done.map((one) => one.id),
    );
    assert.deepEqual([gone.done.length, gone.errors.length], [1, 1]);
  });

  it('Z4: see the row itself where it points at itself', async () => {
    const rule = { rule: 'row.parent.person == user.id' };
    await grant({ update: rule });
    const { data, ada } = forum;
    const { id } = await data.rows.insert(SYSTEM, 'jobs', { title: 'x', person: forum.people.ada });
    await data.rows.update(SYSTEM, 'jobs', id, { parent: id });
    assert.equal(await codeOf(data.rows.update(ada, 'jobs', id, { person: forum.people.ben })), 'FORBIDDEN');
    assert.equal(await codeOf(data.rows.update(ada, 'jobs', id, { title: 'y' })), 'done');
  });
});
