import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readForms, startTestServer, withBarrierPassed } from '../../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../../testing/client.js').Client} */
let admin;

/** @param {string} name @param {any} input */
const edit = (name, input) => server.data.edit(server.system, name, input);
const catalog = () => server.data.catalog();
/** @param {string} id @param {string} piece @param {object} [values] */
const use = (id, piece, values = {}) => ({ id, type: 'piece', settings: { use: { piece, values } } });
/** @param {any[]} children */
const stack = (children) => ({ id: 'root', type: 'stack', children });
const heading = { id: 'h1', type: 'heading', settings: { text: 'Said in the piece' } };
const BANNER = {
  ...{ name: 'banner', label: 'Banner' },
  params: [{ name: 'headline', label: 'Headline', node: 'h1', setting: 'text' }],
  layout: {
    id: 'c1',
    type: 'card',
    children: [heading, { id: 't1', type: 'text', settings: { text: 'Same for all' } }],
  },
};

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const access = { user: { read: 'all', create: 'none', update: 'none', delete: 'none' } };
  const fields = [
    { name: 'customer', label: 'Customer', type: 'text' },
    { name: 'secret', label: 'Secret', type: 'text', access: { read: [], write: [] } },
  ];
  await edit('add-app', { name: 'shop', label: 'Shop' });
  await edit('add-table', { name: 'orders', label: 'Orders', fields, access, app: 'shop' });
  await server.data.rows.insert(server.system, 'orders', { customer: 'Ada', secret: 'hush' });
  await edit('add-piece', { piece: { ...BANNER, app: 'shop' } });
  const layout = stack([use('u1', 'banner', { headline: 'First <b>' }), use('u2', 'banner')]);
  await edit('add-page', { page: { name: 'front', title: 'Front', roles: ['public'], layout, app: 'shop' } });
});
after(() => server.close());

