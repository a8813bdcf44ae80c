import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

describe('A6: an admin whose log-in is long ago', () => {
  it('is asked for the password before roles, users, plugins and mail', async () => {
    const admin = await server.as('admin');
    assert.equal((await admin.get('/admin/roles')).status, 200);
    await server.data.db.query(`update plinth.sessions set authenticated_at = now() - interval '2 hours'`);
    const role = { name: 'guests', label: 'Guests' };
    await server.data.edit(server.system, 'add-role', { role });
    // The change of the sessions is heard of before that of the Catalog.
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const path of ['roles', 'roles/guests', 'users/new', 'users/invite', 'settings/mail']) {
      assert.match(String((await admin.get(`/admin/${path}`)).location), /^\/auth\/confirm\?next=/, path);
    }
    const posts = ['roles', 'roles/guests', 'roles/guests/delete', 'users/new', 'plugins/install', 'settings/mail'];
    for (const path of posts) {
      const answer = await admin.post(`/admin/${path}`, { label: 'X', inherits: 'staff', name: 'x' });
      assert.match(String(answer.location), /^\/auth\/confirm\?next=/, path);
    }
    const { roles } = server.data.catalog();
    assert.equal(roles.find((/** @type {any} */ one) => one.name === 'guests')?.inherits, 'user');
  });
});
