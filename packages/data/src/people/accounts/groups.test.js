import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let groups;
/** @type {any} */
let people;

before(async () => {
  forum = await createForum({ history: false });
  people = /** @type {any} */ (forum.data).people;
  groups = people.groups;
});
after(() => forum.close());

/** What somebody is now, as a new request finds him. @param {string} token */
const actorOf = async (token) => (await people.session(token)).actor;

/** @param {string} name */
async function loggedIn(name) {
  const password = 'correct horse battery';
  const user = await people.users.create(forum.admin, { name, email: `${name}@example.com`, password });
  const { token } = await people.login(user.email, password, { address: '192.0.2.1', userAgent: 'test' });
  return { user, token };
}

/** @param {any} actor */
async function titles(actor) {
  const spec = { table: 'topics', select: [{ as: 'title', field: 'title' }], sort: [{ field: 'title' }] };
  const [{ rows }] = await forum.data.select(actor, [/** @type {any} */ ({ spec, params: {} })]);
  return rows.map(({ title }) => title);
}

describe('groups of people', () => {
  it('give their roles to their members, and take them back, at once', async () => {
    const { token, user } = await loggedIn('eve');
    assert.deepEqual((await actorOf(token)).roles, ['user', 'public']);
    await groups.create(forum.admin, { label: 'Sales team', name: 'sales', roles: ['staff'] });
    await groups.addMember(forum.admin, 'sales', user.id);
    const actor = await actorOf(token);
    assert.deepEqual([actor.roles, actor.groups], [['staff', 'user', 'public'], ['sales']]);
    await groups.update(forum.admin, 'sales', { roles: [] });
    assert.deepEqual((await actorOf(token)).roles, ['user', 'public']);
    await groups.update(forum.admin, 'sales', { roles: ['staff'] });
    assert.ok((await actorOf(token)).roles.includes('staff'));
    await groups.removeMember(forum.admin, 'sales', user.id);
    const left = await actorOf(token);
    assert.deepEqual([left.roles, left.groups], [['user', 'public'], []]);
    await groups.addMember(forum.admin, 'sales', user.id);
    await groups.remove(forum.admin, 'sales');
    assert.deepEqual((await actorOf(token)).roles, ['user', 'public']);
  });

  it('the security log records who joined and who left, whichever form was used', async () => {
    for (const name of ['days', 'nights']) await groups.create(forum.admin, { label: name, name, roles: ['staff'] });
    const { users } = people;
    const user = await users.create(forum.admin, { name: 'Una', email: 'una@example.com', groups: ['days'] });
    await users.update(forum.admin, user.id, { groups: ['nights'] });
    await users.update(forum.admin, user.id, { groups: ['nights'], name: 'Una' });
    await groups.addMember(forum.admin, 'days', user.id);
    await groups.addMember(forum.admin, 'days', user.id);
    await groups.removeMember(forum.admin, 'days', user.id);
    await groups.removeMember(forum.admin, 'days', user.id);
    const { events } = await /** @type {any} */ (forum.data).security.list(SYSTEM, { what: 'roles-changed' });
    const told = events.filter((/** @type {any} */ { aboutId }) => aboutId === user.id);
    assert.deepEqual(told.map((/** @type {any} */ { what }) => what).toReversed(), [
      'group days: +member',
      'group nights: +member',
      'group days: -member',
      'group days: +member',
      'group days: -member',
    ]);
  });

  it('count for API tokens as well', async () => {
    const { user } = await loggedIn('tom');
    const { token } = await people.apiTokens.create(forum.admin, user.id, { name: 'script' });
    await groups.create(forum.admin, { label: 'Scripts', name: 'scripts', roles: ['staff'] });
    assert.ok(!(await people.apiTokens.actorOf(token)).actor.roles.includes('staff'));
    await groups.addMember(forum.admin, 'scripts', user.id);
    const { actor } = await people.apiTokens.actorOf(token);
    assert.deepEqual([actor.roles.includes('staff'), actor.groups], [true, ['scripts']]);
  });

  it('can be asked for in rules, by name', async () => {
    const { data, admin } = forum;
    const { token, user } = await loggedIn('kim');
    await groups.create(admin, { label: 'Support', name: 'support' });
    await data.rows.insertMany(SYSTEM, 'topics', [{ title: 'for all' }, { title: 'for support' }]);
    const rule = 'row.title == "for all" || "support" in user.groups';
    await data.edit(SYSTEM, 'set-access', { table: 'topics', access: { user: { read: { rule } } } });
    assert.deepEqual(await titles(await actorOf(token)), ['for all']);
    await groups.addMember(admin, 'support', user.id);
    assert.deepEqual(await titles(await actorOf(token)), ['for all', 'for support']);
    assert.deepEqual((await actorOf(token)).asked, ['support']);
    const ask = { table: 'topics', id: 2, user: user.id, operation: /** @type {const} */ ('read') };
    const told = await data.access.explain(admin, ask);
    assert.equal(told.may, true);
  });

  it('A2: give a new session id to people whose rights change', async () => {
    const { token, user } = await loggedIn('lee');
    await groups.create(forum.admin, { label: 'Night shift', name: 'night', roles: [] });
    assert.equal((await people.session(token)).session.rotate, false);
    await groups.addMember(forum.admin, 'night', user.id);
    assert.equal((await people.session(token)).session.rotate, true);
  });

  it('Z15: are an admin’s business', async () => {
    const calls = [
      () => groups.list(forum.staff),
      () => groups.create(forum.staff, { label: 'Mine', name: 'mine', roles: ['admin'] }),
      () => groups.update(forum.staff, 'support', { roles: ['admin'] }),
      () => groups.addMember(forum.staff, 'support', forum.people.cyd),
      () => groups.removeMember(forum.staff, 'support', forum.people.cyd),
      () => groups.members(forum.staff, 'support'),
      () => groups.remove(forum.staff, 'support'),
    ];
    for (const call of calls) await assert.rejects(call(), { code: 'FORBIDDEN' });
  });

  it('Z15: an admin through a group does not count as the last admin', async () => {
    await groups.create(forum.admin, { label: 'Chiefs', name: 'chiefs', roles: ['admin'] });
    const { user, token } = await loggedIn('uma');
    await groups.addMember(forum.admin, 'chiefs', user.id);
    assert.ok((await actorOf(token)).roles.includes('admin'));
    const { users } = await people.users.list(forum.admin);
    const admins = users.filter((/** @type {any} */ one) => one.roles.includes('admin'));
    for (const one of admins.slice(1)) await people.users.remove(forum.admin, one.id);
    if (admins.length > 0)
      await assert.rejects(people.users.update(forum.admin, admins[0].id, { roles: [] }), { code: 'LAST_ADMIN' });
    assert.equal(await people.needsFirstAdmin(), false);
  });

  it('sort as the language of the site does, like people, page by page', async () => {
    const names = ['Öberg', 'Asbjörn', 'Zorn', 'Ärla', 'Olle', 'Åsa'];
    for (const name of names) {
      const email = `sorted${names.indexOf(name)}@example.com`;
      await people.users.create(forum.admin, { name, email, password: 'correct horse battery' });
      await groups.create(forum.admin, { label: `Team ${name}`, name: `sorted_${names.indexOf(name)}`, roles: [] });
    }
    const listed = async () => {
      const found = /** @type {any[]} */ ([]);
      for (let after; after !== null;) {
        /** @type {any} */
        const page = await people.users.list(forum.admin, { after, limit: 2 });
        found.push(...page.users);
        after = page.next;
      }
      const labels = (await groups.list(forum.admin)).map((/** @type {any} */ { label }) => label.replace('Team ', ''));
      return [found.map(({ name }) => name), labels].map((all) =>
        all.filter((/** @type {string} */ one) => names.includes(one)),
      );
    };
    for (const [locale, sorted] of [
      ['en', ['Ärla', 'Åsa', 'Asbjörn', 'Öberg', 'Olle', 'Zorn']],
      ['sv', ['Asbjörn', 'Olle', 'Zorn', 'Åsa', 'Ärla', 'Öberg']],
    ]) {
      await forum.data.edit(SYSTEM, 'change-settings', { changes: { locale } });
      assert.deepEqual(await listed(), [sorted, sorted], String(locale));
    }
    await forum.data.edit(SYSTEM, 'change-settings', { changes: { locale: 'en' } });
  });

  it('refuse what means nothing', async () => {
    const make = (/** @type {any} */ input) => groups.create(forum.admin, input);
    await assert.rejects(make({ label: '', name: 'x' }), { code: 'INPUT_INVALID' });
    await assert.rejects(make({ label: 'X', name: 'Not a name' }), { code: 'INPUT_INVALID' });
    await assert.rejects(make({ label: 'X', name: 'support' }), { code: 'INPUT_INVALID', message: /already/ });
    await assert.rejects(make({ label: 'X', name: 'xx', roles: ['emperor'] }), { code: 'INPUT_INVALID' });
    await assert.rejects(groups.get(forum.admin, 'xx'), { code: 'GROUP_NOT_FOUND' });
    await assert.rejects(groups.addMember(forum.admin, 'support', 'x'), { code: 'USER_NOT_FOUND' });
    await assert.rejects(people.users.update(forum.admin, forum.people.ada, { groups: ['nowhere'] }), {
      code: 'INPUT_INVALID',
    });
  });
});
