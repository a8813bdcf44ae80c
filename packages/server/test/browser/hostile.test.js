import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {import('../../src/testing/client.js').Client} */
let admin;
/** @type {string} */
let folder;

/** Ends attributes, tags, scripts, comments and templates of several kinds. */
const HOSTILE = `'"><script>hacked=1</script><img src=x onerror=hacked=1> {{7*7}} <%= 7 %> \${7} --> </title></textarea>`;
const LINK = 'javascript:hacked=1';
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  await edit('add-app', { name: 'evil', label: HOSTILE, description: HOSTILE });
  await edit('add-role', { role: { name: 'guests', label: HOSTILE } });
  await makeTable();
  await makeViews();
  admin = await server.as('admin');
  await server.data.people.users.update(server.system, admin.user.id, { name: HOSTILE, email: admin.user.email });
  await server.data.people.users.create(server.system, { name: HOSTILE, email: 'x@example.com', roles: ['guests'] });
  await server.data.people.invite(server.system, { name: HOSTILE, roles: ['guests'] });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server.close();
});

async function makeTable() {
  const options = [{ value: HOSTILE, label: HOSTILE, colour: 'red' }];
  const field = (/** @type {string} */ type, /** @type {any} */ more = {}) => ({
    name: `a_${type}`,
    label: `${type} ${HOSTILE}`,
    description: HOSTILE,
    type,
    ...more,
  });
  await edit('add-table', {
    name: 'things',
    label: HOSTILE,
    description: HOSTILE,
    app: 'evil',
    history: true,
    fields: [
      field('text', { default: HOSTILE }),
      ...['long_text', 'rich_text', 'url', 'email', 'phone', 'json', 'colour', 'file', 'user'].map((type) =>
        field(type),
      ),
      field('select', { attributes: { options } }),
      field('multi_select', { attributes: { options } }),
      field('relation', { attributes: { table: 'things' } }),
    ],
    access: { guests: all, staff: all },
  });
  const upload = await server.data.files.add(server.system, Readable.from([Buffer.from(HOSTILE)]), {
    name: `${HOSTILE}.html`,
  });
  folder = HOSTILE.replaceAll('/', '');
  await server.data.files.add(server.system, Readable.from([Buffer.from('x')]), { name: HOSTILE, folder });
  const values = {
    a_text: HOSTILE,
    a_long_text: HOSTILE,
    a_rich_text: `${HOSTILE}\n\n[x](${LINK}) <a href="${LINK}" onclick="hacked=1" style="color:red">y</a> <svg onload=hacked=1>`,
    a_json: { [HOSTILE]: HOSTILE },
    a_select: HOSTILE,
    a_multi_select: [HOSTILE],
    a_file: upload.id,
  };
  const { id } = await server.data.rows.insert(server.system, 'things', values);
  await server.data.rows.insert(server.system, 'things', { ...values, a_relation: id });
  await server.data.rows.update(server.system, 'things', id, { a_text: `${HOSTILE}!` });
}

async function makeViews() {
  await edit('generate-views', { table: 'things', roles: ['staff'] });
  for (const { name } of server.data.catalog().views) {
    await edit('change-view', { view: name, changes: { label: HOSTILE, description: HOSTILE } });
  }
  const layout = node('stack', {}, [
    node('heading', { text: HOSTILE }),
    node('text', { text: `${HOSTILE}\n\n[x](${LINK})`, style: 'lead' }),
    node('html', {
      html: `${HOSTILE}<a href="${LINK}" onclick="hacked=1" style="color:red">x</a><form action="//evil.test">`,
    }),
    ...server.data.catalog().views.map((/** @type {any} */ view) => node('embed', { view: view.name })),
  ]);
  await edit('add-page', { page: { name: 'wall', title: HOSTILE, description: HOSTILE, roles: ['staff'], layout } });
  await edit('change-menu', { items: [{ kind: 'page', label: HOSTILE, target: 'wall' }] });
  await edit('change-settings', { changes: { siteName: HOSTILE.slice(0, 100) } });
}

/** @param {import('../../src/testing/client.js').Client} client @param {string[]} paths */
async function visit(client, paths) {
  const page = await browser.page(server.url, client);
  for (const path of paths) {
    const response = await page.goto(path);
    assert.ok(
      (response?.status() ?? 500) < 400,
      `${path} gives ${response?.status()}: ${(await page.innerText('body')).slice(0, 300)}`,
    );
    const hacked = await page.evaluate(() => /** @type {any} */ (globalThis).hacked);
    assert.deepEqual([path, hacked, page.problems], [path, undefined, []]);
  }
  await page.context().close();
}

describe('I7: hostile text in every name, label and value', () => {
  it('runs nothing and breaks no rule of the content policy on delivered views and pages', async () => {
    const views = server.data
      .catalog()
      .views.map(
        (/** @type {any} */ { name, template }) => `/view/${name}${['show', 'edit'].includes(template) ? '?id=2' : ''}`,
      );
    const query = new URLSearchParams({ q: HOSTILE, a_text: HOSTILE, sort: HOSTILE, [HOSTILE]: HOSTILE });
    await visit(await server.as('staff'), [
      ...views,
      `/view/things_list?${query}`,
      `/page/wall?${query}`,
      '/auth/profile',
    ]);
  });

  it('nor in the admin', async () => {
    const { views, roles } = server.data.catalog();
    const table = ['data', 'data/new', 'data/1', 'data/1/history', 'fields', 'fields/a_select', 'fields/a_text/delete'];
    const more = ['views', 'access', 'rules', 'indexes', 'import', 'settings', 'delete'];
    const { users } = await server.data.people.users.list(server.system, {});
    const q = encodeURIComponent(HOSTILE);
    await visit(
      admin,
      [
        ...['start', 'tables', 'diagram', 'views', 'views/new', 'pages', 'pages/wall', 'menu', 'users', 'users/invite'],
        ...['roles', 'apps', 'apps/evil/delete', 'plugins', 'settings', 'history', 'problems', 'about'],
        ...[...table, ...more].map((path) => `tables/things/${path}`),
        ...views.map((/** @type {any} */ { name }) => `views/${name}`),
        ...roles.map((/** @type {any} */ { name }) => `roles/${name}`),
        ...users.map((/** @type {any} */ { id }) => `users/${id}`),
        ...['tables/things/data', 'users', 'files', 'search', 'pick/icons'].map((path) => `${path}?q=${q}`),
        ...['files', `files?folder=${encodeURIComponent(folder)}`],
      ].map((path) => `/admin/${path}`),
    );
  });

  it('was reported by no browser', () => assert.doesNotMatch(server.log(), /content blocked by CSP/));
});
