import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { AppError, node } from '@plinth/plugin';
import { startTestServer, until } from '../../testing/index.js';

// Layouts and configurations that no form of ours sends: each is refused by name, or compiles.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'add-table', { name: 'jobs', fields: [{ name: 'title', type: 'text' }] });
});
after(() => server.close());

const WRONG = [[], {}, 5, true, 'no such thing', [[1]], [{ field: [] }], { field: {}, op: 'eq' }, '__proto__'];
const SCALAR = new Set(['text', 'longtext', 'markdown', 'html', 'icon', 'colour', 'length', 'integer', 'number']);

/**
 * Each setting that leads elsewhere or holds others, with something wrong in it.
 *
 * @param {import('@plinth/plugin').SettingsSchema} schema
 */
const spoilt = (schema) =>
  schema
    .filter(({ type }) => !SCALAR.has(type))
    .flatMap(({ name }) => WRONG.map((value) => /** @type {Record<string, any>} */ ({ [name]: value })));

/** @param {string} edit @param {any} input */
async function refusedOrKept(edit, input) {
  try {
    await server.data.edit(server.system, edit, input, { dryRun: true });
  } catch (error) {
    assert.ok(error instanceof AppError && error.status < 500, `${edit} ${JSON.stringify(input)}: ${error}`);
  }
}

/** @param {any} element */
const onPage = (element) =>
  refusedOrKept('add-page', { page: { name: 'p', layout: node('stack', {}, [element]), roles: ['public'] } });
/** @param {string} template @param {any} config */
const asView = (template, config) =>
  refusedOrKept('add-view', { view: { name: 'v', template, table: 'jobs', roles: ['public'], config } });

it('each element and its visibility', async () => {
  for (const visible of [...WRONG, ...WRONG.flatMap((wrong) => [{ when: wrong }, { roles: wrong }])])
    await onPage({ ...node('text', { text: 'x' }), visible });
  for (const { name, settings } of server.data.registry.all('element'))
    for (const config of spoilt(settings)) await onPage(node(name, config));
});

it('each view template, field view and action', async () => {
  const { registry } = server.data;
  for (const { name, settings } of registry.all('viewTemplate'))
    for (const config of spoilt(settings)) await asView(name, config);
  const column = (/** @type {any} */ more) => asView('list', { columns: [{ kind: 'field', field: 'title', ...more }] });
  for (const { name, settings } of registry.all('fieldView'))
    for (const options of spoilt(settings)) await column({ view: { view: name, options } });
  for (const { name, settings } of registry.all('action'))
    for (const config of spoilt(settings)) await column({ kind: 'action', action: { action: name, config } });
});

it('a field view that doesn’t exist is refused with those that do: in a column, a layout, a page, a source and an app', async () => {
  const { edit } = server.data;
  const sparkle = { field: 'title', view: { view: 'sparkle' } };
  const list = (/** @type {any} */ more) => ({
    name: 'all_jobs',
    label: 'All',
    template: 'list',
    table: 'jobs',
    config: { columns: [{ kind: 'field', ...more }] },
  });
  const refused = (/** @type {string} */ at) => ({
    status: 422,
    message: new RegExp(`${at}: can't be "sparkle": there is no such field view[^]*text`),
  });
  const shown = node('stack', {}, [{ ...node('field', sparkle), id: 'f' }]);
  await assert.rejects(edit(server.system, 'add-view', { view: list(sparkle) }), refused('config.columns.0.view.view'));
  const layout = { name: 'job', template: 'show', table: 'jobs', config: { layout: shown } };
  await assert.rejects(edit(server.system, 'add-view', { view: layout }), refused('config.layout/f.view.view'));
  await assert.rejects(
    edit(server.system, 'add-page', { page: { name: 'p', layout: shown } }),
    refused('layout/f.view.view'),
  );
  const form = node('stack', {}, [{ ...node('form_field', sparkle), id: 'f' }]);
  const asked = { name: 'ask', template: 'edit', table: 'jobs', config: { layout: form } };
  await assert.rejects(edit(server.system, 'add-view', { view: asked }), { message: /These exist: [^]*text_input/ });

  await edit(server.system, 'add-app', { name: 'work', label: 'Work' });
  await edit(server.system, 'change-table', { table: 'jobs', changes: { app: 'work' } });
  await edit(server.system, 'add-view', { view: { ...list({ field: 'title', view: { view: 'text' } }), app: 'work' } });
  const document = await server.data.apps.export(server.system, 'work');
  const changed = JSON.parse(JSON.stringify(document).replace('"view":"text"', '"view":"sparkle"'));
  await assert.rejects(server.data.apps.install(server.system, changed, { prefix: 'two_' }), {
    code: 'APP_DOCUMENT_INVALID',
    message: /views\.0\.config\.columns\.0\.view\.view can't be "sparkle"[^]*text/,
  });
  const admin = await server.as('admin');
  const open = (await admin.get('/admin/views/all_jobs/source')).text;
  const [, was = ''] = /<textarea[^>]* name="text"[^>]*>([^<]*)/.exec(open) ?? [];
  const text = was.replace('view: text', 'view: sparkle');
  const { problems } = (await admin.post('/admin/views/all_jobs/source/check', { text })).json();
  const line = text.split('\n').findIndex((/** @type {string} */ one) => one.includes('sparkle')) + 1;
  assert.deepEqual(
    [problems.length, problems[0].line, /there is no such field view/.test(problems[0].message)],
    [1, line, true],
  );
});

it('a field view whose plugin is gone stays where it was, whatever else of the view is changed', async () => {
  const { data, system } = server;
  const columns = [{ kind: 'field', field: 'title', view: { view: 'text' } }];
  await data.edit(system, 'add-view', {
    view: { name: 'kept', label: 'Kept', template: 'list', table: 'jobs', config: { columns } },
  });
  await data.db.query(
    `update plinth.objects set body = replace(body::text, '"view": "text"', '"view": "sparkle"')::jsonb where name = 'kept'`,
  );
  await until(() => JSON.stringify(data.catalog().view('kept').config).includes('sparkle'));
  await data.edit(system, 'change-view', { view: 'kept', changes: { label: 'Still there' } });
  assert.equal(data.catalog().view('kept').config.columns[0].view.view, 'sparkle');
  const other = [{ kind: 'field', field: 'title', view: { view: 'glitter' } }];
  await assert.rejects(data.edit(system, 'change-view', { view: 'kept', changes: { config: { columns: other } } }), {
    message: /can't be "glitter"/,
  });
});
