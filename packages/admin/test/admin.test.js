import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @import { Client } from '@plinth/server/testing' */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Client} */
let admin;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await admin.post('/admin/tables', { label: 'Orders' });
  await admin.post('/admin/tables/orders/new-field', { type: 'text', label: 'Customer', required: 'true' });
  await admin.post('/admin/tables/orders/new-field', { type: 'integer', label: 'Pieces' });
  await admin.post('/admin/tables/orders/views', {});
  await admin.post('/admin/pages', { title: 'Welcome' });
});
after(() => server.close());

const PARAMS = {
  table: 'orders',
  field: 'customer',
  view: 'orders',
  page: 'welcome',
  role: 'user',
  app: 'x',
  name: 'x',
  kind: 'unique',
};

/** Every route of the admin with names in place of its parameters. @returns {Promise<{ method: 'get' | 'post', path: string }[]>} */
async function everyRoute() {
  return (await server.runtime.screens.load()).flatMap((screen) =>
    /** @type {any} */ (screen.routes(/** @type {any} */ (server.runtime))).stack
      .filter((/** @type {any} */ layer) => layer.route)
      .flatMap((/** @type {any} */ { route }) =>
        Object.keys(route.methods).map((method) => ({
          method: /** @type {'get' | 'post'} */ (method),
          path: `/admin${screen.path}${route.path === '/' ? '' : route.path}`.replaceAll(
            /:(\w+)/g,
            (_, name) => PARAMS[/** @type {keyof typeof PARAMS} */ (name)] ?? '00000000-0000-4000-8000-000000000000',
          ),
        })),
      ),
  );
}

describe('rights on the admin', () => {
  for (const role of ['public', 'user', 'staff']) {
    it(`A10: refuses ${role} on every address, as if it did not exist`, async () => {
      const client = await server.as(role);
      const missing = await client.get('/page/there-is-no-such-page');
      const routes = await everyRoute();
      assert.ok(routes.length > 80);
      const before = server.data.catalog().version;
      for (const { method, path } of routes) {
        const answer = await client[method](path);
        if (role === 'public') assert.match(answer.location ?? '', /^\/auth\/login/, `${method} ${path}`);
        else {
          assert.equal(answer.status, 404, `${method} ${path}`);
          if (method === 'get') assert.equal(answer.text.length, missing.text.length, path);
        }
        assert.doesNotMatch(answer.text, /Customer|Pieces/, `${method} ${path}`);
      }
      assert.equal(server.data.catalog().version, before);
    });
  }

  it('Z1: makes tables, views and pages that only admins see', async () => {
    const user = await server.as('user');
    assert.equal((await user.get('/view/orders')).status, 404);
    assert.equal((await user.get('/page/welcome')).status, 404);
    assert.deepEqual(server.data.catalog().table('orders').access, {});
  });
});

describe('forms of the admin with bad input', () => {
  it('keep the input for a new field and show errors beside it', async () => {
    const answer = await admin.post('/admin/tables/orders/new-field', {
      type: 'integer',
      label: 'Weight',
      'attributes.min': 'heavy',
      required: 'true',
    });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="Weight"/);
    assert.match(answer.text, /value="heavy"/);
    assert.match(answer.text, /name="required"[^>]*checked|checked[^>]*name="required"/);
    assert.match(answer.text, /aria-invalid="true"/);
  });

  it('refuse a name that is taken, beside the name', async () => {
    const answer = await admin.post('/admin/tables/orders/new-field', {
      type: 'text',
      label: 'Other',
      name: 'customer',
    });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /id="s-name-error"/);
  });

  it('keep a row’s values when one is wrong', async () => {
    const answer = await admin.submit('/admin/tables/orders/data/new', { customer: 'Ada', pieces: 'many' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="Ada"/);
    assert.match(answer.text, /value="many"/);
    assert.match(answer.text, /id="row-pieces-error"/);
  });

  it('name the rows that another type can’t hold before anything happens', async () => {
    await admin.submit('/admin/tables/orders/data/new', { customer: 'Grace' });
    const answer = await admin.post('/admin/tables/orders/fields/customer', { type: 'integer', label: 'Customer' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /Grace/);
    assert.match(answer.text, /href="\/admin\/tables\/orders\/data\/1"/);
    assert.equal(server.data.catalog().table('orders').field('customer').type, 'text');
  });

  it('show hostile labels as text (I4, I7)', async () => {
    const label = '<script>alert(1)</script>';
    await admin.post('/admin/tables', { label, name: 'hostile' });
    for (const path of [
      '/admin/tables',
      '/admin/tables/hostile/fields',
      '/admin/diagram',
      '/admin/history',
      '/admin/search?q=hostile',
    ]) {
      const { text } = await admin.get(path);
      assert.doesNotMatch(text, /<script>alert/, path);
      assert.match(text, /&lt;script&gt;/, path);
    }
  });
});

