import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let staff;
/** @type {import('../../testing/client.js').Client} */
let admin;

const columns = ['title', 'price', 'secret', 'fixed'].map((field) => ({ kind: 'field', field }));

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'jobs',
    access: { staff: { read: 'all', update: { rule: 'row.open == true' } }, public: { read: 'all' } },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'price', type: 'money' },
      { name: 'open', type: 'boolean' },
      { name: 'secret', type: 'text', access: { read: ['admin'] } },
      { name: 'fixed', type: 'text', access: { write: ['admin'] } },
    ],
  });
  const list = { template: 'list', table: 'jobs', roles: ['staff', 'public'] };
  await data.edit(system, 'add-view', { view: { ...list, name: 'jobs', config: { columns, editing: true } } });
  await data.edit(system, 'add-view', { view: { ...list, name: 'plain', config: { columns } } });
  await data.edit(system, 'add-table', {
    name: 'notes',
    access: { staff: { read: 'all', create: 'all', update: 'all' }, public: { read: 'all', create: 'all' } },
    fields: [
      { name: 'title', type: 'text', required: true },
      {
        name: 'state',
        type: 'select',
        default: 'new',
        attributes: { options: ['new', 'old'].map((value) => ({ value, label: value })) },
      },
      { name: 'job', type: 'relation', attributes: { table: 'jobs' } },
      { name: 'fixed', type: 'text', access: { write: ['admin'] } },
    ],
  });
  const shown = ['title', 'state', 'fixed'].map((field) => ({ kind: 'field', field }));
  const filter = { field: 'state', op: 'eq', value: 'new' };
  const notes = { ...list, table: 'notes', config: { columns: shown, editing: true } };
  await data.edit(system, 'add-view', { view: { ...notes, name: 'notes' } });
  await data.edit(system, 'add-view', { view: { ...notes, name: 'new_notes', config: { ...notes.config, filter } } });
  const [state] = shown.slice(1);
  await data.edit(system, 'add-view', {
    view: { ...notes, name: 'states', config: { ...notes.config, columns: [state] } },
  });
  await data.rows.insertMany(system, 'jobs', [
    { title: 'Open one', price: '12.5', open: true, secret: 'hush', fixed: 'as it is' },
    { title: 'Shut one', price: '3', open: false },
  ]);
  [staff, admin] = [await server.as('staff'), await server.as('admin')];
});
after(() => server?.close());

/** @param {import('../../testing/client.js').Client} client @param {any[]} rows @param {string} [view] */
async function write(client, rows, view = 'jobs') {
  const answer = await client.postJson(`/view/${view}/cells`, { rows });
  return { status: answer.status, rows: answer.status === 200 ? JSON.parse(answer.text).rows : [] };
}
/** @param {number} id @returns {Promise<any>} */
const job = (id) => server.data.rows.get(server.system, 'jobs', id);
const set = (/** @type {string} */ text) => ({ text, key: null });

