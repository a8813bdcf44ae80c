import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer({ users: { ada: ['user'], ben: ['user'] } });
});
after(() => server?.close());

const operations = ['read', 'create'];
/** @param {string} text */
const tokenIn = (text) => /value="(plt_[\w-]{43})"/.exec(text)?.[1] ?? '';

describe('API tokens in the browser', () => {
  it('are made in the profile, shown once, and revoked there', async () => {
    const ada = await server.as('ada');
    const made = await ada.submit('/auth/profile', { name: 'sync', operations }, { action: '/auth/profile/tokens' });
    assert.equal(made.status, 200, made.text);
    const token = tokenIn(made.text);
    const found = await server.data.people.apiTokens.actorOf(token);
    assert.deepEqual(found?.actor.scope, { tables: null, operations });
    const again = await ada.get('/auth/profile');
    assert.match(again.text, /sync/);
    assert.doesNotMatch(again.text, /plt_/);
    assert.doesNotMatch(server.log(), /plt_/, 'A12: nor is it logged');
    await ada.submit('/auth/profile', {}, { action: '/tokens/revoke' });
    const id = /name="token" value="([^"]+)"/.exec(again.text)?.[1] ?? '';
    const revoked = await ada.post('/auth/profile/tokens/revoke', { token: id });
    assert.ok([303, 404].includes(revoked.status));
    assert.equal(await server.data.people.apiTokens.actorOf(token), null);
  });

  it('come back with what is wrong beside the field', async () => {
    const ada = await server.as('ada');
    const values = { name: 'x', tables: 'nothing', expires: 'soon', operations };
    const { status, text } = await ada.submit('/auth/profile', values, { action: '/auth/profile/tokens' });
    assert.equal(status, 422);
    assert.match(text, /There is no table &quot;nothing&quot;/);
    assert.match(text, /Enter a number of days such as 90d/);
    assert.match(text, /value="x"/);
  });

  it('Z1: show no table on which one has no rights', async () => {
    const fields = [{ name: 'x', type: 'text' }];
    const edit = (/** @type {any} */ input) => server.data.edit(server.system, 'add-table', input);
    await edit({ name: 'open', label: 'Open things', fields, access: { user: { read: 'all' } } });
    await edit({ name: 'shut', label: 'Shut things', fields });
    const ada = await server.as('ada');
    const { text } = await ada.get('/auth/profile');
    assert.match(text, /Open things/);
    assert.doesNotMatch(text, /Shut things/);
    const make = (/** @type {string} */ tables) => ada.post('/auth/profile/tokens', { name: 'x', tables, operations });
    const [hidden, missing] = [await make('shut'), await make('shup')];
    assert.deepEqual([hidden.status, missing.status], [422, 422]);
    assert.match(hidden.text, /There is no table &quot;shut&quot;/);
    const made = await make('open');
    assert.deepEqual((await server.data.people.apiTokens.actorOf(tokenIn(made.text)))?.actor.scope?.tables, ['open']);
    const [{ id }] = await server.data.people.apiTokens.list(server.system, ada.user.id);
    await ada.post('/auth/profile/tokens/revoke', { token: id });
  });

  it('Z15: nobody ends those of somebody else; an admin makes and ends them on the user’s screen', async () => {
    const [ada, ben, admin] = await Promise.all(['ada', 'ben', 'admin'].map((name) => server.as(name)));
    const path = `/admin/users/${ada.user.id}`;
    const made = await admin.submit(path, { name: 'by admin', operations }, { action: `${path}/tokens` });
    const token = tokenIn(made.text);
    assert.equal((await server.data.people.apiTokens.actorOf(token))?.user.name, 'ada');
    const [{ id }] = await server.data.people.apiTokens.list(server.system, ada.user.id);
    assert.equal((await ben.post('/auth/profile/tokens/revoke', { token: id })).status, 404);
    assert.notEqual((await ben.post(`${path}/tokens`, { name: 'x' })).status, 200);
    await admin.post(`${path}/tokens/revoke`, { token: id });
    assert.equal(await server.data.people.apiTokens.actorOf(token), null);
  });
});
