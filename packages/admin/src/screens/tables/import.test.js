import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { atEdge } from '@plinth/data/testing';
import { startTestServer, until } from '@plinth/server/testing';

const ROWS = 150_000;
const BAD = 500;
/** Lower than in the product, and larger than what the forms of other pages may have. */
const LOWERED = { importFileBytes: 12_000_000, columnsFormBytes: 3_500_000 };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;

before(async () => {
  server = await startTestServer({ limits: { lowered: LOWERED } });
  admin = await server.as('admin');
  const fields = [{ name: 'number', type: 'integer' }];
  for (const name of ['good', 'whole']) await server.data.edit(server.system, 'add-table', { name, fields });
});
after(() => server?.close());

const inTable = (/** @type {string} */ table) => server.data.rows.count(server.system, table);

/** @param {string} address of the form for a file */
async function upload(address) {
  const lines = Array.from({ length: ROWS }, (_, i) => (i === BAD ? 'many' : i));
  const file = new Blob([`Number\n${lines.join('\n')}\n`], { type: 'text/csv' });
  const { location } = await admin.post(address, { file });
  return String(location).split('?')[0];
}

/**
 * Starts an import, starts it once more, and cancels it as soon as it says that rows are done.
 *
 * @param {string} path @param {Record<string, string>} values
 */
async function cancelHalfway(path, values) {
  assert.deepEqual((await admin.get(`${path}/progress`)).json(), { text: null }, 'nothing runs yet');
  const running = admin.post(path, values);
  let told = '';
  await until(async () => {
    told = (await admin.get(`${path}/progress`)).json().text ?? '';
    return /processed: [1-9]/.test(told);
  });
  assert.match(told, /^Rows processed: [\d,]+, rejected: 1$/);
  const second = await admin.post(path, values);
  assert.equal(second.status, 409);
  assert.match(second.text, /This file is already being imported/);
  await admin.post(`${path}/cancel`);
  const answer = await running;
  assert.equal(answer.status, 409, answer.text.slice(0, 500));
  assert.deepEqual((await admin.get(`${path}/progress`)).json(), { text: null }, 'nothing runs any more');
  return answer.text;
}

const COLUMN = { 'c.0.header': 'Number', 'c.0.field': 'number', 'c.0.format': '' };

describe('the import of a large file shows its progress and can be cancelled', () => {
  it('with good rows only, it reports how many were imported', async () => {
    const text = await cancelHalfway(await upload('/admin/tables/good/import'), { ...COLUMN, mode: 'good-rows' });
    const [, said] = /The import was cancelled \(rows imported before: (\d+)\)/.exec(text) ?? [];
    assert.ok(Number(said) > 0 && Number(said) < ROWS - 1, said);
    assert.equal(await inTable('good'), Number(said));
  });

  it('with all or nothing, nothing is imported', async () => {
    const text = await cancelHalfway(await upload('/admin/tables/whole/import'), { ...COLUMN, mode: 'all-or-nothing' });
    assert.match(text, /The import was cancelled\. Nothing was imported/);
    assert.equal(await inTable('whole'), 0);
  });

  it('into a new table, neither rows nor table, view or page are left', async () => {
    const column = { 'c.0.header': 'Number', 'c.0.label': 'Number', 'c.0.type': 'integer', 'c.0.use': '1' };
    const path = await upload('/admin/start/csv');
    const text = await cancelHalfway(path, { ...column, label: 'Numbers', mode: 'good-rows' });
    assert.match(text, /The import was cancelled\. Nothing was imported/);
    assert.match(text, /data-adm-running/, 'it can be started again');
    const { tables, views, pages } = server.data.catalog();
    assert.deepEqual(
      [views, pages, tables.filter((/** @type {any} */ { name }) => name.startsWith('numbers'))],
      [[], [], []],
    );
  });

  it('an address that is not an upload is refused, and cancelling without an import has no effect', async () => {
    assert.equal((await admin.get('/admin/tables/good/import/..%2Fsecret/progress')).status, 404);
    const idle = '/admin/tables/good/import/00000000-0000-4000-8000-000000000000';
    assert.equal((await admin.post(`${idle}/cancel`)).status, 200);
    const user = await server.as('user');
    assert.notEqual((await user.get(`${idle}/progress`)).status, 200, 'only for admins');
  });
});

