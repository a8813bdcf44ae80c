import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createClient, startTestServer } from '../src/testing/index.js';

const PASSWORD = 'correct horse battery';
const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
  await server.as('staff');
});
after(() => server.close());

/**
 * A visit as browsers make it: fetch writes some of these headers itself.
 *
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {string} [method]
 */
function visit(path, headers, method = 'GET') {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** @param {string} role @param {Record<string, string>} [headers] */
async function sessionCookieOf(role, headers = {}) {
  const client = createClient(server.url);
  const answer = await client.post('/auth/login', { email: `${role}@example.com`, password: PASSWORD }, headers);
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('plinth_session='));
  return { client, line: line ?? '' };
}

describe('the session of an admin', () => {
  it('A1: stays on this site (SameSite=Strict), that of others does not, and a setting loosens it', async () => {
    assert.match((await sessionCookieOf('admin')).line, /SameSite=Strict.*HttpOnly/);
    assert.match((await sessionCookieOf('staff')).line, /SameSite=Lax.*HttpOnly/);
    const admin = await server.as('admin');
    const page = await admin.get('/admin/settings/sessions');
    assert.match(page.text, /name="adminStrict"[^>]*checked/);
    const minutes = { idleMinutes: '600', adminIdleMinutes: '45', absoluteMinutes: '20160' };
    assert.equal((await admin.post('/admin/settings/sessions', minutes)).status, 303);
    const { line } = await sessionCookieOf('admin');
    assert.match(line, /SameSite=Lax/);
    assert.match(line, /Max-Age=1209600/);
    await admin.post('/admin/settings/sessions', { ...minutes, adminStrict: 'true' });
    assert.match((await sessionCookieOf('admin')).line, /SameSite=Strict/);
  });

  it('is refused limits that make no sense, beside the field, and keeps what was typed', async () => {
    const admin = await server.as('admin');
    const wrong = { idleMinutes: '2', adminIdleMinutes: 'soon', absoluteMinutes: '99999999' };
    const answer = await admin.post('/admin/settings/sessions', wrong);
    assert.equal(answer.status, 422);
    assert.equal(answer.text.match(/invalid-feedback[^>]*>Enter a whole number of minutes from 5 to/g)?.length, 3);
    assert.match(answer.text, /value="soon"/);
    assert.equal((await server.data.people.settings.read()).idleMinutes, 600);
  });

  it('survives a link from elsewhere: the page opens once more from here', async () => {
    const known = { ...LINK, cookie: 'plinth_name=admin' };
    const answer = await visit('/admin/tables', known);
    assert.equal(answer.status, 200);
    assert.match(answer.text, /http-equiv="refresh" content="0"/);
    assert.equal(answer.headers['cache-control'], 'private, no-store');
    assert.match(answer.headers['content-security-policy'], /default-src 'self'/);
    const again = await visit('/admin/tables', { ...known, 'sec-fetch-site': 'same-origin' });
    assert.match(again.headers.location, /^\/auth\/login/);
  });

  it('never opens again what nobody logged in for, nor a frame, nor what is posted', async () => {
    assert.match((await visit('/admin/tables', LINK)).headers.location, /^\/auth\/login/);
    const known = { ...LINK, cookie: 'plinth_name=admin' };
    const frame = await visit('/admin/tables', { ...known, 'sec-fetch-dest': 'iframe' });
    assert.match(frame.headers.location, /^\/auth\/login/);
    assert.equal((await visit('/auth/logout', known, 'POST')).status, 403);
  });

  it('is kept alive by working in an open screen', async () => {
    const admin = await server.as('admin');
    assert.equal((await admin.get('/admin/alive')).status, 204);
    assert.equal((await (await server.as('staff')).get('/admin/alive')).status, 404);
  });
});

describe('the last log-in', () => {
  it('is known for every login, including first run and invitation', async () => {
    const fresh = await startTestServer({ fresh: true });
    try {
      const client = createClient(fresh.url);
      await client.submit('/auth/first-run', { name: 'Ada', email: 'ada@example.com', password: PASSWORD });
      assert.doesNotMatch((await client.get('/admin/users')).text, /never/);
      const { token } = await fresh.data.people.invite(fresh.system, {});
      await fresh.data.people.acceptInvite(token, { name: 'Bo', email: 'bo@example.com', password: PASSWORD });
      assert.doesNotMatch((await client.get('/admin/users')).text, /never/);
    } finally {
      await fresh.close();
    }
  });
});
