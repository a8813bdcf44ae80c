import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
/** @type {any} */
let oldest;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await admin.post('/admin/tables', { label: 'Pens' });
  await admin.post('/admin/tables/pens/new-field', { type: 'text', label: 'Maker' });
  await admin.post('/admin/tables/pens/views', {});
  ({ id: oldest } = await server.data.rows.insert(server.system, 'pens', { maker: 'Oldest' }));
  await server.data.rows.insert(server.system, 'pens', { maker: 'Newest' });
  await server.data.edit(server.system, 'add-page', {
    page: {
      name: 'welcome',
      title: 'Welcome',
      roles: ['public'],
      layout: node('stack', {}, [node('heading', { text: 'Hello' })]),
    },
  });
});
after(() => server.close());

/** What the builder starts with. @param {string} address @returns {Promise<any>} */
async function stateOf(address) {
  const { text } = await admin.get(address);
  const [, json] = /id="builder-state">(.*?)<\/script>/s.exec(text) ?? assert.fail(text.slice(0, 3000));
  return JSON.parse(json);
}

/** @param {string} address @param {any} body @param {any} [client] @returns {Promise<any>} */
async function send(address, body, client = admin) {
  const answer = await client.postJson(address, body);
  return { ...answer.json(), status: answer.status };
}

/** Without the builder's marks and style sheet, and what scripts do for a visitor alone. @param {string} text */
const asDelivered = (text) =>
  text
    .replaceAll(/<!--(?!doctype).*?-->| data-pl-preview|<link [^>]*in-canvas[^>]*>|<script\b[^>]*><\/script>/g, '')
    // Time passes in between, on a busy machine a minute.
    .replaceAll(/\b(now|\d+ (second|minute)s? ago)\b/g, 'just now')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('> <', '><');

/** @param {any} draft @param {string} text */
function withHeading(draft, text) {
  const copy = structuredClone(draft);
  copy.layouts.layout.children[0].settings.text = text;
  return copy;
}