describe('a table made from a file', () => {
  const FORM = {
    'c.0.header': 'Number',
    'c.0.label': 'Number',
    'c.0.type': 'integer',
    'c.0.use': '1',
    label: 'Boxes',
    mode: 'good-rows',
  };
  const made = () => {
    const { tables, views, pages } = server.data.catalog();
    const names = (/** @type {readonly { name: string }[]} */ all) =>
      all.map(({ name }) => name).filter((name) => name.startsWith('box'));
    return [names(tables), names(views), names(pages)];
  };
  const menu = (/** @type {number} */ count) =>
    server.data.edit(server.system, 'change-menu', {
      items: Array.from({ length: count }, (_, at) => ({
        id: `m${at}`,
        kind: 'link',
        label: `Entry ${at}`,
        target: 'https://example.com',
        icon: '',
        roles: [],
      })),
    });

  it('is all or nothing, also if the menu is full, and pressing twice makes one', async () => {
    await menu(300);
    const file = new Blob(['Number\n1\n2\n'], { type: 'text/csv' });
    const { location } = await admin.post('/admin/start/csv', { file });
    const path = String(location).split('?')[0];
    for (let press = 0; press < 2; press++) {
      const refused = await admin.post(path, FORM);
      assert.equal(refused.status, 422);
      assert.match(refused.text, /at most 300 entries/);
      assert.deepEqual(made(), [[], [], []]);
    }
    await menu(299);
    const presses = await Promise.all([admin.post(path, FORM), admin.post(path, FORM)]);
    assert.deepEqual(
      presses.map(({ status }) => status === 303 || status === 409),
      [true, true],
    );
    const again = await admin.post(path, FORM);
    assert.deepEqual([again.status, again.location], [303, '/page/boxes']);
    assert.deepEqual(made(), [['boxes'], ['boxes', 'boxes_show', 'boxes_edit'], ['boxes']]);
    assert.equal(await inTable('boxes'), 2);
    assert.equal(server.data.catalog().menu.items.length, 300);
  });

  it('offers in its message to undo the import, for a day', async () => {
    await menu(10);
    const file = new Blob(['Number\n1\n2\n3\n'], { type: 'text/csv' });
    const { location } = await admin.post('/admin/start/csv', { file });
    const done = await admin.post(String(location).split('?')[0], { ...FORM, label: 'Bottles' });
    assert.deepEqual([done.status, done.location], [303, '/page/bottles']);
    assert.equal(server.data.catalog().table('bottles').comments, 'editors');
    const flash = () => JSON.parse(String(admin.cookies.get('plinth_flash') ?? '{}'));
    const { undo } = flash();
    assert.ok(undo, 'the message has the button');
    await server.data.db.query(
      `update app.bottles set number = 4, updated_at = now() + interval '1 s' where number = 3`,
    );
    for (const who of ['staff', 'user']) {
      const other = await server.as(who);
      const refused = await other.post(`/undo/${undo}`, {}, { accept: 'application/json' });
      assert.equal(refused.status, 404, who);
    }
    assert.equal(await inTable('bottles'), 3);
    assert.equal((await admin.post(`/undo/${undo}`, { return: '/page/bottles' })).location, '/page/bottles');
    assert.match(flash().text, /2 imported rows were deleted\. One row was left as it is/);
    assert.equal(await inTable('bottles'), 1);
    await admin.post(`/undo/${undo}`, { return: '/page/bottles' });
    assert.equal(flash().kind, 'danger');
    assert.equal(await inTable('bottles'), 1);
  });

  /** What a browser sends for a form. @param {string} html @param {string} from what the form begins with */
  function controls(html, from) {
    const form = html.slice(html.indexOf(from));
    /** @type {Record<string, string>} */
    const values = {};
    const unescape = (/** @type {string} */ text) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    for (const [tag] of form.slice(0, form.indexOf('</form>')).matchAll(/<input[^>]*>/g)) {
      const name = / name="([^"]*)"/.exec(tag)?.[1];
      if (!name || (/type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag))) continue;
      values[unescape(name)] = unescape(/ value="([^"]*)"/.exec(tag)?.[1] ?? '');
    }
    for (const [, name, options] of form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
      values[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
    return values;
  }

  it('may have 1000 columns, which are confirmed, shown and typed in a form', async () => {
    await menu(0);
    const count = Array.from({ length: 1000 }, (_, at) => at);
    const text = `${count.map((at) => `Item ${at}`).join(',')}\n${count.map((at) => `v${at}`).join(',')}\n`;
    const { location } = await admin.post('/admin/start/csv', { file: new Blob([text], { type: 'text/csv' }) });
    const path = String(location).split('?')[0];
    const review = (await admin.get(path)).text;
    const made = await admin.post(path, { ...controls(review, 'data-adm-import'), label: 'Wide', sharing: 'write' });
    const [alert = ''] = /<div[^>]*alert.*?<\/div>/s.exec(made.text) ?? [];
    assert.equal(made.location, '/page/wide', alert);
    assert.match((await admin.get('/page/wide')).text, />v0</);
    const form = (await admin.get('/view/wide_edit')).text;
    const values = controls(form, 'action="/view/wide_edit');
    assert.ok(Object.keys(values).length >= 1000);
    for (const at of count) values[`item_${at}`] = `w${at}`;
    const saved = await admin.post('/view/wide_edit', values);
    assert.equal(saved.status, 303, saved.text.slice(0, 2000));
    const { rows } = await server.data.db.query('select item_0, item_999 from app.wide order by id');
    assert.deepEqual(rows.map(Object.values), [
      ['v0', 'v999'],
      ['w0', 'w999'],
    ]);
  });
});

