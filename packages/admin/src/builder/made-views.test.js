import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '@plinth/server/testing';

// Views that the builder makes and changes in the draft of a page.

const PAGE = '/admin/build/pages/welcome';
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let admin;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const fields = [
    { name: 'maker', label: 'Maker', type: 'text' },
    { name: 'colour', label: 'Colour', type: 'text' },
    { name: 'bought', label: 'Bought', type: 'date' },
  ];
  await server.data.edit(server.system, 'add-table', { name: 'pens', label: 'Pens', fields });
  await server.data.edit(server.system, 'add-table', { name: 'notes', label: 'Notes', fields: [fields[0]] });
  await server.data.rows.insert(server.system, 'pens', { maker: 'Pelikan', colour: 'Green' });
});
after(() => server?.close());
beforeEach(async () => {
  const { pages, views } = server.data.catalog();
  for (const { name } of pages) await server.data.edit(server.system, 'remove-page', { page: name });
  for (const { name } of views) await server.data.edit(server.system, 'remove-view', { view: name });
  const layout = { ...node('stack', {}, [node('heading', { text: 'Hello' })]), id: 'root' };
  const page = { name: 'welcome', title: 'Welcome', roles: ['user'], layout };
  await server.data.edit(server.system, 'add-page', { page });
});

/** @returns {Promise<any>} */
async function state() {
  const { text } = await admin.get(PAGE);
  return JSON.parse(/id="builder-state">(.*?)<\/script>/s.exec(text)?.[1] ?? assert.fail(text.slice(0, 2000)));
}

/** @param {string} path @param {any} body @param {any} [client] @returns {Promise<any>} */
async function send(path, body, client = admin) {
  const answer = await client.postJson(PAGE + path, body);
  return { ...answer.json(), status: answer.status };
}

/** The draft with a new view in it, saved. @param {string} template @param {string} [table] @returns {Promise<any>} */
async function made(template, table = 'pens') {
  const { draft, version } = await state();
  const { node: shown, label, status } = await send('/make-view', { draft, template, table });
  assert.equal(status, 200);
  draft.layouts.layout.children.push(shown);
  const answer = await send('/paint', { draft, version, select: [shown.id] });
  assert.equal(answer.status, 200);
  return { draft, shown, label, answer };
}

