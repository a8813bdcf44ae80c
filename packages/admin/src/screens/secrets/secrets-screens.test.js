import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

const HERE = '/admin/settings/secrets';
const VALUE = 'planted-value-1';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
before(async () => {
  server = await startTestServer({ users: { ada: ['user'] } });
  admin = await server.as('admin');
  await server.data.edit(server.system, 'add-table', { name: 'orders', fields: [{ name: 'title', type: 'text' }] });
});
after(() => server?.close());

const listed = async () => server.data.secrets.list(server.system);

describe('the screens of secrets', () => {
  it('create one, replace its value and never show it', async () => {
    assert.match((await admin.get(HERE)).text, /No secrets yet/);
    const form = { name: 'shop_key', value: VALUE, hosts: 'api.example.com, b.example', description: 'Of the shop' };
    const made = await admin.submit(`${HERE}/~new`, form);
    assert.equal(made.headers.get('location')?.split('?')[0], `${HERE}/shop_key`);
    assert.deepEqual(
      (await listed()).map((/** @type {any} */ { name, hosts, state }) => [name, hosts, state]),
      [['shop_key', ['api.example.com', 'b.example'], 'set']],
    );
    const page = await admin.get(`${HERE}/shop_key`);
    assert.match(page.text, /Replace value[^]*Nothing uses this secret yet/);
    const before = (await listed())[0].changedAt;
    await admin.submit(`${HERE}/shop_key`, { value: 'planted-value-2' }, { action: 'shop_key/value' });
    assert.notDeepEqual((await listed())[0].changedAt, before);
    for (const path of [HERE, `${HERE}/shop_key`, '/admin/history', '/admin/security', '/admin/settings'])
      assert.doesNotMatch((await admin.get(path)).text, /planted-value/, path);
    assert.doesNotMatch(server.log(), /planted-value/);
  });

  it('say what is wrong beside the fields, and forget the value', async () => {
    for (const wrong of /** @type {Record<string, string>[]} */ ([
      { value: 'short' },
      { name: 'A b' },
      { name: 'shop_key' },
      { hosts: 'a/b' },
    ])) {
      const { status, text } = await admin.submit(`${HERE}/~new`, { name: 'other', value: VALUE, ...wrong });
      assert.ok([409, 422].includes(status), JSON.stringify(wrong));
      assert.match(text, /is-invalid/);
      assert.doesNotMatch(text, /planted-value/);
    }
    assert.equal((await listed()).length, 1);
    const short = await admin.submit(`${HERE}/shop_key`, { value: 'x' }, { action: 'shop_key/value' });
    assert.match(short.text, /at least 6 characters/);
    assert.equal((await admin.get(`${HERE}/none`)).status, 404);
    assert.equal((await admin.get(`${HERE}/none/delete`)).status, 404);
  });

  it('list what uses it, rename it there, and warn before it is deleted', async () => {
    const values = [{ name: 'title', value: 'row.title' }];
    const config = { url: 'https://api.example.com/{{ row.title }}', auth: 'bearer', authSecret: 'shop_key', values };
    const steps = [{ do: { action: 'http_request', config } }];
    await server.data.edit(server.system, 'add-trigger', {
      trigger: { label: 'Tell the shop', table: 'orders', events: ['insert'], steps },
    });
    assert.match((await admin.get(`${HERE}/shop_key`)).text, /Tell the shop/);
    assert.match((await admin.get(HERE)).text, /1 place/);
    const { id } = server.data.catalog().triggers[0];
    const row = await server.data.rows.insert(server.system, 'orders', { title: 'Chairs <b>' });
    const requests = `/admin/automation/${id}/requests`;
    assert.match((await admin.get(`/admin/automation/${id}`)).text, new RegExp(requests));
    for (const { text } of [
      await admin.get(requests),
      await admin.post(requests, { step: '1', row: String(row.id) }),
    ]) {
      assert.match(text, /POST https:\/\/api\.example\.com\/Chairs%20%3Cb%3E[^]*authorization: Bearer •••••/);
      assert.match(text, /&quot;title&quot;:&quot;Chairs &lt;b&gt;&quot;|"title":"Chairs &lt;b&gt;"/);
      assert.doesNotMatch(text, /planted-value/);
    }
    assert.match(
      (await admin.post(requests, { step: '1' })).text,
      /api\.example\.com can’t be reached|can&#39;t be reached|can't be reached/,
    );
    assert.match((await admin.get(`/admin/automation/${id}`)).text, /<option value="shop_key" selected>shop_key/);
    await admin.submit(`${HERE}/shop_key`, { name: 'store_key' }, { action: 'shop_key/about' });
    assert.equal(server.data.catalog().triggers[0].steps[0].do.config?.authSecret, 'store_key');
    assert.match((await admin.get(`${HERE}/store_key/delete`)).text, /Tell the shop/);
    await admin.post(`${HERE}/store_key/delete`, {});
    assert.deepEqual(await listed(), []);
    assert.match((await admin.get('/admin/problems')).text, /There is no secret/);
  });

  it('the addresses of the own network are opened one by one', async () => {
    const path = '/admin/settings/outgoing';
    assert.match((await admin.get(path)).text, /alert-warning/);
    assert.equal((await admin.submit(path, { outboundAllow: 'http://10.0.0.5' })).status, 422);
    await admin.submit(path, { outboundAllow: '10.0.0.5:80\nerp.internal:443' });
    assert.equal(server.data.catalog().settings.outboundAllow, '10.0.0.5:80\nerp.internal:443');
  });

  it('A6, Z14: only for admins with a recent log-in', async () => {
    const ada = await server.as('ada');
    for (const path of [HERE, `${HERE}/~new`, '/admin/settings/outgoing'])
      assert.ok([403, 404].includes((await ada.get(path)).status), path);
    await server.data.db.query(`update plinth.sessions set authenticated_at = now() - interval '2 hours'`);
    const { until } = await import('@plinth/data/testing');
    await until(async () => (await admin.get(HERE)).status !== 200);
    for (const path of [HERE, `${HERE}/~new`, '/admin/settings/outgoing'])
      assert.match(String((await admin.get(path)).location), /^\/auth\/confirm/, path);
    assert.equal((await admin.post(`${HERE}/~new`, { name: 'x', value: VALUE })).status, 403);
  });
});
