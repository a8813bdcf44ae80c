import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<'staff' | 'other' | 'admin' | 'public', import('../../testing/client.js').Client>} */
let clients;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const JSON_WANTED = { accept: 'application/json' };
const nodes = {
  save: node('submit', {}),
  done: node('action_button', {
    label: 'Done',
    action: { action: 'update_row', config: { values: [{ field: 'state', value: 'done' }] } },
  }),
  steps: node('action_button', {
    label: 'Both',
    action: {
      action: 'run_steps',
      config: {
        steps: [
          { do: { action: 'update_row', config: { values: [{ field: 'state', value: 'done' }] } } },
          { do: { action: 'insert_row', config: { table: 'marks', values: [{ field: 'name', value: 'Made' }] } } },
        ],
      },
    },
  }),
  told: node('action_button', {
    label: 'Tell',
    action: {
      action: 'run_steps',
      config: {
        steps: [
          { do: { action: 'update_row', config: { values: [{ field: 'state', value: 'done' }] } } },
          { do: { action: 'log', config: { text: 'done' } } },
        ],
      },
    },
  }),
  remove: node('delete_button', { label: 'Delete' }),
};
/** The id of the row that everything happens to, and of another one. @type {[number, number]} */
let ids;

before(async () => {
  server = await startTestServer({ users: { colleague: ['staff'] } });
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const access = { staff: ALL, public: { create: 'all', read: 'all' } };
  const options = ['open', 'done'].map((value) => ({ value, label: value }));
  await edit('add-table', { name: 'marks', access, fields: [{ name: 'name', type: 'text' }] });
  const fields = [
    { name: 'title', type: 'text', required: true },
    { name: 'address', type: 'text' },
    { name: 'state', type: 'select', attributes: { options } },
    { name: 'due', type: 'date' },
    { name: 'marks', type: 'many_to_many', attributes: { table: 'marks' } },
    { name: 'paper', type: 'file' },
  ];
  await edit('add-table', { name: 'expenses', label: 'Expenses', access, fields });
  await edit('add-table', { name: 'unkept', access, history: false, fields: [{ name: 'title', type: 'text' }] });
  const expense = {
    name: 'expense',
    type: 'relation',
    required: true,
    attributes: { table: 'expenses', onDelete: 'cascade' },
  };
  await edit('add-table', { name: 'items', access, fields: [{ name: 'text', type: 'text' }, expense] });
  const view = (
    /** @type {string} */ name,
    /** @type {string} */ template,
    /** @type {any} */ config,
    table = 'expenses',
  ) => edit('add-view', { view: { name, template, table, roles: ['staff', 'public'], config } });
  const stack = (/** @type {any[]} */ ...children) => ({ layout: node('stack', {}, children) });
  const form = ['title', 'address'].map((field) => node('form_field', { field }));
  const child = node('subform', { relation: 'items.expense' }, [node('form_field', { field: 'text' })]);
  await view('form', 'edit', stack(...form, child, nodes.save));
  await view('plain_form', 'edit', stack(node('form_field', { field: 'title' }), node('submit', {})), 'unkept');
  await view(
    'expense',
    'show',
    stack(node('field', { field: 'title' }), nodes.done, nodes.steps, nodes.told, nodes.remove),
  );
  const columns = ['title', 'address', 'state', 'due', 'marks', 'paper'].map((field) => ({ kind: 'field', field }));
  const act = { action: 'update_row', config: { values: [{ field: 'state', value: 'done' }] } };
  const config = {
    columns: [...columns, { kind: 'action', text: 'Done', action: act }],
    selecting: true,
    editing: true,
  };
  await view('list', 'list', config);
  await view('board', 'board', { columnField: 'state', titleField: 'title' });
  await view('calendar', 'calendar', { startField: 'due', titleField: 'title' });
  clients = {
    staff: await server.as('staff'),
    other: await server.as('colleague'),
    admin: await server.as('admin'),
    public: await server.as('public'),
  };
});
after(() => server?.close());

const rowsOf = async () => {
  const tables = ['expenses', 'items', 'marks', 'expenses_marks'];
  const read = (/** @type {string} */ table) =>
    server.data.db.query(
      `select to_jsonb(t) - '{updated_at,updated_by,created_at,created_by}'::text[] as row from app.${table} t order by 1`,
    );
  return Promise.all(
    tables.map(async (table) => (await read(table)).rows.map((/** @type {any} */ { row }) => JSON.stringify(row))),
  );
};
const flashOf = (/** @type {any} */ client) => {
  const flash = JSON.parse(String(client.cookies.get('plinth_flash') ?? '{}'));
  client.cookies.delete('plinth_flash');
  return flash;
};
const undo = (/** @type {any} */ client, /** @type {string} */ id) =>
  client.post(`/undo/${id}`, { return: '/view/list' });

