/** @import { Node } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, it } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { node } from '@plinth/plugin';
import { startTestServer } from '../src/testing/index.js';
import { starterApp } from './browser/starter-app.js';

// Every kind of change once, by the admin's own forms where it has one, then undone and done again on the History
// screen: the app is as it was, and as it became, and its pages answer.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer({ app: await starterApp('forum') });
});
after(() => server?.close());

const table = (/** @type {string} */ name) => server.data.catalog().table(name);
/** @param {string} name @param {any} input */
const call = (name, input) => () => server.data.edit(server.system, name, input);
/** @param {string} path @param {Record<string, any>} values @param {string} [action] of the form on that page */
const form =
  (path, values, action = '') =>
  async () => {
    const answer = await (await server.as('admin')).submit(path, values, { action });
    assert.ok(
      [302, 303].includes(answer.status),
      `${path}: ${answer.status}\n${answer.text.match(/alert[^]{0,400}/)?.[0]}`,
    );
  };
/** @param {() => string} path @param {Record<string, any>} [values] */
const post =
  (path, values = {}) =>
  async () => {
    const address = path();
    const answer = await (await server.as('admin')).post(address, values);
    assert.ok([302, 303].includes(answer.status), `${address}: ${answer.status}`);
  };

/** A trigger that runs before a row is saved. */
const early = { table: 'walks', timing: 'before', events: ['insert'], before: [{ kind: 'refuse', message: 'No' }] };
const choices = { options: [{ value: 'flat', label: 'Flat', colour: 'blue' }] };
const layout = node('stack', {}, [node('text', { text: 'Here' })]);
const view = {
  name: 'walks_cards',
  label: 'Cards',
  template: 'feed',
  table: 'walks',
  roles: ['public'],
  config: { layout },
};