describe('what only the table can tell, before the press', () => {
  const path = '/admin/tables/orders/import';
  const FILE = 'Title,Sku,Customer\na,1,Ann\nb,1,Zoe\nc,taken,\n,2,Ann\n';
  /** @param {string} csv */
  async function reviewed(csv) {
    const { location } = await admin.post(path, { file: new Blob([csv], { type: 'text/csv' }) });
    const address = String(location);
    return { address, text: (await admin.get(address)).text };
  }
  const columns = (/** @type {string[]} */ ...names) =>
    Object.fromEntries(
      names.flatMap((name, at) => [
        [`c.${at}.header`, name],
        [`c.${at}.field`, name.toLowerCase()],
        [`c.${at}.seen`, name.toLowerCase()],
        [`c.${at}.format`, ''],
      ]),
    );

  before(async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
    await edit('add-table', { name: 'customers', label: 'Customers', fields: [{ name: 'name', type: 'text' }] });
    await edit('add-table', {
      name: 'orders',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'sku', type: 'text', unique: true },
        { name: 'customer', type: 'relation', attributes: { table: 'customers' } },
      ],
    });
    await server.data.rows.insert(server.system, 'customers', { name: 'Ann' });
    await server.data.rows.insert(server.system, 'orders', { title: 'first', sku: 'taken' });
  });

  it('is counted with its lines: links not found, values twice or taken, and required ones', async () => {
    const { text } = await reviewed(FILE);
    assert.match(text, /2 of 3 values are found in “Customers”: one exception/);
    assert.match(text, /Line 3:<\/span> <span>“Zoe”/);
    assert.match(text, /3 of 4 values are unique in the file: one exception/);
    assert.match(text, /2 of 3 values are new: one is in the table already/);
    assert.match(text, /3 of 4 rows have the required value: one exception/);
    assert.equal(await inTable('orders'), 1);
    const { text: unfilled } = await reviewed('Sku\n7\n8\n');
    assert.match(unfilled, /“Title” is required, but no column fills it: 2 rows can’t be imported\./);
    const { text: fits } = await reviewed('Title,Sku,Customer\na,7,Ann\n');
    assert.doesNotMatch(fits, /exception|already|required,/);
  });

  it('is counted anew when rows have changed meanwhile, and not held against the key', async () => {
    const { address } = await reviewed('Title,Sku,Customer\na,taken,Bob\n');
    assert.match((await admin.get(address)).text, /0 of 1 values are found/);
    await server.data.rows.insert(server.system, 'customers', { name: 'Bob' });
    const { text } = await admin.get(address);
    assert.doesNotMatch(text, /are found/);
    assert.match(text, /is in the table already/);
    const keyed = await admin.post(address, { ...columns('Title', 'Sku', 'Customer'), key: 'sku', check: '1' });
    assert.doesNotMatch(keyed.text, /is in the table already/);
  });

  it('is corrected in place, or left empty if that is asked for', async () => {
    const form = { ...columns('Title', 'Customer'), mode: 'all-or-nothing' };
    const { address } = await reviewed('Title,Customer\nfixed,An\n');
    const fixed = await admin.post(address, { ...form, 'c.1.odd': 'fix', 'c.1.odd.0': 'An', 'c.1.fix.0': 'Ann' });
    assert.equal(fixed.status, 200);
    const other = await reviewed('Title,Customer\nleft,Nobody\n');
    const refused = await admin.post(other.address, {
      ...form,
      'c.1.odd': 'fix',
      'c.1.odd.0': 'Nobody',
      'c.1.fix.0': 'Nobody',
    });
    assert.equal(refused.status, 422);
    const left = await admin.post(other.address, { ...form, 'c.1.odd': 'empty' });
    assert.match(left.text, /there is no &quot;Nobody&quot;|there is no “Nobody”|there is no "Nobody"/);
    const { rows } = await server.data.db.query({
      text: `select title, customer is null as without from app.orders where title in ('fixed', 'left') order by title`,
    });
    assert.deepEqual(
      rows.map((/** @type {any} */ row) => [row.title, row.without]),
      [
        ['fixed', false],
        ['left', true],
      ],
    );
  });
});

