import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @param {any} field @param {string} [table] */
const addField = (field, table = 'topics') => forum.data.edit(SYSTEM, 'add-field', { table, field });

before(async () => {
  forum = await createForum();
  const { data, staff, people } = forum;
  await data.rows.insertMany(staff, 'topics', [
    { title: 'alpha', author: people.ada, budget: '10.50', priority: 2, due: '2026-11-21', effort: '1:30' },
    { title: 'beta', author: people.ben, priority: 1, due: '2030-01-01' },
    { title: 'gamma', author: people.ada, budget: '100.00', priority: 3 },
  ]);
  await data.rows.insertMany(staff, 'replies', [
    { text: 'yes', topic: 1, score: 3 },
    { text: 'no', topic: 1, score: 5 },
    { text: 'so', topic: 3, score: 1 },
  ]);
  await addField({ name: 'gross', type: 'money', formula: 'row.budget * 1.19' });
  await addField({ name: 'shout', type: 'text', formula: 'upper(row.title) + "!"' });
  await addField({ name: 'points', type: 'integer', formula: 'row.replies.sum(reply, reply.score) * row.priority' });
  await addField({ name: 'rank', type: 'text', formula: 'row.points > 10 ? "high " + row.shout : "low"' });
  await addField({ name: 'next_day', type: 'date', formula: 'row.due + 1' });
  await addField({ name: 'twice', type: 'duration', formula: 'row.effort + row.effort' });
});
after(() => forum.close());

/** @param {any} spec @param {any} [actor] @param {any} [params] */
async function select(spec, actor = forum.staff, params = {}) {
  const [result] = await forum.data.select(actor, [{ spec: { table: 'topics', ...spec }, params }]);
  return result;
}

/** @param {any} where @param {any} [sort] */
async function titles(where, sort = [{ field: 'id' }]) {
  const { rows } = await select({ select: [{ as: 'title', field: 'title' }], where, sort });
  return rows.map((row) => row.title).join(' ');
}

describe('formula fields', () => {
  it('are calculated when they are read, over related rows and other formulas too', async () => {
    const row = await forum.data.rows.get(forum.staff, 'topics', 1);
    assert.deepEqual(
      [row.gross, row.shout, row.points, row.rank, row.next_day, row.twice],
      ['12.50', 'ALPHA!', 16, 'high ALPHA!', '2026-11-22', 10800],
    );
    const empty = await forum.data.rows.get(forum.staff, 'topics', 2);
    assert.deepEqual([empty.gross, empty.points, empty.twice], [null, 0, null]);
  });

  it('are filtered, sorted, paged, searched, summed and grouped by like any field', async () => {
    assert.equal(await titles({ field: 'points', op: 'gte', value: 3 }), 'alpha gamma');
    assert.equal(await titles({ field: 'gross', op: 'eq', value: '12.50' }), 'alpha');
    assert.equal(await titles({ field: 'gross', op: 'empty' }), 'beta');
    assert.equal(await titles(undefined, [{ field: 'points', descending: true }]), 'alpha gamma beta');
    const asked = { select: [{ as: 'shout', field: 'shout' }], search: { param: 'q' } };
    assert.deepEqual((await select(asked, forum.staff, { q: 'beta!' })).rows, [{ id: 2, shout: 'BETA!' }]);
    const totals = await select({ select: [], totals: [{ as: 'sum', aggregate: 'sum', field: 'points' }] });
    assert.equal(Number(totals.totals?.sum), 19);
    const groups = await select({
      select: [],
      groups: [{ as: 'rank', field: 'rank' }],
      totals: [{ as: 'count', aggregate: 'count' }],
    });
    assert.deepEqual(
      groups.rows.map((row) => [row.rank, Number(row.count)]),
      [
        ['high ALPHA!', 1],
        ['low', 2],
      ],
    );
  });

  it('are paged by', async () => {
    const spec = {
      select: [{ as: 'title', field: 'title' }],
      sort: [{ field: 'gross' }],
      limit: 1,
      cursor: { after: 'after', before: 'before' },
    };
    const seen = [];
    for (let after = null, i = 0; i < 4; i++) {
      const page = await select(spec, forum.staff, { after });
      seen.push(...page.rows.map((row) => row.title));
      after = page.next;
      if (!after) break;
    }
    assert.deepEqual(seen, ['alpha', 'gamma', 'beta']);
  });

  it('come back from writing, and are never written', async () => {
    const { data, staff } = forum;
    const made = await data.rows.insert(staff, 'topics', { title: 'delta', budget: '1.00', priority: 1 });
    assert.deepEqual([made.gross, made.shout, made.points], ['1.19', 'DELTA!', 0]);
    const changed = await data.rows.update(staff, 'topics', made.id, { budget: '2' });
    assert.equal(changed.gross, '2.38');
    await assert.rejects(data.rows.update(staff, 'topics', made.id, { gross: '5' }), { code: 'INPUT_INVALID' });
    await data.rows.remove(staff, 'topics', made.id);
  });

  it('Z1: are hidden from readers who may not read a field that they name', async () => {
    await addField({ name: 'mail', type: 'text', formula: 'row.author.email' });
    const wanted = { select: [{ as: 'mail', field: 'mail' }] };
    assert.equal((await select(wanted, forum.admin)).rows[0].mail, 'ada@secret.example');
    await assert.rejects(select(wanted, forum.ada), { code: 'FIELD_NOT_FOUND' });
    assert.ok(!('mail' in (await forum.data.rows.get(forum.ada, 'topics', 1))));
  });

  it('are walked to from other tables', async () => {
    await addField({ name: 'of_topic', type: 'text', formula: 'row.topic.shout' }, 'replies');
    const [{ rows }] = await forum.data.select(forum.staff, [
      {
        spec: {
          table: 'replies',
          select: [
            { as: 'a', field: 'topic.points' },
            { as: 'b', field: 'of_topic' },
          ],
        },
        params: {},
      },
    ]);
    assert.deepEqual(rows[0], { id: 1, a: 16, b: 'ALPHA!' });
  });
});

