import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';

const PLUGIN = `
import { definePlugin, defineFieldType } from '@plinth/plugin';
const shelf = defineFieldType({
  name: 'shelf', label: 'Shelf', icon: 'box', group: 'other', storage: 'column', attributes: [],
  operators: ['eq', 'ne', 'empty', 'filled'], sortable: true, searchable: true,
  views: { show: 'text', edit: 'text_input', filter: 'filter_text' },
  sqlType: () => 'text', parse: (input) => (input === '' || input == null ? null : String(input).toUpperCase()),
  validate() {}, format: (value) => value ?? '', serialize: (value) => value ?? '', convertSql: () => null,
});
export const plugin = definePlugin({ name: 'shelves', version: '1.0.0', api: '^1', label: 'Shelves', fieldTypes: [shelf] });
`;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {string} */
let folder;
before(async () => {
  server = await startTestServer();
  folder = path.join(server.dataDir, 'shelves');
  await mkdir(folder);
  const manifest = { name: 'plinth-shelves', version: '1.0.0', type: 'module', exports: './index.js' };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'index.js'), PLUGIN);
  await server.runtime.plugins.install(server.system, folder);
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'books',
    label: 'Books',
    access: { user: { read: 'all', create: 'all', update: 'all' } },
    fields: [
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'place', label: 'Place', type: 'shelf' },
    ],
  });
  await edit('generate-views', { table: 'books', roles: ['user'] });
  await server.data.rows.insert(server.system, 'books', { title: 'Emma', place: 'a7' });
});
after(() => server.close());

it('P4: a plugin whose field type is in use is removed: values stay, pages work, a warning says what is missing', async () => {
  const user = await server.as('user');
  const admin = await server.as('admin');
  assert.match((await user.get('/view/books_list')).text, /A7/);
  await server.runtime.plugins.setEnabled(server.system, 'plinth-shelves', false);

  const { rows } = await server.data.db.query('select place from app.books');
  assert.deepEqual(rows, [{ place: 'A7' }]);
  /** @type {string[]} */
  const failed = [];
  for (const [client, paths] of /** @type {[any, string[]][]} */ ([
    [user, ['/view/books_list', '/view/books_show?id=1', '/view/books_edit?id=1']],
    [
      admin,
      [
        '/admin/tables',
        '/admin/problems',
        '/admin/plugins',
        '/admin/diagram',
        '/admin/access',
        '/admin/tables/books/export.csv',
        '/admin/tables/books/change?id=1',
        '/admin/tables/books/data?sort=place&f=place&op=eq&v=A7&col=place',
        '/admin/tables/books/fields/place/delete',
        '/api/v1/openapi.json',
        '/api/v1/tables/books/rows',
        ...['data', 'data/1', 'fields', 'settings', 'access', 'indexes', 'rules', 'views', 'import'].map(
          (tab) => `/admin/tables/books/${tab}`,
        ),
      ],
    ],
  ])) {
    for (const address of paths) {
      const { status } = await client.get(address);
      if (status !== 200) failed.push(`${address}: ${status}`);
    }
  }
  assert.deepEqual(failed, []);
  assert.match((await user.get('/view/books_list')).text, /Emma/);
  assert.match((await admin.get('/admin/problems')).text, /shelf/i);
  await server.data.rows.update(server.system, 'books', 1, { title: 'Persuasion' });
  assert.deepEqual((await server.data.db.query('select place from app.books')).rows, [{ place: 'A7' }]);

  await server.runtime.plugins.setEnabled(server.system, 'plinth-shelves', true);
  assert.match((await user.get('/view/books_list')).text, /Persuasion[^]*A7/);
});