describe('a wrong choice of how a file is read', () => {
  const LINES = 'Number,Town\n1,Zürich\n2,Łódź\n';
  for (const start of ['/admin/start/csv', '/admin/tables/good/import'])
    it(`comes back to the form with the message, and what was chosen: ${start}`, async () => {
      const { location } = await admin.post(start, { file: new Blob([LINES], { type: 'text/csv' }) });
      const path = String(location).split('?')[0];
      const wrong = await admin.get(`${path}?encoding=utf-16le&delimiter=semicolon&header=yes`);
      assert.equal(wrong.status, 422);
      assert.match(wrong.text, /Line 1 is not written in UTF-16LE/);
      assert.match(wrong.text, /role="alert"/);
      assert.match(wrong.text, /<option value="utf-16le" selected>/);
      assert.match(wrong.text, /<option value="semicolon" selected>/);
      assert.doesNotMatch(wrong.text, /name="c\.0\.header"/);
      const pressed = await admin.post(`${path}?encoding=utf-16le`, { ...COLUMN, mode: 'good-rows' });
      assert.equal(pressed.status, 422);
      assert.match(pressed.text, /<option value="utf-16le" selected>/);
      const right = await admin.get(`${path}?encoding=utf-8&delimiter=comma&header=yes`);
      assert.equal(right.status, 200);
      assert.match(right.text, /name="c\.1\.header"/);
    });

  it('does the same for a large file, which is read by a request of its own', async () => {
    const large = `Number,Note\n${'1,so much text that it takes long to be read\n'.repeat(100_000)}`;
    const { location } = await admin.post('/admin/tables/good/import', { file: new Blob([large]) });
    const path = String(location);
    assert.match((await admin.get(path)).text, /data-adm-auto/);
    await admin.post(`${path}/read`);
    const address = `${path}/read?encoding=utf-16le`;
    const { status, text } = await admin.post(address);
    assert.equal(status, 422);
    assert.match(text, /is not written in UTF-16LE/);
    assert.match(text, /<option value="utf-16le" selected>/);
    assert.doesNotMatch(text, /data-adm-auto/, 'it would be sent again by itself, for ever');
  });
});

