import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum();
  const { data, staff, people } = forum;
  await data.rows.insertMany(staff, 'topics', [
    { title: 'alpha', author: people.ada, budget: '10.50', due: '2026-11-21', effort: '1:30' },
    { title: 'beta', author: people.ben, due: '2030-01-01' },
  ]);
  await data.rows.insertMany(staff, 'replies', [
    { text: 'yes', topic: 1, score: 3 },
    { text: 'no', topic: 1, score: 5 },
  ]);
});
after(() => forum.close());

/** @param {string} expression @param {any} [actor] */
async function values(expression, actor = forum.staff) {
  /** @type {any} */
  const spec = { table: 'topics', select: [{ as: 'value', expression }], sort: [{ field: 'id' }] };
  const [{ rows }] = await forum.data.select(actor, [{ spec, params: {} }]);
  return rows.map((row) => row.value);
}

/** @param {string} expression @param {any} [actor] */
async function found(expression, actor = forum.staff) {
  /** @type {any} */
  const spec = {
    table: 'topics',
    select: [{ as: 'title', field: 'title' }],
    where: { expression },
    sort: [{ field: 'id' }],
  };
  const [{ rows }] = await forum.data.select(actor, [{ spec, params: {} }]);
  return rows.map((row) => row.title);
}

describe('a column by expression', () => {
  it('gives JSON-safe values of each type', async () => {
    assert.deepEqual(await values('row.budget * 2'), ['21', null]);
    assert.deepEqual(await values('row.replies.sum(reply, reply.score) + 1'), [9, 1]);
    assert.deepEqual(await values('row.due + 1'), ['2026-11-22', '2030-01-02']);
    assert.deepEqual(await values('row.effort'), [5400, null]);
    assert.deepEqual(await values('row.author == user.id', forum.ada), [true]);
    assert.deepEqual(await values('"user" in user.roles', forum.ada), [true]);
    assert.deepEqual(await values('row.replies.exists(reply, reply.topic == row.id)'), [true, false]);
  });

  it('Z1: counts only related rows that the reader may see', async () => {
    const { data, ada } = forum;
    assert.deepEqual(await values('row.replies.size()', ada), [2]);
    const { access } = data.catalog().table('replies');
    await data.edit(SYSTEM, 'set-access', { table: 'replies', access: { staff: access.staff } });
    assert.deepEqual(await values('row.replies.size()', ada), [0]);
    assert.deepEqual(await values('row.replies.exists(reply, reply.score > 1)', ada), [false]);
    await data.edit(SYSTEM, 'set-access', { table: 'replies', access });
  });

  it('Z1: reveals nothing about a field that the reader may not read', async () => {
    assert.deepEqual(await values('row.author.email', forum.admin), ['ada@secret.example', 'ben@secret.example']);
    assert.deepEqual(await values('row.author.email.startsWith("a")', forum.ada), [null]);
  });
});

describe('a condition by expression', () => {
  it('decides which rows come', async () => {
    assert.deepEqual(await found('row.title == "beta" || row.replies.exists(reply, reply.score > 4)'), [
      'alpha',
      'beta',
    ]);
    assert.deepEqual(await found('row.due > today.addMonths(12)'), ['beta']);
    assert.deepEqual(await found('row.author.name == "ben"'), ['beta']);
  });

  it('L6: L8: is refused where it would hold long rules of other tables many times', async () => {
    const { data, ada } = forum;
    const { access } = data.catalog().table('replies');
    const rule = Array.from({ length: 100 }, (_, i) => `row.score != ${i + 100}`).join(' && ');
    await data.edit(SYSTEM, 'set-access', {
      table: 'replies',
      access: { staff: access.staff, user: { read: { rule } } },
    });
    const asked = (/** @type {number} */ times) =>
      Array.from({ length: times }, (_, i) => `row.replies.exists(r, r.score == ${i})`).join(' || ');
    assert.deepEqual(await found(asked(5), ada), ['alpha']);
    await assert.rejects(found(asked(40), ada), { code: 'EXPRESSION_INVALID', message: /too large/ });
    assert.deepEqual(await found(asked(30), forum.staff), ['alpha']);
    await data.edit(SYSTEM, 'set-access', { table: 'replies', access });
  });

  it('reports errors, and hides unreadable fields', async () => {
    await assert.rejects(found('row.titel == "x"'), { code: 'EXPRESSION_INVALID' });
    await assert.rejects(found('row.title'), { code: 'EXPRESSION_INVALID' });
    await assert.rejects(found('row.author.email == "ada@secret.example"', forum.ada), {
      code: 'EXPRESSION_INVALID',
      message: /there is no "email"/,
    });
  });
});
