import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'books',
    fields: ['title', 'blurb'].map((name) => ({ name, type: 'text' })),
  });
  await data.edit(system, 'generate-views', { table: 'books' });
});
after(() => server?.close());

const PATH = '/admin/tables/books/indexes';
const books = () => server.data.catalog().table('books');

it('a table whose views have a search bar gets its search index by one click, and undo takes it away', async () => {
  const admin = await server.as('admin');
  const { text } = await admin.get(PATH);
  assert.match(text, /name="kind" value="search"/);
  assert.match(text, /Search: Title \+ Blurb/);
  const answer = await admin.post(PATH, { kind: 'search', fields: ['title', 'blurb'] });
  assert.ok([302, 303].includes(answer.status), String(answer.status));
  assert.deepEqual(
    books().indexes.map((/** @type {any} */ { kind, fields }) => [kind, fields]),
    [['search', ['title', 'blurb']]],
  );
  const after = (await admin.get(PATH)).text;
  assert.doesNotMatch(after, /name="kind" value="search"/);
  assert.match(after, /Ready/);
  const { revisions } = await server.data.revisions.list({ limit: 1 });
  await server.data.revisions.undo(server.system, revisions[0].id);
  assert.deepEqual(books().indexes, []);
});

it('a failed build shows the reason and can be retried', async () => {
  const { data, system } = server;
  const admin = await server.as('admin');
  await data.edit(system, 'add-index', { table: 'books', fields: ['title'] });
  const [{ id }] = books().indexes;
  await data.db.query({
    text: 'insert into plinth.index_builds (name, table_id, error) values ($1, $2, $3)',
    values: [`index_${id.replaceAll('-', '')}`, books().id, 'no room <here>'],
  });
  const { text } = await admin.get(PATH);
  assert.match(text, /Could not be built: no room &lt;here&gt;/);
  await admin.post(`${PATH}/${id}/retry`, {});
  await data.indexes.build();
  assert.match((await admin.get(PATH)).text, /Ready/);
});

it('where people see their own rows in another order, an index over both is offered', async () => {
  const { data, system } = server;
  const admin = await server.as('admin');
  await data.edit(system, 'add-field', { table: 'books', field: { name: 'reader', type: 'user' } });
  const list = data.catalog().views.find((view) => view.template === 'list') ?? assert.fail();
  const config = { ...list.config, sort: [{ field: 'blurb' }] };
  await data.edit(system, 'change-view', { view: list.name, changes: { config } });
  const none = { create: 'none', update: 'none', delete: 'none' };
  const offered = /name="fields" value="reader"><input type="hidden" name="fields" value="blurb"/;
  const rules = [
    [{ rule: 'row.reader == user.id && row.title != ""' }, true],
    [{ rule: 'user.id == row.reader' }, true],
    [{ rule: 'row.reader == user.id || row.title == "all"' }, false],
    ['all', false],
  ];
  for (const [read, wanted] of rules) {
    await data.edit(system, 'set-access', { table: 'books', access: { user: { ...none, read } } });
    const { text } = await admin.get(PATH);
    assert.equal(offered.test(text), wanted, JSON.stringify(read));
  }
  await data.edit(system, 'set-access', {
    table: 'books',
    owner: 'reader',
    access: { user: { ...none, read: 'own' } },
  });
  assert.match((await admin.get(PATH)).text, offered);
  await admin.post(PATH, { fields: ['reader', 'blurb'] });
  assert.doesNotMatch((await admin.get(PATH)).text, offered);
});

it('the search index of a wide table names its first fields and how many there are more', async () => {
  const { data, system } = server;
  const fields = Array.from({ length: 12 }, (_, i) => ({ name: `part_${i}`, label: `Part ${i}`, type: 'text' }));
  await data.edit(system, 'add-table', { name: 'wide', fields });
  await data.edit(system, 'generate-views', { table: 'wide' });
  const admin = await server.as('admin');
  const { text } = await admin.get('/admin/tables/wide/indexes');
  assert.match(text, /Search: Part 0 \+ Part 1 \+ Part 2 \+ Part 3 \+ Part 4 and 7 more/);
  assert.doesNotMatch(text, /Search: [^<]*Part 5/);
});

it('a large table’s field shows how far its change is, lets administrators stop it, and names what can’t be converted', async () => {
  const { data, system } = server;
  const [admin, user] = [await server.as('admin'), await server.as('user')];
  await data.edit(system, 'add-table', { name: 'large', fields: [{ name: 'code', type: 'text' }] });
  await data.db.query(`insert into app.large (code) select n::text from generate_series(1, 50500) n`);
  await data.db.query(`insert into app.large (code) values ('a <text>')`);
  await data.db.query('analyze app.large');
  const [page, rewrite] = ['/admin/tables/large/fields/code', '/admin/tables/large/rewrite'];
  assert.match((await admin.get(page)).text, /data-adm-import="\/admin\/tables\/large\/rewrite"/);
  assert.deepEqual((await admin.get(`${rewrite}/progress`)).json(), { text: null });
  const { text, status } = await admin.post(page, { type: 'integer', name: 'code', label: 'Code' });
  assert.equal(status, 422);
  assert.match(text, /<code>a &lt;text&gt;<\/code>/);
  assert.match(text, /name="discard"/);

  const { id, fields } = data.catalog().table('large');
  await data.db.query({
    text: `insert into plinth.rewrites (id, table_id, field_id, stage, done, total, made)
      values (gen_random_uuid(), $1, $2, 'rows', 250, 1000, '{"indexes": [], "constraints": []}')`,
    values: [id, fields.find(({ name }) => name === 'code')?.id],
  });
  assert.match((await admin.get(page)).text, /id="table-rewrite"[^]*Converting the rows: 25%/);
  assert.match((await admin.get(`${rewrite}/progress`)).json().text, /25%/);
  for (const path of ['/progress', ''])
    assert.notEqual((await user.get(rewrite + path)).status, 200, 'only for admins');
  for (const path of ['/cancel', '/stop']) assert.notEqual((await user.post(rewrite + path, {})).status, 200);
  const stopped = async () => (await data.db.query('select stopped from plinth.rewrites')).rows[0].stopped;
  assert.equal(await stopped(), false);
  await admin.post(`${rewrite}/stop`, {});
  assert.equal(await stopped(), true);
  assert.match((await admin.get(rewrite)).text, /Stopping/);
});