/** In this order: each needs what the ones before it made. @type {[string, () => Promise<unknown>][]} */
const STEPS = [
  ['add-table', form('/admin/tables', { label: 'Walks' })],
  ['add-field', form('/admin/tables/walks/new-field?type=text', { label: 'Path' }, 'new-field')],
  ['add-field', form('/admin/tables/walks/new-field?type=integer', { label: 'Miles' }, 'new-field')],
  ['change-field', form('/admin/tables/walks/fields/miles', { label: 'Kilometres', name: 'miles' }, 'fields/miles')],
  ['move-field', post(() => '/admin/tables/walks/fields/miles/move', { to: 'up' })],
  ['add-field', call('add-field', { table: 'walks', field: { name: 'kind', type: 'select', attributes: choices } })],
  ['add-choices', call('add-choices', { table: 'walks', field: 'kind', choices: ['Steep'] })],
  ['change-table', form('/admin/tables/walks/settings', { label: 'Hikes' }, 'settings')],
  ['set-access', form('/admin/tables/walks/access', { 'user.read': 'all', 'user.create': 'all' }, 'access')],
  ['add-constraint', form('/admin/tables/walks/rules', { 'unique.fields': ['path', 'miles'] }, 'rules/unique')],
  ['set-constraints', call('set-constraints', { table: 'walks', constraints: [] })],
  ['add-constraint', form('/admin/tables/walks/rules', { 'unique.fields': ['path', 'miles'] }, 'rules/unique')],
  ['remove-constraint', post(() => `/admin/tables/walks/rules/${table('walks').constraints[0].id}/delete`)],
  ['add-index', form('/admin/tables/walks/indexes', { fields: ['path'] }, 'indexes')],
  ['remove-index', post(() => `/admin/tables/walks/indexes/${table('walks').indexes[0].id}/delete`)],
  ['set-indexes', call('set-indexes', { table: 'walks', indexes: [{ fields: ['miles'] }] })],
  ['batch', form('/admin/tables/walks/views', {}, 'views')],
  ['generate-views', call('generate-views', { table: 'walks', roles: ['user'] })],
  ['add-view', call('add-view', { view })],
  ['change-view', call('change-view', { view: 'walks_cards', changes: { label: 'Walk cards' } })],
  ['remove-view', post(() => '/admin/views/walks_cards/delete')],
  ['add-page', form('/admin/pages', { title: 'Paths' })],
  ['change-page', call('change-page', { page: 'paths', changes: { layout, roles: ['public'] } })],
  ['change-menu', form('/admin/menu', { kind: 'page', page: 'paths', label: 'Paths' })],
  ['remove-page', post(() => '/admin/pages/paths/delete')],
  ['add-piece', call('add-piece', { piece: { name: 'sign', label: 'Sign', layout } })],
  ['change-piece', call('change-piece', { piece: 'sign', changes: { name: 'signpost', label: 'Signpost' } })],
  ['remove-piece', post(() => '/admin/pieces/signpost/delete')],
  [
    'add-trigger',
    form('/admin/automation/~new?source=rows', {
      label: 'Greet',
      table: 'walks',
      on: 'insert',
      'steps.0.do.action': 'show_message',
      'steps.0.do.config.text': 'Hello',
    }),
  ],
  ['change-trigger', call('change-trigger', { trigger: 'greet', changes: { label: 'Greeting' } })],
  ['remove-trigger', post(() => `/admin/automation/${server.data.catalog().triggers[0].id}/delete`)],
  ['add-trigger', call('add-trigger', { trigger: { ...early, label: 'One' } })],
  ['add-trigger', call('add-trigger', { trigger: { ...early, label: 'Two' } })],
  ['move-trigger', call('move-trigger', { trigger: 'two', to: 0 })],
  ['remove-trigger', call('remove-trigger', { trigger: 'one' })],
  ['remove-trigger', call('remove-trigger', { trigger: 'two' })],
  ['add-workflow', call('add-workflow', { workflow: { label: 'Tour', steps: [{ id: 'end', kind: 'stop' }] } })],
  ['change-workflow', call('change-workflow', { workflow: 'tour', changes: { name: 'trip', enabled: false } })],
  ['remove-workflow', call('remove-workflow', { workflow: 'trip' })],
  ['add-function', call('add-function', { function: { name: 'miles', code: 'export default () => 1' } })],
  ['change-function', call('change-function', { function: 'miles', changes: { name: 'far', roles: ['user'] } })],
  ['remove-function', call('remove-function', { function: 'far' })],
  [
    'add-secret',
    form('/admin/settings/secrets/~new', { name: 'key', value: 'planted-value', hosts: 'api.example.com' }),
  ],
  ['change-secret', form('/admin/settings/secrets/key', { name: 'api_key' }, 'key/about')],
  ['remove-secret', post(() => '/admin/settings/secrets/api_key/delete')],
  ['add-mail', call('add-mail', { mail: { name: 'hello', subject: 'Hello', body: 'You' } })],
  ['change-mail', call('change-mail', { mail: 'hello', changes: { name: 'hi', subject: 'Hi' } })],
  ['remove-mail', call('remove-mail', { mail: 'hi' })],
  ['add-role', form('/admin/roles', { label: 'Guides', inherits: 'user' })],
  ['change-role', form('/admin/roles/guides', { label: 'Leaders', inherits: 'staff' })],
  ['remove-role', post(() => '/admin/roles/guides/delete')],
  ['change-settings', form('/admin/settings', { siteName: 'Walkers' })],
  ['change-plugin', call('change-plugin', { plugin: 'starter-apps', changes: { enabled: true, config: {} } })],
  ['remove-plugin', call('remove-plugin', { plugin: 'starter-apps' })],
  ['remove-field', post(() => '/admin/tables/walks/fields/miles/delete')],
  ['remove-table', post(() => '/admin/tables/walks/delete')],
  ['add-app', call('add-app', { name: 'tours', label: 'Tours' })],
  ['change-app', call('change-app', { app: 'tours', changes: { label: 'Trips' } })],
  ['remove-app', post(() => '/admin/apps/forum/delete')],
];

/** What the schema of an edit says of an input, and where the edit says otherwise. @type {{ edit: string, wrong: unknown }[]} */
const differences = [];
/** @type {Set<string>} */
const compared = new Set();
const watched = new WeakSet();

