import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { holds, readExpression } from '@plinth/expressions';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { inputsSql, rowOfInputs } from '../expressions/inputs-sql.js';
import { expressions } from '../expressions/testing/generate.js';
import { createPlayground, GROUPS } from '../expressions/testing/playground.js';
import { SYSTEM, VISITOR } from '../../gate/rows/testing/forum.js';
import { sql, toStatement } from '../../postgres/sql/index.js';

const registry = createRegistry([dataPlugin]);
const TIME = /\b(now|today)\b/;

/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  forum = await createPlayground({ rows: 30 });
});
after(() => forum?.close());

/** @param {any} access */
const grant = (access) => forum.data.edit(SYSTEM, 'set-access', { table: 'things', access });

/** The rows for which a rule holds, found out one by one without any SQL of rights. @param {string} source @param {any} actor */
async function naive(source, actor) {
  const catalog = forum.data.catalog();
  const table = catalog.table('things');
  const { tree, reads } = readExpression(source, { catalog, table });
  let aliases = 0;
  const names = { catalog, registry, alias: () => `x${(aliases += 1)}` };
  const statement = toStatement(
    sql`select t.id, ${inputsSql(reads, { table, alias: 't' }, names)} as inputs from app.things t order by t.id`,
  );
  const { rows } = await forum.data.db.query(statement);
  const name = Object.entries(forum.people).find(([, id]) => id === actor.userId)?.[0] ?? null;
  const groups = name === 'ada' ? GROUPS : [];
  const user = { id: actor.userId, roles: actor.roles, groups, signedIn: actor.userId !== null, name };
  const env = {
    user: { ...user, email: name && `${name}@secret.example` },
    now: 0n,
    today: 0,
    timeZone: 'Europe/Berlin',
  };
  return rows.filter(({ inputs }) => holds(tree, { ...env, row: rowOfInputs(inputs, reads) })).map(({ id }) => id);
}

/** What every way to read gives an actor. @param {any} actor */
async function everyPath(actor) {
  const { data } = forum;
  /** @type {any} */
  const spec = {
    table: 'things',
    select: [{ as: 'title', field: 'title' }],
    sort: [{ field: 'id' }],
    limit: 500,
    count: 'exact',
  };
  const [list] = await data.select(actor, [{ spec, params: {} }]);
  const ids = list.rows.map((/** @type {any} */ row) => row.id);
  const got = [];
  for (let id = 1; id <= 30; id++) {
    const row = await data.rows.get(actor, 'things', id).catch((/** @type {any} */ error) => {
      assert.equal(error.code, 'ROW_NOT_FOUND');
    });
    if (row) got.push(id);
  }
  const choices = await data.rows.choices(actor, 'parts', 'thing', { limit: 100 });
  return {
    list: ids,
    get: got,
    count: await data.rows.count(actor, 'things'),
    exact: Number(list.count),
    choices: choices.map(({ value }) => Number(value)).sort((a, b) => a - b),
  };
}

