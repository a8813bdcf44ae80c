import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPlayground } from '../../rules/expressions/testing/playground.js';

const SYSTEM = { userId: null, roles: [], system: true };
/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  forum = await createPlayground({ rows: 30 });
});
after(() => forum?.close());

/** @param {any} access */
const full = (access) =>
  Object.fromEntries(
    Object.entries(access).map(([role, given]) => [
      role,
      { read: 'none', create: 'none', update: 'none', delete: 'none', .../** @type {any} */ (given) },
    ]),
  );

describe('the effect of changed rights', () => {
  it('is counted by the statements of both lists', async () => {
    const { data, admin } = forum;
    await data.edit(SYSTEM, 'set-access', { table: 'things', access: { public: { read: { rule: 'row.id <= 10' } } } });
    const next = { access: full({ public: { read: { rule: 'row.id > 5' } }, user: { delete: 'all' } }), owner: null };
    const { counted, roles } = await data.access.effect(admin, 'things', next);
    assert.equal(counted, 30);
    const of = (/** @type {string} */ name) => roles.find(({ role }) => role === name);
    assert.deepEqual(of('public')?.read, { before: 10, after: 25, gained: 20, lost: 5 });
    assert.deepEqual(of('user')?.read, { before: 10, after: 25, gained: 20, lost: 5 });
    assert.deepEqual(of('user')?.delete, { before: 0, after: 30, gained: 30, lost: 0 });
    assert.deepEqual(of('public')?.delete, { before: 0, after: 0, gained: 0, lost: 0 });
    assert.equal(of('admin'), undefined);
  });

  it('adds up the changes for people with a role, and names them', async () => {
    const { data, admin } = forum;
    await data.edit(SYSTEM, 'set-access', { table: 'things', access: { user: { read: 'own' } }, owner: 'person' });
    const { rows } = await data.db.query(`select u.name, count(*)::int as n from app.things t
      join plinth.users u on u.id = t.person group by 1 order by 2 desc, 1`);
    const next = { access: full({ user: { read: 'none' } }), owner: 'person' };
    const { roles } = await data.access.effect(admin, 'things', next);
    const user = /** @type {any} */ (roles.find(({ role }) => role === 'user'));
    const all = rows.reduce((sum, { n }) => sum + n, 0);
    assert.deepEqual(user.read, { before: all, after: 0, gained: 0, lost: all });
    assert.ok(user.people >= rows.length);
    assert.deepEqual(
      new Set(user.persons.map((/** @type {any} */ one) => [one.name, one.lost].join())),
      new Set(rows.map(({ name, n }) => [name, n].join())),
    );
    assert.equal(roles.find(({ role }) => role === 'public')?.people, null);
    // A rule that only has the word asks for nobody.
    const same = { access: full({ user: { read: { rule: 'row.title != "user"' } } }), owner: null };
    await data.edit(SYSTEM, 'set-access', { table: 'things', ...same });
    const effect = await data.access.effect(admin, 'things', same);
    assert.equal(effect.roles.find(({ role }) => role === 'user')?.people, null);
  });

  it('is for admins only', async () => {
    const next = { access: {}, owner: null };
    await assert.rejects(forum.data.access.effect(forum.ada, 'things', next), { code: 'FORBIDDEN' });
  });
});

describe('explaining access', () => {
  it('names the part of the rule and the values that decided', async () => {
    const { data, admin, ada } = forum;
    const rule = 'row.id < 5 && (row.person == user.id || !("public" in user.roles))';
    await data.edit(SYSTEM, 'set-access', { table: 'things', access: { user: { read: { rule } } } });
    const ask = { table: 'things', id: '3', user: ada.userId, operation: /** @type {const} */ ('read') };
    await data.db.query('update app.things set person = null where id = 3');
    const { may, roles } = await data.access.explain(admin, ask);
    assert.equal(may, false);
    const verdict = /** @type {any} */ (roles.find(({ role }) => role === 'user')?.verdict);
    assert.equal(verdict.kind, 'all');
    assert.deepEqual(
      verdict.parts.map((/** @type {any} */ part) => [part.text, part.holds]),
      [
        ['row.id < 5', true],
        ['row.person == user.id || !("public" in user.roles)', false],
      ],
    );
    assert.deepEqual(verdict.parts[0].values, [
      { name: 'row.id', value: 3, label: verdict.parts[0].values[0].label, rows: false },
    ]);
    assert.deepEqual(verdict.parts[1].parts[0].values, [
      { name: 'row.person', value: null, label: null, rows: false },
      { name: 'user.id', value: ada.userId, label: 'ada', rows: false },
    ]);
    await data.db.query({ text: 'update app.things set person = $1 where id = 3', values: [ada.userId] });
    assert.equal((await data.access.explain(admin, ask)).may, true);
  });

  it('answers as the statements do, for every row', async () => {
    const { data, admin, ada } = forum;
    const rule = 'row.count == null || row.title.contains("a")';
    const access = { user: { read: 'all', update: { rule } }, public: { read: 'own' } };
    await data.edit(SYSTEM, 'set-access', { table: 'things', access });
    const spec = { table: 'things', select: [{ as: 'may', may: 'update' }], limit: 100 };
    const [{ rows }] = await data.select(ada, [/** @type {any} */ ({ spec, params: {} })]);
    for (const { id, may } of rows) {
      const told = await data.access.explain(admin, { table: 'things', id, user: ada.userId, operation: 'update' });
      assert.equal(told.may, may, String(id));
    }
  });

  it('reports that a rule names something missing instead of failing', async () => {
    const { data, admin, ada } = forum;
    await data.edit(SYSTEM, 'add-field', { table: 'things', field: { name: 'extra', type: 'boolean' } });
    await data.edit(SYSTEM, 'set-access', { table: 'things', access: { user: { read: { rule: 'row.extra' } } } });
    await data.edit(SYSTEM, 'remove-field', { table: 'things', field: 'extra' });
    const told = await data.access.explain(admin, { table: 'things', id: 1, user: ada.userId, operation: 'read' });
    assert.equal(told.may, false);
    assert.match(String(told.roles.find(({ role }) => role === 'user')?.problem?.message), /there is no "extra"/);
  });
});
