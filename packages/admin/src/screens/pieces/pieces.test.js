import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readForms, startTestServer, withBarrierPassed } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;

/** @param {string} name @param {any} input */
const edit = (name, input) => server.data.edit(server.system, name, input);
const catalog = () => server.data.catalog();
/** @param {string} id @param {string} piece @param {object} [values] */
const use = (id, piece, values = {}) => ({ id, type: 'piece', settings: { use: { piece, values } } });
/** What the builder starts with. @param {string} address @returns {Promise<any>} */
async function builderState(address) {
  const { text } = await admin.get(address);
  return JSON.parse(/id="builder-state">(.*?)<\/script>/s.exec(text)?.[1] ?? assert.fail(text.slice(0, 2000)));
}
/** @param {any[]} palette @param {string} group @returns {string[]} */
const namesIn = (palette, group) =>
  (palette.find(({ name }) => name === group)?.items ?? []).map((/** @type {any} */ { label }) => label);
/** @param {any[]} children */
const stack = (children) => ({ id: 'root', type: 'stack', children });
const heading = { id: 'h1', type: 'heading', settings: { text: 'Said in the piece' } };
const BANNER = {
  name: 'banner',
  label: 'Banner',
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
    let count = 0;
    const { before, answer, after } = await withBarrierPassed(server, async () => ({
      before: server.data.db.counters(),
      answer: await admin.get(`/view/order?id=${id}&new=${count++}`),
      after: server.data.db.counters(),
    }));
    assert.match(answer.text, /Ada/);
    assert.match(answer.text, /hush/);
    // And the snapshot, by which a page from memory is known to be right.
    assert.equal(after.statements - before.statements, 2);
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
    const build = '/admin/build/pages/long';
    const { draft, version } = await builderState(build);
    const chosen = { draft, nodes: ['c1'], label: 'Notice', params: ['h1.text'] };
    const made = await admin.postJson(`${build}/save-piece`, chosen);
    assert.equal(made.status, 200, made.text);
    draft.layouts.layout.children = made.json().item.nodes;
    const placed = (await admin.postJson(`${build}/paint`, { draft, version })).json();
    assert.equal((await admin.postJson(`${build}/publish`, { version: placed.version })).status, 200);
    const [one] = /** @type {any} */ (catalog().page('long').layout).children;
    assert.deepEqual([one.type, one.settings.use.piece], ['piece', 'notice']);
    const [{ name: param }] = catalog().piece('notice').params;
    assert.match((await admin.get('/page/long')).text, /Said in the piece/);
    /** @param {string} address @returns {Promise<Record<string, any>>} */
    const editorForm = async (address) => {
      const { text } = await admin.get(address);
      const form = readForms(text).find((found) => found.method === 'post' && 'text' in found.values);
      const { op: _, ...values } = form?.values ?? assert.fail(text.slice(0, 1000));
      return values;
    };
    const url = '/admin/pieces/notice/settings';
    const [settings] = readForms((await admin.get(url)).text).filter(({ action }) => action === url);
    assert.equal((await admin.post(url, { ...settings.values, 'general.description': 'Told' })).status, 303);
    assert.equal(/** @type {any} */ (catalog().piece('notice')).description, 'Told');
    assert.equal(catalog().piece('notice').params[0].name, param, 'it is still known by its name');
    const source = await editorForm('/admin/pieces/notice/source');
    assert.match(source.text, /setting: text/);
    const named = source.text.replace(
      'params:\n',
      'params:\n  - name: any_name\n    label: Other\n    node: t1\n    setting: text\n',
    );
    assert.equal(
      (await admin.post('/admin/pieces/notice/source', { ...source, text: named, op: 'publish' })).status,
      303,
    );
    assert.deepEqual(
      catalog()
        .piece('notice')
        .params.map((/** @type {any} */ { name }) => name),
      ['any_name', param],
      'the source names parameters itself',
    );
    await admin.post('/admin/pieces/notice/source', {
      ...(await editorForm('/admin/pieces/notice/source')),
      text: source.text,
      op: 'publish',
    });
  });

  it('is edited in the builder: a draft until it is published, then changed in all places, which are counted', async () => {
    const url = '/admin/build/pieces/notice';
    const { draft, version, row } = await builderState(url);
    assert.equal(row, null, 'a piece without a table shows no row');
    draft.layouts.layout.children.push({ id: 'drafted1', type: 'text', settings: { text: 'Drafted words' } });
    const painted = (await admin.postJson(`${url}/paint`, { draft, version, select: [] })).json();
    assert.match(painted.main, /<!--n:drafted1-->.*Drafted words/s);
    assert.match(painted.properties, /value="drafted1.text"/, 'a new element can be a parameter at once');
    const visitor = await server.as('public');
    for (const client of [visitor, admin])
      assert.doesNotMatch((await client.get('/page/long')).text, /Drafted words/, 'not even an administrator sees it');
    const { text } = await admin.get(url);
    assert.match(text, /Used in one place[^]*href="\/admin\/build\/pages\/long[^"]*">Long/);
    draft.general.params.push({ at: 'drafted1.text', label: 'Words' });
    const saved = (await admin.postJson(`${url}/paint`, { draft, version: painted.version })).json();
    assert.deepEqual(saved.problems, []);
    const done = await admin.postJson(`${url}/publish`, { version: saved.version });
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(
      catalog()
        .piece('notice')
        .params.map((/** @type {any} */ { name }) => name),
      ['text', 'words'],
    );
    assert.match((await admin.get('/page/long')).text, /Drafted words/);
    draft.layouts.layout.children.pop();
    const gone = (await admin.postJson(`${url}/paint`, { draft, version: (await builderState(url)).version })).json();
    assert.match(JSON.stringify(gone.problems), /Parameters/, 'a parameter of an element that is gone');
    assert.equal((await admin.postJson(`${url}/publish`, { version: gone.version })).status, 422);
    await admin.postJson(`${url}/discard`, { version: gone.version });
  });

  it('is tried on the canvas with values for its parameters, which no draft holds', async () => {
    await edit('change-piece', { piece: 'notice', changes: { params: [{ ...BANNER.params[0] }] } });
    const url = '/admin/build/pieces/notice';
    const { draft, version } = await builderState(url);
    const paint = async (/** @type {any} */ tried) =>
      (await admin.postJson(`${url}/paint`, { draft, version, tried })).json();
    const text = new URLSearchParams({ 'try.headline': 'Tried <b>', touched: 'headline' }).toString();
    const shown = await paint(text);
    assert.match(shown.main, /<!--n:h1-->[^]*Tried &lt;b/);
    assert.doesNotMatch(shown.main, /Said in the piece/);
    assert.deepEqual([shown.version, shown.problems, shown.wrongTried], [version, [], []]);
    assert.match((await paint('try.headline=Untouched')).main, /Said in the piece/);
    const { form } = (await admin.postJson(`${url}/tried`, { draft, tried: '' })).json();
    assert.match(form, /name="try.headline"[^>]*value="Said in the piece"|>Said in the piece<\/textarea>/);
    const wrong = await paint(
      new URLSearchParams({ 'try.headline': 'x'.repeat(5000), touched: 'headline' }).toString(),
    );
    assert.match(wrong.wrongTried.join(), /^Headline: /);
    assert.match(wrong.main, /Said in the piece/, 'a wrong value is left out');
    for (const rubbish of ['touched=gone', '&&=', 7, {}, ['x'], null])
      assert.match((await paint(rubbish)).main, /Said in the piece/, JSON.stringify(rubbish));
    const page = await builderState('/admin/build/pages/long');
    const unchanged = await admin.postJson('/admin/build/pages/long/paint', { ...page, select: [], tried: text });
    assert.equal(unchanged.status, 200, 'a page has nothing to try');
    assert.doesNotMatch((await admin.get('/page/long')).text, /Tried/);
    assert.equal(await server.data.drafts.find(server.system, catalog().piece('notice').id), null);
  });

  it('names the open drafts that use it, who has them open, and what they would lose', async () => {
    const url = '/admin/build/pieces/notice';
    await edit('add-page', { page: { name: 'drafty', title: 'Drafty <i>', layout: stack([]) } });
    const usesNow = async () => (await admin.get(`${url}/uses`)).json().html;
    assert.doesNotMatch(await usesNow(), /Drafty/);
    const { draft, version } = await builderState('/admin/build/pages/drafty');
    draft.layouts.layout.children.push(use('u1', 'notice', { headline: 'Mine' }));
    await admin.postJson('/admin/build/pages/drafty/paint', { draft, version });
    await admin.postJson('/admin/build/pages/drafty/presence', { tab: 'tab-of-admin', selected: [] });
    const named = await usesNow();
    assert.match(named, /One open draft uses it[^]*href="\/admin\/build\/pages\/drafty">Drafty &lt;i/);
    assert.match(named, /Open by /);
    assert.doesNotMatch(named, /no longer has/);
    const piece = await builderState(url);
    piece.draft.general.params = [];
    const { version: changed } = (await admin.postJson(`${url}/paint`, piece)).json();
    assert.match(await usesNow(), /no longer has: Headline/);
    assert.match((await admin.get('/admin/pieces/notice/settings')).text, /One open draft uses it/);
    await admin.postJson(`${url}/discard`, { version: changed });
    const pageNow = await builderState('/admin/build/pages/drafty');
    await admin.postJson('/admin/build/pages/drafty/discard', { version: pageNow.version });
    assert.doesNotMatch(await usesNow(), /Drafty/, 'a discarded draft uses nothing');
    await edit('remove-page', { page: 'drafty' });
  });

  it('has preview links for whoever may open a place that uses it', async () => {
    const url = '/admin/build/pieces/notice';
    const { draft, version } = await builderState(url);
    draft.layouts.layout.children[0].settings.text = 'Drafted piece';
    await admin.postJson(`${url}/paint`, { draft, version });
    const { url: link } = (await admin.postJson(`${url}/preview-link`, {})).json();
    const { pathname } = new URL(link);
    const user = await server.as('user');
    assert.equal(catalog().page('long').roles.length, 0);
    assert.match((await admin.get(pathname)).text, /Drafted piece/);
    assert.doesNotMatch((await user.get(pathname)).text, /Drafted piece/, 'only admins may open its places');
    await edit('change-page', { page: 'long', changes: { roles: ['user'] } });
    const shown = await user.get(pathname);
    assert.equal(shown.status, 200);
    assert.match(shown.text, /Drafted piece/);
    assert.doesNotMatch((await (await server.as('public')).get(pathname)).text, /Drafted piece/);
    await admin.postJson(`${url}/discard`, { version: (await builderState(url)).version });
    const ended = await user.get(pathname);
    assert.equal(ended.status, 404);
    assert.match(ended.text, /has been discarded/);
  });

  it('is shown in the builder with a row of its table, and not offered where it would contain itself', async () => {
    const { draft, palette } = await builderState('/admin/build/views/order');
    assert.ok(namesIn(palette, 'pieces').includes('Notice'));
    assert.ok(namesIn(palette, 'pieces').includes('Facts'));
    assert.ok(!namesIn((await builderState('/admin/build/pages/long')).palette, 'pieces').includes('Facts'), 'no row');
    assert.ok(draft);
    const facts = await builderState('/admin/build/pieces/facts_of_order');
    assert.ok(facts.row.id, 'a row to show it with');
    assert.ok(facts.palette.some((/** @type {any} */ { name }) => name === 'fields'));
    assert.equal(facts.palette[0].items[0].nodes[0].type, 'field');
    assert.ok(!namesIn(facts.palette, 'pieces').includes('Facts'));
    await edit('add-piece', { piece: { name: 'around', label: 'Around', layout: stack([use('a', 'notice')]) } });
    assert.ok(!namesIn((await builderState('/admin/build/pieces/notice')).palette, 'pieces').includes('Around'));
    await edit('remove-piece', { piece: 'around' });
  });

  it('is made of elements selected in the builder, and a use of it becomes independent again', async () => {
    const url = '/admin/build/pages/long';
    const one = { id: 'one1', type: 'heading', settings: { text: 'One' } };
    const two = { id: 'two2', type: 'heading', settings: { text: 'Two' } };
    const tabs = {
      id: 'tabs3',
      type: 'tabs',
      children: [{ id: 'tab4', type: 'tab', settings: { label: 'T' }, children: [two] }],
    };
    const { draft } = await builderState(url);
    const within = (/** @type {any[]} */ children) => ({ ...draft, layouts: { layout: stack(children) } });
    const send = (/** @type {string} */ path, /** @type {any} */ body) => admin.postJson(`${url}/${path}`, body);
    const { options } = (await send('piece-settings', { draft: within([one, two]), nodes: ['two2', 'one1'] })).json();
    assert.ok(
      options.some((/** @type {any} */ { value }) => value === 'one1.text'),
      JSON.stringify(options),
    );
    const params = ['one1.text', 'two2.text', 'gone.text'];
    const body = { draft: within([one, two]), nodes: ['two2', 'one1'], label: 'Pair <b>', params };
    const { name, item } = (await send('save-piece', body)).json();
    const made = /** @type {any} */ (catalog().piece(name));
    assert.deepEqual(
      made.layout.children.map((/** @type {any} */ { id }) => id),
      ['one1', 'two2'],
    );
    assert.deepEqual([made.params.length, made.app, made.label], [2, null, 'Pair <b>']);
    const placed = { ...item.nodes[0], settings: { use: { piece: name, values: { [made.params[0].name]: 'Mine' } } } };
    const { node } = (await send('detach', { node: placed })).json();
    assert.match(JSON.stringify(node), /"Mine"/);
    assert.notEqual(node.children[0].id, 'one1', 'a copy');
    const part = (await send('piece-settings', { draft: within([tabs]), nodes: ['tab4'] })).json();
    assert.equal(part.options[0].value, 'two2.text', 'contents first');
    assert.ok(part.options.every((/** @type {any} */ { value }) => !value.startsWith('tab4.')));
    for (const [path, wrong, status] of /** @type {[string, any, number][]} */ ([
      ['save-piece', { ...body, label: ' ' }, 422],
      ['save-piece', { ...body, nodes: ['root'] }, 422],
      ['save-piece', { ...body, nodes: ['one1', 'gone'] }, 422],
      ['save-piece', { ...body, nodes: 'one1' }, 422],
      ['save-piece', { ...body, draft: {} }, 422],
      ['piece-settings', { draft: within([one, tabs]), nodes: ['one1', 'two2'] }, 422],
      ['detach', { node: use('x', 'gone') }, 404],
      ['detach', { node: { ...use('x', 'notice'), id: '' } }, 422],
      ['detach', { node: 7 }, 404],
      ['detach', {}, 404],
    ]))
      assert.equal((await send(path, wrong)).status, status, `${path} ${JSON.stringify(wrong).slice(-80)}`);
    assert.equal(catalog().pieces.length, 3);
    await edit('remove-piece', { piece: name });
  });

  it('is edited by admins only', async () => {
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      for (const path of ['pieces', 'pieces/notice', 'pieces/notice/source', 'build/pieces/notice'])
        assert.doesNotMatch((await client.get(`/admin/${path}`)).text, /Notice/);
      await client.post('/admin/pieces/notice/delete', {});
      for (const path of ['save-piece', 'piece-settings', 'detach'])
        assert.ok(
          [401, 404].includes(
            (await client.postJson(`/admin/build/pages/long/${path}`, { node: use('x', 'notice') })).status,
          ),
        );
    }
    assert.ok(catalog().hasPiece('notice'));
  });
});
