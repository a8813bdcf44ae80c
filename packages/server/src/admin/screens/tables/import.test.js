import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestServer } from '../../../testing/index.js';

const ROWS = 150_000;
const BAD = 500;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../../testing/client.js').Client} */
let admin;

before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const fields = [{ name: 'number', type: 'integer' }];
  for (const name of ['good', 'whole']) await server.data.edit(server.system, 'add-table', { name, fields });
});
after(() => server?.close());

const inTable = (/** @type {string} */ table) => server.data.rows.count(server.system, table);

/** Uploads a large file and cancels its import as soon as it says that rows are done. @param {string} table @param {string} mode */
async function cancelHalfway(table, mode) {
  const lines = Array.from({ length: ROWS }, (_, i) => (i === BAD ? 'many' : i));
  const file = new Blob([`Number\n${lines.join('\n')}\n`], { type: 'text/csv' });
  const { location } = await admin.post(`/admin/tables/${table}/import`, { file });
  const path = String(location);
  assert.deepEqual((await admin.get(`${path}/progress`)).json(), { text: null }, 'nothing runs yet');
  const running = admin.post(path, { 'c.0.header': 'Number', 'c.0.field': 'number', 'c.0.format': '', mode });
  let told = '';
  for (let i = 0; i < 200 && !/done: [1-9]/.test(told); i++) {
    await wait(20);
    told = (await admin.get(`${path}/progress`)).json().text ?? '';
  }
  assert.match(told, /^Rows done: \d+, rejected: 1$/);
  await admin.post(`${path}/cancel`);
  const answer = await running;
  assert.equal(answer.status, 409, answer.text.slice(0, 500));
  assert.deepEqual((await admin.get(`${path}/progress`)).json(), { text: null }, 'nothing runs any more');
  return answer.text;
}

describe('the import of a large file tells how far it is and can be cancelled', () => {
  it('when good rows are taken, it says how many are in, and they are', async () => {
    const text = await cancelHalfway('good', 'good-rows');
    const [, said] = /The import was cancelled \((\d+) rows were imported before\)/.exec(text) ?? [];
    assert.ok(Number(said) > 0 && Number(said) < ROWS - 1, said);
    assert.equal(await inTable('good'), Number(said));
  });

  it('when all or nothing is asked for, nothing is in', async () => {
    const text = await cancelHalfway('whole', 'all-or-nothing');
    assert.match(text, /The import was cancelled\. Nothing was imported/);
    assert.equal(await inTable('whole'), 0);
  });

  it('an address that is no upload is refused, and cancelling what does not run does nothing', async () => {
    assert.equal((await admin.get('/admin/tables/good/import/..%2Fsecret/progress')).status, 404);
    const idle = '/admin/tables/good/import/00000000-0000-4000-8000-000000000000';
    assert.equal((await admin.post(`${idle}/cancel`)).status, 200);
    const user = await server.as('user');
    assert.notEqual((await user.get(`${idle}/progress`)).status, 200, 'only for admins');
  });
});
