import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** Held by who builds indexes (catalog/indexes/builder.js). */
const BUILDER = 0x696e6478;
const TOLD = /“Orders” has many rows\. An index would make this view faster: /;
const ADD = 'Add index Customer + Due';
const TAB = '/admin/tables/orders/indexes';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof server.as>>} */
let admin;
before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await edit('add-table', {
    name: 'orders',
    label: 'Orders',
    access: { user: { read: 'all' } },
    fields: Object.entries({ name: 'text', customer: 'integer', due: 'date' }).map(([name, type]) => ({ name, type })),
  });
  await view('of_one', {
    filter: { all: [{ field: 'customer', op: 'eq', value: 7 }] },
    sort: [{ field: 'due' }],
    search: false,
  });
});
after(() => server?.close());

const edit = (/** @type {string} */ name, /** @type {object} */ input) => server.data.edit(server.system, name, input);
const view = (/** @type {string} */ name, /** @type {object} */ config) =>
  edit('add-view', {
    view: {
      name,
      label: 'Orders of one',
      template: 'list',
      table: 'orders',
      config: { columns: [{ kind: 'field', field: 'name' }], ...config },
    },
  });
const indexes = () =>
  server.data
    .catalog()
    .table('orders')
    .indexes.map(({ fields }) => fields.join());
const fill = () =>
  server.data.db.query(`insert into app.orders (name, customer, due)
    select 'Order ' || n, n % 100, date '2026-01-01' + n % 365 from generate_series(1, 20000) n`);
const [SETTINGS, BUILDER_PAGE, PATH] = [
  '/admin/views/of_one/settings',
  '/admin/build/views/of_one',
  '/admin/views/of_one/indexes',
];
const textOf = async (/** @type {string} */ path) => (await admin.get(path)).text;

it('a view of a small table needs no index', async () => {
  for (const path of [SETTINGS, BUILDER_PAGE]) assert.doesNotMatch(await textOf(path), TOLD);
  assert.match(await textOf(PATH), /This view has every index that it needs/);
});

it('beside a view of a large table, settings and builder name the index that it lacks', async () => {
  await fill();
  for (const path of [SETTINGS, BUILDER_PAGE, PATH]) {
    const text = await textOf(path);
    assert.match(text, TOLD);
    assert.ok(text.includes(`aria-label="${ADD}"`), path);
  }
});

it('only who may change the table can see or add it', async () => {
  for (const role of ['user', 'public']) {
    const client = await server.as(role);
    assert.doesNotMatch((await client.get(PATH)).text, TOLD);
    const { location } = await client.post(PATH, { fields: ['customer', 'due'] });
    assert.notEqual(location?.split('?')[0], SETTINGS);
    assert.deepEqual(indexes(), []);
  }
});

it('refuses fields that are not there and views without a table', async () => {
  /** @type {Record<string, string | string[]>[]} */
  const wrong = [
    { fields: ['nothing'] },
    { fields: [] },
    { fields: ['name'], kind: 'other' },
    { fields: ['due'], kind: 'search' },
  ];
  for (const input of wrong) {
    const { status, text } = await admin.post(PATH, input);
    assert.equal(status, 422, JSON.stringify(input));
    assert.match(text, /role="alert"/);
  }
  assert.equal((await admin.post('/admin/views/nothing/indexes', { fields: ['due'] })).status, 404);
  assert.deepEqual(indexes(), []);
});

it('the builder asks about the view as it is drawn', async () => {
  const { text } = await admin.get(BUILDER_PAGE);
  const state = JSON.parse(/id="builder-state">([^]*?)<\/script>/.exec(text)?.[1] ?? '');
  const { draft, version } = state;
  draft.settings.sort = [{ field: 'name' }];
  draft.settings.search = true;
  const answer = await admin.postJson(`${BUILDER_PAGE}/paint`, { draft, version });
  assert.match(answer.json().properties, /Add index Search: Name[^]*Add index Customer \+ Name/);
  draft.settings.sort = 7;
  const odd = await admin.postJson(`${BUILDER_PAGE}/paint`, { draft, version: version + 1 });
  assert.ok(odd.status < 500, String(odd.status));
});

it('its button adds the index, says how far it is, and History undoes it', async () => {
  const { data } = server;
  await data.db.transaction(async (/** @type {any} */ tx) => {
    // Nobody builds until this is over.
    await tx.query(`select pg_advisory_xact_lock(${BUILDER})`);
    const { status, location } = await admin.post(PATH, { fields: ['customer', 'due'], back: 'builder' });
    assert.deepEqual([status, location?.split('?')[0]], [303, BUILDER_PAGE]);
    const text = await textOf(SETTINGS);
    assert.match(text, /The index Customer \+ Due is being built \(0%\)/);
    assert.match(text, /id="view-indexes"[^>]* hx-get="\/admin\/views\/of_one\/indexes\?back=settings"/);
    assert.doesNotMatch(text, TOLD);
    const ofTable = await textOf(TAB);
    assert.match(ofTable, /Building \(0%\)\. Everyone can keep working\.</);
    assert.match(
      ofTable,
      new RegExp(`id="table-indexes" hx-get="${TAB}" hx-trigger="every 2s" hx-select="#table-indexes"`),
    );
  });
  await data.indexes.build();
  assert.match(await textOf(TAB), /id="table-indexes">[^]*Ready/);
  assert.doesNotMatch(await textOf(SETTINGS), /being built|has many rows/);
  assert.match(await textOf(PATH), /This view has every index that it needs/);
  const { revisions } = await data.revisions.list({ limit: 1 });
  await data.revisions.undo(server.system, revisions[0].id);
  assert.deepEqual(indexes(), []);
  assert.match(await textOf(SETTINGS), TOLD);
});

it('one that could not be built leads to where the reason is', async () => {
  const { data } = server;
  await edit('add-index', { table: 'orders', fields: ['customer', 'due'] });
  await data.indexes.build();
  const [{ id }] = data.catalog().table('orders').indexes;
  const text = 'insert into plinth.index_builds (name, table_id, error) values ($1, $2, $3)';
  await data.db.query({
    text,
    values: [`index_${id.replaceAll('-', '')}`, data.catalog().table('orders').id, 'no room'],
  });
  const said = await textOf(SETTINGS);
  assert.match(said, /The index Customer \+ Due could not be built/);
  assert.match(said, /href="\/admin\/tables\/orders\/indexes"/);
  assert.doesNotMatch(said, /hx-trigger="every/);
  await edit('change-settings', { changes: { locale: 'de' } });
  assert.match(await textOf(SETTINGS), /Der Index Customer \+ Due konnte nicht aufgebaut werden/);
  await edit('remove-index', { table: 'orders', id });
  assert.match(await textOf(SETTINGS), /„Orders“ hat viele Zeilen\. Mit einem Index wäre diese Ansicht schneller: /);
});