describe('the undo of an import that made its table', () => {
  const columns = { 'c.0.header': 'Name', 'c.0.label': 'Name', 'c.0.type': 'text', 'c.0.use': '1' };
  const named = () => {
    const { tables, views, pages } = server.data.catalog();
    const all = [...tables, ...views, ...pages].map((/** @type {any} */ { name }) => name);
    return all.filter((name) => name.startsWith('tools'));
  };
  const said = () => JSON.parse(String(admin.cookies.get('plinth_flash') ?? '{}')).text;
  /** Makes it and undoes the import. @param {string} label */
  async function undone(label) {
    const { location } = await admin.post('/admin/start/csv', { file: new Blob(['Name\nSaw\nAxe\n']) });
    const path = String(location).split('?')[0];
    assert.equal((await admin.post(path, { ...columns, label, mode: 'good-rows' })).status, 303);
    const table = server.data.catalog().tables.find((one) => one.label === label) ?? assert.fail();
    const [{ id }] = await server.data.csv.imports(server.system, table.name);
    await admin.post(`/admin/tables/${table.name}/import-undo`, { id });
    const told = said();
    return { id, table, told, text: (await admin.get(`/admin/tables/${table.name}/import`)).text };
  }

  it('says that the table stays, and removes it with its views, page and menu entry when asked', async () => {
    const { menu } = server.data.catalog();
    const { id, told, text } = await undone('Tools');
    assert.match(told, /2 imported rows were deleted\. The table “Tools” stays, with its views and page\./);
    assert.match(text, /Remove the table, too/);
    assert.ok(named().length > 1);
    await admin.post('/admin/tables/tools/import-remove', { id });
    assert.deepEqual(named(), []);
    assert.deepEqual(server.data.catalog().menu, menu);
    assert.match(said(), /The table “Tools” was removed/);
    const { revisions } = await server.data.revisions.list({ limit: 2 });
    for (const one of revisions) await server.data.revisions.undo(server.system, one.id);
    assert.ok(named().includes('tools'), 'and it can be restored');
  });

  for (const [what, does] of /** @type {[string, (table: string) => Promise<unknown>][]} */ ([
    ['a row', (table) => server.data.rows.insert(server.system, table, { name: 'Own' })],
    [
      'a field',
      (table) => server.data.edit(server.system, 'add-field', { table, field: { name: 'more', type: 'text' } }),
    ],
  ]))
    it(`leaves it if somebody has given it ${what}, also if the form was open already`, async () => {
      const { id, table } = await undone(`Tools with ${what}`);
      await does(table.name);
      const { text } = await admin.get(`/admin/tables/${table.name}/import`);
      assert.doesNotMatch(text, /Remove the table, too/);
      await admin.post(`/admin/tables/${table.name}/import-remove`, { id });
      assert.equal(server.data.catalog().hasTable(table.name), true);
      assert.match(said(), /The table of this import stays/);
    });

  it('leaves it after its view was changed, and is no way for others or for a table of before', async () => {
    const { id, table } = await undone('Tools changed');
    const view = server.data.catalog().views.find((one) => one.table === table.name) ?? assert.fail();
    await server.data.edit(server.system, 'change-view', { view: view.name, changes: { label: 'Mine' } });
    await admin.post(`/admin/tables/${table.name}/import-remove`, { id });
    assert.equal(server.data.catalog().hasTable(table.name), true);
    const user = await server.as('user');
    assert.notEqual((await user.post(`/admin/tables/${table.name}/import-remove`, { id })).status, 303);
    await assert.rejects(server.data.csv.removeMade({ userId: null, roles: ['public'], system: false }, id), {
      code: 'FORBIDDEN',
    });
    const none = '00000000-0000-7000-8000-000000000000';
    await assert.rejects(server.data.csv.removeMade(server.system, none), { code: 'IMPORT_TABLE_USED' });
  });
});