describe('two people editing the same thing', () => {
  it('K10: gives the second one a 409 that shows what changed, and a way to continue', async () => {
    const first = await admin.get('/admin/tables/orders/settings');
    const expect = /name="expect" value="([^"]+)"/.exec(first.text)?.[1] ?? '';
    const base = { name: 'orders', display: 'customer' };
    await admin.post('/admin/tables/orders/settings', { ...base, label: 'Sales orders', expect });
    const second = await admin.post('/admin/tables/orders/settings', {
      ...base,
      label: 'Purchases',
      description: 'Mine',
      expect,
    });
    assert.equal(second.status, 409);
    assert.match(second.text, /Sales orders/);
    assert.match(second.text, /Mine/);
    assert.equal(server.data.catalog().table('orders').label, 'Sales orders');
    const again = await admin.post('/admin/tables/orders/settings', {
      ...base,
      label: 'Purchases',
      description: 'Mine',
    });
    assert.equal(again.status, 303);
    assert.equal(server.data.catalog().table('orders').label, 'Purchases');
  });
});

describe('rows in the admin', () => {
  it('shows that a row has changed meanwhile, and allows saving on top', async () => {
    const form = { customer: 'Ada', pieces: '1' };
    await admin.submit('/admin/tables/orders/data/new', form);
    const seen = /name="seen" value="([^"]+)"/.exec((await admin.get('/admin/tables/orders/data/1')).text)?.[1] ?? '';
    await server.data.rows.update(server.system, 'orders', 1, { pieces: 7 });
    const answer = await admin.post('/admin/tables/orders/data/1', { customer: 'Ada', pieces: '2', seen });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /Current value: 7/);
    assert.match(answer.text, /value="2"/);
    const again = /name="seen" value="([^"]+)"/.exec(answer.text)?.[1] ?? '';
    assert.equal(
      (await admin.post('/admin/tables/orders/data/1', { customer: 'Ada', pieces: '2', seen: again })).status,
      303,
    );
    assert.equal((await server.data.rows.get(server.system, 'orders', 1)).pieces, 2);
  });

  it('shows a row’s history and restores an older version', async () => {
    await admin.post('/admin/tables/orders/settings', {
      label: 'Orders',
      name: 'orders',
      display: 'customer',
      history: 'true',
    });
    for (const text of ['First', 'Second'])
      await admin.postJson('/admin/tables/orders/cells', { rows: [{ id: 1, set: { customer: { text } } }] });
    const { text } = await admin.get('/admin/tables/orders/data/1/history');
    assert.match(text, /First/);
    const entries = [...text.matchAll(/name="entry" value="([^"]+)"/g)].map((found) => found[1]);
    assert.equal((await admin.post('/admin/tables/orders/data/1/history', { entry: entries[0] })).status, 303);
    assert.equal((await server.data.rows.get(server.system, 'orders', 1)).customer, 'First');
  });

  it('deletes the chosen rows', async () => {
    await admin.submit('/admin/tables/orders/data/new', { customer: 'Gone' });
    const before = await server.data.rows.count(server.system, 'orders');
    const { rows } = (
      await server.data.select(server.system, [{ spec: { table: 'orders', select: [], limit: 2 }, params: {} }])
    )[0];
    await admin.post('/admin/tables/orders/data/delete', { id: rows.map((/** @type {any} */ row) => String(row.id)) });
    assert.equal(await server.data.rows.count(server.system, 'orders'), before - rows.length);
  });

  it('finds, filters, sorts and pages without counting', async () => {
    await server.data.rows.insertMany(
      server.system,
      'orders',
      Array.from({ length: 120 }, (_, i) => ({ customer: `Customer ${i}`, pieces: i })),
    );
    const first = await admin.get('/admin/tables/orders/data?sort=pieces&f=pieces&op=gte&v=30');
    assert.match(first.text, /Customer 30</);
    assert.doesNotMatch(first.text, /Customer 29</);
    const next = /rel="next" href="([^"]+)"/.exec(first.text)?.[1].replaceAll('&amp;', '&') ?? '';
    const second = await admin.get(next);
    assert.match(second.text, /Customer 80</);
    assert.doesNotMatch(second.text, /Customer 79</);
    assert.match((await admin.get('/admin/tables/orders/data?q=customer+117')).text, /Customer 117</);
    assert.equal((await admin.get('/admin/tables/orders/data?after=nonsense')).status, 200);
  });
});

