import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { readForms, startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const catalog = () => server.data.catalog();

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const fields = ['maker', 'colour'].map((name) => ({ name, label: name, type: 'text' }));
  await edit('add-table', {
    name: 'pens',
    label: 'Pens',
    fields: [...fields, { name: 'price', label: 'Price', type: 'integer' }],
  });
  const pen = { name: 'pen', label: 'Pen', type: 'relation', attributes: { table: 'pens' } };
  await edit('add-table', { name: 'caps', label: 'Caps', fields: [pen] });
  for (const table of ['pens', 'caps']) await admin.post(`/admin/tables/${table}/views`, {});
  const config = { category: 'maker', aggregate: 'sum', field: 'price' };
  await edit('add-view', { view: { name: 'pen_chart', label: 'Pens', table: 'pens', template: 'chart', config } });
  await edit('add-page', { page: { name: 'welcome', title: 'Welcome', layout: node('stack', {}, []) } });
  await edit('add-piece', { piece: { name: 'sign', label: 'Sign', layout: node('text', { text: 'Hello' }) } });
});
after(() => server.close());

/** The form of settings at an address, with other values. @param {string} url @param {Record<string, string>} values */
async function settings(url, values, text = '') {
  const form = readForms(text || (await admin.get(url)).text).find(({ action }) => action === url);
  const { refresh: _, ...own } = form?.values ?? assert.fail(url);
  return admin.post(url, { ...own, ...values });
}

describe('a view, page or piece without scripts', () => {
  it('has its old address in the builder, with the place of a problem, however it is asked for', async () => {
    for (const path of ['views/pen_chart', 'pages/welcome', 'pieces/sign']) {
      const { status, location } = await admin.get(`/admin/${path}?at=layout/x1`);
      assert.deepEqual([status, location], [302, `/admin/build/${path}?at=layout/x1`]);
      const posted = await admin.post(`/admin/${path}`, { op: 'save', draft: '{}' });
      assert.deepEqual([posted.status, posted.location], [303, `/admin/build/${path}`]);
      assert.equal((await admin.get(`/admin/${path}gone`)).status, 404);
    }
  });

  it('is told in the builder what it needs and what can be done without', async () => {
    for (const path of ['views/pen_chart', 'pages/welcome', 'pieces/sign']) {
      const { text } = await admin.get(`/admin/build/${path}`);
      const [, told = ''] = /<noscript>(.*?)<\/noscript>/s.exec(text) ?? [];
      assert.match(told, /The builder needs JavaScript/);
      for (const part of ['settings', 'source', 'delete']) {
        assert.ok(told.includes(`href="/admin/${path}/${part}"`), part);
        assert.equal((await admin.get(`/admin/${path}/${part}`)).status, 200, part);
      }
      assert.doesNotMatch(text, /http-equiv="refresh"/);
    }
  });

  it('has a form of its settings, which asks what else belongs to a choice before it is saved', async () => {
    const url = '/admin/views/pen_chart/settings';
    let { text } = await settings(url, { 'settings.category': 'colour', 'settings.aggregate': 'count', refresh: '1' });
    assert.equal(catalog().view('pen_chart').config.category, 'maker', 'nothing is saved yet');
    const saved = await settings(url, { 'settings.aggregate': 'avg', 'general.label': 'Prices' }, text);
    assert.deepEqual([saved.status, saved.location?.split('?')[0]], [303, url]);
    const { label, config } = catalog().view('pen_chart');
    assert.deepEqual([label, config.category, config.aggregate, config.field], ['Prices', 'colour', 'avg', 'price']);
    const before = catalog().version;
    ({ text } = await admin.get('/admin/pages/welcome/settings'));
    const page = await settings('/admin/pages/welcome/settings', { 'general.title': 'Hello <b>' }, text);
    assert.equal(page.status, 303);
    assert.deepEqual([catalog().page('welcome').title, catalog().version], ['Hello <b>', before + 1]);
    const older = await settings('/admin/pages/welcome/settings', { 'general.title': 'Older' }, text);
    assert.notEqual(older.status, 303, 'somebody has changed it since the form was opened');
    assert.equal(catalog().page('welcome').title, 'Hello <b>');
  });

  it('is refused wrong settings, which stay as typed', async () => {
    const before = catalog().version;
    for (const [url, values, control] of /** @type {[string, Record<string, string>, string][]} */ ([
      ['/admin/pages/welcome/settings', { 'general.title': '' }, 'general.title'],
      ['/admin/pages/welcome/settings', { 'general.name': 'No name!' }, 'general.name'],
      ['/admin/views/pens/settings', { 'settings.pageSize': '-7' }, 'settings.pageSize'],
    ])) {
      const { status, text } = await settings(url, values);
      assert.equal(status, 422, control);
      assert.match(
        text,
        new RegExp(`aria-invalid="true"[^>]*name="${control}"|name="${control}"[^>]*aria-invalid="true"`),
      );
      assert.ok(text.includes(`value="${values[control]}"`), 'as typed');
    }
    assert.equal(catalog().version, before);
  });

  it('Z1: is for admins alone', async () => {
    for (const role of ['staff', 'public']) {
      const client = await server.as(role);
      for (const path of ['views/pen_chart', 'pages/welcome/settings', 'pieces/sign/settings']) {
        assert.doesNotMatch((await client.get(`/admin/${path}`)).text, /Prices|general\./);
        assert.notEqual((await client.post(`/admin/${path}`, { 'general.title': 'Taken' })).status, 303);
      }
    }
    assert.equal(catalog().page('welcome').title, 'Hello <b>');
  });
});

it('a problem leads to its element in the builder', async () => {
  await edit('remove-field', { table: 'pens', field: 'colour' });
  const { text } = await admin.get('/admin/problems');
  const links = text.match(/(?<=href=")\/admin\/build\/views\/pens_show\?at=[^"]*/g) ?? [];
  assert.equal(links.length, 1, 'the Catalog and the plan name one problem, told once');
  const builder = (await admin.get(links[0])).text;
  const [, asked] = /"asked":\["([\w-]+)"\]/.exec(builder) ?? [];
  assert.match(builder, new RegExp(`"node":"${asked}","message":"[^"]*Field “colour” no longer exists`));
});

it('a new element that embeds a view of child rows shows those of the row, until something else is chosen', async () => {
  const url = '/admin/build/views/pens_show';
  const state = JSON.parse(/id="builder-state">(.*?)<\/script>/s.exec((await admin.get(url)).text)?.[1] ?? '{}');
  let { draft, version } = state;
  draft.layouts[Object.keys(draft.layouts)[0]].children.push({ id: 'caps1', type: 'embed', settings: {} });
  const panel = `layout:${Object.keys(draft.layouts)[0]}`;
  /** @param {Record<string, string>} values */
  async function choose(values) {
    const form = { draft: JSON.stringify(draft), version, panel, node: 'caps1', 'node.open': '1' };
    ({ draft, version } = (await admin.post(`${url}/properties`, Object.assign(form, values))).json());
    const { settings: chosen } = Object.values(draft.layouts)[0].children.at(-1);
    return [chosen.relation, chosen.child];
  }
  assert.deepEqual(await choose({ 'node.view': 'caps' }), ['child', 'caps.pen']);
  const own = { 'node.view': 'caps', 'node.relation': 'independent' };
  assert.equal((await choose(own))[0], 'independent', 'a choice of one’s own stays');
  assert.equal((await choose({ ...own, 'node.view': 'pens' }))[0], 'independent', 'rows that are no children');
});
