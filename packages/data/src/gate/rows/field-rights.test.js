import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from './testing/forum.js';

const SECRET = 'budgerigar';
const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {Record<string, any>} */
let row;
before(async () => {
  forum = await createForum();
  const { data } = forum;
  await data.edit(SYSTEM, 'add-table', {
    name: 'cases',
    history: true,
    access: { user: everything, staff: everything },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'secret', type: 'text', access: { read: ['staff'] } },
      { name: 'worth', type: 'integer', access: { read: ['staff'] } },
      { name: 'state', type: 'text', default: 'new', access: { write: ['staff'] } },
      { name: 'handler', type: 'user', access: { read: ['staff'] } },
    ],
    constraints: [{ kind: 'unique', fields: ['secret', 'title'] }],
  });
  await data.edit(SYSTEM, 'add-table', {
    name: 'notes',
    access: { user: everything, staff: everything },
    fields: [
      { name: 'text', type: 'text' },
      { name: 'case', type: 'relation', attributes: { table: 'cases' } },
      { name: 'hidden_case', type: 'relation', attributes: { table: 'cases' }, access: { read: [] } },
    ],
  });
  row = await data.rows.insert(SYSTEM, 'cases', { title: 'first', secret: SECRET, worth: 7 });
  await data.rows.insert(SYSTEM, 'notes', { text: 'note', case: row.id, hidden_case: row.id });
});
after(() => forum?.close());

/** @param {any} actor @param {any} spec @param {any} [params] */
const select = async (actor, spec, params = {}) =>
  (await forum.data.select(actor, [{ spec: { table: 'cases', select: [], limit: 10, ...spec }, params }]))[0];

