import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

// Fields that no cell edits are set for several rows by the controls of forms: lists, files, formatted texts.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let staff;

const options = ['red', 'blue', 'green'].map((value) => ({ value, label: value.toUpperCase() }));
const columns = ['title', 'labels', 'tags', 'text', 'photo', 'papers', 'sealed'].map((field) => ({
  kind: 'field',
  field,
}));

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'labels',
    access: { staff: { read: { rule: 'row.name != "Secret"' } } },
    fields: [{ name: 'name', type: 'text' }],
    display: 'name',
  });
  const mine = { rule: 'row.open == true' };
  await data.edit(system, 'add-table', {
    name: 'jobs',
    label: 'Jobs',
    display: 'title',
    access: { staff: { read: 'all', update: mine } },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'open', type: 'boolean' },
      { name: 'labels', type: 'many_to_many', attributes: { table: 'labels' } },
      { name: 'tags', type: 'multi_select', attributes: { options } },
      { name: 'text', type: 'rich_text' },
      { name: 'photo', type: 'image' },
      { name: 'papers', type: 'file', attributes: { several: true } },
      { name: 'sealed', type: 'many_to_many', attributes: { table: 'labels' }, access: { write: ['admin'] } },
    ],
  });
  const config = { columns, selecting: true };
  await data.edit(system, 'add-view', {
    view: { template: 'list', table: 'jobs', roles: ['staff'], name: 'jobs', config },
  });
  for (const name of ['Bug', 'Design', 'Secret']) await data.rows.insert(system, 'labels', { name });
  await data.rows.insertMany(system, 'jobs', [
    { title: 'One', open: true, labels: [1, 3], tags: ['red'] },
    { title: 'Two', open: true },
    { title: 'Shut', open: false },
  ]);
  staff = await server.as('staff');
});
after(() => server?.close());

/** @param {Record<string, any>} values */
const change = (values) => staff.post('/view/jobs/change', { return: '/view/jobs', id: ['1', '2'], ...values });
/** @param {number} id @returns {Promise<any>} */
const job = (id) => server.data.rows.get(server.system, 'jobs', id);
/** @param {string} field */
const both = async (field) => [(await job(1))[field], (await job(2))[field]];
const flash = () => JSON.parse(String(staff.cookies.get('plinth_flash') ?? '{}')).text ?? '';