/** Compares each input with the schema before it is applied. Plugins that were reloaded came with new data. */
function watch() {
  if (watched.has(server.data)) return;
  watched.add(server.data);
  const { edit } = server.data;
  const comparing = (/** @type {[any, string, any, any?]} */ ...given) =>
    compareWithSchema(given[1], given[2]).then(() => edit(...given));
  Object.assign(server.data, { edit: comparing });
}

/** @param {string} name @param {any} given as somebody is about to apply it */
async function compareWithSchema(name, given) {
  const input = JSON.parse(JSON.stringify(given));
  const schema = server.data.editSchemas.of(name);
  const isValid = new Ajv.default({ allErrors: true, strict: false }).compile(/** @type {any} */ (schema));
  const tell = (/** @type {unknown} */ wrong) => differences.push({ edit: name, wrong });
  if (!isValid(input)) tell(isValid.errors);
  const shape = schema?.properties;
  /** Each of these is refused by both: something more, and less than is required. @type {[string, any][]} */
  const bad = [['more', { ...input, nonsense: 1 }]];
  for (const key of schema?.required ?? []) {
    const { [key]: part, ...less } = input;
    bad.push([key, less], [key, { ...less, [key]: true }]);
    const inner = schema?.$defs?.[shape[key].$ref?.slice('#/$defs/'.length)];
    if (!inner?.properties) continue;
    bad.push([`${key} more`, { ...less, [key]: { ...part, nonsense: 1 } }]);
    for (const one of inner.required ?? []) {
      const { [one]: _, ...rest } = part;
      bad.push([`${key}.${one}`, { ...less, [key]: rest }]);
    }
  }
  for (const [what, wrong] of bad) {
    if (isValid(wrong)) tell(`${what}: the schema accepts ${JSON.stringify(wrong)}`);
    const refused = await server.data.preview(server.system, name, wrong).then(
      () => null,
      (/** @type {any} */ error) => error,
    );
    if (!(refused?.status < 500)) tell(`${what}: the edit accepts ${JSON.stringify(wrong)} ${refused?.stack ?? ''}`);
  }
  compared.add(name);
}

/** What there is, without what counts the changes. */
function state() {
  const catalog = server.data.catalog();
  const { tables, views, pages, pieces, triggers, workflows, functions, mails, secrets } = catalog;
  const { roles, menu, settings, apps, plugins } = catalog;
  const all = {
    tables,
    views,
    pages,
    pieces,
    triggers,
    workflows,
    functions,
    mails,
    secrets,
    roles,
    menu,
    settings,
    apps,
    plugins,
  };
  const counts = new Set(['version', 'updatedAt']);
  return JSON.parse(JSON.stringify(all, (key, value) => (counts.has(key) ? undefined : value)));
}

const newest = async () => (await server.data.revisions.list({ limit: 1 })).revisions[0];

it('there is a step for each kind of edit', () => {
  const folder = new URL('../../data/src/edits/definitions/', import.meta.url);
  const names = readdirSync(folder).filter((name) =>
    /^(add|change|remove|set|move|generate|batch)[a-z-]*\.js$/.test(name),
  );
  const missing = names.map((name) => name.slice(0, -3)).filter((name) => !STEPS.some(([edit]) => edit === name));
  assert.deepEqual(missing, []);
});

it('each edit is undone and done again on the History screen, and pages answer', async () => {
  const admin = await server.as('admin');
  for (const [edit, run] of STEPS) {
    const before = state();
    watch();
    await run();
    const made = await newest();
    assert.equal(made.edit, edit);
    const becomes = state();
    for (const [step, expected] of [
      ['undo', before],
      ['redo', becomes],
    ]) {
      const answer = await admin.post(`/admin/history/${made.id}/${step}`);
      assert.equal(answer.status, 303, `${edit}: ${step}`);
      const shown = await admin.get('/admin/history');
      assert.equal(shown.status, 200);
      assert.deepEqual(state(), expected, `${edit}: ${step}`);
      const path = server.data.catalog().hasPage('forum') ? '/page/forum' : '/admin';
      assert.equal((await admin.follow(path)).status, 200, `${edit}: ${path} after ${step}`);
    }
    assert.equal((await admin.get(`/admin/history/${made.id}`)).status, 200);
  }
});

