import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { EVENT_KINDS } from '@plinth/data';
import { createLog } from '../src/http/log/log.js';
import { openRuntime } from '../src/open-runtime.js';
import { createClient, startTestServer } from '../src/testing/index.js';

/** @typedef {import('../src/types.d.ts').SecurityEvent} Event */

const PASSWORD = 'correct horse battery';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../src/testing/client.js').Client} */
let admin;
before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'add-table', { name: 'notes', fields: [{ name: 'title', type: 'text' }] });
  admin = await server.as('admin');
});
after(() => server.close());

/** The newest entries, as "kind what". @param {Record<string, string>} [wanted] */
async function entries(wanted = {}) {
  const { events } = await server.data.security.list(server.system, wanted);
  return events.map((/** @type {Event} */ { kind, what }) => `${kind} ${what}`.trim());
}

/** What somebody does and what is noted of it. @param {() => Promise<unknown>} work @param {import('@plinth/data').Data} [data] */
async function noted(work, { security } = server.data) {
  const last = (await security.list(server.system, { limit: 1 })).events[0]?.id ?? '0';
  await work();
  const { events } = await security.list(server.system);
  return events
    .filter((/** @type {Event} */ { id }) => Number(id) > Number(last))
    .map((/** @type {Event} */ { kind }) => kind)
    .reverse();
}

