import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let staff;

const options = ['Open', 'Done'].map((label) => ({ value: label.toLowerCase(), label }));
const archive = { action: 'update_row', config: { values: [{ field: 'state', value: 'done' }] } };
const columns = [
  ...['title', 'code', 'state', 'price', 'town', 'secret', 'fixed'].map((field) => ({ kind: 'field', field })),
  { kind: 'action', text: 'Archive', action: archive },
  { kind: 'action', action: { action: 'delete_row', config: {} } },
];

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'towns',
    access: { staff: { read: 'all' } },
    fields: [{ name: 'name', type: 'text' }],
  });
  const mine = { rule: 'row.open == true' };
  await data.edit(system, 'add-table', {
    name: 'jobs',
    label: 'Jobs',
    access: { staff: { read: 'all', update: mine, delete: mine }, public: { read: 'all' } },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'code', type: 'text', unique: true },
      { name: 'state', type: 'select', attributes: { options } },
      { name: 'price', type: 'money' },
      { name: 'town', type: 'relation', attributes: { table: 'towns' } },
      { name: 'open', type: 'boolean' },
      { name: 'secret', type: 'text', access: { read: ['admin'] } },
      { name: 'fixed', type: 'text', access: { write: ['admin'] } },
    ],
  });
  const list = { template: 'list', table: 'jobs', roles: ['staff', 'public'] };
  const where = { field: 'title', op: 'ne', value: 'Hidden' };
  const config = { columns, filter: where, selecting: true };
  await data.edit(system, 'add-view', { view: { ...list, name: 'jobs', config } });
  await data.edit(system, 'add-view', { view: { ...list, name: 'plain', config: { columns } } });
  await data.rows.insert(system, 'towns', { name: 'Ulm' });
  await data.rows.insertMany(system, 'jobs', [
    { title: 'One "quoted" <job>', open: true },
    { title: 'Two', open: true },
    { title: 'Shut', open: false },
    { title: 'Hidden', open: true },
  ]);
  staff = await server.as('staff');
});
after(() => server?.close());

/** @param {Record<string, any>} values @param {import('../../testing/client.js').Client} [client] @param {string} [path] */
const change = (values, client = staff, path = '/view/jobs/change') =>
  client.post(path, { return: '/view/jobs', ...values });
/** @param {number} id @returns {Promise<any>} */
const job = (id) => server.data.rows.get(server.system, 'jobs', id);
/** @param {import('../../testing/client.js').Client} client */
const flash = (client) => JSON.parse(String(client.cookies.get('plinth_flash') ?? '{}')).text ?? '';

