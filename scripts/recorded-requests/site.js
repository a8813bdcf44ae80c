import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** The site that the recorded requests go to: people, tables, pages, files. */

/** @param {any} startTestServer @param {string} repository */
export async function openSite(startTestServer, repository) {
  const load = (/** @type {string} */ file) => import(pathToFileURL(path.join(repository, file)).href);
  const { node } = await load('packages/plugin/src/index.js');
  const { installBenchmark } = await load('packages/cli/src/benchmarks/setup/install-benchmark.js');
  const server = await startTestServer({
    baseUrl: 'http://plinth.test',
    logLevel: 'error',
    users: { staff: ['user', 'staff'], user: ['user'] },
  });
  const { data, system } = server;
  const { benchmarks } = await installBenchmark(server.runtime, system);
  await addTasks(data, system, node);
  const clients = { user: await server.as('user'), staff: await server.as('staff'), admin: await server.as('admin') };
  const secret = await data.files.add(system, Readable.from([Buffer.from('not for all')]), { name: 'secret.txt' });
  const { token } = await data.people.apiTokens.create(system, clients.staff.user.id, { name: 'recorded' });
  const sessionOf = (/** @type {any} */ client) => `plinth_session=${client.cookies.get('plinth_session')}`;
  while (server.runtime.pages?.state() !== 'live') await new Promise((done) => setTimeout(done, 20));
  const admin = sessionOf(clients.admin);
  /** @type {Record<string, Record<string, string>>} */
  const headers = {
    visitor: {},
    user: { cookie: sessionOf(clients.user) },
    staff: { cookie: sessionOf(clients.staff) },
    admin: { cookie: admin },
    token: { authorization: `Bearer ${token}` },
    badtoken: { authorization: 'Bearer plt_none' },
    emptytoken: { authorization: 'Bearer' },
    badsession: { cookie: 'plinth_session=none' },
    asrole: { cookie: `${admin}; plinth_as=role:staff` },
    asnobody: { cookie: `${admin}; plinth_as=role:none` },
    twice: { cookie: `${sessionOf(clients.user)}; ${admin}` },
  };
  return {
    port: Number(new URL(server.url).port),
    headersOf: (/** @type {string} */ who) => headers[who],
    statements: () => /** @type {number} */ (data.db.counters().statements),
    addresses: {
      files: {
        small: benchmarks.stored_file,
        medium: benchmarks.stored_file_20k,
        large: benchmarks.stored_file_1m,
        secret: `/files/${secret.id}/secret.txt`,
      },
      asset: benchmarks.static_file,
      large: `${benchmarks.stored_file_1m}?x=1`,
      row: '',
    },
    close: () => server.close(),
  };
}

/** @param {any} data @param {any} system @param {any} node */
async function addTasks(data, system, node) {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  await edit('change-settings', { changes: { apiOrigins: 'https://pages.example' } });
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'done', label: 'Done', type: 'boolean' },
    ],
  });
  const rights = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  await edit('set-access', { table: 'tasks', access: { staff: rights, public: { ...rights, create: 'none' } } });
  await edit('generate-views', { table: 'tasks', menu: true, roles: ['staff'] });
  const pages = {
    start: {
      roles: ['public'],
      layout: node('stack', {}, [node('heading', { text: 'Welcome' }), node('embed', { view: 'tasks_list' })]),
    },
    personal: { roles: ['public'], layout: node('stack', {}, [node('heading', { text: 'For all' })]) },
    staff_only: { roles: ['staff'], layout: node('stack', {}, [node('heading', { text: 'Staff' })]) },
  };
  for (const [name, page] of Object.entries(pages)) await edit('add-page', { page: { name, title: name, ...page } });
  for (const title of ['First', 'Second <b>', 'Third', 'Fourth']) await data.rows.insert(system, 'tasks', { title });
}