/** Two rows with everything. */
async function begin() {
  const { data, system } = server;
  await data.db.query('truncate app.expenses, app.items, app.marks, app.expenses_marks');
  const mark = await data.rows.insert(system, 'marks', { name: 'Mark' });
  const values = { address: 'Main St 1', state: 'open', due: '2026-11-28', marks: [mark.id] };
  const [a, b] = [
    await data.rows.insert(system, 'expenses', { title: 'A', ...values }),
    await data.rows.insert(system, 'expenses', { title: 'B', ...values }),
  ];
  await data.rows.insert(system, 'items', { text: 'one', expense: a.id });
  ids = [a.id, b.id];
}

const both = () => ids.map(String);
const act = (/** @type {any} */ at, path = '/view/expense/act') =>
  clients.staff.post(path, { node: at.id ?? at, id: String(ids[0]), return: '/view/list' });
const cells = (/** @type {'staff' | 'admin'} */ who, /** @type {string} */ path, /** @type {any[]} */ rows) =>
  clients[who].postJson(path, { rows });
const grid = '/admin/tables/expenses';

/**
 * Every way in which people change rows by hand, in delivered views and in the data grid of the admin. A new one belongs
 * here.
 *
 * @type {[string, 'staff' | 'admin', () => Promise<any>][]}
 */
const WAYS = [
  [
    'a form, with child rows',
    'staff',
    async () => {
      const item = (await server.data.db.query(`select id from app.items where expense = ${ids[0]}`)).rows[0].id;
      const child = {
        'items.expense.0.id': String(item),
        'items.expense.0.text': 'other',
        'items.expense.1.text': 'new',
      };
      return clients.staff.post(`/view/form?id=${ids[0]}`, { title: 'By form', address: '', ...child });
    },
  ],
  ['a new row by a form', 'staff', () => clients.staff.post('/view/form', { title: 'New' })],
  [
    'a bulk edit',
    'staff',
    () => clients.staff.post('/view/list/change', { id: both(), field: 'address', value: 'Elsewhere' }),
  ],
  [
    'a field cleared in bulk',
    'staff',
    () => clients.staff.post('/view/list/change', { id: both(), field: 'address', how: 'clear', sure: '1' }),
  ],
  [
    'links cleared in bulk',
    'staff',
    () => clients.staff.post('/view/list/change', { id: both(), field: 'marks', how: 'clear', sure: '1' }),
  ],
  ['a bulk deletion', 'staff', () => clients.staff.post('/view/list/delete', { id: both() })],
  [
    'cells, pasted or filled',
    'staff',
    () =>
      cells(
        'staff',
        '/view/list/cells',
        ids.map((id) => ({ id, set: { address: { text: 'Pasted' } } })),
      ),
  ],
  [
    'a new row typed into a list',
    'staff',
    () => cells('staff', '/view/list/cells', [{ id: null, set: { title: { text: 'Typed' } } }]),
  ],
  [
    'a card that was dragged',
    'staff',
    () => clients.staff.post('/view/board/act', { node: 'move', id: String(ids[0]), column: 'done' }, JSON_WANTED),
  ],
  [
    'an event that was dragged',
    'staff',
    () =>
      clients.staff.post('/view/calendar/act', { node: 'move', id: String(ids[0]), start: '2026-12-01' }, JSON_WANTED),
  ],
  ['a button', 'staff', () => act(nodes.done)],
  ['several steps of a button', 'staff', () => act(nodes.steps)],
  [
    'a button in place',
    'staff',
    () =>
      clients.staff.post('/view/expense/act', { node: nodes.done.id, id: String(ids[0]), inPlace: '1' }, JSON_WANTED),
  ],
  ['a deletion by a button', 'staff', () => act(nodes.remove)],
  [
    'an action on selected rows',
    'staff',
    () => clients.staff.post('/view/list/act-on-rows', { id: both(), node: 'column6' }),
  ],
  [
    'a row in the admin',
    'admin',
    () => clients.admin.post(`${grid}/data/${ids[0]}`, { title: 'By admin', address: '' }),
  ],
  ['a new row in the admin', 'admin', () => clients.admin.post(`${grid}/data/new`, { title: 'By admin' })],
  [
    'cells of the grid',
    'admin',
    () => cells('admin', `${grid}/cells`, [{ id: ids[0], set: { address: { text: '' } } }]),
  ],
  [
    'a bulk edit in the admin',
    'admin',
    () =>
      clients.admin.post(`${grid}/change`, {
        'for.id': both(),
        'for.field': 'address',
        'for.query': '',
        'for.how': 'clear',
        'for.sure': '1',
      }),
  ],
  ['a deletion in the admin', 'admin', () => clients.admin.post(`${grid}/data/delete`, { id: both() })],
];

