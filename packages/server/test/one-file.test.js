import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { installFiles, startTestServer, until } from '../src/testing/index.js';
import { FOLDER, readEndpoints } from '../src/api/rest/endpoints.js';
import { createApp } from '../src/app.js';
import { createListener } from '../src/http/requests/listener.js';
import { createTraffic } from '../src/http/requests/traffic.js';
import { createRequestListener } from '../src/request-listener.js';

// What is added to Plinth is one file each; a view template has a style sheet beside it. (A field type: plugin-number.test.js; a
// screen: list-screen.test.js of the admin.)

const FOLDERS = {
  elements: 'element',
  viewTemplates: 'viewTemplate',
  actions: 'action',
  workflowSteps: 'workflowStep',
};
const ALL = Object.entries({ ...FOLDERS, triggerSources: 'triggerSource', kinds: 'kind' });

/** As our own folders are read: nothing in here knows a name of what they hold. */
const INDEX = `
import { definePlugin, readDefinitions } from '@plinth/plugin';
const read = (folder, kind) => readDefinitions(new URL('./' + folder + '/', import.meta.url), kind);
const entries = await Promise.all(${JSON.stringify(ALL)}.map(async ([folder, kind]) => [folder, await read(folder, kind)]));
export const plugin = definePlugin({
  name: 'files',
  version: '1.0.0',
  api: '^1',
  assets: new URL('./assets/', import.meta.url),
  ...Object.fromEntries(entries),
});
`;

const FILES = {
  'index.js': INDEX,
  'elements/stamp.js': `
import { defineElement, html } from '@plinth/plugin';
export const stamp = defineElement({
  name: 'stamp', label: 'Stamp', icon: 'star', group: 'content', children: 'none', scope: 'any',
  settings: [{ name: 'text', type: 'text', label: 'Text', required: true }],
  compile: ({ settings }) => html\`<p class="stamp">\${settings.text}</p>\`,
});`,
  'viewTemplates/pile.js': `
import { defineViewTemplate, html } from '@plinth/plugin';
export const pile = defineViewTemplate({
  name: 'pile', label: 'Pile', icon: 'stack', description: 'Rows on each other.', needsTable: true,
  settings: [{ name: 'field', type: 'field', label: 'Field', required: true }],
  defaults: () => ({}),
  styles: ['files/pile.css'],
  compile({ config }, c) {
    const query = c.rows({ select: [{ as: 'shown', field: config.field }] });
    return { query, render: ({ rows }) => html\`<ol class="pile">\${rows.map(({ shown }) => html\`<li>\${shown}</li>\`)}</ol>\` };
  },
});`,
  'assets/pile.css': '.pile { list-style: none; }',
  'actions/shout.js': `
import { defineAction } from '@plinth/plugin';
export const shout = defineAction({
  name: 'shout', label: 'Shout', icon: 'speakerphone', needsRow: false,
  settings: [
    { name: 'table', type: 'table', label: 'Table', required: true },
    { name: 'text', type: 'text', label: 'Text', required: true, expressions: true },
  ],
  async run({ config, rows, text }) {
    await rows.insert(config.table, { title: (await text(config.text)).toUpperCase() });
    return {};
  },
});`,
  'workflowSteps/twice.js': `
import { defineWorkflowStep } from '@plinth/plugin';
export const twice = defineWorkflowStep({
  name: 'twice', label: 'Twice', help: 'Do the steps twice', icon: 'repeat',
  settings: [
    { name: 'into', type: 'variable', label: 'Count in', required: true },
    { name: 'steps', type: 'steps', label: 'Steps', default: [] },
  ],
  enter: async ({ step, path, asVariable }) => ({ go: 'into', list: path + '/steps', set: { [step.into]: asVariable(step.into, 1) } }),
  async ended({ step, path, variables, asVariable }) {
    if (Number(variables[step.into]) >= 2) return { go: 'next', output: {} };
    return { go: 'into', list: path + '/steps', set: { [step.into]: asVariable(step.into, 2) } };
  },
});`,
  'triggerSources/knock.js': `
import { defineTriggerSource } from '@plinth/plugin';
export const knock = defineTriggerSource({
  name: 'knock', label: 'Knock', icon: 'hand-stop', help: 'When somebody knocks.',
  settings: [{ name: 'who', type: 'text', label: 'Who', required: true }],
  event: [{ name: 'who', type: 'text', label: 'Who knocked' }],
  next: ({ after }) => new Date(after.getTime() + 1000),
  find: async ({ options, memory }) => ({ events: memory ? [] : [{ who: options.who }], memory: 'heard' }),
});`,
  'kinds/notice.js': `
import { defineKind } from '@plinth/plugin';
export const notice = defineKind({
  name: 'notice', plural: 'notices', label: 'notice', icon: 'speakerphone', order: 200,
  schema: [
    { name: 'label', type: 'text', default: '', max: 200 },
    { name: 'description', type: 'longtext', default: '' },
    { name: 'text', type: 'text', required: true, max: 500 },
  ],
});`,
};