it('each edit takes what its schema says, and refuses what it doesn’t', () => {
  const { editSchemas, editNames } = server.data;
  assert.deepEqual([...compared].toSorted(), editNames().toSorted());
  assert.deepEqual(differences, []);
  for (const { edit, about, input } of editSchemas.list()) {
    assert.match(about, /^[A-Z].{8,160}$/, edit);
    assert.match(input, /^\{ \w+\??: /, edit);
  }
});

// The message of a refused key lists what an object may have.
it('the objects in edits have the keys that their checks know', async () => {
  const table = 'keys';
  await server.data.edit(server.system, 'add-table', { name: table });
  const known = async (/** @type {string} */ name, /** @type {any} */ input) => {
    const error = await server.data.preview(server.system, name, input).catch((/** @type {any} */ one) => one);
    assert.match(error.message, / Known: /, name);
    return error.message.split('Known: ')[1].split(', ').toSorted();
  };
  const nonsense = { nonsense: 1 };
  const { parts } = server.data.editSchemas.all();
  /** @type {[string, string, any][]} */
  const cases = [
    ...['page', 'view', 'piece', 'trigger', 'workflow', 'function', 'mail', 'secret'].map(
      (kind) => /** @type {[string, string, any]} */ ([kind, `add-${kind}`, { [kind]: nonsense }]),
    ),
    ['app', 'add-app', nonsense],
    ['table', 'add-table', nonsense],
    ['tableChanges', 'change-table', { table, changes: nonsense }],
    ['field', 'add-field', { table, field: nonsense }],
    ['constraint', 'add-constraint', { table, constraint: nonsense }],
    ['index', 'set-indexes', { table, indexes: [nonsense] }],
    ['menuItem', 'change-menu', { items: [nonsense] }],
    ['pluginChanges', 'change-plugin', { plugin: 'x', changes: nonsense }],
  ];
  for (const [part, name, input] of cases)
    assert.deepEqual(Object.keys(parts[part].properties).toSorted(), await known(name, input), part);
  const role = await known('add-role', { role: nonsense });
  assert.deepEqual([...Object.keys(parts.role.properties), 'builtIn'].toSorted(), role);
});

it('rows deleted by mistake come back from the data grid', async () => {
  const admin = await server.as('admin');
  await server.data.edit(server.system, 'add-table', {
    name: 'notes',
    label: 'Notes',
    history: true,
    fields: [{ name: 'title', label: 'Title', type: 'text' }],
  });
  const { id } = await server.data.rows.insert(server.system, 'notes', { title: 'Worth keeping' });
  await admin.post('/admin/tables/notes/data/delete', { id: String(id) });
  assert.match((await admin.get('/admin/tables/notes/data')).text, /href="\/admin\/tables\/notes\/deleted"/);
  assert.match((await admin.get('/admin/tables/notes/deleted')).text, /Worth keeping/);
  const answer = await admin.submit('/admin/tables/notes/deleted', { entry: await entryOf() });
  assert.equal(answer.location, `/admin/tables/notes/data/${id}`);
  assert.equal((await server.data.rows.get(server.system, 'notes', id)).title, 'Worth keeping');
  assert.match((await admin.get('/admin/tables/notes/deleted')).text, /No deleted rows/);
});

it('History names what really changed, in the reader’s language', async () => {
  const admin = await server.as('admin');
  await form('/admin/tables/notes/fields/title', { label: 'Heading', required: 'true' }, 'fields/title')();
  await form('/admin/settings', { siteName: 'Strollers' })();
  const page = (await admin.get('/admin/history')).text.replaceAll('&quot;', '"');
  for (const words of ['Field “Title” of “Notes” changed (label, required)', 'settings changed (site name)'])
    assert.ok(page.includes(words), words);
  await server.data.edit(server.system, 'change-settings', { changes: { locale: 'de' } });
  assert.match(
    (await admin.get('/admin/history')).text,
    /Feld „Title“ von „Notes“ geändert \(Bezeichnung, Pflichtfeld\)/,
  );
});

const entryOf = async () => (await server.data.history.deleted(server.system, 'notes'))[0].id;
