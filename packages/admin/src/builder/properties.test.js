import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '@plinth/server/testing';

const PAGE = '/admin/build/pages/welcome';
const FILE = '01a1fcc8-3308-76ac-852e-30754487561b';
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let admin;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await admin.post('/admin/tables', { label: 'Pens' });
  await admin.post('/admin/tables/pens/new-field', { type: 'text', label: 'Maker' });
  await admin.post('/admin/tables/pens/new-field', { type: 'boolean', label: 'Sold' });
  await admin.post('/admin/tables/pens/views', {});
  await server.data.rows.insert(server.system, 'pens', { maker: 'Ada & Sons', sold: true });
  const children = [
    { ...node('heading', { text: 'Hello' }), id: 'head' },
    { ...node('card', { title: 'One' }, []), id: 'one' },
    { ...node('card', { title: 'Two', colour: 'red' }, []), id: 'two' },
    { ...node('image', { source: 'file', file: FILE }), id: 'pic' },
  ];
  const page = { name: 'welcome', title: 'Welcome', roles: ['public'], layout: node('stack', {}, children) };
  await server.data.edit(server.system, 'add-page', { page });
});
after(() => server.close());

/** @param {string} address @returns {Promise<any>} */
async function stateOf(address) {
  const { text } = await admin.get(address);
  return JSON.parse(/id="builder-state">(.*?)<\/script>/s.exec(text)?.[1] ?? assert.fail(text.slice(0, 2000)));
}

/** @param {string[]} select @param {string} [address] @returns {Promise<any>} */
async function painted(select, address = PAGE) {
  const { draft, version } = await stateOf(address);
  return (await admin.postJson(`${address}/paint`, { draft, version, select })).json();
}