describe('a formula that is saved', () => {
  /** @type {[string, any, RegExp][]} */
  const wrong = [
    ['names what does not exist', { formula: 'row.titel' }, /character 5, there is no "titel"/],
    ['gives another type', { formula: 'row.priority' }, /The expression results in whole number/],
    ['looks at who asks', { formula: 'user.name' }, /the same for everyone, so "user" can't be used/],
    ['is required', { formula: 'row.title', required: true }, /nobody fills it in/],
    [
      'is of a type that is checked when it is saved',
      { formula: 'row.title', type: 'rich_text' },
      /A formula must result/,
    ],
    ['depends on itself', { formula: 'row.wrong' }, /depends on itself: topics.wrong → topics.wrong/],
  ];
  for (const [what, field, message] of wrong) {
    it(`is refused when it ${what}`, () =>
      assert.rejects(addField({ name: 'wrong', type: 'text', ...field }), (/** @type {any} */ error) => {
        assert.match(Object.values(error.details?.fields ?? { error: error.message }).join(), message);
        return true;
      }));
  }

  it('is refused when it closes a circle', async () => {
    const change = { table: 'topics', field: 'shout', changes: { formula: 'row.rank' } };
    await assert.rejects(forum.data.edit(SYSTEM, 'change-field', change), (/** @type {any} */ error) => {
      assert.match(error.details.fields.formula, /depends on itself: topics.shout → topics.rank → topics.shout/);
      return true;
    });
  });

  it('follows a field that gets another name', async () => {
    await forum.data.edit(SYSTEM, 'change-field', { table: 'replies', field: 'score', changes: { name: 'mark' } });
    const { formula } = forum.data.catalog().table('topics').field('points');
    assert.equal(formula, 'row.replies.sum(reply, reply.mark) * row.priority');
    assert.equal((await forum.data.rows.get(forum.staff, 'topics', 1)).points, 16);
  });

  it('is empty, and reported as a problem, when something it names is removed', async () => {
    await forum.data.edit(SYSTEM, 'remove-field', { table: 'topics', field: 'due' });
    assert.equal((await forum.data.rows.get(forum.staff, 'topics', 1)).next_day, null);
    assert.match(
      forum.data
        .catalog()
        .problems.map(({ message }) => message)
        .join('\n'),
      /there is no "due"/,
    );
  });

  it('stays a formula', async () => {
    const change = (/** @type {string} */ field, /** @type {any} */ changes) =>
      forum.data.edit(SYSTEM, 'change-field', { table: 'topics', field, changes });
    await assert.rejects(change('shout', { formula: null }), { code: 'FIELD_FIXED' });
    await assert.rejects(change('title', { formula: 'row.body' }), { code: 'FIELD_FIXED' });
    await change('shout', { formula: 'lower(row.title)' });
    assert.equal((await forum.data.rows.get(forum.staff, 'topics', 1)).shout, 'alpha');
  });
});

describe('default values', () => {
  it('of now are the day and the time of day where the site is', async () => {
    const { data } = forum;
    const fields = ['date', 'time', 'date_time'].map((type) => ({ name: `a_${type}`, type, default: { now: true } }));
    await data.edit(SYSTEM, 'add-table', { name: 'clocked', fields });
    // 23:30 of the 20th in Greenwich.
    const { a_date: day, a_time: time, a_date_time: moment } = await data.rows.insert(SYSTEM, 'clocked', {});
    assert.deepEqual([day, time, moment], ['2026-11-21', '00:30', '2026-11-20T23:30:00.000Z']);
  });
});

describe('default values by expression', () => {
  it('are calculated for each new row, by its creator and the time', async () => {
    const { data, staff, ada, people } = forum;
    await addField({ name: 'remind', type: 'date', default: { expression: 'today + 14' } });
    await addField({ name: 'maker', type: 'user', default: { expression: 'user.id' } });
    await addField({
      name: 'kind',
      type: 'text',
      default: { expression: '"staff" in user.roles ? "ours" : "theirs"' },
    });
    const made = await data.rows.insert(staff, 'topics', { title: 'x' });
    assert.match(made.remind, /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual([made.maker, made.kind], [people.cyd, 'ours']);
    const access = { user: { read: 'all', create: 'all', update: 'none', delete: 'none' } };
    await data.edit(SYSTEM, 'set-access', { table: 'topics', access });
    assert.equal((await data.rows.insert(ada, 'topics', { title: 'y' })).kind, 'theirs');
    assert.equal((await data.rows.insert(ada, 'topics', { title: 'y', kind: 'own' })).kind, 'own');
    assert.equal((await data.rows.insert(ada, 'topics', { title: 'y', kind: null })).kind, null);
  });

  it('a default that can not convert a value says so at its field', async () => {
    const insert = (/** @type {any} */ values) => forum.data.rows.insert(forum.staff, 'topics', values);
    await addField({ name: 'counted', type: 'integer', default: { expression: 'int(row.title)' } });
    assert.equal((await insert({ title: '12' })).counted, 12);
    await assert.rejects(insert({ title: 'twelve' }), (/** @type {any} */ error) => {
      assert.deepEqual(error.details.fields, { counted: '“twelve” is not a whole number' });
      return true;
    });
    assert.equal((await insert({ title: 'twelve', counted: 12 })).counted, 12);
    await forum.data.edit(SYSTEM, 'remove-field', { table: 'topics', field: 'counted' });
  });

  it('are calculated from other fields of the row, in whatever order those come', async () => {
    const { data, staff } = forum;
    await addField({ name: 'twofold', type: 'decimal' });
    await addField({ name: 'plus_one', type: 'decimal', default: { expression: 'row.budget + 1' } });
    await data.edit(SYSTEM, 'change-field', {
      table: 'topics',
      field: 'twofold',
      changes: { default: { expression: 'row.plus_one * 2.0' } },
    });
    const made = await data.rows.insert(staff, 'topics', { title: 'z', budget: '3' });
    assert.deepEqual([made.plus_one, made.twofold], ['4', '8']);
    const given = await data.rows.insert(staff, 'topics', { title: 'z', budget: '3', plus_one: '10' });
    assert.deepEqual([given.plus_one, given.twofold], ['10', '20']);
    const fromForm = await data.rows.insert(staff, 'topics', { title: 'z', budget: '3', plus_one: '', twofold: '' });
    assert.deepEqual([fromForm.plus_one, fromForm.twofold], ['4', '8']);
    const empty = await data.rows.insert(staff, 'topics', { title: 'z', plus_one: null });
    assert.deepEqual([empty.plus_one, empty.twofold], [null, null]);
  });

  it('follow renamed fields, and are reported as a problem when one is removed', async () => {
    const { data } = forum;
    await data.edit(SYSTEM, 'change-field', { table: 'topics', field: 'plus_one', changes: { name: 'more' } });
    assert.deepEqual(data.catalog().table('topics').field('twofold').default, { expression: 'row.more * 2.0' });
    await data.edit(SYSTEM, 'remove-field', { table: 'topics', field: 'more' });
    assert.match(
      data
        .catalog()
        .problems.map(({ at, message }) => `${at} ${message}`)
        .join(),
      /default .*no "more"/,
    );
    assert.equal((await data.rows.insert(forum.staff, 'topics', { title: 'still' })).twofold, null);
  });

  /** @type {[string, string, RegExp][]} */
  const impossible = [
    ['its own field', 'row.wrong_default', /no "wrong_default"|its own field/],
    ['the key', 'string(row.id)', /"id" is not known before the row is saved/],
    ['when it was made', 'string(row.created_at)', /"created_at" is not known before/],
    ['related rows', 'row.author.name', /other rows can't be queried here/],
    ['a formula over related rows', 'string(row.points)', /other rows can't be queried here/],
    ['what is not known of who asks', 'string(user.created_at)', /can't use user.created_at/],
  ];
  for (const [what, expression, message] of impossible) {
    it(`are refused when they look at ${what}`, () =>
      assert.rejects(
        addField({ name: 'wrong_default', type: 'text', default: { expression } }),
        (/** @type {any} */ error) => {
          assert.match(error.details.fields.default, message);
          return true;
        },
      ));
  }

  it('are refused when they wait for each other', async () => {
    await addField({ name: 'first', type: 'text' });
    await addField({ name: 'second', type: 'text', default: { expression: 'row.first' } });
    const change = { table: 'topics', field: 'first', changes: { default: { expression: 'row.second' } } };
    await assert.rejects(forum.data.edit(SYSTEM, 'change-field', change), (/** @type {any} */ error) =>
      /first → second → first/.test(error.details.fields.default),
    );
  });

  it('are checked when they are saved', async () => {
    const wrong = { name: 'wrong_default', type: 'date', default: { expression: 'row.title' } };
    await assert.rejects(addField(wrong), (/** @type {any} */ error) =>
      /but date is expected/.test(error.details.fields.default),
    );
    wrong.default.expression = '"x"';
    await assert.rejects(addField(wrong), { code: 'INPUT_INVALID' });
  });
});
