import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
const JUST_READ = { read: 'all', create: 'none', update: 'none', delete: 'none' };

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'notes',
    label: 'Notes',
    display: 'title',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'secret', type: 'text', access: { read: ['staff'] } },
      { name: 'shared', type: 'boolean' },
    ],
  });
  await edit('set-access', {
    table: 'notes',
    access: { public: { ...JUST_READ, read: { rule: 'row.shared' } }, user: JUST_READ },
  });
  await edit('generate-views', { table: 'notes', roles: ['public'] });
  await edit('add-table', { name: 'plans', fields: [{ name: 'name', type: 'text' }] });
  await server.data.rows.insertMany(server.system, 'notes', [
    { title: 'Canary shared', secret: 'hummingbird', shared: true },
    { title: 'Canary private', secret: 'hummingbird', shared: false },
    { title: '<b>Bold</b>', shared: true },
  ]);
  await server.data.rows.insertMany(server.system, 'plans', [{ name: 'Canary plan' }]);
});
after(() => server.close());

/** @param {string} who @param {string} q */
const found = async (who, q) => (await server.as(who)).get(`/search?part=results&q=${encodeURIComponent(q)}`);

describe('the search', () => {
  it('Z1: finds the rows, pages and screens of the reader, and names nothing else', async () => {
    const user = (await found('user', 'canary')).text;
    assert.match(user, /Canary shared[^]*Canary private/);
    assert.doesNotMatch(user, /plan/i);
    assert.match((await found('admin', 'canary')).text, /data-url="\/admin\/tables\/plans\/data\/1"/);
    assert.doesNotMatch((await found('user', 'settings')).text, /\/admin/);
    assert.match((await found('admin', 'settings')).text, /data-url="\/admin\/settings"/);
  });

  it('Z1: offers what is similar where nothing has the words, with the same rights', async () => {
    const user = (await found('user', 'cannary')).text;
    assert.match(user, /Similar records[^]*Canary shared/);
    assert.doesNotMatch(user, /plan/i);
    assert.match((await found('admin', 'setings')).text, /data-url="\/admin\/settings"/);
    assert.doesNotMatch((await found('user', 'setings')).text, /\/admin/);
  });

  it('Z8: does not find by a field that the reader may not read', async () => {
    assert.match((await found('staff', 'hummingbird')).text, /Canary shared/);
    assert.doesNotMatch((await found('user', 'hummingbird')).text, /Canary/);
  });

  it('is for visitors only where the site allows it', async () => {
    const visitor = await server.as('public');
    assert.equal((await visitor.get('/search?q=canary')).status, 302);
    assert.doesNotMatch((await visitor.get('/view/notes_list')).text, /data-pl-search/);
    await server.data.edit(server.system, 'change-settings', { changes: { visitorSearch: true } });
    const { status, text } = await found('public', 'canary');
    assert.equal(status, 200);
    assert.match(text, /Canary shared/);
    assert.doesNotMatch(text, /Canary private/);
    assert.match((await visitor.get('/view/notes_list')).text, /data-pl-search/);
  });

  it('works as a page without scripts, and keeps markup as text', async () => {
    const user = await server.as('user');
    const { status, text } = await user.get('/search?q=bold');
    assert.equal(status, 200);
    assert.match(text, /<a class="pl-palette-item" href="\/view\/notes_show\?id=3">/);
    assert.match(text, /&lt;b&gt;Bold/);
    assert.doesNotMatch(text, /<b>Bold/);
    for (const q of ['%00', '%ED%A0%80', 'x'.repeat(3000), "'%22%3E%3Cscript%3E"]) {
      const odd = await user.get(`/search?q=${q}`);
      assert.equal(odd.status, 200, q.slice(0, 30));
      assert.doesNotMatch(odd.text, /"><script>/);
    }
  });

  it('is never kept by a cache', async () => {
    assert.match((await found('user', 'canary')).headers.get('cache-control') ?? '', /no-store/);
  });
});
