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

describe('files dropped onto the page of a row', () => {
  /** @type {(who: any, field: string, name: string) => Promise<string>} */
  const uploaded = async (who, field, name) => {
    const form = { table: 'trips', field, file: new File(['words'], name) };
    return JSON.parse((await who.post('/files/upload', form, { accept: 'application/json' })).text).id;
  };
  const stored = () => server.data.rows.get(server.system, 'trips', 1);

  before(async () => {
    const { data, system } = server;
    await data.edit(system, 'add-table', {
      name: 'trips',
      fields: [
        { name: 'ticket', type: 'file' },
        { name: 'papers', type: 'file', attributes: { several: true, maxFiles: 3 } },
        { name: 'secret', type: 'file', access: { write: ['admin'] } },
        { name: 'hidden', type: 'file' },
      ],
      access: { staff: { read: 'all', create: 'all', update: 'all' }, user: { read: 'all' } },
    });
    const shown = ['ticket', 'papers', 'secret'].map((field) => node('field', { field }));
    const config = { editing: true, layout: node('stack', {}, shown) };
    const view = { name: 'trip', label: 'Trip', template: 'show', table: 'trips', roles: ['staff', 'user'], config };
    await data.edit(system, 'add-view', { view });
    await data.rows.insert(system, 'trips', {});
  });

  it('replace the one of a field, and come to those of a field of several, at the same time too, with Undo', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => uploaded(staff, 'papers', `${name}.txt`)));
    const add = (/** @type {string} */ field, /** @type {unknown} */ files) =>
      staff.postJson('/view/trip/files', { id: '1', field, files });
    const both = await Promise.all([add('papers', [a]), add('papers', [b])]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual([...(await stored()).papers].sort(), [a, b].sort());
    const answer = await add('papers', [c]);
    assert.match(answer.text, /"undo":"[0-9a-f-]{36}"/);
    await staff.post(`/undo/${JSON.parse(answer.text).undo}`, {});
    assert.equal((await stored()).papers.length, 2);
    const ticket = await uploaded(staff, 'ticket', 'ticket.txt');
    assert.equal((await add('ticket', [ticket])).status, 200);
    assert.equal((await stored()).ticket, ticket);
  });

  it('are refused where they are too many, are no files, or the reader may not put them', async () => {
    const before = await stored();
    const [one, two] = await Promise.all(['d', 'e'].map((name) => uploaded(staff, 'papers', `${name}.txt`)));
    const add = (/** @type {any} */ body, who = staff) => who.postJson('/view/trip/files', { id: 1, ...body });
    const many = await add({ field: 'papers', files: [one, two] });
    assert.deepEqual([many.status, /3/.test(many.text)], [422, true]);
    for (const body of [
      { field: 'secret', files: [one] },
      { field: 'hidden', files: [one] },
      { field: 'id', files: [one] },
      { field: 'papers', files: [] },
      { field: 'papers', files: one },
      { field: 'papers', files: [one], id: 99 },
    ])
      assert.equal((await add(body)).status, 404, JSON.stringify(body));
    assert.equal((await add({ field: 'papers', files: ['nothing'] })).status, 422);
    for (const who of ['user', 'public']) {
      const other = await server.as(who);
      assert.ok((await add({ field: 'papers', files: [one] }, other)).status >= 400, who);
      const { text } = await other.get('/view/trip?id=1');
      assert.doesNotMatch(text, /data-pl-drop=/, who);
    }
    assert.deepEqual(await stored(), before);
  });
});
