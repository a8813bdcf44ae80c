import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let staff;

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'letters',
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'paper', type: 'file', attributes: { types: 'text/plain' } },
      { name: 'photo', type: 'image' },
    ],
    access: { staff: { read: 'all', create: 'all' } },
  });
  const controls = ['title', 'paper', 'photo'].map((field) => node('form_field', { field }));
  const config = { layout: node('stack', {}, [...controls, node('submit', { label: 'Save' })]) };
  const view = { name: 'letter', label: 'Letter', template: 'edit', table: 'letters', roles: ['staff'], config };
  await edit('add-view', { view });
  staff = await server.as('staff');
});
after(() => server.close());

const wrong = () => new File([new Uint8Array([0, 1, 2, 255])], 'wrong.bin');
const count = () => server.data.rows.count(server.system, 'letters');

describe('a file control that is only shown by the input', () => {
  it('keeps its file with the first saving, in a child row too', async () => {
    const { data, system } = server;
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
    const access = { staff: { read: 'all', create: 'all', update: 'all' } };
    const fields = [
      { name: 'kind', type: 'text' },
      { name: 'scan', type: 'file' },
    ];
    await edit('add-table', { name: 'bills', fields, access });
    const of = { name: 'bill', type: 'relation', attributes: { table: 'bills' } };
    await edit('add-table', { name: 'parts', fields: [...fields, of], access });
    const scan = () => ({ ...node('form_field', { field: 'scan' }), visible: { when: 'row.kind == "paper"' } });
    const both = () => [node('form_field', { field: 'kind' }), scan()];
    const layout = node('stack', {}, [...both(), node('child_rows', { relation: 'parts.bill' }, both())]);
    const view = {
      name: 'bill',
      label: 'Bill',
      template: 'edit',
      table: 'bills',
      roles: ['staff'],
      config: { layout },
    };
    await edit('add-view', { view });
    const file = () => new File(['words'], 'good.txt');
    const kept = async () => (await data.files.usage(system)).count;
    const before = await kept();
    const form = {
      kind: 'paper',
      scan: file(),
      'parts.bill.0.kind': 'paper',
      'parts.bill.0.scan': file(),
      'parts.bill.1.kind': 'mail',
      'parts.bill.1.scan': file(),
    };
    assert.equal((await staff.post('/view/bill', form)).status, 303);
    assert.equal(typeof (await data.rows.get(system, 'bills', 1)).scan, 'string');
    const parts = await Promise.all([1, 2].map((id) => data.rows.get(system, 'parts', id)));
    assert.deepEqual(
      parts.map((/** @type {any} */ row) => [row.kind, typeof row.scan]),
      [
        ['paper', 'string'],
        ['mail', 'object'],
      ],
    );
    assert.equal(await kept(), before + 2, 'what is not there is not kept');
  });
});

describe('a file that is refused in a form', () => {
  it('keeps the input and the good file, and shows the error beside the control', async () => {
    const form = { title: 'Typed long', paper: new File(['words'], 'good.txt'), photo: wrong() };
    const { status, text } = await staff.post('/view/letter', form);
    assert.equal(status, 422);
    assert.match(text, /value="Typed long"/);
    assert.match(text, /value="[0-9a-f-]{36}" type="hidden" name="paper"|name="paper" value="[0-9a-f-]{36}"/);
    assert.match(text, /wrong\.bin[^<]*not allowed here/);
    assert.equal(await count(), 0);
  });

  it('is a problem for a script', async () => {
    const answer = await staff.post('/view/letter', { title: 'T', paper: wrong() }, { accept: 'application/json' });
    assert.equal(answer.status, 422);
    assert.equal(JSON.parse(answer.text).code, 'FILE_TYPE_REFUSED');
    assert.equal(await count(), 0);
  });
});