describe('lists whose cells are edited in place', () => {
  it('mark what this reader may change, row by row and field by field', async () => {
    const { text } = await staff.get('/view/jobs');
    const [open, shut] = /** @type {string[]} */ (text.match(/<tr data-id.*?(?=<tr|<\/tbody)/gs));
    const [first, second] = /Open one/.test(open) ? [open, shut] : [shut, open];
    assert.match(first, /data-e[^>]*>Open one/);
    assert.match(first, /data-v="12.50"/);
    assert.doesNotMatch(first, /data-[ev][^>]*>as it is/);
    assert.doesNotMatch(first, /hush/);
    assert.doesNotMatch(second, /data-[ev]/);
    assert.match(text, /data-pl-cells="\/view\/jobs\/cells"/);
    assert.match((await admin.get('/view/jobs')).text, /data-e[^>]*>as it is/);
  });

  it('are plain where the setting is off, and for people who may change nothing', async () => {
    const { text } = await staff.get('/view/plain');
    assert.doesNotMatch(text, /data-pl-cells|cells\/start\.js|data-id/);
    assert.doesNotMatch((await (await server.as('public')).get('/view/jobs')).text, / data-[ev][ =]/);
    assert.equal((await write(admin, [{ id: 1, set: { title: set('x') } }], 'plain')).status, 404);
  });

  it('store cells as typed, one by one', async () => {
    const { rows } = await write(staff, [{ id: 1, set: { title: set('New'), price: set('many') } }]);
    assert.deepEqual(rows[0].cells, { title: { text: 'New', key: null } });
    assert.match(rows[0].errors.price.message, /must be a number/);
    assert.equal((await job(1)).title, 'New');
  });

  it('refuse rows and fields that the writer may not change, whatever the page showed', async () => {
    const cells = { fixed: set('x'), secret: set('x'), open: set('false'), nothing: set('x') };
    const { rows } = await write(staff, [
      { id: 2, set: { title: set('Mine') } },
      { id: 1, set: cells },
      { id: 999, set: { title: set('x') } },
      { id: null, set: { title: set('Added') } },
    ]);
    assert.equal(rows[0].errors.title.code, 'FORBIDDEN');
    assert.deepEqual(
      Object.values(rows[1].errors).map(({ code }) => code),
      Array(4).fill('FIELD_NOT_IN_PLACE'),
    );
    assert.deepEqual([rows[2].error.code, rows[3].error.code], ['ROW_NOT_FOUND', 'ROW_NOT_FOUND']);
    const { title, fixed, secret, open } = await job(1);
    assert.deepEqual({ title, fixed, secret, open }, { title: 'New', fixed: 'as it is', secret: 'hush', open: true });
    assert.equal((await job(2)).title, 'Shut one');
    assert.equal(await server.data.rows.count(server.system, 'jobs'), 2);
  });

  it('do not overwrite what changed since it was seen', async () => {
    const { rows } = await write(staff, [{ id: 1, set: { title: set('Mine') }, was: { title: set('Open one') } }]);
    assert.deepEqual(rows[0].errors.title.theirs, { text: 'New', key: null });
    assert.equal((await job(1)).title, 'New');
  });

  it('refuse malformed and oversized requests', async () => {
    const body = (/** @type {any} */ json) => staff.postJson('/view/jobs/cells', json);
    for (const json of [
      {},
      { rows: 'x' },
      { rows: [{ id: {}, set: {} }] },
      {
        rows: [
          { id: 1, set: { title: 5 } },
          { id: 1, set: {} },
        ],
      },
    ])
      assert.equal((await body(json)).status, 400, JSON.stringify(json));
    const many = Array.from({ length: 501 }, (_, i) => ({ id: i + 1, set: {} }));
    assert.equal((await body({ rows: many })).status, 422);
  });
});

describe('detail views whose values are edited in place', () => {
  before(async () => {
    const { data, system } = server;
    const field = (/** @type {string} */ name) => node('field', { field: name });
    const layout = node('stack', {}, ['title', 'price', 'secret', 'fixed'].map(field));
    const show = { template: 'show', table: 'jobs', roles: ['staff'] };
    await data.edit(system, 'add-view', { view: { ...show, name: 'job', config: { layout, editing: true } } });
    await data.edit(system, 'add-view', { view: { ...show, name: 'plain_job', config: { layout } } });
  });

  it('mark what this reader may change, row by row and field by field', async () => {
    const { text } = await staff.get('/view/job?id=1');
    assert.match(text, /data-pl-record="\/view\/job\/cells" data-id="1"/);
    assert.match(text, /data-field="title" data-kind="text" data-name="Title" data-e>New</);
    assert.match(text, /data-field="fixed">as it is</);
    assert.doesNotMatch(text, /hush|data-field="secret"/);
    assert.doesNotMatch((await staff.get('/view/job?id=2')).text, / data-[ev][ =>]/);
    assert.match((await admin.get('/view/job?id=1')).text, /data-field="fixed" data-kind="text"/);
  });

  it('are as before where the setting is off', async () => {
    const { text } = await staff.get('/view/plain_job?id=1');
    assert.match(text, /<span class="pl-label">Title<\/span><div>New<\/div>/);
    assert.doesNotMatch(text, /data-pl-record|pl-cell|cells\/|record\.css/);
    assert.equal((await write(admin, [{ id: 1, set: { title: set('x') } }], 'plain_job')).status, 404);
  });

  it('save a value as typed, and refuse what its writer may not change or did not see', async () => {
    const { rows } = await write(
      staff,
      [
        { id: 1, set: { title: set('Newer'), price: set('many'), secret: set('x'), fixed: set('x') } },
        { id: 2, set: { title: set('Mine') } },
        { id: 999, set: { title: set('x') } },
        { id: null, set: { title: set('Added') } },
      ],
      'job',
    );
    assert.deepEqual(rows[0].cells, { title: { text: 'Newer', key: null } });
    assert.match(rows[0].errors.price.message, /must be a number/);
    assert.deepEqual([rows[0].errors.secret.code, rows[0].errors.fixed.code], Array(2).fill('FIELD_NOT_IN_PLACE'));
    assert.equal(rows[1].errors.title.code, 'FORBIDDEN');
    assert.deepEqual([rows[2].error.code, rows[3].error.code], ['ROW_NOT_FOUND', 'ROW_NOT_FOUND']);
    const late = await write(staff, [{ id: 1, set: { title: set('Mine') }, was: { title: set('New') } }], 'job');
    assert.deepEqual(late.rows[0].errors.title.theirs, { text: 'Newer', key: null });
    assert.deepEqual([(await job(1)).title, (await job(1)).fixed], ['Newer', 'as it is']);
    assert.equal((await job(2)).title, 'Shut one');
  });

  it('are nobody’s who may not open the view', async () => {
    const visitor = await server.as('public');
    assert.notEqual((await write(visitor, [{ id: 1, set: { title: set('x') } }], 'job')).status, 200);
    assert.equal((await job(1)).title, 'Newer');
  });
});