describe('what is sent to be imported, at the edge of its limits', () => {
  /** Throws what is refused. @param {string} path @param {Record<string, any>} values */
  async function send(path, values) {
    const answer = await admin.post(path, values, { accept: 'application/json' });
    if (answer.status < 400) return String(answer.location).split('?')[0];
    const { code, detail: message } = answer.json();
    throw Object.assign(new Error(message), { code });
  }
  /** Files below a folder of the data. @param {string} folder */
  const filesIn = async (folder) =>
    (await readdir(join(server.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const stored = async () => [await filesIn('tmp'), await filesIn('uploads'), await inTable('good'), made()];
  const made = () => server.data.catalog().tables.map((/** @type {{ name: string }} */ { name }) => name);

  for (const path of ['/admin/start/csv', '/admin/tables/good/import'])
    atEdge('importFileBytes', {
      as: path,
      most: LOWERED.importFileBytes,
      send: (count) => send(path, { file: new Blob([`Number\n${'1\n'.repeat((count - 8) / 2)}`.padEnd(count, '\n')]) }),
      cause: /"blob" is larger than 11 MB/,
      wayOut: /Choose a smaller file, or split it/,
      stored,
    });

  for (const [path, columns] of /** @type {[string, Record<string, string>][]} */ ([
    ['/admin/start/csv', { 'c.0.header': 'Number', 'c.0.label': 'Number', 'c.0.type': 'integer', 'c.0.use': '1' }],
    ['/admin/tables/good/import', COLUMN],
  ])) {
    atEdge('columnsFormBytes', {
      as: path,
      most: LOWERED.columnsFormBytes,
      async send(count) {
        const form = { ...columns, label: 'Jars', mode: 'good-rows', more: '' };
        const more = 'x'.repeat(count - String(new URLSearchParams(form)).length);
        await send(await send(path, { file: new Blob(['Number\n1\n']) }), { ...form, more });
      },
      cause: /The request is too large: at most 3 MB/,
      wayOut: /Shorten the names of the columns and their choices/,
      // The file waits to be confirmed in another way.
      stored: async () => [await filesIn('tmp'), await inTable('good'), made()],
    });
  }
});

describe('a file that was exported from the table', () => {
  it('is matched by the keys of its rows, as CSV and as a workbook, so that no row is there twice', async () => {
    const { data, system } = server;
    const fields = [
      { name: 'title', type: 'text' },
      { name: 'pages', type: 'integer' },
    ];
    await data.edit(system, 'add-table', { name: 'books', fields });
    await data.rows.insertMany(system, 'books', [
      { title: 'Emma', pages: 1 },
      { title: 'Ida', pages: 2 },
    ]);
    const address = '/admin/tables/books/import';
    const screenOf = async (/** @type {Blob} */ file) => {
      const { location } = await admin.post(address, { file });
      const path = String(location).split('?')[0];
      await until(async () => /name="c\.0\.field"/.test((await admin.get(path)).text));
      const { text } = await admin.get(path);
      const chosen = (/** @type {string} */ name) =>
        new RegExp(`<select[^>]* name="${name}"[^]*?<option value="([^"]*)" selected`).exec(text)?.[1] ?? '';
      return chosen;
    };
    for (const format of /** @type {const} */ (['csv', 'xlsx'])) {
      const chunks = [];
      for await (const chunk of await data.csv.export(system, { table: 'books', format }))
        chunks.push(Buffer.from(chunk));
      const chosen = await screenOf(new Blob([Buffer.concat(chunks)]));
      assert.deepEqual([chosen('c.0.field'), chosen('c.1.field'), chosen('key')], ['id', 'title', 'id'], format);
    }
    const arabic = await screenOf(new Blob(['المعرّف,Title,Pages\n1,Emma,1\n']));
    assert.deepEqual([arabic('c.0.field'), arabic('key')], ['id', 'id'], 'of a site in Arabic');
    const foreign = await screenOf(new Blob(['ID,Title\n1,Other\n']));
    assert.deepEqual([foreign('c.0.field'), foreign('key')], ['', ''], 'an ID of another system is no key');
  });
});