describe('the builder', () => {
  it('starts with what is published, and saves a draft that visitors never see', async () => {
    const { draft, version, elements } = await stateOf('/admin/build/pages/welcome');
    assert.ok(version < 0, 'nothing is drafted');
    assert.ok(elements.some((/** @type {any} */ one) => one.name === 'card' && one.offered && one.isContainer));
    const answer = await send('/admin/build/pages/welcome/paint', { draft: withHeading(draft, 'Drafted'), version });
    assert.equal(answer.status, 200);
    assert.equal(answer.version, 1, 'the first one');
    assert.match(answer.head, /<!--n:\w+-->.*Drafted/s);
    assert.ok(Object.values(answer.hints).includes('Drafted'));
    const visitor = await server.as('public');
    const { text } = await visitor.get('/page/welcome');
    assert.match(text, /Hello/);
    assert.doesNotMatch(text, /Drafted|<!--n:/);
    assert.equal(
      (await stateOf('/admin/build/pages/welcome')).draft.layouts.layout.children[0].settings.text,
      'Drafted',
    );
    const canvas = await admin.get('/admin/build/pages/welcome/canvas');
    assert.match(canvas.text, /<!--n:\w+-->.*Drafted/s);
    assert.match(canvas.text, /in-canvas\.css/);
  });

  it('offers the fields, related rows, views and actions to insert, and nothing for a list, which has no layout', async () => {
    const { palette } = await stateOf('/admin/build/views/pens_show');
    const [fields, ...groups] = palette;
    assert.equal(fields.label, 'Pens');
    assert.deepEqual(fields.items[0].nodes[0].settings.field, 'maker');
    const names = groups.map((/** @type {any} */ group) => group.name);
    for (const name of ['layout', 'content', 'data', 'action', 'views', 'actions'])
      assert.ok(names.includes(name), name);
    const { palette: ofForm } = await stateOf('/admin/build/views/pens_edit');
    assert.equal(ofForm[0].items[0].nodes[0].type, 'form_field');
    assert.ok(ofForm[0].items.every((/** @type {any} */ item) => item.nodes[0].settings.field !== 'id'));
    assert.deepEqual((await stateOf('/admin/build/views/pens')).palette, []);
  });

  it('gives a form field that comes into child rows one of their fields', async () => {
    const { data, system } = server;
    const fields = [
      { name: 'pen', label: 'Pen', type: 'relation', attributes: { table: 'pens' } },
      { name: 'colour', label: 'Colour', type: 'text' },
    ];
    await data.edit(system, 'add-table', { name: 'caps', label: 'Caps', fields });
    const { palette } = await stateOf('/admin/build/views/pens_edit');
    const items = palette.flatMap((/** @type {any} */ group) => group.items);
    const nodes = items.flatMap((/** @type {any} */ one) => one.nodes);
    const control = nodes.find((/** @type {any} */ one) => one.type === 'form_field' && one.fieldsIn);
    assert.equal(control.settings.field, 'maker');
    assert.equal(control.fieldsIn['caps.pen'].field, 'colour');
    assert.equal(nodes.find((/** @type {any} */ one) => one.type === 'text').fieldsIn, undefined);
    await data.edit(system, 'remove-table', { table: 'caps' });
  });

  it('weighs less than 200 KB compressed, and nothing of it is on a delivered page', async () => {
    const { text } = await admin.get('/admin/build/pages/welcome');
    const assets = new Map();
    /** @param {string} url */
    const load = async (url) => {
      if (assets.has(url)) return;
      assets.set(url, 0);
      const { text: code } = await admin.get(url);
      assets.set(url, gzipSync(code).length);
      const imports = [...code.matchAll(/(?:from|import) ?['"](\.[^'"]+)['"]/g)];
      for (const [, path] of imports) await load(new URL(path, `http://plinth${url}`).pathname);
    };
    const named = text.matchAll(/<(?:link rel="stylesheet" href|script[^>]* src)="([^"]+)"/g);
    for (const [, url] of named) await load(url);
    const own = [...assets.keys()].filter((url) => /\/admin\/(builder|model)\//.test(url));
    assert.deepEqual(
      own.map((url) => url.split('/').at(-1)).sort(),
      ['builder.js', 'screen.css'],
      'one file, not many',
    );
    const { text: script } = await admin.get(own.find((url) => url.endsWith('.js')) ?? '');
    assert.match(script, /class Swap\b/, 'imported modules count as well');
    const preloaded = [...text.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, url]) => url);
    const scripts = [...text.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, url]) => url);
    const modules = [...assets.keys()].filter((url) => url.endsWith('.js') && !/htmx|first-paint/.test(url));
    assert.deepEqual([...scripts, ...preloaded].sort(), modules.sort(), 'none waits for the one that imports it');
    const bytes = [...assets.values()].reduce((sum, size) => sum + size, gzipSync(text).length);
    assert.ok(bytes < 200 * 1024, `${bytes} bytes`);
    for (const client of [await server.as('public'), admin]) {
      const { text: page } = await client.get('/page/welcome');
      assert.match(page, /Hello/);
      assert.doesNotMatch(page, /admin\/builder|bld-|<!--/);
    }
  });

  it('shows the very page that visitors get: top bar with the way here, title and main action, and contents', async () => {
    const place = node('stack', { direction: 'row' }, [
      node('heading', { text: 'Our pens', level: '2' }),
      node('link', { label: 'All', to: 'url', url: '/view/pens' }),
    ]);
    await server.data.edit(server.system, 'add-page', {
      page: { name: 'led', title: 'Led', roles: ['public'], layout: node('stack', {}, [place, node('text', {})]) },
    });
    await server.data.edit(server.system, 'add-page', {
      page: {
        name: 'first',
        title: 'First',
        roles: ['admin'],
        layout: node('stack', {}, [node('embed', { view: 'pens' })]),
      },
    });
    const items = ['page/led', 'view/pens'].map((target, i) => ({
      id: `i${i}`,
      kind: 'link',
      target: `/${target}`,
      label: target,
    }));
    await server.data.edit(server.system, 'change-menu', {
      items: [{ id: 'group', kind: 'group', label: 'Stationery', items }],
    });
    const one = `?id=${oldest}`;
    for (const path of ['page/led', 'page/first', 'view/pens', `view/pens_show${one}`, `view/pens_edit${one}`]) {
      const [kind, name] = path.replace(/\?.*/, '').split('/');
      const at = `/admin/build/${kind}s/${name}`;
      const { text: canvas } = await admin.get(`${at}/canvas?row=${oldest}`);
      const { text: delivered } = await admin.get(`/${path}`);
      assert.match(delivered, /<div class="pl-head"/, path);
      assert.equal(asDelivered(canvas), asDelivered(delivered), path);
      const { draft, version } = await stateOf(at);
      const painted = await send(`${at}/paint`, { draft, version, row: String(oldest) });
      for (const part of [painted.head, painted.main])
        assert.ok(asDelivered(delivered).includes(asDelivered(part)), `${path} ${part}`);
    }
    assert.match(
      (await admin.get('/page/led')).text,
      /breadcrumb-item[^]*<h1[^>]*>Our pens<\/h1>[^]*pl-head-actions[^]*>All</,
    );
  });

  it('refuses to save on top of what somebody else has saved', async () => {
    const { draft, version } = await stateOf('/admin/build/pages/welcome');
    const answer = await send('/admin/build/pages/welcome/paint', {
      draft: withHeading(draft, 'Mine'),
      version: version - 1,
    });
    assert.equal(answer.status, 409);
    assert.equal(answer.version, version);
    assert.equal(answer.draft.layouts.layout.children[0].settings.text, 'Drafted');
  });

  it('shows a row view with the newest row or a chosen one, and with the rights of a role', async () => {
    const { draft, version, row } = await stateOf('/admin/build/views/pens_show');
    assert.match(row.label, /Newest/);
    const chosen = await send('/admin/build/views/pens_show/paint', { draft, version, row: String(oldest) });
    assert.match(chosen.head + chosen.main, /Oldest/);
    const seen = await send('/admin/build/views/pens_show/paint', { draft, version, as: 'role:public' });
    assert.doesNotMatch(seen.head + seen.main, /Newest|Oldest/);
    assert.equal(seen.as, 'role:public');
  });

  it('finds rows and people to show a layout with', async () => {
    const found = async (/** @type {string} */ path) =>
      (await admin.get(`/admin/build/views/pens_show/${path}`)).json();
    assert.deepEqual(
      (await found('rows')).map((/** @type {any} */ one) => /^\w+/.exec(one.label)?.[0]),
      ['Newest', 'Oldest'],
    );
    assert.equal((await found('rows?q=Oldest'))[0].value, String(oldest));
    const [{ value }] = await found('people?q=admin%40example');
    assert.match(value, /^user:/);
    const { draft, version } = await stateOf('/admin/build/views/pens_show');
    assert.equal((await send('/admin/build/views/pens_show/paint', { draft, version, as: value })).as, value);
    const user = await server.as('user');
    assert.equal((await user.get('/admin/build/views/pens_show/people')).status, 404);
  });

  it('takes settings from the form of an element', async () => {
    const { draft, version } = await stateOf('/admin/build/pages/welcome');
    const { id } = draft.layouts.layout.children[0];
    const form = {
      draft: JSON.stringify(draft),
      version,
      panel: 'layout:layout',
      node: id,
      'node.open': '1',
      'node.text': 'From the form',
    };
    const { status, text } = await admin.post('/admin/build/pages/welcome/properties', form);
    assert.equal(status, 200, text);
    assert.equal(JSON.parse(text).draft.layouts.layout.children[0].settings.text, 'From the form');
  });

  it('is for admins alone', async () => {
    const { draft, version } = await stateOf('/admin/build/pages/welcome');
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      for (const path of ['', '/canvas', '?as=role:admin', '/canvas?as=role:admin']) {
        const { text } = await client.get(`/admin/build/pages/welcome${path}`);
        assert.doesNotMatch(text, /builder-state|From the form/, `${role} ${path}`);
      }
      const { status } = await client.postJson('/admin/build/pages/welcome/paint', { draft, version });
      assert.notEqual(status, 200);
    }
  });

  it('I11: refuses a draft that is none, and keeps the stored one', async () => {
    const { draft, version } = await stateOf('/admin/build/pages/welcome');
    const cyclic = structuredClone(draft);
    cyclic.layouts.layout.children.push(cyclic.layouts.layout.children[0]);
    for (const wrong of [
      null,
      'x',
      [],
      {},
      { ...draft, layouts: {} },
      { ...draft, layouts: { layout: 'x' } },
      cyclic,
      { ...draft, general: { title: '\u0000' } },
    ]) {
      const answer = await send('/admin/build/pages/welcome/paint', { draft: wrong, version });
      assert.equal(answer.status, 422, JSON.stringify(wrong));
    }
    const huge = { ...draft, general: { ...draft.general, description: 'x'.repeat(10_000_000) } };
    const { status } = await admin.postJson('/admin/build/pages/welcome/paint', { draft: huge, version });
    assert.equal(status, 413);
    assert.equal((await stateOf('/admin/build/pages/welcome')).version, version);
  });

  it('lists what is wrong, once for each element', async () => {
    const { draft, version } = await stateOf('/admin/build/pages/welcome');
    const wrong = structuredClone(draft);
    wrong.layouts.layout.children.push(
      { id: 'nolabel1', type: 'button', settings: { label: '' } },
      { id: 'noview1', type: 'embed', settings: { view: 'gone_view' } },
      { id: 'badwhen1', type: 'text', settings: { text: 'x' }, visible: { when: 'nothing.like == this' } },
      { id: 'nothing1', type: 'gone_element' },
    );
    const { problems } = await send('/admin/build/pages/welcome/paint', { draft: wrong, version });
    const told = Object.fromEntries(problems.map((/** @type {any} */ one) => [one.node, one.message]));
    assert.equal(Object.keys(told).length, problems.length, JSON.stringify(problems));
    assert.match(told.nolabel1, /Button: Fill in “Label”/);
    assert.match(told.noview1, /View “gone_view” no longer exists/);
    assert.match(told.badwhen1, /nothing/);
    assert.match(told.nothing1, /Unknown element “gone_element”\. Its plugin may be disabled/);
    await send('/admin/build/pages/welcome/discard', {
      version: (await stateOf('/admin/build/pages/welcome')).version,
    });
  });

  it('shows an unknown element as a problem, and text as text', async () => {
    const { draft, version } = await stateOf('/admin/build/pages/welcome');
    const strange = structuredClone(draft);
    strange.layouts.layout.children.push(
      { id: 'strange1', type: 'gone_element' },
      { id: 'text1', type: 'heading', settings: { text: '<script>alert(1)</script>' } },
    );
    const answer = await send('/admin/build/pages/welcome/paint', { draft: strange, version });
    assert.equal(answer.status, 200);
    assert.ok(
      answer.problems.some((/** @type {any} */ one) => one.node === 'strange1'),
      JSON.stringify(answer.problems),
    );
    assert.doesNotMatch(answer.main + answer.head, /<script>alert/);
    const { text } = await admin.get('/admin/build/pages/welcome');
    assert.doesNotMatch(text, /<script>alert/);
  });

  it('follows the rename of a field in every open draft, and its undo', async () => {
    const views = ['pens_show', 'pens_edit'].map((name) => `/admin/build/views/${name}`);
    await server.data.edit(server.system, 'add-field', { table: 'pens', field: { name: 'nib', type: 'text' } });
    for (const address of views) {
      const { draft, version } = await stateOf(address);
      const type = address.endsWith('edit') ? 'form_field' : 'field';
      const visible = { when: 'row.nib != ""' };
      draft.layouts.layout.children.push({ id: 'nibnode1', type, settings: { field: 'nib' }, visible });
      // Drafts may hold what can't be published.
      const [field, when] = [/** @type {any} */ ({ nib: 1 }), 'row. == nib +'];
      const strange = {
        id: 'strange2',
        type: 'field',
        settings: { field, view: 'nib', relation: [5] },
        visible: { when },
      };
      draft.layouts.layout.children.unshift(strange);
      assert.equal((await send(`${address}/paint`, { draft, version })).status, 200);
    }
    const [{ draft, version }] = await Promise.all(views.map(stateOf));
    const rename = { table: 'pens', field: 'nib', changes: { name: 'point' } };
    const { revision } = await server.data.edit(server.system, 'change-field', rename);
    const last = (/** @type {any} */ state) => state.draft.layouts.layout.children.at(-1);
    const of = (/** @type {any} */ state) =>
      state.problems.filter((/** @type {any} */ { message }) => /nib|point/.test(message));
    for (const address of views) {
      const state = await stateOf(address);
      assert.equal(last(state).settings.field, 'point');
      assert.equal(last(state).visible.when, 'row.point != ""');
      assert.deepEqual(
        of(state).filter((/** @type {any} */ { node: id }) => id === 'nibnode1'),
        [],
      );
    }
    // A browser that has it open is told, and merges; nothing is overwritten.
    const late = await send(`${views[0]}/paint`, { draft, version });
    assert.equal(late.status, 409);
    assert.equal(last(late).settings.field, 'point');
    await server.data.revisions.undo(server.system, revision);
    for (const address of views) {
      const state = await stateOf(address);
      assert.equal(last(state).settings.field, 'nib');
      assert.deepEqual(
        of(state).filter((/** @type {any} */ { node: id }) => id === 'nibnode1'),
        [],
      );
      state.draft.layouts.layout.children.shift();
      const mended = await send(`${address}/paint`, { draft: state.draft, version: state.version });
      assert.equal((await send(`${address}/publish`, { version: mended.version })).status, 200);
    }
  });

  it('keeps a draft whose field, and then whose table, is gone, and says so', async () => {
    const address = '/admin/build/views/pens_show';
    const { draft, version } = await stateOf(address);
    const text = { id: 'maker123', type: 'field', settings: { field: 'maker' } };
    draft.layouts.layout.children.push(text);
    assert.equal((await send(`${address}/paint`, { draft, version })).status, 200);
    await server.data.edit(server.system, 'add-field', { table: 'pens', field: { name: 'ink', type: 'text' } });
    await server.data.edit(server.system, 'change-table', { table: 'pens', changes: { display: 'ink' } });
    await server.data.edit(server.system, 'remove-field', { table: 'pens', field: 'maker' });
    const { problems } = await stateOf(address);
    assert.ok(
      problems.some(
        (/** @type {any} */ one) => one.node === 'maker123' && /Field “maker” no longer exists/.test(one.message),
      ),
      JSON.stringify(problems),
    );
    await server.data.edit(server.system, 'remove-table', { table: 'pens' });
    const { status, text: page } = await admin.get(address);
    assert.equal(status, 200);
    assert.match(page, /no longer exists/);
    assert.match(page, /maker123/);
    assert.equal((await admin.get(`${address}/canvas`)).status, 200);
  });
});