/** @param {any} form @param {string} [address] @returns {Promise<any>} */
async function sent(form, address = PAGE) {
  const { draft, version } = await stateOf(address);
  const answer = await admin.post(`${address}/properties`, {
    draft: JSON.stringify(draft),
    version,
    panel: 'layout:layout',
    'node.open': '1',
    ...form,
  });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** @param {any} draft @param {string} id */
const nodeIn = (draft, id) =>
  draft.layouts.layout.children.find((/** @type {any} */ one) => one.id === id) ?? assert.fail(id);

describe('properties in the builder', () => {
  it('are grouped, can be searched, and show colours of the palette', async () => {
    const { properties } = await painted(['two']);
    for (const group of ['content', 'look', 'target'])
      assert.match(properties, new RegExp(`data-bld-group="${group}"`));
    assert.match(properties, /data-bld-search/);
    assert.match(properties, /type="radio"[^>]*name="node.colour" value="red" checked/);
    assert.match(properties, /name="at.phone.width"/);
    assert.match(properties, /data-expression=/, 'show-if has the help for expressions');
    assert.equal(properties.match(/name="node\.title"/g).length, 1);
  });

  it('begin with what matters most: where the rows come from, what is counted, then how it looks', async () => {
    const { draft, version } = await stateOf(PAGE);
    draft.layouts.layout.children.push({
      id: 'tile1',
      type: 'number_tile',
      settings: { table: 'pens', aggregate: 'sum' },
    });
    const { properties } = (await admin.postJson(`${PAGE}/paint`, { draft, version, select: ['tile1'] })).json();
    const groups = [...properties.matchAll(/data-bld-group="(\w+)"([^]*?)<\/details>/g)];
    assert.deepEqual(
      groups.map(([, name]) => name),
      ['data', 'content', 'target', 'look'],
    );
    const controls = [...groups[0][0].matchAll(/data-bld-setting="node\.(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(controls, ['table', 'aggregate', 'field', 'filter', 'condition', 'by', 'period']);
    const now = await stateOf(PAGE);
    now.draft.layouts.layout.children.pop();
    await admin.postJson(`${PAGE}/paint`, { draft: now.draft, version: now.version });
  });

  it('reset one setting to what a new element has', async () => {
    const { draft, redraw, properties } = await sent({
      node: 'two',
      'node.title': 'Two',
      'node.colour': 'red',
      reset: 'node.colour',
    });
    assert.equal('colour' in nodeIn(draft, 'two').settings, false);
    assert.equal(nodeIn(draft, 'two').settings.title, 'Two');
    assert.equal(redraw, true);
    assert.match(properties, /data-bld-reset="node.colour"[^>]* hidden/);
  });

  it('reset who sees it and its place on each size of screen, and leave the rest', async () => {
    const form = {
      node: 'two',
      'node.title': 'Two',
      'node.colour': 'red',
      'visible.when': 'user.id == 1',
      'visible.roles': 'staff',
      'at.open': '1',
      'at.phone.width': '99',
      'at.tablet.width': '6',
    };
    assert.deepEqual(Object.keys((await sent(form)).errors), ['at.phone.width']);
    const { draft, errors, properties } = await sent({ ...form, reset: 'at' });
    assert.deepEqual(errors, {});
    const two = nodeIn(draft, 'two');
    assert.deepEqual([two.at, two.visible], [undefined, { roles: ['staff'], when: 'user.id == 1' }]);
    assert.match(properties, /data-bld-reset="at"[^>]* hidden/);
    assert.doesNotMatch(properties, /data-bld-reset="visible.when"[^>]* hidden/);
    const good = { ...form, 'at.phone.width': '' };
    const { draft: open } = await sent({ ...good, reset: 'visible.when' });
    assert.deepEqual(nodeIn(open, 'two').visible, { roles: ['staff'] });
    assert.deepEqual(nodeIn(open, 'two').at, { tablet: { width: 6 } });
    const { draft: clean } = await sent({ ...good, 'visible.when': '', reset: 'visible.roles' });
    assert.equal('visible' in nodeIn(clean, 'two'), false);
    await sent({ ...good, 'visible.when': '', 'visible.roles': '', reset: 'at' });
  });

  it('say what is wrong, keep it as typed in the draft, and say it again', async () => {
    const { errors, draft } = await sent({
      node: 'head',
      'node.text': 'x'.repeat(5000),
      'at.phone.width': '77',
      'at.open': '1',
    });
    assert.deepEqual(Object.keys(errors).sort(), ['at.phone.width', 'node.text']);
    assert.equal(nodeIn(draft, 'head').settings.text.length, 5000);
    assert.equal(nodeIn(draft, 'head').at, undefined, 'a layout holds no rubbish');
    assert.match((await painted(['head'])).properties, /id="s-node.text-error"/);
    await sent({ node: 'head', 'node.text': 'Hello' });
  });

  it('of several elements are what all have, and change only what was touched', async () => {
    const { properties } = await painted(['one', 'two']);
    assert.match(properties, /data-node="one,two"/);
    assert.doesNotMatch(properties, /value="(One|Two)"/, 'titles differ');
    const { draft } = await sent({
      panel: 'layout',
      node: 'one,two',
      touched: 'node.colour at.phone.hidden',
      'at.open': '1',
      'node.title': '',
      'node.colour': 'blue',
      'at.phone.hidden': 'true',
      'at.tablet.width': '5',
    });
    assert.deepEqual(
      ['one', 'two'].map((id) => [nodeIn(draft, id).settings.title, nodeIn(draft, id).settings.colour]),
      [
        ['One', 'blue'],
        ['Two', 'blue'],
      ],
    );
    assert.deepEqual(nodeIn(draft, 'one').at, { phone: { hidden: true } });
    const mixed = await painted(['one', 'head']);
    assert.match(mixed.properties, /data-node="one,head"/);
    assert.doesNotMatch(mixed.properties, /node\.flush/);
  });

  it('show field views with the value of the sample row', async () => {
    const { draft } = await stateOf('/admin/build/views/pens_show');
    /** @param {any} one @returns {any[]} */
    const all = (one) => [one, ...(one.children ?? []).flatMap(all)];
    const { id } = all(draft.layouts.layout).find((one) => one.type === 'field' && one.settings.field === 'sold');
    const { properties } = await painted([id], '/admin/build/views/pens_show');
    assert.match(properties, /name="node.view.view" value="" checked[^]*pl-choice-picture[^]*Yes/);
    const values = [...properties.matchAll(/name="node.view.view" value="(\w+)"/g)].map(([, value]) => value);
    assert.ok(values.length >= 2, 'the views of a yes or no');
    const form = { node: id, 'node.field': 'sold', 'node.view.view': values[0] };
    const { redraw, draft: changed } = await sent(form, '/admin/build/views/pens_show');
    assert.equal(all(changed.layouts.layout).find((one) => one.id === id).settings.view.view, values[0]);
    assert.equal(redraw, true, 'its options are shown');
  });

  it('list what has no text, and a theme that is hard to read', async () => {
    const { problems } = await painted([]);
    const found = (/** @type {string} */ kind) => problems.filter((/** @type {any} */ one) => one.kind === kind);
    assert.deepEqual(
      found('label').map((/** @type {any} */ one) => one.node),
      ['pic'],
    );
    assert.deepEqual(found('contrast'), []);
    const look = { light: { muted: '#c0c0c0' } };
    await server.data.edit(server.system, 'change-settings', { changes: { look } });
    const { problems: pale } = await painted([]);
    assert.match(JSON.stringify(pale), /Theme: Secondary text is hard to read in Light mode \(1\.6:1\)/);
    await server.data.edit(server.system, 'change-settings', { changes: { look: {} } });
    const fixed = await sent({ node: 'pic', 'node.source': 'file', 'node.file': FILE, 'node.alt': 'A pen' });
    assert.deepEqual(
      fixed.problems.filter((/** @type {any} */ one) => one.kind === 'label'),
      [],
    );
  });

  it('are shown anew once the action of a list’s column has other settings, and not for its text', async () => {
    const list = '/admin/build/views/pens';
    /** @param {string} text @param {string} action */
    const withAction = (text, action) =>
      sent(
        {
          panel: 'settings',
          'settings.columns.0._known': '1',
          'settings.columns.0.kind': 'action',
          'settings.columns.0.text': text,
          'settings.columns.0.action.action': action,
        },
        list,
      );
    const first = await withAction('Go', 'delete_row');
    assert.equal(first.redraw, true);
    assert.equal((await withAction('Go on', 'delete_row')).redraw, false);
    const other = await withAction('Go on', 'update_row');
    assert.equal(other.redraw, true);
    assert.match(other.properties, /data-pl-entries="settings.columns.0.action.config.values"/);
  });

  it('are for administrators alone', async () => {
    const { draft, version } = await stateOf(PAGE);
    for (const role of ['staff', 'public']) {
      const client = await server.as(role);
      const form = {
        draft: JSON.stringify(draft),
        version,
        panel: 'layout:layout',
        node: 'head',
        'node.text': 'Taken',
      };
      const answer = await client.post(`${PAGE}/properties`, form);
      assert.notEqual(answer.status, 200);
      assert.doesNotMatch(JSON.stringify((await stateOf(PAGE)).draft), /Taken/);
    }
  });
});
