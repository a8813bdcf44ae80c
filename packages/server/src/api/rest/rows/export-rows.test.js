import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';

/** More than sockets hold on the way, so that the reader decides how far an export is. */
const ROWS = 12_000;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer({ users: { eva: ['staff'] }, logLevel: 'info' });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'things',
    access: { staff: { read: 'all' } },
    fields: [{ name: 'words', type: 'text' }],
  });
  await data.db.query(`insert into app.things (words) select repeat('x', 2000) from generate_series(1, ${ROWS})`);
});
after(() => server?.close());

/** Begins an export, does something, and reads it to its end. @param {string} token @param {string} accept @param {() => Promise<unknown>} meanwhile */
async function read(token, accept, meanwhile) {
  const headers = { authorization: `Bearer ${token}`, accept };
  const answer = await fetch(`${server.url}/api/v1/tables/things/rows`, { headers });
  assert.equal(answer.status, 200);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  let bytes = (await reader.read()).value?.length ?? 0;
  await meanwhile();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
    return { isWhole: true, bytes };
  } catch {
    return { isWhole: false, bytes };
  }
}

/** @returns {Promise<{ token: string, revoke: () => Promise<void> }>} */
async function makeToken() {
  const { data, system } = server;
  const { user } = await server.as('eva');
  const { token, id } = await data.people.apiTokens.create(system, user.id, { name: 'export' });
  return { token, revoke: () => data.people.apiTokens.revoke(system, user.id, id) };
}

describe('an export', () => {
  for (const accept of ['application/x-ndjson', 'text/csv']) {
    it(`A7: of ${accept} is whole, and ends when its token is revoked`, async () => {
      const kept = await makeToken();
      const whole = await read(kept.token, accept, async () => {});
      assert.ok(whole.isWhole && whole.bytes > ROWS * 2000);
      const { token, revoke } = await makeToken();
      const cut = await read(token, accept, revoke);
      assert.ok(!cut.isWhole && cut.bytes < whole.bytes, `${cut.bytes} of ${whole.bytes} bytes came`);
    });
  }
});