describe('a piece', () => {
  it('shows the values of each use, and its own where a use leaves them open', async () => {
    const { text } = await admin.get('/page/front');
    assert.match(text, /First &lt;b(&gt;|>)/);
    assert.equal(text.match(/Said in the piece/g)?.length, 1);
    assert.equal(text.match(/Same for all/g)?.length, 2);
    assert.deepEqual(catalog().problems, []);
  });

  it('is updated everywhere when it is changed, also for who had the page in the cache', async () => {
    const visitor = await server.as('public');
    assert.match((await visitor.get('/page/front')).text, /Same for all/);
    const [card, words] = [BANNER.layout, BANNER.layout.children[1]];
    const layout = { ...card, children: [heading, { ...words, settings: { text: 'Changed for all' } }] };
    await edit('change-piece', { piece: 'banner', changes: { layout } });
    assert.equal((await visitor.get('/page/front')).text.match(/Changed for all/g)?.length, 2);
  });

  it('of a table is part of the view’s one statement and one round trip, and keeps field rights', async () => {
    const fact = (/** @type {string} */ id, /** @type {string} */ field) => ({
      id,
      type: 'field',
      settings: { field },
    });
    const params = [{ name: 'field', label: 'Field', node: 'f1', setting: 'field' }];
    const layout = stack([fact('f1', 'customer'), fact('f2', 'secret')]);
    await edit('add-piece', { piece: { name: 'facts', label: 'Facts', table: 'orders', params, layout, app: 'shop' } });
    const config = { layout: stack([use('u1', 'facts'), use('u2', 'facts', { field: 'id' })]) };
    await edit('add-view', {
      view: { name: 'order', label: 'Order', template: 'show', table: 'orders', roles: ['user'], config, app: 'shop' },
    });
    const id = (
      await server.data.select(server.system, [{ spec: { table: 'orders', select: [], limit: 1 }, params: {} }])
    )[0].rows[0].id;
    const { before, answer, after } = await withBarrierPassed(server, async () => ({
      before: server.data.db.counters(),
      answer: await admin.get(`/view/order?id=${id}`),
      after: server.data.db.counters(),
    }));
    assert.match(answer.text, /Ada/);
    assert.match(answer.text, /hush/);
    assert.equal(after.statements - before.statements, 1);
    assert.ok(after.roundTrips - before.roundTrips <= 1);
    const user = await server.as('user');
    const seen = await user.get(`/view/order?id=${id}`);
    assert.match(seen.text, /Ada/);
    assert.doesNotMatch(seen.text, /hush/, 'a field right holds inside a piece');
    const visitor = await (await server.as('public')).get(`/view/order?id=${id}`);
    assert.doesNotMatch(visitor.text, /Ada/);
  });

  it('follows a field that is renamed, in its layout and in the values of its uses', async () => {
    const layout = stack([use('u1', 'facts', { field: 'customer' })]);
    await edit('change-view', { view: 'order', changes: { config: { layout } } });
    await edit('change-field', { table: 'orders', field: 'customer', changes: { name: 'buyer' } });
    const { children } = /** @type {any} */ (catalog().view('order').config.layout);
    assert.equal(children[0].settings.use.values.field, 'buyer');
    assert.equal(/** @type {any} */ (catalog().piece('facts').layout).children[0].settings.field, 'buyer');
    assert.deepEqual(catalog().problems, []);
    await edit('change-piece', { piece: 'facts', changes: { name: 'facts_of_order' } });
    assert.equal(
      /** @type {any} */ (catalog().view('order').config.layout).children[0].settings.use.piece,
      'facts_of_order',
    );
  });

  it('never contains itself, directly or through others', async () => {
    const change = (/** @type {string} */ inner) =>
      edit('change-piece', { piece: 'banner', changes: { layout: stack([use('x', inner)]) } });
    await assert.rejects(change('banner'), { code: 'PIECE_CYCLE', message: /banner → banner/ });
    await edit('add-piece', { piece: { name: 'outer', label: 'Outer', layout: stack([use('x', 'banner')]) } });
    await assert.rejects(change('outer'), { code: 'PIECE_CYCLE', message: /banner → outer → banner/ });
    await edit('remove-piece', { piece: 'outer' });
    await assert.rejects(
      edit('add-piece', { piece: { name: 'mirror', label: 'Mirror', layout: stack([use('x', 'mirror')]) } }),
      { code: 'PIECE_CYCLE' },
    );
  });

  it('refuses bad input, and misplaced or missing pieces show up as problems', async () => {
    const bad = (/** @type {object} */ more) => edit('add-piece', { piece: { name: 'bad', label: 'Bad', ...more } });
    await assert.rejects(bad({ name: 'Bad Name' }), { code: 'NAME_INVALID' });
    await assert.rejects(bad({ name: 'banner' }), { code: 'NAME_TAKEN' });
    await assert.rejects(bad({ layout: { id: 'a' } }), { code: 'SETTINGS_INVALID' });
    await assert.rejects(bad({ table: 'gone' }), { code: 'TABLE_NOT_FOUND' });
    await assert.rejects(bad({ layout: heading, params: [{ name: 'a', node: 'h1', setting: 'gone' }] }), {
      code: 'INPUT_INVALID',
    });
    await assert.rejects(bad({ nonsense: 1 }), { code: 'INPUT_INVALID' });
    await assert.rejects(edit('change-piece', { piece: 'gone', changes: {} }), { code: 'PIECE_NOT_FOUND' });
    const layout = stack([use('a', 'gone'), use('b', 'facts_of_order'), use('c', 'banner', { headline: 7, other: 1 })]);
    await edit('add-page', { page: { name: 'wrong', title: 'Wrong', layout } });
    const answer = await admin.get('/page/wrong');
    assert.equal(answer.status, 200, 'the rest of the page is shown');
    const { text } = await admin.get('/admin/problems');
    assert.match(text, /There is no piece (“|"|&quot;)gone/);
    assert.match(text, /shows rows of another table/);
    await edit('remove-page', { page: 'wrong' });
  });

  it('is not removed while it is used; detached, each use keeps its own content', async () => {
    await assert.rejects(edit('remove-piece', { piece: 'banner' }), { code: 'PIECE_USED', message: /page front/ });
    const { text } = await admin.get('/admin/pieces/banner/delete');
    assert.match(text, /Front/);
    assert.match(text, /A copy of its content stays/);
    assert.equal((await admin.post('/admin/pieces/banner/delete', {})).status, 303);
    assert.equal(catalog().hasPiece('banner'), false);
    const front = (await admin.get('/page/front')).text;
    assert.match(front, /First &lt;b(&gt;|>)/);
    assert.equal(front.match(/Changed for all/g)?.length, 2);
    assert.deepEqual(catalog().problems, []);
  });

  it('comes with its app, and with a prefix of its own', async () => {
    const document = await server.data.apps.export(server.system, 'shop');
    assert.deepEqual(
      document.pieces?.map((/** @type {any} */ { name }) => name),
      ['facts_of_order'],
    );
    const result = await server.data.apps.install(server.system, document, { prefix: 'two_' });
    assert.ok(result);
    assert.ok(catalog().hasPiece('two_facts_of_order'));
    assert.equal(catalog().piece('two_facts_of_order').table, 'two_orders');
    const { children } = /** @type {any} */ (catalog().view('two_order').config.layout);
    assert.equal(children[0].settings.use.piece, 'two_facts_of_order');
    assert.deepEqual(catalog().problems, []);
    await edit('remove-app', { app: 'two_shop' });
    assert.equal(catalog().hasPiece('two_facts_of_order'), false);
  });

  it('is made of a selected element, which it replaces, and edited like a page', async () => {
    await edit('add-page', { page: { name: 'long', title: 'Long', layout: stack([BANNER.layout]) } });
    const editorForm = async (/** @type {string} */ address) => {
      const { text } = await admin.get(address);
      const form = readForms(text).find((one) => one.method === 'post' && 'draft' in one.values);
      assert.ok(form, text.slice(0, 1000));
      const { op: _, ...values } = form.values;
      return values;
    };
    const asked = await admin.post('/admin/pieces/~new', {
      ...(await editorForm('/admin/pages/long?at=layout/c1')),
      from: 'page:long',
    });
    assert.equal(asked.status, 200);
    const form = readForms(asked.text).find(({ values }) => 'label' in values);
    const made = await admin.post('/admin/pieces/~new', {
      ...form?.values,
      ...{ label: 'Notice', replace: 'on', 'params.0.at': 'h1.text', 'params.0.label': 'Title' },
    });
    assert.equal(made.status, 303, made.text);
    const [placed] = /** @type {any} */ (catalog().page('long').layout).children;
    assert.deepEqual([placed.type, placed.settings.use.piece], ['piece', 'notice']);
    assert.deepEqual(
      catalog()
        .piece('notice')
        .params.map((/** @type {any} */ { name }) => name),
      ['title'],
    );
    assert.match((await admin.get('/page/long')).text, /Said in the piece/);
    const values = await editorForm('/admin/pieces/notice?at=layout/t1');
    const saved = await admin.post('/admin/pieces/notice', { ...values, 'node.text': 'By the editor', op: 'save' });
    assert.equal(saved.status, 303, saved.text);
    assert.match((await admin.get('/page/long')).text, /By the editor/);
    const source = await admin.get('/admin/pieces/notice/source');
    assert.match(source.text, /setting: text/);
    const none = await admin.post('/admin/pieces/~new', { ...form?.values, node: 'gone', label: 'Nothing' });
    assert.equal(none.status, 422);
  });

  it('is edited by admins only', async () => {
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      for (const path of ['/admin/pieces', '/admin/pieces/notice', '/admin/pieces/notice/source'])
        assert.doesNotMatch((await client.get(path)).text, /Notice/);
      await client.post('/admin/pieces/notice/delete', {});
    }
    assert.ok(catalog().hasPiece('notice'));
  });
});
