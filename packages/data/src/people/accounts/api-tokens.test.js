import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let tokens;
/** @type {any} */
let people;
before(async () => {
  forum = await createForum();
  people = /** @type {any} */ (forum.data).people;
  tokens = people.apiTokens;
});
after(() => forum?.close());

const own = { userId: '', roles: ['user', 'public'], system: false };
/** @param {string} name @param {any} [input] */
const make = (name, input = {}) => {
  const userId = forum.people[name];
  return tokens.create({ ...own, userId }, userId, { name: 'script', ...input });
};

describe('API tokens', () => {
  it('are shown once, stored as a hash, and act as their user', async () => {
    const { token } = await make('ada');
    assert.match(token, /^plt_[\w-]{43}$/);
    const { actor, user } = await tokens.actorOf(token);
    assert.deepEqual([actor.userId, actor.scope, user.name], [forum.people.ada, undefined, 'ada']);
    const { rows } = await forum.data.db.query('select * from plinth.api_tokens');
    assert.ok(!JSON.stringify(rows).includes(token.slice(4)));
    const [listed] = await tokens.list({ ...own, userId: forum.people.ada }, forum.people.ada);
    assert.ok(!JSON.stringify(listed).includes(token.slice(4)));
  });

  const nobodys = ['', 'plt_', `plt_${'a'.repeat(43)}`, 'a'.repeat(43), 'plt_\0', `plt_${"'".repeat(43)}`];
  for (const text of nobodys) {
    it(`A1: ${JSON.stringify(text.slice(0, 8))} is nobody's`, async () =>
      assert.equal(await tokens.actorOf(text), null));
  }

  it('A1, Z12: the key of a secret link is no API token, and an API token opens no link', async () => {
    const userId = forum.people.ada;
    const link = await tokens.create({ ...own, userId }, userId, { name: 'Calendar' }, { purpose: 'calendar:1' });
    assert.match(link.token, /^pll_[\w-]{43}$/);
    assert.equal(await tokens.actorOf(link.token), null);
    const reader = await tokens.readerOf(link.token, 'calendar:1');
    assert.deepEqual([reader?.userId, reader?.scope.operations], [userId, ['read']]);
    assert.equal(await tokens.readerOf(link.token, 'calendar:2'), null);
    assert.equal(await tokens.readerOf((await make('ada')).token, 'calendar:1'), null);
    assert.equal(await tokens.readerOf((await make('ada', { operations: ['read'] })).token, 'calendar:1'), null);
  });

  it('A1: links made when they still had the prefix of API tokens work, and only as links', async () => {
    const token = `plt_${'b'.repeat(43)}`;
    const hash = createHash('sha256').update(token).digest();
    await forum.data.db.query({
      text: `insert into plinth.api_tokens (token_hash, user_id, name, operations) values ($1, $2, 'old', '{link:calendar:1}')`,
      values: [hash, forum.people.ada],
    });
    assert.equal(await tokens.actorOf(token), null);
    assert.equal((await tokens.readerOf(token, 'calendar:1'))?.userId, forum.people.ada);
  });

  it('Z3: only limit rights: a token for creating creates no row for somebody else either', async () => {
    const { people: ids, data } = forum;
    for (const operations of [['create'], ['create', 'read'], undefined]) {
      const { actor } = await tokens.actorOf((await make('ada', { operations })).token);
      await data.rows.insert(actor, 'topics', { title: 'mine', author: ids.ada });
      await assert.rejects(data.rows.insert(actor, 'topics', { title: 'his', author: ids.ben }), { code: 'FORBIDDEN' });
    }
  });

  const refused = /** @type {[any, string][]} */ ([
    [{ name: '' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ tables: ['nothing'] }, 'tables'],
    [{ tables: [] }, 'tables'],
    [{ tables: 'topics' }, 'tables'],
    [{ operations: ['drop'] }, 'operations'],
    [{ operations: [] }, 'operations'],
    [{ expires: '0d' }, 'expires'],
    [{ expires: 'soon' }, 'expires'],
    [{ expires: '9999d' }, 'expires'],
  ]);
  for (const [input, field] of refused) {
    it(`refuses ${JSON.stringify(input)}`, () =>
      assert.rejects(make('ada', input), (/** @type {any} */ error) => {
        assert.equal(error.code, 'INPUT_INVALID');
        assert.deepEqual(Object.keys(error.details.fields), [field]);
        return true;
      }));
  }

  it('Z15: nobody creates, sees or revokes those of somebody else, and a limited token creates none', async () => {
    const ben = { ...own, userId: forum.people.ben };
    const { id } = await make('ada');
    await assert.rejects(tokens.create(ben, forum.people.ada, { name: 'x' }), { code: 'FORBIDDEN' });
    await assert.rejects(tokens.list(ben, forum.people.ada), { code: 'FORBIDDEN' });
    await assert.rejects(tokens.revoke(ben, forum.people.ada, id), { code: 'FORBIDDEN' });
    await assert.rejects(tokens.revoke(ben, forum.people.ben, id), { code: 'TOKEN_NOT_FOUND' });
    const limited = { ...ben, scope: { tables: null, operations: ['read'] } };
    await assert.rejects(tokens.create(limited, forum.people.ben, { name: 'x' }), { code: 'FORBIDDEN' });
    assert.equal((await tokens.create(forum.admin, forum.people.ben, { name: 'by an admin' })).name, 'by an admin');
  });

  it('A7: end when they are revoked, expired, or their user is disabled, and do not come back', async () => {
    const ada = { ...own, userId: forum.people.ada };
    const revoked = await make('ada');
    await tokens.revoke(ada, forum.people.ada, revoked.id);
    const over = await make('ada', { expires: '1d' });
    await forum.data.db.query({
      text: `update plinth.api_tokens set expires_at = now() where id = $1`,
      values: [over.id],
    });
    const disabled = await make('ben');
    assert.ok(await tokens.actorOf(disabled.token));
    await people.users.disable(SYSTEM, forum.people.ben);
    for (const { token } of [revoked, over, disabled]) assert.equal(await tokens.actorOf(token), null);
    await people.users.disable(SYSTEM, forum.people.ben, false);
    assert.equal(await tokens.actorOf(disabled.token), null);
  });

  it('A6: end with the password', async () => {
    const { token } = await make('ada');
    await people.users.setPassword(SYSTEM, forum.people.ada, 'correct horse battery');
    assert.equal(await tokens.actorOf(token), null);
  });
});

