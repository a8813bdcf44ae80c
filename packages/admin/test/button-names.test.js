import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const { data, system, runtime } = server;
  const forum = runtime.registry.all('starterApp').find(({ app }) => app.name === 'forum');
  await data.apps.install(system, forum, { rows: true });
  await data.edit(system, 'add-table', { name: 'things', fields: [{ name: 'title', type: 'text' }], history: true });
  const { id } = await data.rows.insert(system, 'things', { title: 'Pen' });
  await data.rows.remove(system, 'things', id);
  await data.people.groups.create(system, { name: 'crew', label: 'Crew', roles: [] });
  await data.people.groups.addMember(system, 'crew', admin.user.id);
  await data.people.users.create(system, { name: 'Pat', email: 'pat@example.com' });
  const { revisions } = await data.revisions.list();
  await data.edit(system, 'add-page', { page: { name: 'gone', title: 'Gone', layout: { id: 'r', type: 'stack' } } });
  const [{ id: last }] = (await data.revisions.list()).revisions;
  assert.notEqual(last, revisions[0].id);
  await data.revisions.undo(system, last);
});
after(() => server.close());

const SCREENS = ['history', 'apps', 'groups/crew', 'tables/things/deleted', 'tables/topics/indexes'];
const NAMED = /<(button|a|summary)\b[^>]*aria-label="([^"]*)"[^>]*>([^]*?)<\/\1>/g;

/** Buttons and links with words on them that are called something else: what they are called, and the words. @param {string} text */
const named = (text) =>
  [...text.matchAll(NAMED)]
    .map(([, , name, content]) => ({ name, words: content.replace(/<svg[^]*?<\/svg>|<[^>]*>/g, '').trim() }))
    .filter(({ words }) => words !== '');

describe('a button with a name of its own', () => {
  for (const locale of ['en', 'de']) {
    it(`is called what stands on it, ${locale}`, async () => {
      await server.data.edit(server.system, 'change-settings', { changes: { locale } });
      const screens = await Promise.all(SCREENS.map((screen) => admin.get(`/admin/${screen}`)));
      const buttons = screens.flatMap(({ text }) => named(text.slice(text.indexOf('<main'))));
      assert.ok(new Set(buttons.map(({ words }) => words)).size >= 6, JSON.stringify(buttons));
      for (const { name, words } of buttons)
        assert.ok(name.toLowerCase().includes(words.toLowerCase()), `${name}: ${words}`);
    });
  }
});
