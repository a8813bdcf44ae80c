import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { startTestServer } from '../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../testing/client.js').Client} */
let admin;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const triggers = () => server.data.catalog().triggers;
const count = (/** @type {string} */ table) => server.data.rows.count(server.system, table);

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-app', { name: 'shop', label: 'Shop' });
  const fields = [
    { name: 'title', type: 'text', label: 'Title' },
    { name: 'total', type: 'money', label: 'Total' },
  ];
  await edit('add-table', { name: 'orders', app: 'shop', label: 'Orders', fields, access: { user: ALL } });
  await edit('add-table', { name: 'tasks', app: 'shop', label: 'Tasks', fields, access: { user: ALL } });
  admin = await server.as('admin');
});
after(() => server.close());

const FORM = {
  ...{ label: 'Task for each order', table: 'orders', on: 'insert', as: 'cause', enabled: 'true' },
  ...{ 'steps.0.do.action': 'insert_row', 'steps.0.do.config.table': 'tasks' },
  ...{ 'steps.0.do.config.values.0.field': 'title', 'steps.0.do.config.values.0.source': 'expression' },
  'steps.0.do.config.values.0.expression': '"Ship " + row.title',
};

describe('the screen Automation', () => {
  it('makes a trigger, which runs when a row is created by the API or by SQL', async () => {
    assert.match((await admin.get('/admin/automation')).text, /No triggers yet/);
    assert.equal((await admin.get('/admin/automation/~new?table=orders')).status, 200);
    const made = await admin.post('/admin/automation/~new', FORM);
    assert.equal(made.status, 303, made.text.slice(0, 2000));
    const [{ id, steps, app }] = triggers();
    assert.equal(steps.length, 1);
    assert.equal(app, 'shop', 'that of its table');
    const user = await server.as('user');
    const by = { userId: user.user.id, roles: ['user', 'public'], system: false };
    await server.data.rows.insert(by, 'orders', { title: 'Lamp' });
    await until(async () => (await count('tasks')) === 1);
    await server.data.db.query("insert into app.orders (title) values ('Chair')");
    // By SQL nobody caused it, and visitors may not create tasks.
    await until(async () => {
      const { runs } = await server.data.automation.runs.list(server.system, { trigger: id });
      return runs.length === 2 && runs.every((/** @type {any} */ { state }) => state !== 'waiting');
    });
    const page = await admin.get(`/admin/automation/${id}/runs`);
    assert.match(page.text, /Failed/);
    assert.match(page.text, /Done/);
    assert.match(page.text, /Run again/);
    assert.match(
      (await admin.get('/notifications')).text,
      /Trigger failed: Task for each order: This row does not exist/,
    );
    assert.match((await admin.get('/admin/automation')).text, /1 failure/);
    assert.match((await admin.get('/admin/tables/orders/automation')).text, /Task for each order/);
    const { runs } = await server.data.automation.runs.list(server.system, { trigger: id, state: 'failed' });
    await server.data.edit(server.system, 'change-trigger', { trigger: id, changes: { as: 'system' } });
    assert.equal((await admin.post(`/admin/automation/${id}/runs/${runs[0].id}/again`, {})).status, 303);
    await until(async () => (await count('tasks')) === 2);
  });

  it('shows what was typed with the errors beside it, and other settings when another action is chosen', async () => {
    const [{ id }] = triggers();
    const wrong = await admin.post(`/admin/automation/${id}`, { ...FORM, label: '', when: 'row.gone' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Ship &quot;|&quot;Ship/);
    const when = await admin.post(`/admin/automation/${id}`, { ...FORM, when: 'row.gone > 1' });
    assert.equal(when.status, 422);
    assert.match(when.text, /id="s-when-error"|when-error/);
    const other = { ...FORM, 'steps.0.do.action': 'notify', refresh: '1' };
    const again = await admin.post(`/admin/automation/${id}`, other);
    assert.match(again.text, /name="steps.0.do.config.recipient"/);
    assert.equal(triggers()[0].steps[0].do.action, 'insert_row', 'nothing was saved');
    const saved = await admin.post(`/admin/automation/${id}`, {
      ...FORM,
      on: 'update',
      fields: 'total',
      when: 'old.total != row.total',
    });
    assert.equal(saved.status, 303, saved.text.slice(0, 3000));
    assert.deepEqual([triggers()[0].events, triggers()[0].fields], [['update'], ['total']]);
  });

  it('makes triggers before a row is saved, which have an order that can be changed', async () => {
    const early = {
      ...{ label: 'Prices', table: 'orders', on: 'insert', timing: 'before', enabled: 'true' },
      ...{
        'before.0.kind': 'set',
        'before.0.field': 'total',
        'before.0.value': '5',
        'before.0.when': 'row.total == null',
      },
      ...{ 'before.1.kind': 'refuse', 'before.1.field': 'title', 'before.1.message': 'Give it a title' },
      'before.1.when': 'row.title == null',
    };
    const shown = await admin.post('/admin/automation/~new', { ...FORM, timing: 'before', refresh: '1' });
    assert.match(shown.text, /name="before.0.kind"/);
    assert.doesNotMatch(shown.text, /name="as"/);
    const wrong = await admin.post('/admin/automation/~new', { ...early, 'before.0.value': 'row.title' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /does not fit a field of type/);
    for (const label of ['Prices', 'Second'])
      assert.equal((await admin.post('/admin/automation/~new', { ...early, label })).status, 303);
    const [first, second] = triggers().slice(-2);
    assert.deepEqual([first.order, second.order, first.before.length, first.steps], [1, 2, 2, []]);
    const order = async () => {
      const { text } = await admin.get('/admin/tables/orders/automation');
      return [...text.matchAll(/>(Prices|Second|Task for each order)<\/a>/g)].map(([, name]) => name);
    };
    assert.deepEqual(await order(), ['Prices', 'Second', 'Task for each order']);
    assert.equal((await admin.post(`/admin/automation/${second.id}/move`, { to: 'up' })).status, 303);
    assert.deepEqual(await order(), ['Second', 'Prices', 'Task for each order']);
    const page = await admin.get(`/admin/automation/${first.id}`);
    assert.match(page.text, /name="before.1.message"[^>]*value="Give it a title"/);
    assert.match(page.text, /name="order"[^>]*value="2"/);
    assert.doesNotMatch(page.text, new RegExp(`/admin/automation/${first.id}/runs`));
    assert.match(
      (await admin.get('/admin/tables/orders/fields/total/delete')).text,
      /Prices/,
      'it says what uses the field',
    );
    const document = await server.data.apps.export(server.system, 'shop', { rows: false });
    await server.data.apps.install(server.system, document, { prefix: 'early_' });
    const row = await server.data.rows.insert(server.system, 'early_orders', { title: 'x' });
    assert.equal(row.total, '5.00', 'they are installed with their app');
    await server.data.edit(server.system, 'remove-app', { app: 'early_shop' });
    for (const { id } of [first, second]) await admin.post(`/admin/automation/${id}/delete`, {});
  });

  it('turns a trigger off and on, and deletes it after a question', async () => {
    const [{ id }] = triggers();
    await admin.post(`/admin/automation/${id}/enabled`, { enabled: 'false' });
    assert.equal(triggers()[0].enabled, false);
    await admin.post(`/admin/automation/${id}/enabled`, { enabled: 'true' });
    assert.equal(triggers()[0].enabled, true);
    assert.match((await admin.get(`/admin/automation/${id}/delete`)).text, /Delete “?"?Task for each order/);
    await admin.post(`/admin/automation/${id}/delete`, {});
    assert.deepEqual(triggers(), []);
    assert.equal((await admin.get(`/admin/automation/${id}`)).status, 404);
  });

  it('Z5: is for admins only', async () => {
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      for (const path of ['', '/~new', '/x', '/x/runs'])
        assert.notEqual((await client.get(`/admin/automation${path}`)).status, 200, `${role} ${path}`);
      assert.notEqual((await client.post('/admin/automation/~new', FORM)).status, 200);
    }
    assert.deepEqual(triggers(), []);
  });

  it('triggers are exported with their app and imported the same, also under new names', async () => {
    await server.data.edit(server.system, 'add-trigger', {
      trigger: {
        ...{ label: 'Big orders', app: 'shop', table: 'orders', events: ['update'], fields: ['total'], as: 'system' },
        when: 'row.total > 100 && old.total != row.total',
        steps: [
          {
            when: 'row.title != null',
            do: {
              action: 'insert_row',
              config: { table: 'tasks', values: [{ field: 'title', source: 'expression', expression: 'row.title' }] },
            },
          },
        ],
      },
    });
    const document = await server.data.apps.export(server.system, 'shop', { rows: false });
    assert.equal(/** @type {any} */ (document.triggers)[0].when, 'row.total > 100 && old.total != row.total');
    await server.data.apps.install(server.system, document, { prefix: 'two_' });
    const copy = triggers().find((/** @type {any} */ { name }) => name === 'two_big_orders');
    assert.deepEqual([copy?.table, copy?.steps[0].do.config.table], ['two_orders', 'two_tasks']);
    const before = await count('two_tasks');
    // A new table is in the change stream at once: otherwise its runs would wait for the next look, half a minute later.
    await until(async () => {
      const published = "select from pg_publication_tables where schemaname = 'app' and tablename = 'two_orders'";
      return (await server.data.db.query(published)).rowCount === 1;
    });
    const { id } = await server.data.rows.insert(server.system, 'two_orders', { title: 'x', total: '1' });
    await server.data.rows.update(server.system, 'two_orders', id, { total: '500' });
    await until(async () => (await count('two_tasks')) === before + 1);
    await server.data.edit(server.system, 'remove-app', { app: 'shop' });
    await server.data.apps.install(server.system, document);
    const again = await server.data.apps.export(server.system, 'shop', { rows: false });
    assert.deepEqual(again, document);
  });
});
