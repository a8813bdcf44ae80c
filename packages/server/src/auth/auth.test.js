import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createClient, readForms, startTestServer } from '../testing/index.js';

const PASSWORD = 'correct horse battery';

describe('a fresh install', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  before(async () => {
    server = await startTestServer({ fresh: true });
  });
  after(() => server.close());

  it('leads to the first-run screen, from the log-in page too', async () => {
    const client = createClient(server.url);
    assert.equal((await client.get('/')).location, '/auth/first-run');
    assert.equal((await client.get('/auth/login')).location, '/auth/first-run');
    assert.equal((await client.get('/admin')).status, 302);
  });

  it('shows errors beside the field, and keeps the input except the password', async () => {
    const client = createClient(server.url);
    const answer = await client.submit('/auth/first-run', { name: 'Ada', email: 'ada', password: 'short' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="Ada"/);
    assert.match(answer.text, /Enter an e-mail address/);
    assert.match(answer.text, /at least 8 characters/);
    assert.doesNotMatch(answer.text, /value="short"/);
  });

  it('refuses a first administrator whose password everybody would try first', async () => {
    const client = createClient(server.url);
    const person = { name: 'Ada', email: 'ada@example.com', password: 'password1' };
    const answer = await client.submit('/auth/first-run', person);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /The password is too easy to guess/);
    assert.equal((await client.get('/')).location, '/auth/first-run', 'nobody was created');
  });

  it('can not be taken over by a page elsewhere that gives this server a name of its own', async () => {
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const headers = {
        host: 'evil.example.org',
        origin: 'http://evil.example.org',
        'content-type': 'application/x-www-form-urlencoded',
      };
      const sent = request({ hostname, port, path: '/auth/first-run', method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end('name=Eve&email=eve%40example.com&password=evil-evil-evil');
    });
    assert.equal(status, 421);
    assert.equal(await server.data.people.needsFirstAdmin(), true);
  });

  it('creates and logs in the first admin, and creates no second one', async () => {
    const client = createClient(server.url);
    const person = { name: 'Ada', email: 'ada@example.com', password: PASSWORD, locale: 'de', role: 'public', id: 'x' };
    const region = { timeZone: 'Asia/Tokyo', firstDay: '7', region: 'JP' };
    const answer = await client.submit('/auth/first-run', { ...person, ...region });
    assert.equal(answer.location, '/admin/start');
    const { timeZone, firstDay, currency } = server.data.catalog().settings;
    assert.deepEqual([timeZone, firstDay, currency], ['Asia/Tokyo', 7, 'JPY']);
    const setBack = { changes: { timeZone: 'UTC', firstDay: 1, currency: 'EUR' } };
    await server.data.edit({ userId: null, roles: [], system: true }, 'change-settings', setBack);
    assert.equal((await client.get('/admin')).status, 302);
    const again = await createClient(server.url).post('/auth/first-run', { ...person, email: 'eve@example.com' });
    assert.equal(again.status, 409);
    assert.equal((await createClient(server.url).get('/auth/first-run')).location, '/');
  });

  it('speaks the language that was chosen', async () => {
    const client = createClient(server.url);
    await client.submit('/auth/login', { email: 'ada@example.com', password: PASSWORD });
    assert.match((await client.get('/auth/profile')).text, /<html lang="de"[\s\S]*Ihr Profil/);
    const wrong = await client.submit('/auth/profile', { name: '' });
    assert.match(wrong.text, /Geben Sie einen Namen ein/);
  });
});

