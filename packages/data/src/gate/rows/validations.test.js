import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const RULES = [
  { kind: 'rule', rule: 'row.due == null || row.due >= "2026-01-01"', message: 'Too early', fields: ['due'] },
  {
    kind: 'rule',
    rule: 'row.priority == null || row.priority < 5 || row.body != null',
    message: 'Say why',
    fields: [],
  },
  {
    kind: 'rule',
    rule: 'row.status != "done" || row.replies.all(reply, reply.score != null)',
    message: 'Some replies have no score',
    fields: ['status'],
  },
  { kind: 'rule', rule: '!row.done || row.author == user.id', message: 'Only by yourself', fields: ['done'] },
];

before(async () => {
  forum = await createForum();
  const { constraints } = forum.data.catalog().table('topics');
  await forum.data.edit(SYSTEM, 'set-constraints', { table: 'topics', constraints: [...constraints, ...RULES] });
});
after(() => forum.close());

/** @param {Promise<any>} writing @param {Record<string, string>} fields */
const refused = (writing, fields) =>
  assert.rejects(writing, (/** @type {any} */ error) => {
    assert.equal(error.code, 'INPUT_INVALID');
    assert.deepEqual(error.details.fields, fields);
    return true;
  });

describe('validation rules', () => {
  it('are kept when a row is made and when it is changed, with the message beside the field', async () => {
    const { rows } = forum.data;
    await refused(rows.insert(forum.staff, 'topics', { title: 'a', due: '2020-01-01' }), { due: 'Too early' });
    await refused(rows.insert(forum.staff, 'topics', { title: 'a', due: '2020-01-01', priority: 8 }), {
      due: 'Too early',
      priority: 'Say why',
    });
    const { id } = await rows.insert(forum.staff, 'topics', { title: 'a', priority: 8, body: 'so' });
    await refused(rows.update(forum.staff, 'topics', id, { body: null }), { priority: 'Say why' });
    await rows.update(forum.staff, 'topics', id, { due: '2026-05-01' });
  });

  it('look at related rows', async () => {
    const { rows } = forum.data;
    const topic = await rows.insert(forum.staff, 'topics', { title: 'b' });
    const reply = await rows.insert(forum.staff, 'replies', { topic: topic.id, text: 'x' });
    await refused(rows.update(forum.staff, 'topics', topic.id, { status: 'done' }), {
      status: 'Some replies have no score',
    });
    await rows.update(forum.staff, 'replies', reply.id, { score: 1 });
    await rows.update(forum.staff, 'topics', topic.id, { status: 'done' });
  });

  it('distinguish concurrent users', async () => {
    const { data, ada, ben, people } = forum;
    const access = { user: { read: 'all', create: 'all', update: 'all', delete: 'all' } };
    await data.edit(SYSTEM, 'set-access', { table: 'topics', access });
    const made = await Promise.allSettled(
      [ada, ben, ada, ben].map((actor) =>
        data.rows.insert(actor, 'topics', { title: 'c', done: true, author: people.ada }),
      ),
    );
    assert.deepEqual(
      made.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
  });

  it('hold for many rows at once, and in an import', async () => {
    const { staff } = forum;
    const data = /** @type {any} */ (forum.data);
    const { done, errors } = await data.rows.insertMany(staff, 'topics', [{ title: 'd' }, { title: 'e', priority: 9 }]);
    assert.deepEqual([done.length, errors.length, errors[0]?.index], [1, 1, 1]);
    const { Readable } = await import('node:stream');
    const result = await data.csv.import(forum.admin, Readable.from(['title,priority\nf,1\ng,8\n']), {
      table: 'topics',
      mode: 'good-rows',
      columns: [
        { header: 'title', field: 'title' },
        { header: 'priority', field: 'priority' },
      ],
    });
    assert.deepEqual([result.inserted, result.rejectedCount], [1, 1]);
    assert.match(JSON.stringify(result.rejected), /Say why/);
  });

  it('are checked when they are saved, and follow names', async () => {
    const { data } = forum;
    const add = (/** @type {any} */ constraint) =>
      data.edit(SYSTEM, 'add-constraint', { table: 'topics', constraint: { kind: 'rule', ...constraint } });
    await assert.rejects(add({ rule: 'row.titel != null', message: 'x' }), /.*/);
    await assert.rejects(add({ rule: 'row.title != null' }), { code: 'INPUT_INVALID' });
    await data.edit(SYSTEM, 'change-field', { table: 'topics', field: 'due', changes: { name: 'until' } });
    const rules = /** @type {any[]} */ (data.catalog().table('topics').constraints).filter(
      ({ kind }) => kind === 'rule',
    );
    assert.deepEqual([rules[0].rule, rules[0].fields], ['row.until == null || row.until >= "2026-01-01"', ['until']]);
    await data.edit(SYSTEM, 'remove-field', { table: 'topics', field: 'until' });
    assert.equal(
      data
        .catalog()
        .table('topics')
        .constraints.filter(({ kind }) => kind === 'rule').length,
      3,
    );
  });
});