describe('views in one click', () => {
  it('show comments for those who may edit the row, unless an admin switches them off', async () => {
    const comments = () => server.data.catalog().table('talks').comments;
    await admin.post('/admin/tables', { label: 'Talks' });
    await admin.post('/admin/tables/talks/new-field', { type: 'text', label: 'Title' });
    await admin.post('/admin/tables/talks/views', {});
    const { id } = await server.data.rows.insert(server.system, 'talks', { title: 'Tides' });
    assert.equal(comments(), 'editors');
    const view = server.data.catalog().views.find(({ table, template }) => table === 'talks' && template === 'show');
    assert.match((await admin.get(`/view/${view?.name}?id=${id}`)).text, /data-pl-comments="\/comments\/talks/);
    const settings = { label: 'Talks', name: 'talks', display: 'title', history: 'true', comments: 'off' };
    await admin.post('/admin/tables/talks/settings', settings);
    assert.equal(comments(), 'off');
    assert.equal((await admin.post(`/comments/talks/${id}`, { text: 'Hello' })).status, 404);
  });

  it('are shared as chosen, and leave rights given before as they are', async () => {
    await admin.post('/admin/tables', { label: 'Shared' });
    await admin.post('/admin/tables/shared/new-field', { type: 'text', label: 'Title' });
    await admin.post('/admin/tables/shared/views', { sharing: 'read' });
    const user = await server.as('user');
    assert.equal((await user.get('/view/shared')).status, 200);
    assert.equal(server.data.catalog().table('shared').access.user.create, 'none');
    await admin.post('/admin/tables/shared/views', { sharing: 'write' });
    assert.equal(server.data.catalog().table('shared').access.user.create, 'none');
  });
});

describe('undo from the page of the undone object', () => {
  it('goes on with the list, since the page is gone', async () => {
    const made = await admin.post('/admin/tables', { label: 'Short lived' });
    const id = new URLSearchParams(made.location?.split('?')[1]).get('done');
    const undone = await admin.post(`/admin/history/${id}/undo`, { return: '/admin/tables/short_lived/fields?done=x' });
    assert.match(undone.location ?? '', /^\/admin\/tables\?done=/);
    const redone = await admin.post(`/admin/history/${id}/redo`, {});
    assert.equal(redone.status, 303);
    assert.ok(server.data.catalog().hasTable('short_lived'));
  });

  it('asks for a value when a field becomes required and rows have none', async () => {
    await admin.post('/admin/tables/orders/new-field', { type: 'text', label: 'City' });
    const values = { type: 'text', label: 'City', required: 'true' };
    const blocked = await admin.post('/admin/tables/orders/fields/city', values);
    assert.equal(blocked.status, 422);
    assert.match(blocked.text, /name="fill"/);
    assert.equal((await admin.post('/admin/tables/orders/fields/city', { ...values, fill: 'Köln' })).status, 303);
    const [{ rows }] = await server.data.select(server.system, [
      { spec: { table: 'orders', select: [{ as: 'city', field: 'city' }], limit: 1 }, params: {} },
    ]);
    assert.equal(rows[0].city, 'Köln');
  });
});

describe('a text field that becomes a list of choices', () => {
  const address = '/admin/tables/paints/fields/colours';
  const system = () => server.system;
  before(async () => {
    const fields = [{ name: 'colours', label: 'Colours', type: 'long_text' }];
    await server.data.edit(system(), 'add-table', { name: 'paints', fields });
    for (const colours of ['red, blue', 'green', 'x'.repeat(201)])
      await server.data.rows.insert(system(), 'paints', { colours });
  });
  const names = (/** @type {string} */ text) =>
    [...text.matchAll(/name="attributes\.options\.\d+\.label" value="([^"]+)"/g)].map(([, name]) => name);

  it('shows the choices that its rows have, and the values that can’t be choices, before anything changes', async () => {
    const shown = await admin.post(address, { type: 'multi_select', label: 'Colours', refresh: '1' });
    assert.deepEqual(names(shown.text), ['blue', 'green', 'red']);
    assert.match(shown.text, /3 choices were made from the values in the rows/);
    assert.match(shown.text, /One value can’t be converted to Multi-select/);
    assert.match(shown.text, /class="form-select pl-option-colour pl-c-\w+"/);
    assert.deepEqual(names((await admin.get(`${address}?type=select`)).text), ['green', 'red, blue']);
    // Without scripts, "Save" comes first.
    const saved = await admin.post(address, { type: 'multi_select', label: 'Colours' });
    assert.deepEqual([saved.status, names(saved.text)], [200, ['blue', 'green', 'red']]);
    assert.equal(server.data.catalog().table('paints').field('colours').type, 'long_text');
  });

  it('makes them anew for another type, and keeps what was changed for the same', async () => {
    const edited = { label: 'Colours', 'attributes.options.0.label': 'Red', 'attributes.options.0.value': 'red' };
    const other = await admin.post(address, { ...edited, type: 'select', choicesFor: 'multi_select', refresh: '1' });
    assert.deepEqual(names(other.text), ['green', 'red, blue']);
    const same = await admin.post(address, { ...edited, type: 'select', choicesFor: 'select', refresh: '1' });
    assert.deepEqual(names(same.text), ['Red']);
    const wrong = await admin.post(address, { type: 'select', label: 'Colours', choicesFor: 'select' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /needs at least one choice/);
    const unknown = await admin.post(address, { type: 'nothing', label: 'Colours' });
    assert.ok(unknown.status >= 400 && unknown.status < 500, String(unknown.status));
  });

  it('says how many different values are too many', async () => {
    const rows = Array.from({ length: 501 }, (_, at) => ({ colours: `colour ${at}` }));
    const { done } = await server.data.rows.insertMany(system(), 'paints', rows);
    const shown = await admin.post(address, { type: 'select', label: 'Colours', refresh: '1' });
    assert.match(shown.text, /Colours has 503 different values, but a list can have at most 500 choices/);
    await server.data.rows.removeMany(
      system(),
      'paints',
      done.map((/** @type {any} */ row) => row.id ?? row),
    );
  });

  it('saves them as reviewed, and undo brings the texts back', async () => {
    const values = { type: 'multi_select', label: 'Colours', choicesFor: 'multi_select' };
    const options = Object.fromEntries(
      ['blue', 'green', 'red'].flatMap((value, at) => [
        [`attributes.options.${at}.label`, value.toUpperCase()],
        [`attributes.options.${at}.value`, value],
      ]),
    );
    assert.equal((await admin.post(address, { ...values, ...options })).status, 422);
    const saved = await admin.post(address, { ...values, ...options, discard: '1' });
    assert.equal(saved.status, 303);
    const stored = async () =>
      (await server.data.db.query('select colours from app.paints order by id')).rows.map(
        (/** @type {any} */ { colours }) => colours,
      );
    assert.deepEqual(await stored(), [['red', 'blue'], ['green'], null]);
    const id = new URLSearchParams(saved.location?.split('?')[1]).get('done');
    await admin.post(`/admin/history/${id}/undo`, { return: '/admin/tables/paints/fields' });
    assert.deepEqual(await stored(), ['red, blue', 'green', 'x'.repeat(201)]);
  });

  it('is shown to nobody but administrators', async () => {
    const staff = await server.as('staff');
    assert.ok([403, 404].includes((await staff.get(`${address}?type=select`)).status));
  });
});

it('calls a role by its label, and runs from right to left in each language that does', async () => {
  const admin = await server.as('admin');
  await server.data.edit(server.system, 'change-role', { role: 'admin', changes: { label: 'Chiefs' } });
  const { text } = await admin.get('/admin/tables/orders/access');
  assert.match(text, /<th scope="row">Chiefs<\/th>/);
  assert.match(text, /<html lang="en" dir="ltr"/);
  await server.data.edit(server.system, 'change-settings', { changes: { locale: 'ar' } });
  assert.match((await admin.get('/admin/tables')).text, /<html lang="ar" dir="rtl"/);
  await server.data.edit(server.system, 'change-settings', { changes: { locale: 'en' } });
});
