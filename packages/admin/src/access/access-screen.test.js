import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
const SYSTEM = { userId: null, roles: [], system: true };

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await server.data.edit(SYSTEM, 'add-table', {
    name: 'orders',
    label: 'Orders',
    fields: [
      { name: 'customer', type: 'text' },
      { name: 'pieces', type: 'integer' },
      { name: 'seller', type: 'user' },
    ],
  });
  for (let i = 1; i <= 4; i++) await server.data.rows.insert(SYSTEM, 'orders', { customer: `c${i}`, pieces: i });
});
after(() => server.close());

/** How many problems the menu tells. @param {string} text */
const badge = (text) => text.match(/href="\/admin\/problems"[^]*?<\/a>/)?.[0].match(/>\s*(\d+)\s*</)?.[1] ?? null;

const chosen = { 'user.read': 'rule', 'user.read.rule': 'row.pieces > 2' };

describe('the access screen', () => {
  it('saves a rule as typed, and shows it again', async () => {
    const answer = await admin.post('/admin/tables/orders/access', chosen);
    assert.equal(answer.status, 303);
    assert.deepEqual(server.data.catalog().table('orders').access.user.read, { rule: 'row.pieces > 2' });
    assert.match((await admin.get('/admin/tables/orders/access')).text, /row\.pieces &gt; 2<\/textarea>/);
  });

  it('gives the right to add choices, in the matrix too, keeps it, and explains it', async () => {
    const given = () => server.data.catalog().table('orders').access.staff ?? null;
    assert.equal((await admin.post('/admin/tables/orders/access', { 'staff.choices': 'all' })).status, 303);
    assert.equal(given().choices, 'all');
    const screen = (await admin.get('/admin/tables/orders/access')).text;
    assert.match(screen, /name="staff\.choices"[^]*?<option value="all" selected>Yes/);
    const explained = (await admin.get('/admin/access?who=role:staff&what=table:orders')).text;
    assert.match(explained, /adm-answer-yes">\s*<div class="adm-tile-head[^"]*">[^]{0,400}?Add choices[^]{0,100}?Yes/);
    const cell = { table: 'orders', role: 'staff', read: 'all' };
    assert.equal((await admin.post('/admin/access/cell', cell)).status, 303);
    assert.equal('choices' in given(), false);
    await admin.post('/admin/access/cell', { ...cell, choices: 'all' });
    assert.equal(given().choices, 'all');
    assert.match((await admin.get('/admin/access')).text, /Add choices: Yes/);
    assert.equal((await admin.post('/admin/access/cell', { ...cell, choices: 'own' })).status, 422);
    await admin.post('/admin/access/cell', { table: 'orders', role: 'staff' });
    assert.equal(given(), null);
  });

  it('reports beside the rule what is wrong, where, and the nearest name', async () => {
    const wrong = { ...chosen, 'user.read.rule': 'row.peices > 2' };
    const before = server.data.catalog().version;
    for (const op of ['preview', '']) {
      const answer = await admin.post('/admin/tables/orders/access', { ...wrong, op });
      assert.equal(answer.status, 422);
      assert.match(answer.text, /at character 5, there is no &quot;peices&quot;[^]*Did you mean &quot;pieces&quot;/);
    }
    assert.equal(server.data.catalog().version, before);
  });

  it('refuses a rule with an unknown group, and suggests the nearest one', async () => {
    const { groups } = server.data.people;
    await groups.create(SYSTEM, { name: 'sales', label: 'Sales', roles: [] });
    const rule = (/** @type {string} */ source) => ({ 'user.read': 'rule', 'user.read.rule': source });
    const kept = server.data.catalog().version;
    const wrong = rule('row.pieces > 2 || "salez" in user.groups');
    const answer = await admin.post('/admin/tables/orders/access', wrong);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /There is no group (&#34;|&quot;)salez\1. Did you mean (&#34;|&quot;)sales\2\?/);
    assert.equal(server.data.catalog().version, kept);
    const right = rule('row.customer == "salez" || "sales" in user.groups');
    assert.equal((await admin.post('/admin/tables/orders/access', right)).status, 303);
    assert.doesNotMatch((await admin.get('/admin/problems')).text, /no group/);
    const view = { name: 'mine', template: 'list', table: 'orders' };
    const condition = {
      view: { ...view, config: { columns: [{ field: 'customer' }], condition: '"salez" in user.groups' } },
    };
    await assert.rejects(server.data.edit(SYSTEM, 'add-view', condition), (/** @type {any} */ { details }) =>
      /Did you mean "sales"/.test(details.fields['config.condition']),
    );
    assert.equal(badge((await admin.get('/admin/tables')).text), null);
    await groups.remove(SYSTEM, 'sales');
    assert.equal(badge((await admin.get('/admin/tables')).text), '1', 'beside Problems in the menu of each screen');
    assert.match((await admin.get('/admin/problems')).text, /There is no group (&#34;|&quot;)sales\1/);
    assert.equal((await admin.post('/admin/tables/orders/access', chosen)).status, 303);
  });

  it('asks for the text of a rule that was only chosen', async () => {
    const answer = await admin.post('/admin/tables/orders/access', { 'user.read': 'rule', op: 'preview' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /it is empty/);
  });

  it('counts what each role gains and loses before anything is saved', async () => {
    const before = server.data.catalog().version;
    const answer = await admin.post('/admin/tables/orders/access', {
      'user.read': 'rule',
      'user.read.rule': 'row.pieces < 4',
      'staff.update': 'all',
      op: 'preview',
    });
    assert.equal(answer.status, 200);
    assert.match(answer.text, /2<\/?[^]*?→ <strong>3<\/strong>[^]*?\+2[^]*?−1/);
    assert.match(answer.text, /name="user\.read\.rule" value="row\.pieces &lt; 4"/);
    assert.equal(server.data.catalog().version, before);
  });

  it('writes the conditions selected from lists', async () => {
    const answer = await admin.post('/admin/tables/orders/access', {
      'user.read': 'rule',
      'user.read.rule': '',
      'b.rule': 'user.read',
      'b.count': '2',
      'b.joined': 'or',
      'b.0.field': 'row.seller',
      'b.0.op': 'asker',
      'b.1.field': 'row.pieces',
      'b.1.op': 'atLeast',
      'b.1.value': '3',
      op: 'write',
    });
    assert.match(answer.text, /row\.seller == user\.id \|\| row\.pieces &gt;= 3<\/textarea>/);
    assert.doesNotMatch(answer.text, /name="b\.0\.field"/);
  });

  it('saves selected conditions even if they were not written into the rule, but never over typed text', async () => {
    const open = { 'user.read': 'rule', 'b.rule': 'user.read', 'b.count': '1', op: 'preview' };
    const chosenNow = { 'b.0.field': 'row.pieces', 'b.0.op': 'atLeast', 'b.0.value': '3' };
    const rule = async (/** @type {Record<string, string>} */ more) => {
      const { text } = await admin.post('/admin/tables/orders/access', { ...open, ...more });
      return /name="user\.read\.rule" value="([^"]*)"/.exec(text)?.[1];
    };
    assert.equal(await rule({ ...chosenNow, 'user.read.rule': '' }), 'row.pieces &gt;= 3');
    assert.equal(await rule({ ...chosenNow, 'user.read.rule': 'row.pieces < 2' }), 'row.pieces &lt; 2');
    assert.equal(await rule({ 'user.read.rule': '' }), undefined, 'nothing is chosen: the rule is asked for');
  });

  it('explains for a sample row whether a rule holds and why', async () => {
    const rows = await server.data.select(SYSTEM, [
      { spec: { table: 'orders', select: [{ as: 'pieces', field: 'pieces' }], limit: 10 }, params: {} },
    ]);
    const id = String(rows[0].rows.find((/** @type {any} */ { pieces }) => pieces === 3)?.id);
    const ask = { 'sample.row': id, 'sample.user': '' };
    const holds = await admin.post('/admin/tables/orders/access/try', { ...ask, rule: 'row.pieces == 3' });
    assert.match(holds.text, /Matches this row[^]*row\.pieces<\/code> = <span class="adm-value">3</);
    const not = await admin.post('/admin/tables/orders/access/try', { ...ask, rule: 'row.seller == user.id' });
    assert.match(not.text, /Does not match[^]*user\.id<\/code> = <span class="adm-value">empty</);
    const parts = async (/** @type {string} */ rule) => {
      const { text } = await admin.post('/admin/tables/orders/access/try', { ...ask, rule });
      return text.replace(/<code>[^<]*(==|!=|<|>|&lt;|&gt;|!)[^<]*<\/code>/g, '');
    };
    const usual = await parts('row.seller == user.id || !(row.pieces > 5)');
    assert.match(usual, /user\.id[^]*row\.pieces/);
    for (const spelling of [
      'row.seller==user.id||!(row.pieces>5)',
      '(( user.id == row.seller )) || ( !(5 < (row.pieces)) )',
    ])
      assert.equal(await parts(spelling), usual, spelling);
    const wrong = await admin.post('/admin/tables/orders/access/try', { ...ask, rule: 'row.pieces ==' });
    assert.match(wrong.text, /it ends unexpectedly/);
  });
});

describe('sharing a table with its views', () => {
  const read = { 'user.read': 'all' };
  const rolesOf = () => [
    server.data.catalog().view('orders_list').roles,
    server.data.catalog().page('orders_page').roles,
  ];

  before(async () => {
    const { edit } = server.data;
    await edit(SYSTEM, 'set-access', { table: 'orders', access: {} });
    const list = {
      name: 'orders_list',
      template: 'list',
      table: 'orders',
      roles: [],
      config: { columns: [{ field: 'customer' }] },
    };
    await edit(SYSTEM, 'add-view', { view: list });
    const embed = { id: 'e', type: 'embed', settings: { view: 'orders_list' } };
    const layout = { id: 'r', type: 'stack', children: [embed] };
    await edit(SYSTEM, 'add-page', { page: { name: 'orders_page', title: 'Orders today', roles: [], layout } });
  });

  it('is offered in the step that shows the effect, and is one revision', async () => {
    const shown = await admin.post('/admin/tables/orders/access', { ...read, op: 'preview' });
    assert.match(shown.text, /name="open" value="user"\s+checked[^]*Orders list[^]*Orders today/);
    const version = server.data.catalog().version;
    await admin.post('/admin/tables/orders/access', { ...read, open: 'user' });
    assert.deepEqual(rolesOf(), [['user'], ['user']]);
    assert.equal(server.data.catalog().version, version + 1);
  });

  it('is not offered where the role can open them, nor done for a role that may not read', async () => {
    const again = await admin.post('/admin/tables/orders/access', { ...read, op: 'preview' });
    assert.doesNotMatch(again.text, /name="open"/);
    await admin.post('/admin/tables/orders/access', { ...read, open: 'public' });
    assert.deepEqual(rolesOf(), [['user'], ['user']]);
  });

  it('is offered the other way round: who opens a view may read its table', async () => {
    await server.data.edit(SYSTEM, 'set-access', { table: 'orders', access: {} });
    for (const [url, kind] of [
      ['/admin/views/orders_list/settings', 'view'],
      ['/admin/pages/orders_page/settings', 'page'],
      ['/admin/build/views/orders_list', 'view in the builder'],
      ['/admin/build/pages/orders_page', 'page in the builder'],
    ]) {
      assert.match((await admin.get(url)).text, /can open this but can’t read “Orders”/, kind);
    }
    await admin.post('/admin/pages/orders_page/share', { table: 'orders', role: 'user' });
    assert.equal(server.data.catalog().table('orders').access.user.read, 'all');
    assert.doesNotMatch((await admin.get('/admin/pages/orders_page/settings')).text, /can’t read/);
  });

  it('Z1: is refused to others, and for tables and roles that are not there', async () => {
    const user = await server.as('user');
    assert.equal((await user.post('/admin/pages/orders_page/share', { table: 'orders', role: 'user' })).status, 404);
    assert.equal((await admin.post('/admin/pages/orders_page/share', { table: 'nothing', role: 'user' })).status, 404);
    assert.equal((await admin.post('/admin/pages/orders_page/share', { table: 'orders', role: 'nobody' })).status, 422);
  });
});

describe('the rights matrix, changed in place', () => {
  const cell = { table: 'orders', role: 'staff' };

  it('changes what a role may do with a table, and keeps its rules', async () => {
    const rule = { rule: 'row.pieces > 2' };
    const access = { staff: { read: 'all', create: 'none', update: rule, delete: 'none' } };
    await server.data.edit(SYSTEM, 'set-access', { table: 'orders', access });
    const { text } = await admin.get('/admin/access/cell?table=orders&role=staff');
    assert.match(text, /name="update"\s*>[^]*value="rule" selected/);
    const answer = await admin.post('/admin/access/cell', { ...cell, read: 'own', create: 'all', update: 'rule' });
    assert.equal(answer.status, 303);
    const saved = { read: 'own', create: 'all', update: rule, delete: 'none' };
    assert.deepEqual(server.data.catalog().table('orders').access, { staff: saved });
  });

  it('refuses rules that are not there, unknown levels, roles and tables, and changes nothing', async () => {
    const { version } = server.data.catalog();
    for (const [input, status] of [
      [{ ...cell, read: 'rule' }, 422],
      [{ ...cell, create: 'own' }, 422],
      [{ ...cell, role: 'admin' }, 422],
      [{ ...cell, role: 'nobody' }, 404],
      [{ ...cell, table: 'nothing' }, 404],
    ])
      assert.equal((await admin.post('/admin/access/cell', /** @type {any} */ (input))).status, status);
    assert.equal(server.data.catalog().version, version);
  });

  it('opens and closes a view to a role', async () => {
    const opening = { kind: 'view', name: 'orders_list', role: 'staff' };
    const roles = () => server.data.catalog().view('orders_list').roles;
    await admin.post('/admin/access/open', opening);
    assert.ok(roles().includes('staff'));
    assert.match((await admin.get('/admin/access')).text, /value="staff" aria-pressed="true"/);
    await admin.post('/admin/access/open', opening);
    assert.ok(!roles().includes('staff'));
  });

  it('Z1: is for admins only', async () => {
    const user = await server.as('user');
    assert.equal((await user.post('/admin/access/cell', { ...cell, read: 'all' })).status, 404);
    assert.equal(
      (await user.post('/admin/access/open', { kind: 'view', name: 'orders_list', role: 'user' })).status,
      404,
    );
  });
});

describe('own rows without an owner field', () => {
  const own = { 'user.read': 'own' };

  it('are refused beside the owner, which can be added in the same step', async () => {
    for (const op of ['preview', '']) {
      const refused = await admin.post('/admin/tables/orders/access', { ...own, op });
      assert.equal(refused.status, 422);
      assert.match(refused.text, /needs an owner field/);
    }
    const { version } = server.data.catalog();
    const shown = await admin.post('/admin/tables/orders/access', { ...own, owner: '+', op: 'preview' });
    assert.equal(shown.status, 200);
    assert.equal(server.data.catalog().version, version);
    await admin.post('/admin/tables/orders/access', { ...own, owner: '+' });
    const table = server.data.catalog().table('orders');
    assert.deepEqual([table.owner, table.field('owner').type], ['owner', 'user']);
    assert.equal(server.data.catalog().version, version + 1);
  });
});

describe('making views for a table', () => {
  it('asks before it makes a second set', async () => {
    const count = () => server.data.catalog().views.filter((/** @type {any} */ { table }) => table === 'orders').length;
    const before = count();
    const asked = await admin.post('/admin/tables/orders/views', { sharing: 'read' });
    assert.match(asked.text, /“Orders” already has a view\. Create more views\?/);
    assert.equal(count(), before);
    await admin.post('/admin/tables/orders/views', { sharing: 'read', again: '1' });
    assert.equal(count(), before + 3);
  });

  it('puts the list on a page if asked to, also after that question', async () => {
    const { pages } = server.data.catalog();
    const asked = await admin.post('/admin/tables/orders/views', { sharing: 'read', page: '1' });
    assert.match(asked.text, /type="hidden" name="page" value="1"/);
    assert.equal(server.data.catalog().pages.length, pages.length);
    await admin.post('/admin/tables/orders/views', { sharing: 'read', page: '1', again: '1' });
    const made = server.data
      .catalog()
      .pages.find((/** @type {any} */ one) => !pages.some((/** @type {any} */ { name }) => name === one.name));
    assert.deepEqual(made?.roles, ['user']);
    const { items } = server.data.catalog().menu;
    assert.deepEqual([items.at(-1)?.kind, items.at(-1)?.target], ['page', made?.name]);
  });
});
