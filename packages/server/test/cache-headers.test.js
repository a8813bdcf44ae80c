import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';

describe('what browsers and proxies may keep', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  before(async () => {
    server = await startTestServer();
    await server.data.edit(server.system, 'add-table', { name: 'tasks', fields: [{ name: 'title', type: 'text' }] });
    await server.data.edit(server.system, 'generate-views', { table: 'tasks', roles: ['public'] });
  });
  after(() => server.close());

  const PATHS = [
    '/',
    '/view/tasks_list',
    '/view/tasks_edit',
    '/view/none',
    '/auth/login',
    '/auth/profile',
    '/admin',
    '/x',
  ];
  const JSON_PATHS = ['/view/none', '/admin/tables', '/view/tasks_list?title.none=1', '/files/x/y'];

  it('C3: nothing of a person is kept, and no page is anybody else’s', async () => {
    for (const role of ['public', 'user', 'admin']) {
      const client = await server.as(role);
      for (const path of PATHS) {
        const { headers, status } = await client.get(path);
        const what = `${role} ${path} (${status})`;
        const kept = headers.get('cache-control') ?? '';
        assert.match(kept, role === 'public' && status !== 302 ? /^private, no-cache$/ : /^private, no-store$/, what);
        if (status !== 302) assert.match(headers.get('vary') ?? '', /Cookie/, what);
      }
      for (const path of JSON_PATHS) {
        const { headers } = await client.get(path, { accept: 'application/json' });
        assert.match(headers.get('cache-control') ?? '', /^private/, `${role} ${path}`);
      }
    }
  });

  it('C3: a script whose browser stores nothing may leave its page to the memory for Back; nobody else', async () => {
    const script = { 'sec-fetch-dest': 'empty', 'cache-control': 'no-cache' };
    /** @type {Record<string, string>[]} */
    const others = [
      { 'sec-fetch-dest': 'document', 'cache-control': 'no-cache' },
      { 'sec-fetch-dest': 'empty' },
      { 'cache-control': 'no-cache' },
    ];
    for (const role of ['user', 'admin']) {
      const client = await server.as(role);
      // Twice, since the second may come from memory.
      for (const path of ['/view/tasks_list', '/view/tasks_list', '/notifications/count', '/auth/profile', '/x']) {
        const kept = async (/** @type {Record<string, string>} */ headers) =>
          (await client.get(path, headers)).headers.get('cache-control');
        assert.equal(await kept(script), 'private, no-cache', `${role} ${path}`);
        for (const one of others) assert.equal(await kept(one), 'private, no-store', `${role} ${path}`);
      }
      const seen = await client.post('/places/seen', { here: '/view/tasks_list' }, script);
      assert.equal(seen.headers.get('cache-control'), 'private, no-cache');
    }
  });

  it('C3: an answer that sets a cookie is kept by nobody', async () => {
    const visitor = await server.as('public');
    await server.as('user');
    const values = { email: 'user@example.com', password: server.password };
    const { headers, status } = await visitor.post('/auth/login', values);
    assert.equal(status, 303);
    assert.ok(headers.get('set-cookie'));
    assert.equal(headers.get('cache-control'), 'private, no-store');
    const out = await visitor.post('/auth/logout');
    assert.equal(out.headers.get('cache-control'), 'private, no-store');
  });

  it('C3: what is the same for all is kept for good, by its own name, and sets no cookie', async () => {
    const client = await server.as('user');
    const [, path] = /href="(\/assets\/[^"]+\.css)"/.exec((await client.get('/auth/profile')).text) ?? [];
    const { headers } = await client.get(String(path));
    assert.match(headers.get('cache-control') ?? '', /public.*immutable|immutable/);
    assert.equal(headers.get('set-cookie'), null);
  });
});
