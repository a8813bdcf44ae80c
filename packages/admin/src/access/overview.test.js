import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
const SYSTEM = { userId: null, roles: [], system: true };
/** @type {any} */
let row;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await server.data.edit(SYSTEM, 'add-table', {
    name: 'orders',
    label: 'Orders',
    access: { user: { read: { rule: 'row.pieces > 2 && row.customer == user.name' } }, staff: { update: 'all' } },
    fields: [
      { name: 'customer', type: 'text' },
      { name: 'pieces', type: 'integer' },
    ],
  });
  row = await server.data.rows.insert(SYSTEM, 'orders', { customer: 'somebody', pieces: 5 });
});
after(() => server.close());

describe('the overview of access', () => {
  it('shows each role on each table, with inherited rights', async () => {
    const { text, status } = await admin.get('/admin/access');
    assert.equal(status, 200);
    assert.match(text, /title="Read: By rule"/);
    assert.match(text, /title="Read: By rule \(from an included role\)"/);
    assert.match(text, /title="Update: All rows"/);
  });

  it('explains why somebody may not see a row, by rule, part and value', async () => {
    const { text } = await admin.get(`/admin/access?what=table:orders&id=${row.id}&who=role:public`);
    assert.match(text, /Read: not allowed/);
    const staff = await server.as('staff');
    assert.ok(staff);
    const { users } = await server.data.people.users.list(SYSTEM);
    const id = users.find((/** @type {any} */ { roles }) => roles.includes('staff'))?.id;
    const answer = await admin.get(`/admin/access?what=table:orders&id=${row.id}&who=user:${id}`);
    assert.match(answer.text, /Update: allowed[^]*covers all rows/);
    assert.match(answer.text, /row\.pieces &gt; 2<\/code>[^]*row\.pieces<\/code> = <span class="adm-value">5</);
    assert.match(answer.text, /row\.customer<\/code> = <span class="adm-value">somebody</);
  });

  it('responds to missing rows and invalid keys', async () => {
    for (const id of ['999999', 'x', "'"])
      assert.equal((await admin.get(`/admin/access?what=table:orders&id=${encodeURIComponent(id)}&who=`)).status, 404);
    assert.equal((await admin.get('/admin/access?what=table:nothing&id=1&who=')).status, 404);
  });
});

describe('choosing a person', () => {
  before(async () => {
    await server.data.db.query(
      "insert into plinth.users (name, email) select 'Person ' || lpad(n::text, 3, '0'), 'p' || n || '@x.example' from generate_series(1, 260) n",
    );
    await server.data.db.query("insert into plinth.users (name, email) values ('Zora %_', 'zora@x.example')");
  });

  it('finds everybody by a part of name or address, however many there are', async () => {
    const found = async (/** @type {string} */ query) => {
      const { status, text } = await admin.get(`/admin/access/people?${query}`, { accept: 'application/json' });
      assert.equal(status, 200, query);
      return JSON.parse(text).map((/** @type {any} */ { label }) => label);
    };
    assert.deepEqual(await found('q=zora'), ['Zora %_ (zora@x.example)']);
    assert.deepEqual(await found('q=%25_'), ['Zora %_ (zora@x.example)']);
    assert.deepEqual((await found('q=p257%40'))[0], 'Person 257 (p257@x.example)');
    assert.deepEqual(await found('q=role+staff'), ['Anyone with the role Staff']);
    assert.ok((await found('q=')).length <= 60);
    assert.deepEqual(await found('q=%00nobody'), []);
    assert.deepEqual(await found('for=sample&q=zora'), ['Zora %_ (zora@x.example)', 'Visitor (not logged in)']);
    const staff = await server.as('staff');
    assert.ok([403, 404].includes((await staff.get('/admin/access/people?q=zora')).status));
  });

  it('takes no character in a search or a name for an error of ours', async () => {
    await server.data.people.groups.create(SYSTEM, { name: 'team', label: 'Team' });
    const questions = [
      'users?q=%00',
      'users?after=%00',
      'groups/team?q=%00',
      'access/people?q=%00',
      'security?who=%00',
    ];
    for (const address of [...questions, 'access?what=table:orders&who=user:%00', 'files?q=%00', 'files?folder=%00'])
      assert.ok((await admin.get(`/admin/${address}`)).status < 500, address);
  });

  it('keeps the chosen person, and accepts a typed name without JavaScript', async () => {
    const { rows } = await server.data.db.query("select id from plinth.users where email = 'zora@x.example'");
    const chosen = await admin.get(`/admin/access?what=table:orders&id=&who=user:${rows[0].id}`);
    assert.match(chosen.text, new RegExp(`value="user:${rows[0].id}" selected>Zora`));
    const typed = await admin.get(`/admin/access?what=table:orders&id=${row.id}&who=role:public&find=zora`);
    assert.match(typed.text, new RegExp(`value="user:${rows[0].id}" selected>Zora`));
    assert.match(typed.text, /data-pl-combobox="\/admin\/access\/people"/);
    const rule = { 'user.read': 'rule', 'user.read.rule': 'row.customer == user.name', op: 'refresh' };
    const form = await admin.post('/admin/tables/orders/access', { ...rule, 'sample.find': 'zora' });
    assert.match(form.text, new RegExp(`id="sample-user"[^]*value="${rows[0].id}" selected>Zora`));
    const nobody = await admin.post('/admin/tables/orders/access', { ...rule, 'sample.user': 'visitor' });
    assert.match(nobody.text, /value="visitor" selected>Visitor/);
  });
});

describe('the rule builder', () => {
  it('offers groups and roles, and writes which one is meant', async () => {
    await server.data.people.groups.create(SYSTEM, { label: 'Sales', name: 'sales' });
    const form = {
      'user.read': 'rule',
      'b.rule': 'user.read',
      'b.count': '1',
      'b.0.field': 'user.groups',
      'b.0.op': 'has',
    };
    const open = await admin.post('/admin/tables/orders/access', { ...form, op: 'refresh' });
    assert.match(open.text, /<datalist id="rule-values">[^]*<option value="sales">[^]*<option value="staff">/);
    const written = await admin.post('/admin/tables/orders/access', { ...form, 'b.0.value': 'sales', op: 'write' });
    assert.match(written.text, /&(#34|quot);sales&(#34|quot); in user\.groups/);
  });
});

describe('rights on fields in the access screen', () => {
  it('are saved by role, and taken away again', async () => {
    const fields = () => server.data.catalog().table('orders').field('pieces').access;
    await admin.post('/admin/tables/orders/access/fields', { 'read.pieces': 'staff', 'write.pieces': 'admin' });
    assert.deepEqual(fields(), { read: ['staff'], write: [] });
    const { text } = await admin.get('/admin/tables/orders/access');
    assert.match(text, /name="write\.pieces" value="admin" checked/);
    assert.deepEqual(server.data.catalog().table('orders').access.staff.update, 'all');
    await admin.post('/admin/tables/orders/access/fields', {});
    assert.equal(fields(), undefined);
  });
});
