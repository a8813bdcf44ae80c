import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../testing/index.js';

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

describe('a file that is refused in a form', () => {
  it('leaves what was typed, keeps the good file and says why beside the control', async () => {
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