describe('a field that somebody may not read', () => {
  it('is absent from a row, whoever wrote it', async () => {
    const { data, ada, staff } = forum;
    assert.deepEqual(Object.keys(await data.rows.get(ada, 'cases', row.id)).includes('secret'), false);
    assert.equal((await data.rows.get(staff, 'cases', row.id)).secret, SECRET);
    const mine = await data.rows.insert(ada, 'cases', { title: 'mine' });
    assert.deepEqual([mine.title, 'secret' in mine, 'worth' in mine], ['mine', false, false]);
    assert.equal('secret' in (await data.rows.update(ada, 'cases', mine.id, { title: 'mine 2' })), false);
    await data.rows.remove(ada, 'cases', mine.id);
  });

  const specs = /** @type {[string, any, any?][]} */ ([
    ['a column', { select: [{ as: 'x', field: 'FIELD' }] }],
    ['a label', { select: [{ as: 'x', field: 'FIELD', label: true }] }],
    ['a filter', { where: { field: 'FIELD', op: 'eq', value: SECRET } }],
    ['a filter inside of others', { where: { not: { any: [{ all: [{ field: 'FIELD', op: 'filled' }] }] } } }],
    ['a comparison with it', { where: { field: 'title', op: 'eq', value: { path: 'FIELD' } } }],
    ['an order', { sort: [{ field: 'FIELD' }] }],
    ['a total', { totals: [{ as: 'x', aggregate: 'max', field: 'FIELD' }] }],
    ['groups', { groups: [{ as: 'x', field: 'FIELD' }], totals: [{ as: 'n', aggregate: 'count' }] }],
    ['an expression', { where: { expression: 'row.FIELD == "x"' } }],
    ['a path', { table: 'notes', select: [{ as: 'x', field: 'case.FIELD' }] }],
    ['a filter by path', { table: 'notes', where: { field: 'case.FIELD', op: 'eq', value: SECRET } }],
  ]);
  for (const [name, spec] of specs)
    it(`Z6: is answered in ${name} like one that does not exist`, async () => {
      const told = async (/** @type {string} */ field) => {
        const asked = JSON.parse(JSON.stringify(spec).replaceAll('FIELD', field));
        const error = await select(forum.ada, asked).then(
          () => assert.fail('not refused'),
          (caught) => caught,
        );
        return [error.code, error.status, error.message.replaceAll(field, 'FIELD'), error.hint?.replaceAll(field, '')];
      };
      assert.deepEqual(await told('secret'), await told('nowhere'));
    });

  it('Z6: hides the way over a hidden relation', async () => {
    const aggregate = { as: 'n', aggregate: 'count', relation: 'notes.hidden_case' };
    await assert.rejects(select(forum.ada, { select: [aggregate] }), { code: 'RELATION_NOT_FOUND' });
    const [{ n }] = (await select(forum.ada, { select: [{ ...aggregate, relation: 'notes.case' }] })).rows;
    assert.equal(n, 1);
  });

  it('Z8: is not searched', async () => {
    const search = { select: [{ as: 'title', field: 'title' }], search: { param: 'q' }, count: 'exact' };
    assert.equal((await select(forum.ada, search, { q: SECRET })).count, 0);
    assert.equal((await select(forum.staff, search, { q: SECRET })).count, 1);
  });

  it('Z10: does not label a row: the key does instead', async () => {
    const { data, ada } = forum;
    await data.edit(SYSTEM, 'change-table', { table: 'cases', changes: { display: 'secret' } });
    const label = { table: 'notes', select: [{ as: 'x', field: 'case', label: true }] };
    assert.equal((await select(ada, label)).rows[0].x, String(row.id));
    assert.equal((await select(forum.staff, label)).rows[0].x, SECRET);
    assert.deepEqual(await data.rows.choices(ada, 'notes', 'case', { search: SECRET }), []);
    await data.edit(SYSTEM, 'change-table', { table: 'cases', changes: { display: 'title' } });
  });

  it('Z6: is not in the history, and is set by nobody who may not read it', async () => {
    const { data, ada } = forum;
    await data.rows.update(forum.staff, 'cases', row.id, { worth: 8 });
    const entries = await data.history.list(ada, 'cases', row.id);
    assert.ok(entries.length > 0);
    assert.doesNotMatch(JSON.stringify(entries), /secret|worth|budgerigar/);
    // Not even that something was changed, nor does it take a place on a page of entries.
    assert.deepEqual(
      entries.filter(({ changes }) => changes.length === 0),
      [],
    );
    await data.rows.update(forum.staff, 'cases', row.id, { title: 'second' });
    await data.rows.update(forum.staff, 'cases', row.id, { worth: 9 });
    const [latest] = await data.history.list(ada, 'cases', row.id, { limit: 1 });
    assert.deepEqual(
      latest.changes.map(({ field }) => field),
      ['title'],
    );
    assert.equal((await data.history.list(forum.staff, 'cases', row.id, { limit: 1 }))[0].changes[0].field, 'worth');
    await data.rows.update(forum.staff, 'cases', row.id, { title: 'first', worth: 8 });
    for (const given of [{ secret: 'x' }, { nowhere: 'x' }]) {
      const [name] = Object.keys(given);
      const wanted = { code: 'INPUT_INVALID', details: { fields: { [name]: 'This field does not exist' } } };
      const check = (/** @type {any} */ error) => {
        assert.equal(error.code, wanted.code);
        assert.deepEqual({ ...error.details.fields }, wanted.details.fields);
        return true;
      };
      await assert.rejects(data.rows.insert(ada, 'cases', given), check);
      await assert.rejects(data.rows.update(ada, 'cases', row.id, given), check);
    }
  });

  it('Z10: is revealed neither by a uniqueness error nor by guessing its value', async () => {
    const { data, ada } = forum;
    await data.edit(SYSTEM, 'change-field', { table: 'cases', field: 'secret', changes: { default: SECRET } });
    await assert.rejects(data.rows.insert(ada, 'cases', { title: 'first' }), (/** @type {any} */ error) => {
      assert.deepEqual(Object.keys(error.details?.fields ?? {}), []);
      return error.code === 'INPUT_INVALID';
    });
    for (const guess of [SECRET, 'wrong'])
      await assert.rejects(data.rows.update(ada, 'cases', row.id, { title: 'x' }, { expect: { secret: guess } }), {
        code: 'FIELD_NOT_FOUND',
      });
    await data.edit(SYSTEM, 'change-field', { table: 'cases', field: 'secret', changes: { default: null } });
  });

  it('Z10: is not revealed by the message of a rule: the message is shown, the field is not', async () => {
    const { data, staff } = forum;
    const unfit = 'These facts do not fit together';
    await data.edit(SYSTEM, 'add-table', {
      name: 'facts',
      access: { user: everything, staff: everything },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'worth', type: 'integer', default: 7, access: { read: ['staff'] } },
        { name: 'about', type: 'relation', attributes: { table: 'cases' }, access: { read: ['staff'] } },
      ],
      constraints: [
        { kind: 'rule', rule: 'row.worth == null || row.title != "odd"', message: unfit, fields: [] },
        { kind: 'rule', rule: 'row.title != "even"', message: 'Not even', fields: ['title', 'worth'] },
        { kind: 'rule', rule: 'row.worth == null || row.title != "even"', message: unfit, fields: ['worth'] },
      ],
    });
    const refused = async (/** @type {any} */ actor, /** @type {string} */ title) => {
      const { code, message, details } = await data.rows.insert(actor, 'facts', { title }).catch((error) => error);
      assert.equal(code, 'INPUT_INVALID');
      return [message, { ...details.fields }];
    };
    assert.deepEqual(await refused(staff, 'odd'), [unfit, { worth: unfit }]);
    assert.deepEqual(await refused(forum.ada, 'odd'), [unfit, {}]);
    assert.deepEqual(await refused(forum.ada, 'even'), [`Not even; ${unfit}`, { title: 'Not even' }]);
  });

  it('keeps its limits when it is changed otherwise', () => {
    assert.deepEqual(forum.data.catalog().table('cases').field('secret').access, { read: ['staff'], write: null });
  });
});