describe('rows of a list that are selected', () => {
  it('have a box with their name, and a bar of what the reader may do', async () => {
    const { text } = await staff.get('/view/jobs');
    assert.match(text, /name="id" value="1" form="v-jobs-sel" aria-label="Select One &quot;quoted&quot; &lt;job&gt;"/);
    assert.match(text, /data-pl-change/);
    assert.match(text, /name="node" value="column7"[^>]*>.*?Archive/s);
    assert.match(text, /formaction="\/view\/jobs\/delete"/);
    assert.match(text, /list-select\.css/);
  });

  it('are not offered to people who may do nothing, nor where the list is set so', async () => {
    const visitor = await server.as('public');
    for (const [client, path] of /** @type {const} */ ([
      [visitor, '/view/jobs'],
      [staff, '/view/plain'],
    ])) {
      const { text, status } = await client.get(path);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /pl-sel|pl-bulk/);
    }
    assert.equal((await staff.get('/view/plain/change?id=1')).status, 404);
    assert.equal((await change({ id: '1', node: 'column7' }, staff, '/view/plain/act-on-rows')).status, 404);
  });

  it('get one value, written as their reader writes it; the form offers only what may be set', async () => {
    const { text } = await staff.get('/view/jobs/change?id=1&id=2&return=/view/jobs');
    const offered = [...text.matchAll(/<option value="(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(offered, ['title', 'state', 'price', 'town'], 'no unique, unreadable or fixed field');
    assert.match(text, /Change 2 jobs/);
    for (const [values, field, stored] of /** @type {const} */ ([
      [{ field: 'price', value: '1,234.5' }, 'price', '1234.50'],
      [{ field: 'state', value: 'Done' }, 'state', 'done'],
      [{ field: 'town', key: '1' }, 'town', 1],
      [{ field: 'town', how: 'clear', sure: '1' }, 'town', null],
    ])) {
      const answer = await change({ ...values, id: ['1', '2'] });
      assert.equal(answer.status, 303);
      assert.deepEqual([(await job(1))[field], (await job(2))[field]], [stored, stored]);
    }
    assert.match(flash(staff), /2 jobs changed/);
  });

  it('that one may not change are left, and it is said how many and why', async () => {
    const answer = await change({ field: 'title', value: 'Together', id: ['2', '3'] });
    assert.equal(answer.headers.get('location'), '/view/jobs');
    assert.match(flash(staff), /1 job changed\. Not changed: 1 job \(Shut\)\. /);
    assert.deepEqual([(await job(2)).title, (await job(3)).title], ['Together', 'Shut']);
  });

  it('keep their values when the new one is refused, and the form what was typed', async () => {
    const answer = await change({ field: 'price', value: 'many', id: ['1', '2'] });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="many"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*value="many"/);
    assert.match(answer.text, /must be a number/);
    const none = await change({ field: 'title', value: '', id: ['1'] });
    assert.match(none.text, /Enter a value</);
  });

  it('are not emptied by a value that was left out, only on request, which is counted and named before', async () => {
    const ids = { id: ['1', '2'] };
    await change({ field: 'price', value: '40', ...ids });
    for (const nothing of [{ value: '' }, { value: '  ' }, {}, { how: 'set', value: '' }, { how: 'other' }]) {
      const answer = await change({ field: 'price', ...nothing, ...ids });
      assert.equal(answer.status, 422, JSON.stringify(nothing));
      assert.match(answer.text, /Enter a value, or choose “Clear the field”/);
    }
    for (const [field, control] of [
      ['state', 'value'],
      ['town', 'key'],
    ])
      assert.equal((await change({ field, [control]: '', ...ids })).status, 422, field);
    const form = await staff.get('/view/jobs/change?id=1&id=2&field=price');
    assert.match(form.text, /<option value="clear">Clear the field<\/option>/);
    assert.match(form.text, /data-clear="Clear Price in 2 jobs"/);
    assert.match(form.text, />Change Price in 2 jobs<\/button>/);
    const asked = await change({ field: 'price', how: 'clear', ...ids });
    assert.equal(asked.status, 200);
    assert.match(asked.text, /<h1[^>]*>Clear Price in 2 jobs\?<\/h1>/);
    assert.match(asked.text, /<button class="btn btn-danger">Clear Price in 2 jobs<\/button>/);
    assert.deepEqual([(await job(1)).price, (await job(2)).price], ['40.00', '40.00']);
    const sent = [...asked.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const confirmed = sent.map(([, name, value]) => /** @type {const} */ ([name, value]));
    const values = {
      ...Object.fromEntries(confirmed),
      id: confirmed.filter(([name]) => name === 'id').map(([, id]) => id),
    };
    assert.equal((await change(values)).status, 303);
    assert.deepEqual([(await job(1)).price, (await job(2)).price], [null, null]);
    assert.match(flash(staff), /2 jobs changed/);
    const other = await change({ field: 'price', shown: 'title', value: 'A title', ...ids });
    assert.match(other.text, />Change Price in 2 jobs<\/button>/, 'no value of another control');
    const required = await change({ field: 'title', how: 'clear', sure: '1', ...ids });
    assert.equal(required.status, 422, 'a required field can’t be cleared');
    assert.doesNotMatch((await staff.get('/view/jobs/change?id=1&field=title')).text, /value="clear"/);
  });

  it('are only those that the list shows, and fields that it may set', async () => {
    assert.equal((await change({ field: 'title', value: 'x', id: ['4'] })).status, 404);
    assert.equal((await job(4)).title, 'Hidden');
    for (const field of ['code', 'secret', 'fixed', 'open', 'nothing', '__proto__'])
      assert.equal((await change({ field, value: 'x', id: ['1'] })).status, 422, field);
    assert.equal((await change({ field: 'title', value: 'x' })).status, 404, 'no row');
    assert.equal((await change({ field: 'title', value: 'x', id: ['x'] })).status, 404);
    const many = Array.from({ length: 501 }, (_, i) => String(i + 1));
    assert.equal((await change({ field: 'title', value: 'x', id: many })).status, 422);
    assert.equal((await change({ field: 'title', value: 'x', id: ['1'] }, await server.as('public'))).status, 404);
  });

  it('are acted on together; those that one may not change are left', async () => {
    await server.data.rows.updateMany(server.system, 'jobs', [1, 2, 3], { state: 'open' });
    const path = '/view/jobs/act-on-rows';
    await change({ node: 'column7', id: ['1', '2', '3'] }, staff, path);
    assert.match(flash(staff), /Archive: 2 jobs\. Not changed: 1 job \(Shut\)\. /);
    assert.deepEqual([(await job(1)).state, (await job(2)).state, (await job(3)).state], ['done', 'done', 'open']);
    for (const node of ['column8', 'column0', 'x', ''])
      assert.equal((await change({ node, id: ['1'] }, staff, path)).status, 404, node);
    assert.equal((await change({ node: 'column7', id: ['4'] }, staff, path)).status, 404, 'not in the list');
  });

  it('are deleted after a question with the count of those that can be, as one deletion that can be undone', async () => {
    const question = await staff.get('/view/jobs/delete?id=1&id=2&id=3&return=/view/jobs');
    assert.match(question.text, /Delete 2 jobs/);
    await change({ id: ['1', '2', '3'] }, staff, '/view/jobs/delete');
    const { text, undo } = JSON.parse(String(staff.cookies.get('plinth_flash')));
    assert.match(text, /2 jobs deleted\. 1 row was not deleted: Shut\. /);
    assert.equal(await server.data.rows.count(server.system, 'jobs'), 2);
    await staff.post(`/undo/${undo}`, { return: '/view/jobs' });
    assert.equal(await server.data.rows.count(server.system, 'jobs'), 4);
  });

  it('are found by name where there are many to point at', async () => {
    await server.data.rows.insertMany(
      server.system,
      'towns',
      Array.from({ length: 120 }, (_, i) => ({ name: `T${i}` })),
    );
    const { text } = await staff.get('/view/jobs/change?id=1&field=town');
    assert.match(text, /<datalist/);
    const names = await staff.get('/view/jobs/change?field=town&q=T117', { accept: 'application/json' });
    assert.deepEqual(
      JSON.parse(names.text).map((/** @type {any} */ one) => one.label),
      ['T117'],
    );
    await change({ field: 'town', value: 't117', id: ['1'] });
    assert.equal((await job(1)).town, 119);
    assert.match(
      (await change({ field: 'town', value: 'Nowhere', id: ['1'] })).text,
      /there is no &quot;Nowhere&quot;/,
    );
  });
});

describe('all rows of a list that match', () => {
  const at = '/view/jobs?state=open';
  const found = { all: '3', of: 'v-jobs', at };
  const reset = () => server.data.rows.updateMany(server.system, 'jobs', [1, 2, 3, 4], { state: 'open' });
  /** @param {import('../../testing/client.js').Client} client @param {string} [address] @param {string} [of] */
  const count = (client, address = at, of = 'v-jobs') =>
    client.get(`/rows/found?${new URLSearchParams({ of, at: address })}`);

  it('are counted when somebody asks, with the words for it', async () => {
    await reset();
    assert.deepEqual((await count(staff)).json(), { count: 3, possible: true, text: 'Select all 3 that match' });
    assert.equal((await count(staff, '/view/jobs?search=Two')).json().count, 3, 'an unknown name filters nothing');
    for (const [address, of] of [
      ['/view/none', 'v-none'],
      ['/view/jobs', 'v-towns'],
      ['//evil.example/', 'v-jobs'],
    ])
      assert.equal((await count(staff, address, of)).status, 404, address);
  });

  it('Z4 Z5: are changed by the filter of the list under the rights of the actor, whatever keys are sent', async () => {
    await reset();
    const answer = await change({ ...found, id: ['4', '3'], field: 'state', value: 'Done' });
    assert.equal(answer.status, 303);
    assert.match(flash(staff), /2 jobs changed\. Not changed: 1 job \(Shut\)\. /);
    const states = await Promise.all([1, 2, 3, 4].map(async (id) => (await job(id)).state));
    assert.deepEqual(states, ['done', 'done', 'open', 'open'], 'neither the shut one nor the one outside the list');
  });

  it('are acted on and deleted alike, as one deletion', async () => {
    await reset();
    await change({ ...found, node: 'column7' }, staff, '/view/jobs/act-on-rows');
    assert.match(flash(staff), /Archive: 2 jobs\. Not changed: 1 job \(Shut\)\. /);
    assert.equal((await job(4)).state, 'open');
    await reset();
    const query = new URLSearchParams({ ...found, return: '/view/jobs' });
    const question = await staff.get(`/view/jobs/delete?${query}`);
    assert.match(question.text, /Delete 2 jobs/);
    assert.match(question.text, /name="all" value="3"/);
    assert.doesNotMatch(question.text, /name="id"/);
    const before = await server.data.rows.count(server.system, 'jobs');
    await change(found, staff, '/view/jobs/delete');
    const { text, undo } = JSON.parse(String(staff.cookies.get('plinth_flash')));
    assert.match(text, /2 jobs deleted\. 1 row was not deleted: Shut\. /);
    await staff.post(`/undo/${undo}`, { return: '/view/jobs' });
    assert.equal(await server.data.rows.count(server.system, 'jobs'), before);
  });

  it('are left alone if others match than were shown', async () => {
    await reset();
    for (const all of ['2', '4', 'x', '-1', '']) {
      const again = await change({ ...found, all, field: 'state', value: 'Done' });
      assert.equal(again.status, 422, all);
      assert.match(again.text, /3 rows match now/);
      assert.match(again.text, /name="all" value="3"/, 'the form says how many there are now');
      for (const path of ['/view/jobs/delete', '/view/jobs/act-on-rows']) {
        const answer = await change({ ...found, all, node: 'column7' }, staff, path);
        assert.equal(answer.headers.get('location'), '/view/jobs');
        assert.match(flash(staff), /3 rows match now/);
      }
    }
    assert.deepEqual([(await job(1)).state, (await job(2)).state], ['open', 'open']);
  });

  it('are not found through another list, or by people who may not open it', async () => {
    await reset();
    for (const other of [
      { of: 'v-plain', at: '/view/plain' },
      { of: 'v-jobs', at: '/view/plain' },
      { of: 'v-jobs', at: '/admin' },
      { of: '__proto__', at },
    ]) {
      const answer = await change({ ...found, ...other, all: '4', field: 'state', value: 'Done' });
      assert.equal(answer.status, 404, JSON.stringify(other));
    }
    const visitor = await server.as('public');
    assert.equal((await change({ ...found, field: 'state', value: 'Done' }, visitor)).status, 404);
    assert.equal((await job(1)).state, 'open');
  });

  it('are at most 10,000', async () => {
    await server.data.db.query({
      text: `insert into app.jobs (title, state) select 'Bulk ' || n, 'done' from generate_series(1, 10001) n`,
      values: [],
    });
    const asked = { of: 'v-jobs', at: '/view/jobs?state=done' };
    const answer = (await count(staff, asked.at)).json();
    assert.equal(answer.possible, false);
    assert.match(answer.text, /At most 10.?000 rows can be changed or deleted at once/);
    const refused = await change({ ...asked, all: '10001', field: 'price', value: '1' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /At most 10.?000 rows/);
    await server.data.db.query({ text: `delete from app.jobs where title = 'Bulk 1'`, values: [] });
    await server.data.db.query({ text: `update app.jobs set open = true where title like 'Bulk %'`, values: [] });
    const done = await change({ ...asked, all: '10000', field: 'price', value: '7' });
    assert.equal(done.status, 303);
    assert.match(flash(staff), /10,000 jobs changed/);
    const { rows } = await server.data.db.query({
      text: 'select count(*)::int as n from app.jobs where price = 7',
      values: [],
    });
    assert.equal(rows[0].n, 10000);
  });
});
