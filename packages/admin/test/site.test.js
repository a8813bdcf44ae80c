import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
after(() => server.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('apps in the admin', () => {
  it('installs a starter app from the start screen', async () => {
    const answer = await admin.post('/admin/start/app', { app: 'issue-tracker', rows: '1' });
    assert.equal(answer.location, '/');
    assert.ok(server.data.catalog().apps.some((/** @type {any} */ app) => app.name === 'issue-tracker'));
  });

  it('shows conflicts before a second installation and offers a prefix', async () => {
    const page = await admin.get('/admin/apps/install/issue-tracker');
    assert.match(page.text, /These names are already in use/);
    const prefix = /name="prefix"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="prefix"/.exec(page.text);
    assert.ok(prefix, 'a prefix is filled in');
    const refused = await admin.post('/admin/apps/install/issue-tracker', {});
    assert.equal(refused.status, 409);
    const before = server.data.catalog().tables.length;
    const done = await admin.submit('/admin/apps/install/issue-tracker', {}, { action: 'install' });
    assert.equal(done.status, 303);
    assert.ok(server.data.catalog().tables.length > before);
    const { events } = await server.data.security.list(server.system, {});
    const installed = events.filter((/** @type {any} */ { what }) => /^Install app/.test(what));
    assert.equal(installed.length, 2);
    for (const { address } of installed) assert.ok(address, 'from where, too');
  });

  it('exports an app, removes it with its tables, and imports the file again', async () => {
    const exported = await admin.get('/admin/apps/issue-tracker/export');
    assert.match(exported.headers.get('content-disposition') ?? '', /issue-tracker\.plinth\.json/);
    assert.match((await admin.get('/admin/apps/issue-tracker/delete')).text, /\/admin\/tables\/issues\/data/);
    assert.equal((await admin.post('/admin/apps/issue-tracker/delete', {})).status, 303);
    assert.equal(server.data.catalog().hasTable('issues'), false);
    const kept = await admin.post('/admin/apps/import', { file: new File([exported.text], 'app.json') });
    assert.match(kept.location ?? '', /^\/admin\/apps\/import\//);
    const chosen = { 'part.name': '1', 'part.look': '1', 'part.home': '1', 'part.people': '1' };
    const done = await admin.submit(kept.location ?? '', chosen, { action: 'import' });
    assert.equal(done.status, 303, done.text.slice(0, 2000));
    assert.equal((await admin.get('/admin/apps/issue-tracker/export')).text, exported.text);
  });

  it('reports what is wrong with a file that is not an app', async () => {
    for (const text of ['{', '{"plinth":1}', '[]']) {
      const answer = await admin.post('/admin/apps/import', { file: new File([text], 'app.json') });
      assert.equal(answer.status, 422, text);
      assert.match(answer.text, /role="alert"/);
    }
  });
});

describe('a table that others point at', () => {
  it('can be removed: pages that showed it go on and the problems are listed', async () => {
    const asked = await admin.post('/admin/start/app', { app: 'forum', rows: '1' });
    assert.equal(asked.location, '/admin/apps/install/forum', 'a site in use is asked');
    await admin.post('/admin/apps/install/forum', { rows: '1' });
    const { location } = await admin.post('/admin/tables/categories/delete', {});
    for (const path of ['/page/forum', '/view/topic_list', '/view/topic_edit', '/view/recent_posts']) {
      assert.equal((await admin.get(path)).status, 200, path);
    }
    for (const screen of ['data', 'data/1', 'fields/category']) {
      assert.equal((await admin.get(`/admin/tables/topics/${screen}`)).status, 200, screen);
    }
    assert.match((await admin.get('/admin/problems')).text, /categories/);
    const revision = new URLSearchParams(location?.split('?')[1]).get('done');
    await admin.post(`/admin/history/${revision}/undo`, {});
    assert.match((await admin.get('/admin/problems')).text, /No problems/);
  });
});

describe('people in the admin', () => {
  it('creates a user, changes roles, makes a reset link, disables', async () => {
    const made = await admin.post('/admin/users/new', { name: 'Grace', email: 'grace@example.com', roles: 'user' });
    assert.match(made.location ?? '', /^\/admin\/users\/[0-9a-f-]{36}$/);
    const url = made.location ?? '';
    const id = url.split('/').at(-1) ?? '';
    await admin.post(url, { name: 'Grace Hopper', email: 'grace@example.com', roles: 'staff' });
    const { users } = server.data.people;
    assert.deepEqual((await users.get(server.system, id)).roles, ['staff']);
    assert.match((await admin.post(`${url}/reset`, {})).text, /value="http:\/\/[^"]+\/auth\/reset\/[^"]+"/);
    await admin.post(`${url}/disable`, { disabled: 'true' });
    assert.equal((await users.get(server.system, id)).disabled, true);
    await admin.post(`${url}/disable`, { disabled: 'false' });
    await admin.post(`${url}/remove`, {});
    assert.equal((await admin.get(url)).status, 404);
  });

  it('keeps the input if an address is taken', async () => {
    const answer = await admin.post('/admin/users/new', { name: 'Twin', email: 'admin@example.com', roles: 'staff' });
    assert.ok(answer.status === 409 || answer.status === 422);
    assert.match(answer.text, /value="Twin"/);
    assert.match(answer.text, /value="staff"[^>]*checked|checked[^>]*value="staff"/);
  });

  it('does not let the last admin lock everybody out', async () => {
    const answer = await admin.post(`/admin/users/${admin.user.id}/disable`, { disabled: 'true' });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /last admin/);
  });

  it('shows an invitation link once, and withdraws it', async () => {
    const made = await admin.post('/admin/users/invite', { name: 'Ada', roles: 'user' });
    const link = /value="(http:\/\/[^"]+\/auth\/invite\/[^"]+)"/.exec(made.text)?.[1] ?? '';
    assert.ok(link);
    const list = await admin.get('/admin/users');
    assert.doesNotMatch(list.text, new RegExp(link.split('/').at(-1) ?? '-'));
    const [one] = await server.data.people.invitations(server.system);
    await admin.post(`/admin/users/invite/${one.id}/revoke`, {});
    assert.equal((await server.data.people.invitations(server.system)).length, 0);
  });

  it('adds a role, gives it a home page and removes it', async () => {
    await admin.post('/admin/roles', { label: 'Editors', inherits: 'user' });
    await admin.post('/admin/pages', { title: 'Editors home' });
    await admin.post('/admin/roles/editors', { label: 'Editors', inherits: 'user', home: 'editors_home' });
    const role = server.data.catalog().roles.find((/** @type {any} */ one) => one.name === 'editors');
    assert.deepEqual([role?.inherits, role?.home], ['user', 'editors_home']);
    await admin.post('/admin/roles/editors/delete', {});
    assert.equal(
      server.data.catalog().roles.some((/** @type {any} */ one) => one.name === 'editors'),
      false,
    );
  });
});

describe('the site in the admin', () => {
  const settings = { siteName: 'Acme', locale: 'en', timeZone: 'Europe/Berlin' };

  it('changes the settings, and leaves the theme as it is', async () => {
    const before = server.data.catalog().settings;
    assert.equal((await admin.submit('/admin/settings', settings)).status, 303);
    const saved = server.data.catalog().settings;
    assert.deepEqual([saved.siteName, saved.timeZone], ['Acme', 'Europe/Berlin']);
    assert.deepEqual([saved.themeColour, saved.theme, saved.mode], [before.themeColour, before.theme, before.mode]);
  });

  it('takes a language for sorting that the interface does not have', async () => {
    const form = await admin.get('/admin/settings');
    assert.match(form.text, /<option value="sv"[^>]*>Swedish \(sorting only\)/);
    assert.equal((await admin.submit('/admin/settings', { ...settings, locale: 'sv' })).status, 303);
    assert.equal(server.data.catalog().settings.locale, 'sv');
    const page = await admin.get('/admin/settings');
    assert.match(page.text, /<html[^>]* lang="en"/);
    assert.match(page.text, /<option value="sv" selected/);
    assert.equal((await admin.submit('/admin/settings', { ...settings, locale: 'tlh' })).status, 422);
    await admin.submit('/admin/settings', settings);
  });

  it('refuses a wrong time zone beside the field and keeps the rest', async () => {
    const answer = await admin.post('/admin/settings', { ...settings, siteName: 'Acme 2', timeZone: 'Mars/Olympus' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="Acme 2"/);
    assert.equal(server.data.catalog().settings.siteName, 'Acme');
  });

  it('Z14: never shows the mail password again, and keeps it when the form leaves it empty', async () => {
    const mail = { host: '127.0.0.1', port: '1', from: 'a@example.com', user: 'u' };
    await admin.post('/admin/settings/mail', { ...mail, password: 'swordfish' });
    const { text } = await admin.get('/admin/settings/mail');
    assert.doesNotMatch(text, /swordfish/);
    await admin.post('/admin/settings/mail', { ...mail, user: 'v' });
    assert.deepEqual({ ...(await server.data.people.secrets.read('smtp')) }.password, 'swordfish');
    const test = await admin.post('/admin/settings/mail/test', {});
    assert.equal(test.status, 422);
    assert.match(test.text, /127\.0\.0\.1/);
    assert.match(test.text, /Details: connect ECONNREFUSED/);
    assert.doesNotMatch(test.text, /The server said/, 'it said nothing');
  });

  it('puts a page into the menu with one press, and stays where one works', async () => {
    const made = await admin.post('/admin/pages', { title: 'Notices' });
    const editor = (made.location ?? '').split('?')[0];
    assert.match((await admin.get(editor)).text, /Add to menu/);
    const done = await admin.submit(editor, {}, { action: '/admin/menu' });
    assert.equal((done.location ?? '').split('?')[0], editor);
    const { kind, target, label } = server.data.catalog().menu.items.at(-1) ?? assert.fail();
    assert.deepEqual({ kind, target, label }, { kind: 'page', target: 'notices', label: 'Notices' });
    assert.doesNotMatch((await admin.get(editor)).text, /Add to menu/);
    const elsewhere = { kind: 'group', label: 'G', return: 'https://evil.test/admin/pages/x' };
    assert.match((await admin.post('/admin/menu', elsewhere)).location ?? '', /^\/admin\/menu/);
  });

  it('nests menu entries and takes them out again', async () => {
    await admin.post('/admin/menu', { kind: 'group', label: 'More' });
    await admin.post('/admin/menu', { kind: 'link', label: 'Elsewhere', url: 'https://example.com' });
    const last = () => server.data.catalog().menu.items.at(-1) ?? assert.fail();
    await admin.post('/admin/menu/change', { op: `into:${last().id}` });
    assert.equal(last().items?.[0].label, 'Elsewhere');
    const bad = await admin.post('/admin/menu', { kind: 'link', label: 'Bad', url: 'javascript:alert(1)' });
    assert.equal(bad.status, 422);
    assert.match(bad.text, /value="Bad"/);
    await admin.post('/admin/menu/change', { op: `out:${last().items?.[0].id}` });
    assert.equal(last().label, 'Elsewhere');
  });

  it('switches a plugin off and on', async () => {
    assert.equal((await admin.post('/admin/plugins/starter-apps/enabled', { enabled: 'false' })).status, 303);
    assert.match((await admin.get('/admin/plugins')).text, /Disabled/);
    assert.equal((await admin.post('/admin/plugins/starter-apps/enabled', { enabled: 'true' })).status, 303);
    assert.equal((await admin.get('/admin/start')).text.includes('Issue tracker'), true);
  });

  it('explains why a plugin can’t be installed and keeps its name', async () => {
    const answer = await admin.post('/admin/plugins/install', { source: '/no/such/folder' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="\/no\/such\/folder"/);
  });

  it('shows every upload with the row that it belongs to, for admins only', async () => {
    const { data, system } = server;
    const fields = [
      { name: 'title', type: 'text' },
      { name: 'scan', type: 'file' },
    ];
    await data.edit(system, 'add-table', { name: 'papers', label: 'Papers', fields, display: 'title', history: true });
    const add = (/** @type {string} */ name, /** @type {any} */ more) =>
      data.files.add(system, Readable.from([Buffer.from('x')]), { name, ...more });
    const field = { table: 'papers', field: 'scan' };
    const held = await add('held.txt', { field });
    await add('loose.txt', { field });
    await add('free.txt', { folder: 'Letters' });
    const { id } = await data.rows.insert(system, 'papers', { title: 'Contract <b>', scan: held.id });
    const { text } = await admin.get('/admin/files/all');
    assert.match(
      text,
      /held\.txt[\s\S]*?href="\/admin\/tables\/papers\/data\/1">Contract &lt;b&gt;<\/a>[\s\S]*?Papers · Scan/,
    );
    assert.match(text, /loose\.txt[\s\S]*?Not used in any row/);
    assert.match(text, /free\.txt[\s\S]*?folder=Letters">Letters/);
    assert.match((await admin.get('/admin/files')).text, /href="\/admin\/files\/all"/);
    await data.rows.remove(system, 'papers', id);
    assert.match((await admin.get('/admin/files/all')).text, /held\.txt[\s\S]*?Not used in any row/);
    const user = await server.as('user');
    assert.notEqual((await user.get('/admin/files/all')).status, 200);
  });

  it('keeps files in folders and shows who may read them', async () => {
    await admin.post('/admin/files/folders', { folder: '', name: 'Photos' });
    await admin.post('/admin/files', { folder: 'Photos', files: new File([PNG], 'dot.png', { type: 'image/png' }) });
    const { files } = await server.data.files.list(server.system, { folder: 'Photos' });
    const url = `/admin/files/${files[0].id}`;
    const user = await server.as('user');
    assert.equal((await user.get(`/files/${files[0].id}/dot.png`)).status, 404);
    await admin.post(url, { name: 'point.png', folder: 'Photos', roles: 'user' });
    assert.equal((await user.get(`/files/${files[0].id}/point.png`)).status, 200);
    await admin.post(`${url}/delete`, {});
    assert.equal((await admin.get(url)).status, 404);
  });
});

describe('A1: the admin over plain http', () => {
  it('warns whoever comes from another machine, with the way out', async () => {
    const admin = await server.as('admin');
    const far = await getAs(admin, 'tools.example.com:3000');
    assert.match(far, /role="status"><div><strong>This site is served over plain HTTP\./);
    assert.match(far, /BASE_URL=https:\/\/tools\.example\.com /);
    assert.doesNotMatch((await admin.get('/admin')).text, /plain HTTP/);
  });
});

/** fetch() sets the host itself. @param {import('@plinth/server/testing').Client} client @param {string} host @returns {Promise<string>} */
function getAs(client, host) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/admin/tables`, { headers: { host, cookie } }, (answer) =>
      resolve(text(answer)),
    );
    asked.on('error', reject).end();
  });
}

describe('Ctrl+K and the help in the admin', () => {
  /** @param {string} q */
  const found = async (q) => {
    const { text } = await admin.get(`/admin/search?part=1&q=${encodeURIComponent(q)}`);
    return [...text.matchAll(/href="([^"]+)"[^>]*>.*?<span>([^<]*)<\/span>/gs)].map(([, url, label]) => ({
      url,
      label,
    }));
  };

  it('finds tasks and settings by the words that people have for them', async () => {
    for (const [word, url] of [
      ['invite', '/admin/users/invite'],
      ['colleague', '/admin/users/invite'],
      ['dark', '/admin/settings/theme'],
      ['backup', '/admin/settings/backups'],
      ['restore the site', '/admin/settings/backups'],
      ['time zone', '/admin/settings#f-timeZone'],
      ['SMTP', '/admin/settings/mail'],
    ]) {
      const [first] = await found(word);
      assert.equal(first?.url, url, `${word}: ${JSON.stringify(first)}`);
      assert.equal((await admin.get(url)).status, 200, url);
    }
    assert.deepEqual(await found('xyzzy<b>'), []);
  });

  it('finds a heading of the documentation, which is shown at its place', async () => {
    const entry = (await found('row-level security')).find(({ url }) => url.startsWith('/admin/help'));
    assert.equal(entry?.url, '/admin/help/guide/rights-and-history#row-level-security');
    const page = await admin.get(String(entry?.url));
    assert.match(page.text, /<h2 id="row-level-security">/);
    assert.match(page.text, /<div class="adm-help" lang="en"/);
    assert.equal((await admin.get('/admin/help/guide/nothing')).status, 404);
    assert.equal((await admin.get('/admin/help/..%2F..%2Fpackage')).status, 404);
    assert.equal((await (await server.as('user')).get('/admin/help')).status, 404);
  });

  it('leads from a screen to what the documentation tells of it', async () => {
    for (const [path, help] of [
      ['/admin/users/new', 'guide/people'],
      ['/admin/settings/backups', 'guide/backups'],
      ['/admin/tables/users/fields', 'guide/tables#field-types'],
    ])
      assert.match((await admin.get(path)).text, new RegExp(`href="/admin/help/${help}" target="_blank"`), path);
  });
});