describe('queries of views', () => {
  it('leave out what their reader may not read, in one statement', async () => {
    const spec = {
      leaveOut: true,
      select: ['title', 'secret'].map((field) => ({ as: field, field })),
      sort: [{ field: 'secret' }],
      totals: [{ as: 'worth', aggregate: 'sum', field: 'worth' }],
    };
    const { rows, totals } = await select(forum.ada, spec);
    assert.deepEqual([rows[0].title, rows[0].secret, totals], ['first', null, { worth: null }]);
    assert.equal((await select(forum.staff, spec)).rows[0].secret, SECRET);
  });

  it('Z6: have totals of nothing where all of them are hidden, however many rows there are', async () => {
    const hidden = ['sum', 'min', 'avg', 'count'].map((aggregate) => ({ as: aggregate, aggregate, field: 'worth' }));
    const nothing = Object.fromEntries(hidden.map(({ as }) => [as, null]));
    const spec = { leaveOut: true, select: [{ as: 'title', field: 'title' }], totals: hidden };
    await forum.data.rows.insert(SYSTEM, 'cases', { title: 'second row' });
    for (const count of ['none', 'exact', 'estimate']) {
      const all = await select(forum.ada, { ...spec, count });
      assert.deepEqual(all.totals, nothing, count);
      const titles = all.rows.map(({ title }) => title);
      assert.deepEqual(titles, [...new Set(titles)], 'each row once');
      assert.ok(titles.length > 1);
      const asked = { ...spec, count, search: { param: 'q' } };
      const none = await select(forum.ada, asked, { q: 'no such words' });
      assert.deepEqual([none.rows, none.totals], [[], nothing], count);
    }
    const groups = [{ as: 'secret', field: 'secret' }];
    const grouped = { leaveOut: true, totals: hidden, groups };
    assert.deepEqual((await select(forum.ada, grouped)).rows, [{ id: null, secret: null, ...nothing }]);
    const where = { field: 'title', op: 'eq', value: 'none' };
    assert.deepEqual((await select(forum.ada, { ...grouped, where })).rows, []);
  });

  it('Z6: show no rows where what is hidden decides which', async () => {
    const where = { not: { field: 'secret', op: 'eq', value: 'x' } };
    assert.deepEqual((await select(forum.ada, { leaveOut: true, where, count: 'exact' })).rows, []);
    await assert.rejects(select(forum.ada, { leaveOut: true, where: { field: 'nowhere', op: 'filled' } }), {
      code: 'FIELD_NOT_FOUND',
    });
  });
});