describe('rows that are typed into a list', () => {
  /** @param {string} text @returns {any} */
  const start = (text) => {
    const [, data] = /data-pl-add="([^"]*)"/.exec(text) ?? [];
    return data ? JSON.parse(data.replaceAll('&quot;', '"')) : null;
  };

  it('begin with defaults and with what the list is about, for people who may add rows', async () => {
    assert.deepEqual(start((await staff.get('/view/notes')).text), {
      fields: { title: '', state: 'new' },
      presets: {},
    });
    const { id } = await server.data.rows.insert(server.system, 'notes', { title: 'Old', state: 'old', job: 1 });
    assert.deepEqual(start((await staff.get('/view/notes?job=1&state=old')).text), {
      fields: { title: '', state: 'old' },
      presets: { job: { text: '1', key: '1' }, state: { text: 'old' } },
    });
    await server.data.rows.remove(server.system, 'notes', id);
    assert.equal(start((await staff.get('/view/jobs')).text), null, 'no right to add rows');
    assert.equal(start((await staff.get('/view/states')).text), null, 'a field that is required has no cell');
  });

  it('are stored whole or not at all; the reasons stand at the cells', async () => {
    const count = () => server.data.rows.count(server.system, 'notes');
    const { rows } = await write(
      staff,
      [
        { id: null, set: { title: set('One'), job: { text: '1', key: '1' } } },
        { id: null, set: { state: set('old') } },
        { id: null, set: { title: set('Two'), state: set('neither') } },
        { id: null, set: { title: set('Three'), fixed: set('x') } },
      ],
      'notes',
    );
    assert.ok(rows[0].id);
    assert.match(rows[1].errors.title.message, /required/);
    assert.deepEqual(Object.keys(rows[2].errors), ['state']);
    assert.equal(rows[3].errors.fixed.code, 'FIELD_NOT_IN_PLACE');
    assert.deepEqual(
      rows.slice(1).map((/** @type {any} */ row) => row.id),
      [null, null, null],
    );
    assert.equal(await count(), 1);
    const { title, state, job: of } = await server.data.rows.get(server.system, 'notes', rows[0].id);
    assert.deepEqual({ title, state, of }, { title: 'One', state: 'new', of: 1 });
    await write(await server.as('public'), [{ id: null, set: { title: set('Visitor') } }], 'jobs');
    assert.equal(await server.data.rows.count(server.system, 'jobs'), 2);
  });

  it('that leave the filter say so instead of being gone', async () => {
    const { rows } = await write(staff, [{ id: 2, set: { state: set('old') } }], 'new_notes');
    assert.equal(rows[0].cells.state.text, 'old');
    const again = await write(staff, [{ id: 2, set: { title: set('x') } }], 'new_notes');
    assert.equal(again.rows[0].error.code, 'ROW_LEFT_LIST');
    assert.equal(
      (await write(staff, [{ id: 99, set: { title: set('x') } }], 'new_notes')).rows[0].error.code,
      'ROW_NOT_FOUND',
    );
    assert.equal((await server.data.rows.get(server.system, 'notes', 2)).title, 'One');
  });
});