describe('the scope of a token', () => {
  /** @param {any} scope @param {any} [base] */
  const limited = (scope, base = forum.admin) => ({ ...base, scope: { tables: null, operations: null, ...scope } });
  const values = { title: 'Scoped' };

  it('Z15: limits an admin too: only its tables, only its operations, no metadata, no people', async () => {
    const { rows } = forum.data;
    const reader = limited({ tables: ['topics'], operations: ['read'] });
    const made = await rows.insert(forum.admin, 'topics', values);
    assert.equal((await rows.get(reader, 'topics', made.id)).title, 'Scoped');
    await assert.rejects(rows.insert(reader, 'topics', values), { code: 'FORBIDDEN' });
    await assert.rejects(rows.update(reader, 'topics', made.id, values), { code: 'FORBIDDEN' });
    await assert.rejects(rows.remove(reader, 'topics', made.id), { code: 'FORBIDDEN' });
    const tag = await rows.insert(forum.admin, 'tags', { name: 'hidden' });
    await assert.rejects(rows.get(reader, 'tags', tag.id), { code: 'ROW_NOT_FOUND' });
    assert.equal(await rows.count(reader, 'tags'), 0);
    assert.equal(await rows.count(reader, 'users'), 0);
    await assert.rejects(forum.data.edit(reader, 'add-role', { role: { name: 'x', label: 'X' } }), {
      code: 'FORBIDDEN',
    });
    await assert.rejects(people.users.list(reader, {}), { code: 'FORBIDDEN' });
  });

  it('Z15: never gives more than the user has', async () => {
    const writer = limited({ operations: ['create', 'update', 'delete', 'read'] }, forum.ada);
    await assert.rejects(forum.data.rows.insert(writer, 'tags', { name: 'mine' }), { code: 'FORBIDDEN' });
  });

  it('a token that only creates gets the key of the new row and nothing else', async () => {
    const writer = limited({ operations: ['create'] });
    assert.deepEqual(Object.keys(await forum.data.rows.insert(writer, 'topics', values)), ['id']);
  });

  it('follows a table that is renamed and leaves one that is dropped', async () => {
    const { data } = forum;
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(SYSTEM, name, input);
    await edit('add-table', { name: 'old_name', access: { user: { read: 'all' } } });
    const { token } = await make('ada', { tables: ['old_name'] });
    await edit('change-table', { table: 'old_name', changes: { name: 'new_name' } });
    assert.deepEqual((await tokens.actorOf(token)).actor.scope.tables, ['new_name']);
    await edit('remove-table', { table: 'new_name' });
    assert.deepEqual((await tokens.actorOf(token)).actor.scope.tables, []);
  });
});