describe('an expression of a view that can be used no more', () => {
  it('Z6: tells admins the reason, and others nothing', async () => {
    for (const spec of [
      { where: { expression: 'row.gone == 1' } },
      { select: [{ as: 'x', expression: 'row.handler.gone' }] },
    ]) {
      await assert.rejects(select(forum.admin, { leaveOut: true, ...spec }), ({ code, hint }) => {
        assert.match(hint, /Available here: /);
        return code === 'EXPRESSION_INVALID';
      });
      await assert.rejects(select(forum.ada, { leaveOut: true, ...spec }), ({ code, message, hint }) => {
        assert.doesNotMatch(message + hint, /gone|secret|worth|handler|Available/);
        return code === 'FILTER_INVALID';
      });
    }
  });
});

describe('a field that somebody may read only', () => {
  it('is refused by name, and gets its default', async () => {
    const { data, ada, staff } = forum;
    const named = (/** @type {any} */ error) => error.details.fields.state === 'State is read-only for you';
    await assert.rejects(data.rows.update(ada, 'cases', row.id, { state: 'done' }), named);
    await assert.rejects(data.rows.insert(ada, 'cases', { title: 'second', state: 'done' }), named);
    const made = await data.rows.insert(ada, 'cases', { title: 'second' });
    assert.equal(made.state, 'new');
    assert.equal((await data.rows.update(staff, 'cases', made.id, { state: 'done' })).state, 'done');
    assert.equal((await data.rows.get(ada, 'cases', made.id)).state, 'done');
  });

  it('does not let somebody create rows if they can’t fill in a required field, and names nothing hidden', async () => {
    const { data, ada } = forum;
    await data.edit(SYSTEM, 'add-table', {
      name: 'forms',
      access: { user: everything },
      fields: [{ name: 'code', type: 'text', required: true, access: { read: ['staff'], write: null } }],
    });
    await assert.rejects(data.rows.insert(ada, 'forms', {}), (/** @type {any} */ error) => {
      assert.doesNotMatch(error.message, /code/i);
      return error.code === 'FORBIDDEN';
    });
  });
});

describe('a copy of a row', () => {
  it('gets the default of a field that its maker may only read', async () => {
    const { data, ada, staff } = forum;
    const original = await data.rows.insert(staff, 'cases', { title: 'to copy', state: 'closed', secret: 'egg' });
    const request = { action: 'duplicate_row', table: 'cases', id: original.id, config: { goToView: 'v' } };
    const { goTo } = await data.actions.run(ada, request);
    const copy = await data.rows.get(SYSTEM, 'cases', /** @type {any} */ (goTo).state.id);
    assert.deepEqual([copy.title, copy.state, copy.secret], ['to copy', 'new', null]);
  });
});

describe('limits of a field', () => {
  it('follow the roles, and end with admins when a role is removed', async () => {
    const { data } = forum;
    await data.edit(SYSTEM, 'add-role', { role: { name: 'clerk', label: 'Clerk', inherits: 'user', home: null } });
    await data.edit(SYSTEM, 'set-access', { table: 'cases', fields: { worth: { read: ['clerk'], write: ['clerk'] } } });
    await data.edit(SYSTEM, 'remove-role', { role: 'clerk' });
    assert.deepEqual(data.catalog().table('cases').field('worth').access, { read: [], write: [] });
    assert.equal('worth' in (await data.rows.get(forum.staff, 'cases', row.id)), false);
    assert.equal((await data.rows.get(forum.admin, 'cases', row.id)).worth, 8);
    assert.notDeepEqual(data.catalog().table('cases').access, {});
  });

  it('name roles and fields that there are', async () => {
    const set = (/** @type {any} */ fields) => forum.data.edit(SYSTEM, 'set-access', { table: 'cases', fields });
    await assert.rejects(set({ title: { read: ['nobody'] } }), { code: 'INPUT_INVALID' });
    await assert.rejects(set({ nothing: { read: [] } }), { code: 'INPUT_INVALID' });
    await assert.rejects(set({ id: { read: [] } }), { code: 'INPUT_INVALID' });
    await assert.rejects(set({ title: { read: 'staff' } }), { code: 'INPUT_INVALID' });
  });
});