describe('access rules', () => {
  it('Z2: show the same rows on every path, and those that the rule means', async () => {
    await forum.data.edit(SYSTEM, 'set-access', { table: 'parts', access: { public: { read: 'all' } } });
    const rule = expressions('bool', 2).filter((source) => !TIME.test(source) && source.length < 2000);
    await fc.assert(
      fc.asyncProperty(rule, fc.constantFrom(VISITOR, forum.ada), async (source, actor) => {
        await grant({ public: { read: { rule: source } } });
        const expected = await naive(source, actor);
        const found = await everyPath(actor);
        const same = {
          list: expected,
          get: expected,
          choices: expected,
          count: expected.length,
          exact: expected.length,
        };
        assert.deepEqual(found, same, source);
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  it('add up over roles, and the most generous wins', async () => {
    await grant({ public: { read: { rule: 'row.id <= 3' } }, user: { read: { rule: 'row.id == 5' } } });
    assert.deepEqual((await everyPath(VISITOR)).list, [1, 2, 3]);
    assert.deepEqual((await everyPath(forum.ada)).list, [1, 2, 3, 5]);
    await grant({ public: { read: { rule: 'row.id <= 3' } }, user: { read: 'all' } });
    assert.equal((await everyPath(forum.ada)).count, 30);
  });

  it('Z4: hold for a row before and after a change', async () => {
    const rule = { rule: 'row.count != null && row.count < 10' };
    await grant({ user: { read: 'all', create: rule, update: rule, delete: rule } });
    const { rows } = forum.data;
    const mine = await rows.insert(forum.ada, 'things', { title: 'mine', count: 5 });
    await assert.rejects(rows.insert(forum.ada, 'things', { title: 'not mine', count: 50 }), { code: 'FORBIDDEN' });
    await assert.rejects(rows.update(forum.ada, 'things', mine.id, { count: 50 }), { code: 'FORBIDDEN' });
    assert.equal((await rows.update(forum.ada, 'things', mine.id, { count: 6 })).count, 6);
    await forum.data.db.query({ text: 'update app.things set count = 77 where id = $1', values: [mine.id] });
    await assert.rejects(rows.update(forum.ada, 'things', mine.id, { count: 6 }), { code: 'FORBIDDEN' });
    await assert.rejects(rows.remove(forum.ada, 'things', mine.id), { code: 'FORBIDDEN' });
    await rows.remove(SYSTEM, 'things', mine.id);
  });

  it('Z4: batch concurrent writers, each checked against their own rule', async () => {
    const rule = { rule: 'row.person == user.id' };
    await grant({ user: { read: rule, create: rule, update: 'none', delete: 'none' } });
    const { rows } = forum.data;
    const tries = [forum.ada, forum.ben, forum.ada, forum.ben].map((actor, index) =>
      rows
        .insert(actor, 'things', { title: `b${index}`, person: index < 2 ? forum.ada.userId : forum.ben.userId })
        .then(
          () => 'done',
          (error) => error.code,
        ),
    );
    assert.deepEqual(await Promise.all(tries), ['done', 'FORBIDDEN', 'FORBIDDEN', 'done']);
    await forum.data.db.query({ text: "delete from app.things where title like 'b_'", values: [] });
  });

  it('report with each row what may be done to it', async () => {
    const rule = { rule: 'row.id % 2 == 0' };
    await grant({ user: { read: 'all', update: rule, delete: 'none' } });
    const select = [
      { as: 'change', may: 'update' },
      { as: 'drop', may: 'delete' },
      { as: 'above', may: 'update', of: 'parent' },
      { as: 'parent', field: 'parent' },
    ];
    const spec = { table: 'things', select, sort: [{ field: 'id' }], limit: 500 };
    const [{ rows }] = await forum.data.select(forum.ada, [/** @type {any} */ ({ spec, params: {} })]);
    for (const row of rows) {
      assert.deepEqual([row.change, row.drop], [row.id % 2 === 0, false]);
      assert.equal(row.above, row.parent !== null && row.parent % 2 === 0);
    }
    const [{ rows: all }] = await forum.data.select(forum.admin, [/** @type {any} */ ({ spec, params: {} })]);
    assert.ok(all.every(({ change, drop }) => change && drop));
  });

  it('Z11: a rule that names something gone lets nobody in, and shows as a problem', async () => {
    const { data } = forum;
    await data.edit(SYSTEM, 'add-field', { table: 'things', field: { name: 'extra', type: 'boolean' } });
    await grant({ public: { read: { rule: 'row.extra != true' } } });
    assert.equal((await everyPath(VISITOR)).count, 30);
    await data.edit(SYSTEM, 'remove-field', { table: 'things', field: 'extra' });
    assert.equal((await everyPath(VISITOR)).count, 0);
    assert.match(
      data
        .catalog()
        .problems.map(({ message }) => message)
        .join(),
      /there is no "extra"/,
    );
  });

  it('S9: ask a many-to-many field or children whether there is nothing, like isEmpty()', async () => {
    const ada = forum.ada;
    const asked = /** @type {[string, string][]} */ ([
      ['row.friends == null', 'row.friends.isEmpty()'],
      ['null != row.friends', '!row.friends.isEmpty()'],
      ['has(row.parts)', 'row.parts.exists(p, true)'],
      ['row.parent.parts == null', 'row.parent.parts.size() == 0'],
    ]);
    for (const [rule, same] of asked) {
      await grant({ user: { read: { rule } } });
      const { list } = await everyPath(ada);
      assert.deepEqual(list, await naive(rule, ada), rule);
      assert.deepEqual(list, await naive(same, ada), same);
    }
  });

  it('S9: are run once before they are saved, whatever roles they ask for', async () => {
    await forum.data.db.query('alter table app.parts rename column weight to weight_elsewhere');
    const broken = 'row.parts.exists(p, p.weight > 1.0)';
    const refused = { code: 'INPUT_INVALID' };
    const rules = [broken, `"staff" in user.roles && ${broken}`, `"staff" in user.roles || ${broken}`];
    for (const rule of rules) {
      await assert.rejects(grant({ user: { read: { rule } } }), refused, rule);
    }
    const constraints = [{ kind: 'rule', rule: broken, message: 'No' }];
    const set = forum.data.edit(SYSTEM, 'set-constraints', { table: 'things', constraints });
    await assert.rejects(set, refused);
    const field = { name: 'heavy', type: 'boolean', formula: broken };
    await assert.rejects(forum.data.edit(SYSTEM, 'add-field', { table: 'things', field }), refused);
    await forum.data.db.query('alter table app.parts rename column weight_elsewhere to weight');
    for (const rule of rules) await grant({ user: { read: { rule } } });
  });

  it('follow what is renamed', async () => {
    const { data } = forum;
    await grant({ public: { read: { rule: 'row.parts.exists(p, p.amount > 1 && p.thing.title != "row.title")' } } });
    const before = await everyPath(VISITOR);
    await data.edit(SYSTEM, 'change-field', { table: 'parts', field: 'amount', changes: { name: 'number' } });
    await data.edit(SYSTEM, 'change-table', { table: 'parts', changes: { name: 'pieces' } });
    assert.deepEqual(data.catalog().table('things').access.public.read, {
      rule: 'row.pieces.exists(p, p.number > 1 && p.thing.title != "row.title")',
    });
    await data.edit(SYSTEM, 'change-table', { table: 'pieces', changes: { name: 'parts' } });
    await data.edit(SYSTEM, 'change-field', { table: 'parts', field: 'number', changes: { name: 'amount' } });
    assert.deepEqual(await everyPath(VISITOR), before);
  });

  it('are refused with their place when they mean nothing', async () => {
    await assert.rejects(grant({ public: { read: { rule: 'row.titel == "x"' } } }), {
      code: 'INPUT_INVALID',
      message: /there is no "titel"/,
    });
    await assert.rejects(grant({ public: { read: { rule: 'row.title' } } }), { code: 'INPUT_INVALID' });
    await assert.rejects(grant({ public: { read: { rule: 'true', more: 1 } } }), { code: 'INPUT_INVALID' });
  });
});