describe('people over HTTP', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  /** @type {any} */
  let people;
  before(async () => {
    server = await startTestServer();
    ({ people } = server.data);
  });
  after(() => server.close());

  let made = 0;
  /** @param {string[]} [roles] */
  async function person(roles = []) {
    const email = `p${++made}@example.com`;
    return people.users.create(server.system, { name: `P ${made}`, email, password: PASSWORD, roles });
  }
  /** @param {string} email @param {string} [password] */
  async function logIn(email, password = PASSWORD) {
    const client = createClient(server.url);
    const answer = await client.submit('/auth/login', { email, password });
    return { client, answer };
  }

  it('A1, A2: a log-in sets one HttpOnly cookie with a new id; an id that was brought along means nothing', async () => {
    const { email } = await person();
    const client = createClient(server.url, { cookies: { plinth_session: 'A'.repeat(43) } });
    const answer = await client.submit('/auth/login', { email, password: PASSWORD });
    const lines = answer.headers.getSetCookie().filter((line) => line.startsWith('plinth_session='));
    assert.equal(lines.length, 1);
    assert.match(lines[0], /HttpOnly/);
    assert.match(lines[0], /SameSite=Lax/);
    assert.notEqual(client.cookies.get('plinth_session'), 'A'.repeat(43));
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.equal((await client.get('/auth/profile')).status, 200);
  });

  it('reports a failed login, without saying which part was wrong', async () => {
    const { email } = await person();
    const wrong = await logIn(email, 'wrong password');
    const unknown = await logIn('nobody@example.com', 'wrong password');
    assert.equal(wrong.answer.status, 401);
    assert.match(wrong.answer.text, /name="password"[^>]* autofocus/, 'one goes on where it was mostly wrong');
    assert.doesNotMatch(wrong.answer.text, /name="email"[^>]* autofocus/);
    assert.equal(wrong.answer.text.replaceAll(email, ''), unknown.answer.text.replaceAll('nobody@example.com', ''));
  });

  it('A13: goes on to where one wanted to, on this site only', async () => {
    const { email } = await person();
    for (const [next, goal] of [
      ['/auth/profile', '/auth/profile'],
      ['//evil.test/x', '/'],
      ['https://evil.test', '/'],
      ['/\\evil.test', '/'],
    ]) {
      const client = createClient(server.url);
      const answer = await client.submit(`/auth/login?next=${encodeURIComponent(next)}`, { email, password: PASSWORD });
      assert.equal(answer.location, goal);
    }
  });

  it('logs out by post only, and the session is dead', async () => {
    const { email } = await person();
    const { client } = await logIn(email);
    const token = /** @type {string} */ (client.cookies.get('plinth_session'));
    await client.get('/auth/logout');
    assert.ok(client.cookies.has('plinth_session'));
    await client.post('/auth/logout');
    assert.equal(client.cookies.has('plinth_session'), false);
    const thief = createClient(server.url, { cookies: { plinth_session: token } });
    assert.equal((await thief.get('/auth/profile')).status, 302);
  });

  it('A14: takes no log-out, profile change or log-in from another site', async () => {
    const { email } = await person();
    const { client } = await logIn(email);
    for (const path of ['/auth/logout', '/auth/profile', '/auth/profile/password', '/auth/login']) {
      assert.equal((await client.post(path, { name: 'Evil' }, { 'sec-fetch-site': 'cross-site' })).status, 403);
    }
    assert.equal((await client.get('/auth/profile')).status, 200);
  });

  it('A7: a disabled user is logged out at their next request', async () => {
    const { id, email } = await person();
    const { client } = await logIn(email);
    assert.equal((await client.get('/auth/profile')).status, 200);
    await people.users.disable(server.system, id);
    assert.equal((await client.get('/auth/profile')).location, '/auth/login?next=%2Fauth%2Fprofile');
  });

  it('A2, C2: new roles count at the next request, which gets a new session id', async () => {
    const { id, email } = await person();
    const { client } = await logIn(email);
    const before = client.cookies.get('plinth_session');
    assert.equal((await client.get('/admin')).status, 404);
    await people.users.update(server.system, id, { roles: ['admin'] });
    assert.equal((await client.get('/admin')).status, 302);
    assert.notEqual(client.cookies.get('plinth_session'), before);
    await people.users.update(server.system, id, { roles: [] });
    assert.equal((await client.get('/admin')).status, 404);
  });

  it('A2: of requests sent at once after a change of roles one brings the new session id, and nobody is logged out', async () => {
    const { id, email } = await person();
    const { client } = await logIn(email);
    for (const roles of [['staff'], [], ['staff'], []]) {
      await people.users.update(server.system, id, { roles });
      const answers = await Promise.all(Array.from({ length: 12 }, () => client.get('/auth/profile')));
      const given = answers
        .flatMap(({ headers }) => headers.getSetCookie())
        .filter((line) => /^plinth_session=/.test(line));
      assert.equal(given.length, 1);
      assert.equal((await client.get('/auth/profile')).status, 200);
    }
  });

  it('an invitation works once and without e-mail', async () => {
    const { token } = await people.invite(server.system, { roles: ['staff'] });
    const guest = createClient(server.url);
    const page = await guest.get(`/auth/invite/${token}`);
    assert.equal(page.headers.get('referrer-policy'), 'strict-origin');
    const input = { name: 'Guest', email: 'guest@example.com', password: PASSWORD, roles: 'admin' };
    assert.equal((await guest.submit(`/auth/invite/${token}`, input)).location, '/');
    assert.match((await guest.get('/auth/profile')).text, /guest@example\.com/);
    assert.equal((await guest.get('/admin')).status, 404);
    assert.equal((await createClient(server.url).get(`/auth/invite/${token}`)).status, 404);
    assert.ok(!server.log().includes(token));
  });

  it('A5: a reset link sets a new password, once, and stays out of logs and Referer', async () => {
    const user = await person();
    const { token } = await people.resetToken(server.system, user.id);
    const client = createClient(server.url);
    const page = await client.get(`/auth/reset/${token}`);
    assert.equal(page.headers.get('referrer-policy'), 'strict-origin');
    assert.equal((await client.submit(`/auth/reset/${token}`, { password: 'short' })).status, 422);
    assert.equal((await client.submit(`/auth/reset/${token}`, { password: 'a new password' })).location, '/auth/login');
    assert.equal((await client.get(`/auth/reset/${token}`)).status, 404);
    assert.equal((await logIn(user.email, 'a new password')).answer.location, '/');
    assert.ok(!server.log().includes(token));
  });

  it('A4: requesting a reset gives everybody the same answer', async () => {
    const user = await person();
    const answers = [];
    for (const email of [user.email, 'nobody@example.com']) {
      answers.push(await createClient(server.url).post('/auth/reset', { email }));
    }
    assert.equal(answers[0].status, answers[1].status);
    assert.equal(answers[0].text, answers[1].text);
  });

  it('sign-up does not exist until it is enabled', async () => {
    assert.equal((await createClient(server.url).get('/auth/signup')).status, 404);
    assert.equal((await createClient(server.url).post('/auth/signup', { name: 'x' })).status, 404);
  });

  it('A4, Z15: once it is enabled, sign-up gives the same answer to all, and only the rights of a user', async () => {
    await server.data.edit(server.system, 'change-settings', { changes: { signUp: true } });
    const known = await person(['staff']);
    const input = { name: 'New', password: PASSWORD, roles: 'admin', role: 'admin', verified: 'true', id: known.id };
    const answers = [];
    for (const email of ['fresh@example.com', known.email]) {
      const client = createClient(server.url);
      const answer = await client.submit('/auth/signup', { ...input, email });
      answers.push([answer.status, answer.location, answer.text, answer.headers.getSetCookie().join()]);
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(answers[0][1], '/auth/login');
    const { client } = await logIn('fresh@example.com');
    assert.equal((await client.get('/auth/profile')).status, 200);
    assert.equal((await client.get('/admin')).status, 404);
    const [fresh] = (await people.users.list(server.system, { search: 'fresh@' })).users;
    assert.deepEqual(fresh.roles, []);
    await server.data.edit(server.system, 'change-settings', { changes: { signUp: false } });
  });

  it('A3: guesses by form get 429 with Retry-After, whatever the headers claim', async () => {
    const { email } = await person();
    const answers = [];
    for (let i = 0; i < 8; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` };
      const typed = i % 2 ? email : email.toUpperCase();
      answers.push(
        await createClient(server.url).post('/auth/login', { email: typed, password: 'wrong one' }, headers),
      );
    }
    const last = /** @type {import('../testing/client.js').Answer} */ (answers.at(-1));
    assert.equal(last.status, 429);
    assert.ok(Number(last.headers.get('retry-after')) > 0);
    assert.match(last.text, /Too many attempts/);
  });

  it('Z15, A6: a profile takes name, address and language, nothing else; an address only with the password', async () => {
    const user = await person();
    const { client } = await logIn(user.email);
    const extra = { name: 'New name', id: 'x', roles: 'admin', role: 'admin', disabled: '', created_at: '1999-01-01' };
    assert.equal((await client.submit('/auth/profile', extra)).location, '/auth/profile');
    const after = await people.users.get(server.system, user.id);
    assert.equal(after.name, 'New name');
    assert.deepEqual(after.roles, []);
    assert.equal((await client.submit('/auth/profile', { email: 'moved@example.com' })).status, 401);
    assert.equal((await people.users.get(server.system, user.id)).email, user.email);
  });

  it('does not undo what an admin changed while the profile was open, and asks where both typed', async () => {
    const { id, email } = await person();
    const { client } = await logIn(email);
    const open = async () => readForms((await client.get('/auth/profile')).text).find((one) => one.values.email);
    const { values = {} } = (await open()) ?? {};
    await people.users.update(server.system, id, { email: `new-${email}` });
    assert.equal((await client.post('/auth/profile', { ...values, name: 'Mine' })).status, 303, 'asks for no password');
    const now = await people.users.get(server.system, id);
    assert.deepEqual([now.name, now.email], ['Mine', `new-${email}`]);
    await people.users.update(server.system, id, { name: 'Theirs' });
    const told = await client.post('/auth/profile', { ...values, name: 'Mine again' });
    assert.equal(told.status, 409);
    assert.match(told.text, /value="Mine again"[^]*Someone else changed it to &quot;Theirs&quot; in the meantime/);
    assert.equal((await people.users.get(server.system, id)).name, 'Theirs');
    const again = readForms(told.text).find((one) => one.values.email);
    assert.equal(again?.values.email, `new-${email}`);
    assert.equal((await client.post('/auth/profile', { ...again?.values })).status, 303);
    assert.equal((await people.users.get(server.system, id)).name, 'Mine again');
  });

  it('shows where one is logged in, and ends it there', async () => {
    const user = await person();
    const here = await logIn(user.email);
    const there = await logIn(user.email);
    assert.match((await here.client.get('/auth/profile')).text, /This browser/);
    await here.client.post('/auth/profile/sessions', {});
    assert.equal((await there.client.get('/auth/profile')).status, 302);
    assert.equal((await here.client.get('/auth/profile')).status, 200);
  });

  it('Server-Timing is for admins', async () => {
    const admin = await server.as('admin');
    const user = await server.as('user');
    assert.match((await admin.get('/auth/profile')).headers.get('server-timing') ?? '', /sql;desc="\d+ statements"/);
    assert.equal((await user.get('/auth/profile')).headers.get('server-timing'), null);
  });
});

describe('A1: over https', () => {
  it('cookies carry the __Host- prefix and Secure, and HSTS is on', async () => {
    const server = await startTestServer({ baseUrl: 'https://plinth.test' });
    try {
      const client = createClient(server.url);
      const answer = await client.post('/auth/login', { email: 'admin@example.com', password: server.password });
      const [line] = answer.headers.getSetCookie().filter((cookie) => cookie.includes('session'));
      assert.match(line, /^__Host-plinth_session=[\w-]{43}; Path=\/; SameSite=Strict; Max-Age=\d+; HttpOnly; Secure$/);
      assert.match(answer.headers.get('strict-transport-security') ?? '', /max-age=31536000/);
    } finally {
      await server.close();
    }
  });
});