/** A form of the properties of the element. @param {any} shown @param {Record<string, any>} values */
async function set(shown, values) {
  const { draft, version } = await state();
  const answer = await admin.post(`${PAGE}/properties`, {
    draft: JSON.stringify(draft),
    version,
    panel: 'layout:layout',
    node: shown.id,
    'node.open': '1',
    'node.view': shown.settings.view,
    'node.relation': 'independent',
    'view.open': shown.settings.view,
    ...values,
  });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

const catalog = () => server.data.catalog();
const publish = async () => send('/publish', { version: (await state()).version });

describe('a view made in the builder', () => {
  it('is part of the draft, shown with its rows, and real once published, in one step', async () => {
    const { shown, label, answer } = await made('list');
    assert.equal(label, 'Pens');
    assert.match(answer.main, /Pelikan/);
    assert.match(answer.properties, /name="view.label"[^>]*value="Pens"/);
    assert.deepEqual(
      answer.problems.filter((/** @type {any} */ { kind }) => kind !== 'rights'),
      [],
    );
    assert.deepEqual(catalog().views, [], 'nobody else sees it yet');
    const { status, revision } = await publish();
    assert.equal(status, 200);
    const names = catalog().views.map((/** @type {any} */ view) => [view.name, view.template, view.roles]);
    assert.deepEqual(names.toSorted(), [
      ['pens', 'list', ['user']],
      ['pens_edit', 'edit', ['user']],
      ['pens_show', 'show', ['user']],
    ]);
    assert.equal(/** @type {any} */ (catalog().view('pens').config).rowView, 'pens_show');
    const [, embed] = /** @type {any} */ (catalog().page('welcome').layout).children;
    assert.deepEqual(embed.settings, { view: 'pens', relation: 'independent' });
    assert.equal(embed.id, shown.id);
    assert.deepEqual(catalog().problems, []);
    await server.data.revisions.undo(server.system, revision);
    assert.deepEqual(catalog().views, []);
  });

  it('takes a name that is free when it is published', async () => {
    await made('list');
    const config = { columns: [{ field: 'maker' }] };
    await server.data.edit(server.system, 'add-view', {
      view: { name: 'pens', table: 'pens', template: 'list', config },
    });
    assert.equal((await publish()).status, 200);
    const [, embed] = /** @type {any} */ (catalog().page('welcome').layout).children;
    assert.equal(embed.settings.view, 'pens_2');
    assert.equal(/** @type {any} */ (catalog().view('pens').config).columns.length, 1, 'the other one is as it was');
  });

  it('has its name, fields, filter and order in the properties, before and after it is published', async () => {
    const { shown } = await made('list');
    const values = {
      'view.label': 'All pens',
      'view.fields': ['colour'],
      'view.pageSize': '5',
      'view.rowView': 'pens_show',
    };
    const answer = await set(shown, values);
    assert.match(answer.main, /Green/);
    assert.doesNotMatch(answer.main, /Pelikan/);
    assert.equal((await publish()).status, 200);
    const list = /** @type {any} */ (catalog().view('pens'));
    assert.equal(list.label, 'All pens');
    assert.deepEqual(
      list.config.columns.map((/** @type {any} */ { field }) => field),
      ['colour'],
    );
    await set(shown, { ...values, 'view.fields': ['colour', 'bought'], 'view.label': 'Every pen' });
    assert.equal(catalog().view('pens').label, 'All pens', 'a draft changes nothing');
    assert.equal((await publish()).status, 200);
    const changed = /** @type {any} */ (catalog().view('pens'));
    assert.equal(changed.label, 'Every pen');
    assert.deepEqual(
      changed.config.columns.map((/** @type {any} */ { field }) => field),
      ['colour', 'bought'],
    );
    assert.equal(changed.config.rowView, 'pens_show');
  });

  it('a form gains and loses fields where they are', async () => {
    const { shown } = await made('edit');
    await set(shown, { 'view.label': 'New pen', 'view.fields': ['maker', 'bought'], 'view.destination': 'stay' });
    assert.equal((await publish()).status, 200);
    const text = JSON.stringify(catalog().view(shown.settings.view).config);
    assert.match(text, /"maker"/);
    assert.match(text, /"bought"/);
    assert.doesNotMatch(text, /"colour"/);
  });

  it('that its table lacks a field for says which', async () => {
    const { draft } = await state();
    const answer = await send('/make-view', { draft, template: 'calendar', table: 'notes' });
    assert.equal(answer.status, 422);
    assert.match(JSON.stringify(answer), /date/);
  });

  it('bad input is refused, and rubbish in a draft shows nothing', async () => {
    const { draft, version } = await state();
    for (const [template, table] of [
      ['nonsense', 'pens'],
      ['show', 'pens'],
      ['list', 'gone'],
      [['list'], { a: 1 }],
    ])
      assert.equal((await send('/make-view', { draft, template, table })).status, 422);
    for (const views of [
      'x',
      [],
      { pens: null },
      { pens: { template: 7, config: {} } },
      { __proto__x: { config: {} } },
      { pens: { template: 'list', table: 'pens', config: { columns: 'x' } } },
      { pens: { template: 'gone', table: 'pens', config: {} } },
    ]) {
      const copy = structuredClone(draft);
      copy.layouts.layout.children.push({ ...node('embed', { view: 'pens', views }), id: 'odd' });
      const answer = await send('/paint', { draft: copy, version: (await state()).version, select: ['odd'] });
      assert.equal(answer.status, 200, JSON.stringify(views));
    }
    assert.ok(version < 0);
  });

  it('only admins make one', async () => {
    const { draft } = await state();
    for (const role of ['user', 'public']) {
      const answer = await (
        await server.as(role)
      ).postJson(`${PAGE}/make-view`, { draft, template: 'list', table: 'pens' });
      assert.notEqual(answer.status, 200, role);
      assert.doesNotMatch(answer.text, /Pelikan|colour/);
    }
  });

  it('is in the draft that a link shows, and can not be saved as a piece yet', async () => {
    const { draft, shown } = await made('list');
    const { url } = await send('/preview-link', {});
    await server.data.edit(server.system, 'set-access', {
      table: 'pens',
      access: { user: { read: 'all', create: 'none', update: 'none', delete: 'none' } },
      owner: null,
    });
    const { text } = await (await server.as('user')).get(new URL(url).pathname);
    assert.match(text, /Pelikan/);
    const answer = await send('/save-piece', { draft, nodes: [shown.id], label: 'Pens', params: [] });
    assert.equal(answer.status, 422);
    assert.equal(answer.code, 'PIECE_SELECTION');
  });
});
