import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { readForms, startTestServer } from '../src/testing/index.js';

const MOST_PAGES = 120;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Set<string>} addresses of the admin, found by walking it */
const screens = new Set();
/** @type {Set<string>} where its forms post to */
const posts = new Set();
/** @type {string[]} */
const failures = [];
/** @type {string[]} pages that showed what is never shown again */
const leaks = [];

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', { name: 'tasks', fields: [{ name: 'title', type: 'text' }] });
  await edit('generate-views', { table: 'tasks', menu: true, roles: ['staff'] });
  await server.data.rows.insert(server.system, 'tasks', { title: 'canary-row' });
  const smtp = { host: 'mail.test', port: 25, user: 'me', password: 'canary-smtp', from: 'a@b.test' };
  await server.data.people.secrets.write(server.system, 'smtp', smtp);
  await walkAdmin();
});
after(() => server.close());

/** Opens every page of the admin that a link leads to; each shape of an address once. */
async function walkAdmin() {
  const admin = await server.as('admin');
  const open = ['/admin', '/admin/start'];
  const shapes = new Set(open);
  while (open.length > 0 && screens.size < MOST_PAGES) {
    const path = /** @type {string} */ (open.shift());
    const { status, text, location } = await admin.get(path);
    screens.add(path);
    if (status >= 400) failures.push(`${path}: ${status}`);
    if (/canary-smtp|\$argon2id\$/.test(text)) leaks.push(path);
    for (const { action, method } of readForms(text))
      if (method === 'post' && action.startsWith('/')) posts.add(action);
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link.replaceAll('&amp;', '&'));
    for (const link of [...links, location ?? '']) {
      const shape = link.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#').split('?')[0];
      if (!link.startsWith('/admin') || shapes.has(shape)) continue;
      shapes.add(shape);
      open.push(link.split('#')[0]);
    }
  }
}

/**
 * Sends a path as it is, which fetch would tidy up.
 *
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @param {string} [method]
 */
function sendRaw(path, headers = {}, method = 'GET') {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, path, headers, method, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, location: answer.headers.location, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('A10: the admin', () => {
  it('has no link of its own that leads nowhere or fails', () => {
    assert.ok(screens.size > 10, `only ${screens.size} screens found`);
    assert.deepEqual(failures, []);
  });

  it('Z14: shows no password, not even to admins', () => {
    assert.deepEqual(leaks, []);
    assert.doesNotMatch(server.log(), /canary-smtp|argon2id/);
  });

  it('asks visitors to log in, whatever the method and address', async () => {
    const visitor = await server.as('public');
    for (const path of [...screens, '/admin/no/such/screen']) {
      const { status, location } = await visitor.get(path);
      assert.deepEqual([status, location?.split('?')[0]], [302, '/auth/login'], path);
    }
    for (const path of posts) {
      if (!path.startsWith('/admin')) continue;
      const { status, location } = await visitor.post(path, {});
      assert.deepEqual([status, location?.split('?')[0]], [302, '/auth/login'], `POST ${path}`);
    }
  });

  it('does not exist for users and staff, and their posts change nothing', async () => {
    const { version } = server.data.catalog();
    for (const role of ['user', 'staff']) {
      const client = await server.as(role);
      for (const path of [...screens, '/admin/no/such/screen']) {
        const { status, text } = await client.get(path);
        assert.equal(status, 404, `${role} GET ${path}`);
        assert.doesNotMatch(text, /canary-row/);
      }
      for (const path of posts) {
        if (!path.startsWith('/admin')) continue;
        assert.equal((await client.post(path, { name: 'x' })).status, 404, `${role} POST ${path}`);
      }
    }
    assert.equal(server.data.catalog().version, version);
  });

  it('takes no other spelling of an address, method or header for a way around', async () => {
    const cookie = `plinth_session=${(await server.as('staff')).cookies.get('plinth_session')}`;
    for (const path of [
      '/ADMIN/tables',
      '//admin/tables',
      '/./admin/tables',
      '/x/../admin/tables',
      '/%61dmin/tables',
      '/admin%2ftables',
      '/admin/tables/',
      '/admin/tables.',
      '/admin;x/tables',
      '/admin/tables?role=admin&_method=GET',
      '/admin/tables%00',
    ]) {
      const answer = await sendRaw(path, { cookie });
      assert.ok([301, 400, 404].includes(answer.status), `${path}: ${answer.status}`);
      if (answer.status === 301) assert.equal((await sendRaw(answer.location, { cookie })).status, 404, path);
      assert.doesNotMatch(answer.text, /canary-row/);
    }
    for (const [name, value] of [
      ['x-original-url', '/admin/tables'],
      ['x-rewrite-url', '/admin/tables'],
      ['x-forwarded-user', 'admin'],
      ['x-user-id', '1'],
      ['x-http-method-override', 'GET'],
      ['authorization', 'Basic YWRtaW46YWRtaW4='],
      ['x-forwarded-for', '127.0.0.1'],
    ]) {
      assert.equal((await sendRaw('/admin/tables', { cookie, [name]: value })).status, 404, name);
    }
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
      const { status, text } = await sendRaw('/admin/tables', { cookie, 'sec-fetch-site': 'same-origin' }, method);
      assert.ok([404, 405].includes(status), `${method}: ${status}`);
      assert.doesNotMatch(text, /canary-row/);
    }
  });

  it('A14: takes no post from another site, even of an admin, in any family of screens', async () => {
    const { cookies } = await server.as('admin');
    const cookie = `plinth_session=${cookies.get('plinth_session')}`;
    const { version } = server.data.catalog();
    const families = new Set([...posts].map((path) => path.split(/[/?]/).slice(1, 3).join('/')));
    for (const name of ['tables', 'views', 'pages', 'menu', 'users', 'roles', 'files', 'apps', 'settings', 'start']) {
      assert.ok(families.has(`admin/${name}`), `no form of /admin/${name} was found: ${[...families].join(' ')}`);
    }
    // Lax lets the cookie come with links; a post has to say that it comes from here.
    const foreign = /** @type {Record<string, string>[]} */ ([
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]);
    for (const path of posts) {
      for (const headers of foreign) {
        const { status, text } = await sendRaw(path, { cookie, ...headers }, 'POST');
        assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
        assert.match(text, /came from another site/);
      }
    }
    assert.equal(server.data.catalog().version, version);
  });
});

describe('A10: the rest', () => {
  for (const [path, visitor, user] of /** @type {const} */ ([
    ['/', 302, 200],
    ['/view/tasks_list', 302, 404],
    ['/view/tasks_edit', 302, 404],
    ['/view/tasks_list/choices?field=title', 302, 404],
    ['/page/none', 302, 404],
    ['/auth/login', 200, 302],
    ['/auth/profile', 302, 200],
    ['/auth/signup', 404, 404],
    ['/auth/first-run', 302, 302],
    ['/auth/confirm', 302, 200],
    ['/auth/reset', 200, 200],
    ['/auth/reset/x', 404, 404],
    ['/auth/invite/x', 404, 404],
    ['/files/x/y', 404, 404],
    ['/plugin/none/x', 404, 404],
    ['/healthz', 200, 200],
    ['/readyz', 200, 200],
    ['/assets/x/y.css', 404, 404],
    ['/nothing', 404, 404],
  ])) {
    it(`${path}: ${visitor} for visitors, ${user} for users`, async () => {
      assert.equal((await (await server.as('public')).get(path)).status, visitor);
      assert.equal((await (await server.as('user')).get(path)).status, user);
    });
  }
});