describe('undo for every way in which people write', () => {
  for (const [what, who, write] of WAYS) {
    it(`is offered after ${what}, and brings everything back, for nobody else`, async () => {
      await begin();
      const was = await rowsOf();
      const answer = await write();
      assert.ok(answer.status < 400, answer.text);
      const told = answer.status === 200 ? answer.json() : flashOf(clients[who]);
      assert.match(String(told.undo), /^[0-9a-f-]{36}$/, `${answer.status} ${JSON.stringify(told)}`);
      const now = await rowsOf();
      assert.notDeepEqual(now, was);
      const { other, public: visitor } = clients;
      assert.equal((await undo(visitor, told.undo)).status, 401);
      assert.equal((await other.post(`/undo/${told.undo}`, {}, JSON_WANTED)).status, 404);
      assert.deepEqual(await rowsOf(), now);
      const back = await undo(clients[who], told.undo);
      assert.equal(back.status, 303);
      const said = flashOf(clients[who]);
      assert.equal(said.kind, 'success', said.text);
      assert.deepEqual(await rowsOf(), was);
      await undo(clients[who], told.undo);
      assert.match(flashOf(clients[who]).text, /already been (undone|restored)/);
    });
  }

  it('is not offered for what did more than write rows, wrote nothing, or keeps no history; nor to visitors', async () => {
    await begin();
    await act(nodes.told);
    assert.equal(flashOf(clients.staff).undo, undefined);
    await clients.staff.post('/view/plain_form', { title: 'x' });
    assert.deepEqual(
      [flashOf(clients.staff).undo, (await server.data.db.query('select from app.unkept')).rows.length],
      [undefined, 1],
    );
    await clients.staff.post(`/view/form?id=${ids[1]}`, { title: 'B', address: 'Main St 1' });
    assert.equal(flashOf(clients.staff).undo, undefined);
    const visitor = await clients.public.post('/view/form', { title: 'Visitor' });
    assert.equal(visitor.status, 303);
    assert.equal(flashOf(clients.public).undo, undefined);
  });

  it('says what it left, because somebody has changed it since', async () => {
    await begin();
    await clients.staff.post('/view/list/change', { id: both(), field: 'address', how: 'clear', sure: '1' });
    const { undo: id, text } = flashOf(clients.staff);
    assert.equal(text, '2 expenses changed');
    await server.data.rows.update(server.system, 'expenses', ids[0], { address: 'Theirs' });
    await undo(clients.staff, id);
    const said = flashOf(clients.staff);
    assert.deepEqual(said, {
      text: '1 row changed back.\n1 row was not restored. A: Someone has changed this row since',
      kind: 'danger',
    });
    const row = (/** @type {number} */ key) => server.data.rows.get(server.system, 'expenses', key);
    assert.deepEqual([(await row(ids[0])).address, (await row(ids[1])).address], ['Theirs', 'Main St 1']);
  });

  it('has a page without scripts', async () => {
    await begin();
    const input = { id: both(), field: 'address', value: 'Elsewhere', return: '/view/list', plain: '1' };
    const answer = await clients.staff.post('/view/list/change', input);
    assert.match(String(answer.location), /^\/undo\/[0-9a-f-]{36}\?return=%2Fview%2Flist$/);
    const page = await clients.staff.get(String(answer.location));
    assert.match(page.text, /You can undo this within an hour/);
    assert.match(
      (await clients.staff.get(`/view/list/change?id=${ids[0]}`)).text,
      /<noscript><input type="hidden" name="plain"/,
    );
  });

  it('brings back a file that was cleared', async () => {
    await begin();
    const paper = new File(['A'], 'bill.txt', { type: 'text/plain' });
    await clients.staff.post('/view/list/change', { id: both(), field: 'paper', value: paper });
    flashOf(clients.staff);
    const was = await rowsOf();
    await clients.staff.post('/view/list/change', { id: both(), field: 'paper', how: 'clear', sure: '1' });
    assert.notDeepEqual(await rowsOf(), was);
    await undo(clients.staff, flashOf(clients.staff).undo);
    assert.deepEqual(await rowsOf(), was);
  });

  it('is forgotten in no file that writes rows for a person', async () => {
    const packages = new URL('../../../../', import.meta.url);
    // Programs write by the API and by tools; they have keys and deletions of their own.
    const programs = /^server\/src\/(api|node\/benchmark-results|pages\/undo|testing|pages\/fast-path)\//;
    // An empty row that fields of a profile are written to.
    const others = new Set(['admin/src/screens/people/profile-fields.js']);
    const writes = /\.(rows\.(insert|update|remove|save|transact)\w*|actions\.run)\(/;
    const found = [];
    const names = await Promise.all(
      ['server/src/', 'admin/src/'].map(async (folder) =>
        (await readdir(new URL(folder, packages), { recursive: true })).map((name) => folder + name),
      ),
    );
    for (const name of names.flat()) {
      if (!name.endsWith('.js') || name.endsWith('test.js') || programs.test(name)) continue;
      const text = await readFile(new URL(name, packages), 'utf8');
      if (writes.test(text)) found.push({ name, isChange: text.includes('ctx.changing(') });
    }
    assert.ok(found.length >= 8, String(found.length));
    const forgotten = found.filter(({ name, isChange }) => !isChange && !others.has(name)).map(({ name }) => name);
    assert.deepEqual(forgotten, []);
  });
});