const ENDPOINT = `
export const endpoint = {
  method: 'GET', path: 'echo', right: 'admin', name: 'echo', summary: 'Say it again', tag: 'description',
  input: { query: { text: { type: 'string', description: 'What to say' } } },
  output: { 200: { description: 'The same' } },
  handle: () => ({ query: { text } }) => ({ said: text }),
};`;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @param {string} name @param {any} input */
const edit = (name, input) => server.data.edit(server.system, name, input);
const titles = async () => {
  const { rows } = await server.data.db.query('select title from app.notes order by id');
  return rows.map(({ title }) => title);
};

before(async () => {
  server = await startTestServer();
  await installFiles(server, 'files', FILES);
  await edit('add-table', {
    name: 'notes',
    fields: [{ name: 'title', type: 'text' }],
    access: { user: { read: 'all' } },
  });
});
after(() => server?.close());

describe('one file adds', () => {
  it('an element', async () => {
    const layout = { id: 'a', type: 'stamp', settings: { text: 'Paid & sent' } };
    await edit('add-page', { page: { name: 'stamped', roles: ['public'], layout } });
    const { text } = await (await server.as('public')).get('/page/stamped');
    assert.match(text, /<p class="stamp">Paid &amp; sent<\/p>/);
    const wrong = { page: { name: 'empty', layout: { id: 'a', type: 'stamp', settings: {} } } };
    await assert.rejects(edit('add-page', wrong), { status: 422, message: /text.* is required/ });
  });

  it('a view template, with a style sheet that only its pages have', async () => {
    await server.data.rows.insert(server.system, 'notes', { title: 'Lowest' });
    await edit('add-view', {
      view: { name: 'pile', table: 'notes', template: 'pile', roles: ['user'], config: { field: 'title' } },
    });
    const user = await server.as('user');
    const { text } = await user.get('/view/pile');
    assert.match(text, /<ol class="pile"><li>Lowest<\/li><\/ol>/);
    const sheet = /href="([^"]*\/files\/pile\.css)"/.exec(text)?.[1] ?? assert.fail();
    assert.match((await user.get(sheet)).text, /\.pile\s*\{\s*list-style:\s*none/);
    assert.doesNotMatch((await user.get('/page/stamped')).text, /pile\.css/);
  });

  it('an action and a trigger source', async () => {
    const steps = [{ do: { action: 'shout', config: { table: 'notes', text: '{{ event.who }} is here' } } }];
    await edit('add-trigger', {
      trigger: { label: 'Door', source: 'knock', as: 'system', steps, options: { who: 'Ada' } },
    });
    await until(async () => (await titles()).includes('ADA IS HERE'));
    const unknown = [{ do: { action: 'shout', config: { table: 'notes' } } }];
    await assert.rejects(
      edit('add-trigger', {
        trigger: { label: 'No', source: 'knock', as: 'system', steps: unknown, options: { who: 'x' } },
      }),
      {
        status: 422,
      },
    );
  });

  it('a step of workflows', async () => {
    const shout = { id: 'say', kind: 'action', do: { action: 'shout', config: { table: 'notes', text: 'again' } } };
    const steps = [{ id: 'both', kind: 'twice', into: 'count', steps: [shout] }];
    const variables = [{ name: 'count', type: 'number' }];
    await edit('add-workflow', { workflow: { name: 'echo', label: 'Echo', as: 'system', variables, steps } });
    await server.data.workflows.start(server.system, { workflow: 'echo' });
    await until(async () => (await titles()).filter((title) => title === 'AGAIN').length === 2);
  });

  it('a kind of metadata, with its list and form in the admin', async () => {
    await edit('add-notice', { notice: { name: 'moved', text: 'We moved' } });
    const { revision } = await edit('change-notice', { notice: 'moved', changes: { label: 'New address' } });
    const admin = await server.as('admin');
    assert.match((await admin.get('/admin/objects/notice')).text, /New address/);
    await server.data.revisions.undo(server.system, revision);
    assert.doesNotMatch((await admin.get('/admin/objects/notice')).text, /New address/);
  });

  it('an endpoint of the API', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plinth-endpoint-'));
    await writeFile(path.join(folder, 'echo.js'), ENDPOINT);
    const endpoints = await readEndpoints([FOLDER, pathToFileURL(`${folder}/`)]);
    const app = Object.assign(Object.create(server.runtime), { endpoints, traffic: createTraffic(), secure: false });
    const listener = createListener({ log: app.log });
    listener.use(createRequestListener(app, createApp(app)).listen);
    const { port } = await listener.listen(0, '127.0.0.1');
    try {
      const cookieOf = async (/** @type {string} */ role) =>
        `plinth_session=${(await server.as(role)).cookies.get('plinth_session')}`;
      const cookie = await cookieOf('admin');
      const get = (/** @type {string} */ what, headers = { cookie }) =>
        fetch(`http://127.0.0.1:${port}/api/v1/${what}`, { headers });
      assert.deepEqual(await (await get('echo?text=hello')).json(), { said: 'hello' });
      assert.equal((await get('echo?text=hello', { cookie: '' })).status, 401);
      assert.equal((await get('echo?text=hello', { cookie: await cookieOf('user') })).status, 403);
      const { paths } = await (await get('openapi.json')).json();
      assert.equal(paths['/echo'].get.summary, 'Say it again');
    } finally {
      await listener.close();
      await rm(folder, { recursive: true });
    }
  });
});
