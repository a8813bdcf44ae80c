import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, startTestServer } from '../testing/index.js';

/** @import { Answer, Client } from '../testing/client.js' */

/** Rounds of requests at the same time after a change of roles. */
const ROUNDS = 20;
const FORM = '/view/notes_edit';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Client} */
let client;
let userId = '';
let changes = 0;

before(async () => {
  server = await startTestServer();
  await server.data.edit(server.system, 'add-table', {
    name: 'notes',
    access: { user: { read: 'all', create: 'all' } },
    fields: [{ name: 'title', type: 'text' }],
  });
  await server.data.edit(server.system, 'generate-views', { table: 'notes', roles: ['user'] });
  client = await server.as('user');
  userId = client.user.id;
});
after(() => server?.close());

/** A role more or less, so that the session is due for a new token. */
const changeRoles = () =>
  server.data.people.users.update(server.system, userId, { roles: changes++ % 2 ? ['user'] : ['user', 'staff'] });

/** What the browser holds before an answer brings it another. @returns {Client} */
const sameCookies = () => createClient(server.url, { cookies: Object.fromEntries(client.cookies) });

/** @param {Pick<Answer, 'status' | 'location'>} answer */
const isLogin = ({ status, location }) => status === 401 || (location ?? '').startsWith('/auth/login');
/** @param {Pick<Answer, 'status' | 'location'>} answer */
const isDone = ({ status, location }) => status === 200 || (status === 303 && !isLogin({ status, location }));
/** @param {Answer} answer */
const isRenewal = ({ headers }) => headers.getSetCookie().some((line) => line.startsWith('plinth_session='));

/** @type {Record<string, (by: Client, title: string) => Promise<Answer>>} */
const KINDS = {
  read: (by) => by.get('/view/notes_list'),
  post: (by, title) => by.post(FORM, { title }),
};

for (const [kind, ask] of Object.entries(KINDS)) {
  describe(`requests of one browser at a change of roles: ${kind}`, () => {
    it('A2: those sent before the answer with the new session id came are answered with the rights of now', async () => {
      await changeRoles();
      const late = sameCookies();
      assert.ok(isRenewal(await ask(client, 'first')));
      for (let i = 0; i < 5; i++) {
        const answer = await ask(late, `late ${i}`);
        assert.ok(isDone(answer), `${i}: ${answer.status} ${answer.location}`);
        assert.ok(!isRenewal(answer));
      }
      assert.ok(isDone(await ask(client, 'last')));
    });

    it('A2: of six within 10 ms none is sent to the log-in', async () => {
      let logins = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await changeRoles();
        const asked = Array.from({ length: 6 }, async (_, i) => {
          await sleep(i * 2);
          return ask(sameCookies(), `${kind} ${round} ${i}`);
        });
        const answers = await Promise.all(asked);
        logins += answers.filter(isLogin).length;
        assert.deepEqual(
          answers.filter((answer) => !isDone(answer)).map(({ status }) => status),
          [],
        );
        const renewals = answers.filter(isRenewal);
        assert.equal(renewals.length, 1);
        const [cookie] = renewals[0].headers.getSetCookie().filter((line) => line.startsWith('plinth_session='));
        client.cookies.set('plinth_session', decodeURIComponent(cookie.split(';')[0].split('=')[1]));
      }
      assert.equal(logins, 0);
    });
  });
}

describe('the session id before a renewal', () => {
  it('A2: never carries rights that ended', async () => {
    await server.data.people.users.update(server.system, userId, { roles: ['user', 'admin'] });
    const late = sameCookies();
    assert.equal((await client.get('/admin/tables')).status, 200);
    assert.equal((await late.get('/admin/tables')).status, 200);
    await server.data.people.users.update(server.system, userId, { roles: ['user'] });
    assert.equal((await late.get('/admin/tables')).status, 404);
    assert.equal((await late.get('/view/notes_list')).status, 200);
  });

  it('A2: ends with a logout by either of the two', async () => {
    for (const leaver of ['new', 'old']) {
      const by = createClient(server.url);
      const { token } = await server.data.people.login('user@example.com', server.password, { address: leaver });
      by.cookies.set('plinth_session', token);
      await changeRoles();
      const late = createClient(server.url, { cookies: { plinth_session: token } });
      assert.ok(isRenewal(await by.get('/view/notes_list')));
      assert.equal((await late.get('/view/notes_list')).status, 200);
      const stolen = [...[by, late].map(({ cookies }) => cookies.get('plinth_session') ?? '')];
      await (leaver === 'new' ? by : late).post('/auth/logout');
      for (const cookie of stolen) {
        const again = createClient(server.url, { cookies: { plinth_session: cookie } });
        assert.ok(isLogin(await again.get('/view/notes_list')), leaver);
      }
    }
  });

  it('A2: a log-in leaves nothing of the session id that the browser had before', async () => {
    const email = 'user@example.com';
    const { token } = await server.data.people.login(email, server.password, { address: 'before' });
    const by = createClient(server.url, { cookies: { plinth_session: token } });
    await changeRoles();
    assert.ok(isRenewal(await by.get('/view/notes_list')));
    const renewed = by.cookies.get('plinth_session') ?? '';
    const answer = await by.post('/auth/login', { email, password: server.password });
    assert.equal(answer.status, 303);
    assert.ok(![token, renewed].includes(by.cookies.get('plinth_session') ?? ''));
    for (const cookie of [token, renewed]) {
      const old = createClient(server.url, { cookies: { plinth_session: cookie } });
      assert.ok(isLogin(await old.get('/view/notes_list')));
    }
    assert.equal((await by.get('/view/notes_list')).status, 200);
  });
});