describe('the security log', () => {
  it('records who logged in, who was refused and who logged out, with the address', async () => {
    await server.as('staff');
    const client = createClient(server.url);
    const staff = { email: 'staff@example.com' };
    const kinds = await noted(async () => {
      await client.submit('/auth/login', { ...staff, password: 'wrong password' });
      await client.submit('/auth/login', { email: 'nobody@example.com', password: 'planted-secret' });
      await client.submit('/auth/login', { ...staff, password: PASSWORD });
      await client.post('/auth/logout');
    });
    assert.deepEqual(kinds, ['login-refused', 'login-refused', 'login', 'logout']);
    const { events } = await server.data.security.list(server.system, { what: 'login', limit: 4 });
    assert.deepEqual(
      events.map((/** @type {Event} */ { userName, aboutName, address }) => [userName, aboutName, address]),
      [
        ['staff', '', '127.0.0.1'],
        ['staff', '', '127.0.0.1'],
        ['', '', '127.0.0.1'],
        ['', 'staff', '127.0.0.1'],
      ],
    );
  });

  it('notes accounts, roles, tokens and links', async () => {
    const { people } = server.data;
    const { id } = await people.users.create(server.system, {
      name: 'Pia',
      email: 'pia@example.com',
      roles: ['staff'],
    });
    const kinds = await noted(async () => {
      await people.users.update(server.system, id, { roles: ['admin'] });
      await people.users.update(server.system, id, { roles: ['admin'], name: 'Pia P' });
      await people.resetToken(server.system, id);
      await people.users.disable(server.system, id);
      await people.users.disable(server.system, id, false);
      const { id: token } = await people.apiTokens.create(server.system, id, { name: 'script' });
      await people.apiTokens.revoke(server.system, id, token);
      const { token: link } = await people.invite(server.system, { roles: ['staff'] });
      await people.acceptInvite(link, { name: 'Ben', email: 'ben@example.com', password: PASSWORD });
      const { id: open } = await people.invite(server.system, { email: 'late@example.com', roles: ['staff'] });
      await people.revokeInvitation(server.system, open);
      await people.revokeInvitation(server.system, open);
      await people.users.update(server.system, id, { email: 'pia@example.org' });
      await people.users.remove(server.system, id);
    });
    assert.deepEqual(kinds, [
      'roles-changed',
      'reset-link-made',
      'user-disabled',
      'user-enabled',
      'token-made',
      'token-revoked',
      'invited',
      'invitation-used',
      'invited',
      'invitation-revoked',
      'email-changed',
      'user-removed',
    ]);
    assert.ok((await entries()).includes('invitation-revoked late@example.com, staff'));
    assert.ok((await entries()).includes('roles-changed +admin -staff'));
    // Who is gone is still named, and found.
    const found = await server.data.security.list(server.system, { who: 'pia p' });
    assert.ok(
      found.events.some((/** @type {Event} */ { kind, aboutName }) => kind === 'user-removed' && aboutName === 'Pia P'),
    );
  });

  it('notes groups that come and go, also those that give no role', async () => {
    const { groups } = server.data.people;
    const kinds = await noted(async () => {
      await groups.create(server.system, { name: 'crew', label: 'Crew', roles: [] });
      await groups.addMember(server.system, 'crew', admin.user.id);
      await groups.addMember(server.system, 'crew', admin.user.id);
      await groups.update(server.system, 'crew', { label: 'The crew' });
      await groups.remove(server.system, 'crew');
      await assert.rejects(groups.create(server.system, { name: 'crew', label: '', roles: [] }));
    });
    assert.deepEqual(kinds, ['group-made', 'roles-changed', 'group-removed']);
    assert.deepEqual((await entries({ what: 'rights' })).slice(0, 3), [
      'group-removed crew',
      'roles-changed group crew: +member',
      'group-made crew',
    ]);
  });

  it('notes rights, exports, restores, secrets and looking as somebody else', async () => {
    const access = { user: { read: 'all' } };
    const kinds = await noted(async () => {
      const { revision } = await server.data.edit(server.system, 'set-access', { table: 'notes', access, owner: null });
      await server.data.edit(server.system, 'change-table', { table: 'notes', changes: { label: 'My notes' } });
      await server.data.revisions.undo(server.system, revision);
      await admin.get('/admin/tables/notes/export.csv');
      await server.data.people.secrets.write(server.system, 'smtp', { host: 'mail.test', password: 'planted-secret' });
      await admin.post('/admin/view-as', { who: 'role:public' });
      await admin.post('/admin/view-as/end');
    });
    assert.deepEqual(kinds, [
      'rights-changed',
      'rights-changed',
      'edit-undone',
      'exported',
      'secret-changed',
      'viewing-as',
      'viewing-as-ended',
    ]);
  });

  it('records who files and folders are shared with, and nothing if nothing changes', async () => {
    const { files } = server.data;
    const { id } = await files.add(server.system, Readable.from([Buffer.from('x')]), { name: 'a.txt' });
    const folder = (/** @type {any} */ roles) =>
      admin.post('/admin/files/folders/share', { folder: 'kit', ...roles, 'shown.roles': '' });
    const kinds = await noted(async () => {
      await files.share(server.system, id, ['staff', 'public']);
      await files.share(server.system, id, ['public', 'staff']);
      await folder({ roles: 'staff' });
      await folder({ roles: 'staff' });
      await files.shareFolder(server.system, 'kit', []);
    });
    assert.deepEqual(kinds, ['rights-changed', 'rights-changed', 'rights-changed']);
    const { events } = await server.data.security.list(server.system, { limit: 3 });
    assert.deepEqual(events.map((/** @type {Event} */ { what }) => what).toReversed(), [
      'Share file "a.txt": staff, public',
      'Share folder "kit": staff',
      'Share folder "kit": –',
    ]);
    assert.equal(events[1].address, '127.0.0.1');
  });

  it('notes a file once whose name, folder and roles are saved together, and one that is moved to where others read', async () => {
    const { files } = server.data;
    await files.shareFolder(server.system, 'open', ['staff']);
    const { id } = await files.add(server.system, Readable.from([Buffer.from('x')]), { name: 'a.txt' });
    const path = `/admin/files/${id}`;
    const kinds = await noted(async () => {
      const wrong = await admin.submit(path, { name: 'b.txt', folder: 'a/../b', roles: ['user'] }, { action: path });
      assert.equal(wrong.status, 422);
      assert.match(wrong.text, /value="b\.txt"[^]*s-folder-error">[^<]*can&#39;t be the name of a folder/);
      assert.equal((await files.get(server.system, id)).name, 'a.txt', 'nothing of it was saved');
      await admin.submit(path, { name: 'b.txt', folder: 'kit', roles: ['user'] }, { action: path });
      await admin.submit(path, { name: 'c.txt' }, { action: path });
      await admin.submit(path, { folder: 'open/deep' }, { action: path });
      await admin.submit(path, { folder: 'kit' }, { action: path });
      await files.remove(server.system, id);
      await files.removeFolder(server.system, 'open');
    });
    assert.deepEqual(kinds, ['rights-changed', 'rights-changed', 'rights-changed', 'rights-changed']);
    assert.deepEqual((await entries({ what: 'rights-changed' })).slice(0, 4).toReversed(), [
      'rights-changed Share file "b.txt": user',
      'rights-changed Share file "c.txt": staff, user',
      'rights-changed Share file "c.txt": user',
      'rights-changed Share folder "open": –',
    ]);
  });

  it('notes the address from which somebody changed rights, exported, or made a token', async () => {
    const { user } = admin;
    const kinds = ['rights-changed', 'exported', 'exported', 'token-made', 'token-revoked', 'edit-undone'];
    const seen = await noted(async () => {
      const input = { table: 'notes', access: { user: { read: 'all', create: 'all' } }, owner: null };
      const { revision } = (await admin.postJson('/api/v1/edits', { edit: 'set-access', input })).json();
      await admin.get('/admin/tables/notes/export.csv');
      await admin.get('/api/v1/tables/notes/rows', { accept: 'text/csv' });
      await admin.submit('/auth/profile', { name: 'script', operations: ['read'] }, { action: '/auth/profile/tokens' });
      const [{ id: token }] = await server.data.people.apiTokens.list(server.system, user.id);
      await admin.post(`/admin/users/${user.id}/tokens/revoke`, { token });
      await admin.post(`/admin/history/${revision}/undo`);
    });
    for (const kind of kinds) assert.ok(seen.includes(kind), `${kind} in ${seen}`);
    const { events } = await server.data.security.list(server.system, { limit: seen.length });
    const nowhere = events.filter((/** @type {Event} */ { address }) => address !== '127.0.0.1');
    assert.deepEqual(
      nowhere.map((/** @type {Event} */ { kind }) => kind),
      [],
    );
  });

  it('keeps every entry as it is: the database refuses to change one, or to take away what is younger than a year', async () => {
    const { db } = server.data;
    const refused = { code: 'P0001' };
    const raw = (/** @type {string} */ text) => db.transaction((/** @type {any} */ tx) => tx.query(text));
    for (const statement of [
      `update plinth.security_events set what = ''`,
      'delete from plinth.security_events',
      'truncate plinth.security_events',
    ]) {
      await assert.rejects(
        raw(statement),
        (/** @type {any} */ error) => (error.code ?? error.cause?.code) === refused.code,
      );
    }
    await raw(`insert into plinth.security_events (at, kind) values (now() - interval '2 years', 'login')`);
    await server.data.people.maintenance();
    const { rows } = await db.query(
      `select count(*)::int as old from plinth.security_events where at < now() - interval '1 year'`,
    );
    assert.equal(rows[0].old, 0);
  });

  it('A12: holds no password, no token and nothing that was typed for a name', async () => {
    const { rows } = await server.data.db.query('select e::text as text from plinth.security_events e');
    for (const { text } of rows) assert.doesNotMatch(text, /planted|nobody@|plt_|argon2|correct horse/);
  });

  it('is not published: its table is in no publication and has no trigger', async () => {
    const { rows } = await server.data.db.query(`
      select 'published' as how from pg_publication_tables where tablename = 'security_events'
      union all
      select tgname::text from pg_trigger where tgrelid = 'plinth.security_events'::regclass and tgname ~ 'change'`);
    assert.deepEqual(rows, []);
  });

  it('Z1: is for admins alone', async () => {
    const staff = await server.as('staff');
    assert.equal((await staff.get('/admin/security')).status, 404);
    const actor = { userId: null, roles: ['staff', 'user', 'public'], system: false };
    await assert.rejects(server.data.security.list(actor), { code: 'FORBIDDEN' });
  });
});

describe('its screen', () => {
  it('shows each kind of entry in both languages', () => {
    for (const kind of EVENT_KINDS) {
      for (const locale of /** @type {const} */ (['en', 'de'])) {
        assert.ok(server.runtime.admin.texts[locale][`admin.security.${kind}`], `${locale} ${kind}`);
      }
    }
  });

  it('finds by who, what and when', async () => {
    assert.match((await admin.get('/admin/security')).text, /Started viewing the site as someone else/);
    const refused = (await admin.get('/admin/security?what=login-refused&who=staff')).text;
    assert.match(refused, /Login refused/);
    assert.doesNotMatch(refused, /<strong[^>]*>Logged in/);
    assert.match((await admin.get('/admin/security?what=plugins')).text, /Plugin removed/);
    assert.match((await admin.get('/admin/security?from=2099-01-01')).text, /No matching entries/);
    const { rows } = await server.data.db.query(
      `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from plinth.security_events where kind = 'login' limit 1`,
    );
    const [{ day }] = rows;
    assert.match((await admin.get(`/admin/security?from=${day}&to=${day}`)).text, /Logged in/);
    const wrong = await admin.get('/admin/security?from=2026-02-31&who=%25');
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Enter a valid date/);
    assert.match(wrong.text, /name="from"[^>]*value="02\/31\/2026"/);
    assert.match((await admin.get('/admin/security?who=%25_')).text, /No matching entries/);
  });

  it('reads and shows days as the reader writes them', async () => {
    const { status, text } = await admin.get('/admin/security?from=12%2F24%2F2099&to=%2B1');
    assert.equal(status, 200);
    assert.match(text, /<input(?=[^>]*name="from")(?=[^>]*type="text")(?=[^>]*value="12\/24\/2099")/);
    assert.doesNotMatch(text, /type="date"|<strong[^>]*>Logged in/);
  });

  it('shows many entries a page at a time, each once', async () => {
    await server.data.db.query(`
      insert into plinth.security_events (kind, what) select 'exported', 'sheet ' || n from generate_series(1, 120) n`);
    const seen = new Set();
    let address = '/admin/security?what=exported&who=';
    for (let pages = 0; address && pages < 10; pages++) {
      const { text } = await admin.get(address);
      const found = [...text.matchAll(/sheet (\d+)/g)].map(([, n]) => n);
      assert.ok(found.length <= 50);
      for (const n of found) assert.ok(!seen.has(n) && seen.add(n));
      address = [...text.matchAll(/href="(\?[^"]*after=[^"]*)"/g)].map(
        ([, to]) => `/admin/security${to.replaceAll('&amp;', '&')}`,
      )[0];
    }
    assert.equal(seen.size, 120);
  });
});

describe('the security log and plugins', () => {
  it('notes plugins that are switched, and nothing of an edit that failed', async () => {
    // By a command beside the server, which renews its parts meanwhile: whoever works with those of before is left with
    // nothing. So it comes last, too.
    const { config } = server.runtime;
    const log = createLog({ write: () => {} });
    const { data, close } = await openRuntime({
      config,
      connection: server.database.connection,
      log,
      admin: server.runtime.admin,
    });
    try {
      const kinds = await noted(async () => {
        await data.edit(server.system, 'change-plugin', { plugin: 'extra', changes: { enabled: false } });
        await data.edit(server.system, 'change-plugin', { plugin: 'extra', changes: { enabled: true } });
        await data.edit(server.system, 'remove-plugin', { plugin: 'extra' });
        const wrong = { table: 'notes', access: { nobody: { read: 'all' } }, owner: null };
        await assert.rejects(data.edit(server.system, 'set-access', wrong));
      }, data);
      assert.deepEqual(kinds, ['plugin-disabled', 'plugin-enabled', 'plugin-removed']);
    } finally {
      await close();
    }
  });
});
