import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

describe('requests without login that carry something', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  /** @type {import('../../testing/client.js').Client} */
  let visitor;

  before(async () => {
    server = await startTestServer({ visitorLimit: 5, trustProxy: 1 });
    visitor = await server.as('public');
  });
  after(() => server.close());

  /** @param {string} address @param {string} [path] */
  const send = (address, path = '/auth/login') =>
    visitor.post(path, { email: 'a@example.com', password: 'wrong password' }, { 'x-forwarded-for': address });

  it('L3: are limited by address, with the time to wait; others and logged-in users are not affected', async () => {
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await send('192.0.2.1', i % 2 ? '/view/x' : '/page/y/act')).status);
    assert.deepEqual(statuses.slice(5), [429, 429, 429]);
    assert.ok(!statuses.slice(0, 5).includes(429), String(statuses));
    const refused = await send('192.0.2.1');
    assert.match(refused.text, /Too many attempts/);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 60, String(wait));
    assert.notEqual((await send('192.0.2.2')).status, 429);
    const staff = await server.as('staff');
    for (let i = 0; i < 8; i++) {
      const answer = await staff.post('/auth/profile', { name: 'Staff' }, { 'x-forwarded-for': '192.0.2.1' });
      assert.notEqual(answer.status, 429);
    }
    assert.equal((await visitor.get('/auth/login', { 'x-forwarded-for': '192.0.2.1' })).status, 200);
    assert.equal((await visitor.get('/healthz', { 'x-forwarded-for': '192.0.2.1' })).status, 200);
  });

  it('L3: count together over all processes', async () => {
    const { db } = server.data;
    const { rows } = await db.query("select requests from plinth.request_counts where key like 'visit:%'");
    // Six counted of the first address: the sixth was refused, and those after it from memory.
    assert.deepEqual(rows.map((/** @type {any} */ row) => row.requests).sort(), [1, 6]);
  });

  it('L3: a report of a browser does not use them up', async () => {
    for (let i = 0; i < 8; i++) assert.equal((await send('192.0.2.7', '/csp-report')).status, 204);
  });
});
