import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../src/testing/index.js';

const PLUGIN = `
import { AppError, defineAction, defineElement, defineFieldView, definePlugin, defineViewTemplate, html } from '@plinth/plugin';
const shaky = defineFieldView({
  name: 'shaky', label: 'Shaky number', mode: 'show', types: ['integer'], settings: [],
  render({ value }) {
    if (value === 13) throw new Error('thirteen is unlucky');
    return html\`<b>\${value}</b>\`;
  },
});
const broken = defineElement({
  name: 'broken', label: 'Broken', icon: 'box', group: 'content', children: 'none', scope: 'any',
  settings: [{ name: 'when', type: 'text', label: 'When' }],
  compile({ settings }) {
    if (settings.when === 'early') throw new Error('too early');
    return () => { throw new Error('too late'); };
  },
});
const heap = defineViewTemplate({
  name: 'heap', label: 'Heap', icon: 'box', description: '', needsTable: true, settings: [],
  defaults: () => ({}),
  compile: () => ({ query: () => null, render() { throw new Error('fallen over'); } }),
});
const take = defineAction({
  name: 'take', label: 'Take one', icon: 'box', needsRow: true, settings: [{ name: 'code', type: 'text', label: 'Code' }],
  async run({ config }) { throw new AppError(config.code, 'The box is empty', { status: 409 }); },
});
export const plugin = definePlugin({
  name: 'shaky', version: '1.0.0', api: '^1', label: 'Shaky',
  actions: [take], fieldViews: [shaky], elements: [broken], viewTemplates: [heap],
});
`;

const TAKE = { action: 'take' };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;

before(async () => {
  server = await startTestServer();
  const folder = path.join(server.dataDir, 'shaky');
  await mkdir(folder);
  const manifest = { name: 'plinth-shaky', version: '1.0.0', type: 'module', exports: './index.js' };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'index.js'), PLUGIN);
  await server.runtime.plugins.install(server.system, folder);
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'level', type: 'integer' },
  ];
  await edit('add-table', { name: 'boxes', fields, access: { user: { read: 'all' } } });
  for (const [title, level] of [
    ['Alpha', 12],
    ['Beta', 13],
  ])
    await data.rows.insert(system, 'boxes', { title, level });
  const view = { table: 'boxes', roles: ['user'] };
  const columns = [
    { kind: 'field', field: 'title' },
    { kind: 'field', field: 'level', view: { view: 'shaky' } },
  ];
  await edit('add-view', { view: { ...view, name: 'box_list', template: 'list', config: { columns } } });
  await edit('add-view', { view: { ...view, name: 'box_heap', template: 'heap', config: {} } });
  const layout = node('stack', {}, [
    node('broken', { when: 'early' }),
    node('broken', { when: 'late' }),
    node('embed', { view: 'box_heap' }),
    node('embed', { view: 'box_list' }),
  ]);
  await edit('add-page', { page: { name: 'desk', title: 'Desk', roles: ['user'], layout } });
});
after(() => server.close());

describe('an error that a plugin means', () => {
  it('has a title that fits its code, and none that its status alone would suggest', async () => {
    const { data, system } = server;
    const takes = ['BOX_EMPTY', 'ROW_CONFLICT'].map((code) => ({ ...TAKE, config: { code } }));
    const layout = node(
      'stack',
      {},
      takes.map((action, i) => ({ ...node('action_button', { label: `Take ${i}`, action }), id: `take${i}` })),
    );
    const view = { name: 'box_take', template: 'show', table: 'boxes', roles: ['user'], config: { layout } };
    await data.edit(system, 'add-view', { view });
    const user = await server.as('user');
    for (const [i, title] of ['That didn’t work', 'Someone else changed this'].entries()) {
      const { status, text } = await user.post('/view/box_take/act', { node: `take${i}`, id: '1', return: '/' });
      assert.equal(status, 409);
      assert.match(text, new RegExp(`<h1[^>]*>${title}<`));
      assert.match(text, /The box is empty/);
    }
  });
});

describe('what a plugin throws while a page is made', () => {
  it('costs its own place and no other', async () => {
    const { status, text: page } = await (await server.as('user')).get('/page/desk');
    assert.equal(status, 200);
    const text = page.slice(page.indexOf('<main'));
    assert.match(text, /Alpha[^]*<b>12<\/b>[^]*Beta/);
    const seen = text.replaceAll(/<[^>]*>/g, ' ');
    assert.doesNotMatch(seen, /unlucky|too late|too early|fallen over|failed/);
  });

  it('is shown to admins in its place, or among the problems, and in the log', async () => {
    const admin = await server.as('admin');
    const { text } = await admin.get('/page/desk');
    for (const reason of ['thirteen is unlucky', 'too late', 'fallen over'])
      assert.match(text, new RegExp(`title="[^"]*${reason}">`), reason);
    const problems = (await admin.get('/admin/problems')).text;
    assert.match(problems, /&quot;Broken&quot; of the plugin shaky failed in desk: too early/);
    assert.match(server.log(), /"event":"plugin failed"[^\n]*PLUGIN_FAILED[^\n]*too late/);
    assert.equal(server.log().match(/"plugin failed"/g)?.length, 3, 'once for each place');
  });
});