describe('lists, files and formatted texts of selected rows', () => {
  it('are offered with their controls, and only where they may be set', async () => {
    const { text } = await staff.get('/view/jobs/change?id=1&id=2&field=labels');
    const offered = [...text.matchAll(/<option value="(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(offered.slice(0, 6), ['title', 'labels', 'tags', 'text', 'photo', 'papers']);
    assert.match(text, /<select[^>]*name="value"[^>]*multiple/);
    assert.match(text, />Bug<\/option>/);
    assert.doesNotMatch(text, /Secret/);
    assert.match(text, /fields\/combobox\.js/);
    const found = await staff.get('/view/jobs/change?field=labels&q=des', { accept: 'application/json' });
    assert.deepEqual(JSON.parse(found.text), [{ value: 2, label: 'Design' }]);
    const papers = await staff.get('/view/jobs/change?id=1&field=papers');
    assert.match(papers.text, /enctype="multipart\/form-data"[\s\S]*data-pl-field="jobs\.papers"/);
    assert.equal((await staff.get('/view/jobs/change?id=1&field=sealed')).status, 422);
    const names = await staff.get('/view/jobs/change?field=papers&q=x', { accept: 'application/json' });
    assert.equal(names.status, 404);
  });

  it('Z4: are added to those there, removed, replaced and cleared; labels that one can’t read stay', async () => {
    await change({ field: 'labels', how: 'add', value: ['2'] });
    assert.deepEqual(await both('labels'), [[1, 2, 3], [2]]);
    await change({ field: 'labels', how: 'remove', value: ['1'] });
    assert.deepEqual(await both('labels'), [[2, 3], [2]]);
    await change({ field: 'labels', how: 'set', value: ['1'] });
    assert.deepEqual(await both('labels'), [[1, 3], [1]]);
    await change({ field: 'labels', how: 'clear', sure: '1' });
    assert.deepEqual(await both('labels'), [[3], []]);
    await change({ field: 'tags', how: 'add', value: ['blue'] });
    assert.deepEqual(await both('tags'), [['red', 'blue'], ['blue']]);
    await change({ field: 'tags', how: 'remove', value: ['blue', 'green'] });
    assert.deepEqual(await both('tags'), [['red'], null]);
    assert.match(flash(), /2 jobs changed/);
  });

  it('K11: what several people add and take away at the same time is all there', async () => {
    await change({ field: 'tags', how: 'clear', sure: '1' });
    const ways = ['red', 'blue', 'green'].map((value) => ({ field: 'tags', how: 'add', value: [value] }));
    await Promise.all([...ways, ...ways, ...ways].map((values) => change(values)));
    for (const tags of await both('tags')) assert.deepEqual([...tags].sort(), ['blue', 'green', 'red']);
    await Promise.all(ways.slice(1).map((values) => change({ ...values, how: 'remove' })));
    assert.deepEqual(await both('tags'), [['red'], ['red']]);
    await change({ field: 'tags', how: 'set', value: ['red'], id: ['1'] });
    await change({ field: 'tags', how: 'clear', sure: '1', id: ['2'] });
  });

  it('leave the rows that one may not change, and name them', async () => {
    await change({ field: 'labels', how: 'add', value: ['1'], id: ['1', '3'] });
    assert.match(flash(), /1 job changed\. Not changed: 1 job \(Shut\)\. You are not allowed/);
    assert.deepEqual((await job(3)).labels, []);
    await change({ field: 'text', value: '**Hello**', id: ['1', '2', '3'] });
    assert.match(flash(), /2 jobs changed\. Not changed: 1 job \(Shut\)/);
    assert.deepEqual([...(await both('text')), (await job(3)).text], ['**Hello**', '**Hello**', null]);
  });

  it('refuse what can’t be, and keep what was chosen', async () => {
    const before = [await job(1), await job(2)];
    const hidden = await change({ field: 'labels', how: 'add', value: ['3'], id: ['2'] });
    assert.equal(hidden.status, 422);
    assert.doesNotMatch(hidden.text, /Secret/);
    const typed = await change({ field: 'labels', how: 'remove', 'value.find': 'nothing like it' });
    assert.equal(typed.status, 422);
    assert.match(typed.text, /value="remove" selected/);
    for (const [values, words] of /** @type {const} */ ([
      [{ field: 'labels', how: 'add' }, /Choose at least one value/],
      [{ field: 'labels', how: 'remove', value: ['x'] }, null],
      [{ field: 'labels', how: 'set', value: ['9999'] }, /must be one of the choices/],
      [{ field: 'tags', how: 'add', value: ['pink'] }, /may only contain/],
      [{ field: 'papers', how: 'set', value: ['no file'] }, /uploaded file/],
      [{ field: 'photo', how: 'set' }, /Choose at least one value/],
    ])) {
      const answer = await change(values);
      if (words) assert.match(answer.text, words, JSON.stringify(values));
      assert.deepEqual([await job(1), await job(2)], before, JSON.stringify(values));
    }
    assert.equal((await change({ field: 'sealed', how: 'clear' })).status, 422);
    assert.equal((await change({ field: 'text' })).status, 422, 'nothing was posted');
    assert.deepEqual([await job(1), await job(2)], before);
  });

  it('store one file for all rows, with and without scripts, and clear it', async () => {
    const file = new File(['A'], 'terms.txt', { type: 'text/plain' });
    const answer = await change({ field: 'papers', how: 'add', value: ['', file] });
    assert.equal(answer.status, 303);
    const [[one], [two]] = await both('papers');
    assert.equal(one, two);
    const [address] = (await staff.get('/view/jobs')).text.match(new RegExp(`/files/[^"]*${one}[^"]*`)) ?? [];
    assert.equal((await staff.get(String(address))).text, 'A');
    // One row gives it up; the other one keeps it.
    await change({ field: 'papers', how: 'clear', sure: '1', id: ['1'] });
    assert.deepEqual(await both('papers'), [null, [one]]);
    await change({ field: 'papers', how: 'add', value: ['', one], id: ['1', '2'] });
    assert.deepEqual(await both('papers'), [[one], [one]]);
  });
});

describe('more rows than are written together', () => {
  it('are all set, though the table and the field get other names meanwhile', async () => {
    const { data, system } = server;
    await data.rows.insertMany(
      system,
      'jobs',
      Array.from({ length: 600 }, (_, i) => ({ title: `Many ${i}`, open: true })),
    );
    const { rows } = data;
    const { changeEach } = rows;
    let batches = 0;
    rows.changeEach = async (/** @type {any[]} */ ...args) => {
      const answer = await /** @type {any} */ (changeEach)(...args);
      if (batches++ > 0) return answer;
      await data.edit(system, 'change-table', { table: 'jobs', changes: { name: 'work' } });
      await data.edit(system, 'change-field', { table: 'work', field: 'tags', changes: { name: 'marks' } });
      return answer;
    };
    try {
      const found = { all: '600', of: 'v-jobs', at: '/view/jobs?title.starts=Many' };
      const sent = { return: '/view/jobs', ...found, field: 'tags', how: 'add', value: 'green' };
      assert.equal((await staff.post('/view/jobs/change', sent)).status, 303);
    } finally {
      rows.changeEach = changeEach;
    }
    assert.equal(batches, 2);
    assert.match(flash(), /^600 /);
    assert.equal(await rows.count(system, 'work', { field: 'marks', op: 'has', value: 'green' }), 600);
  });
});
