import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listen } from '../src/testing/event-source.js';
import { createLog } from '../src/http/log/log.js';
import { createClient, startTestServer } from '../src/testing/index.js';

/*
 * Secrets are planted wherever somebody could send or keep one, things are made to go well and wrong with them, and at the
 * end nothing of them may be in the log or in an answer to somebody whose they are not.
 */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** What must be nowhere, by what it is. @type {Record<string, string>} */
const planted = {
  password: 'canary-password-1',
  newPassword: 'canary-password-2',
  wrongPassword: 'canary-wrong-3',
  inQuery: 'canary-query-4',
  inBearer: 'plt_canary-bearer-6',
  inCookie: 'canary-cookie-7',
  inBasic: Buffer.from('me:canary-basic-8').toString('base64'),
  hiddenValue: 'canary-hidden-9',
  taken: 'canary-taken-10',
  smtp: 'canary-smtp-11',
  forged: 'canary-forged-12',
};
/** Answers that went wrong. @type {string[]} */
const refusals = [];

before(async () => {
  server = await startTestServer({ users: { eve: ['user'] }, logLevel: 'debug' });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const fields = [
    { name: 'title', type: 'text', unique: true },
    { name: 'secret', type: 'text' },
  ];
  await edit('add-table', { name: 'notes', fields });
  const access = { user: { read: 'all', create: 'all', update: 'all' } };
  await edit('set-access', { table: 'notes', access, fields: { secret: { read: ['admin'], write: ['admin'] } } });
  await edit('generate-views', { table: 'notes', roles: ['user'] });
  const { rows, people } = server.data;
  await rows.insert(server.system, 'notes', { title: planted.taken, secret: planted.hiddenValue });
  const mail = { host: 'mail.test', port: 25, user: 'me', password: planted.smtp, from: 'a@b.test' };
  await people.secrets.write(server.system, 'smtp', mail);
});
after(() => server?.close());

/** @param {string} path @param {RequestInit} [init] */
async function send(path, init = {}) {
  const answer = await fetch(server.url + path, { redirect: 'manual', ...init });
  const text = await answer.text();
  assert.ok(answer.status < 500, `${path}: ${answer.status} ${text.slice(0, 300)}`);
  if (answer.status >= 400) refusals.push(text);
  return answer;
}

/** @param {unknown} body @param {Record<string, string>} [headers] @returns {RequestInit} */
const json = (body, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

async function logInAndOut() {
  const client = createClient(server.url);
  const { people } = server.data;
  const email = 'zoe@example.com';
  const { id } = await people.users.create(server.system, {
    name: 'zoe',
    email,
    password: planted.password,
    roles: ['user'],
  });
  const attempts = [planted.wrongPassword, planted.password];
  for (const password of attempts) {
    const { text, status } = await client.post('/auth/login', { email, password });
    if (status >= 400) refusals.push(text);
  }
  planted.session = client.cookies.get('plinth_session') ?? '';
  assert.ok(planted.session, 'logged in');
  // Somebody types the password for the name.
  refusals.push((await client.post('/auth/login', { email: planted.wrongPassword, password: 'x' })).text);
  const { token } = await people.resetToken(server.system, id);
  planted.reset = token;
  await client.get(`/auth/reset/${token}`);
  await client.post(`/auth/reset/${token}`, { password: planted.newPassword });
  refusals.push((await client.post(`/auth/reset/${token}`, { password: planted.newPassword })).text);
  planted.invitation = (await people.invite(server.system, { email: 'new@example.com', roles: ['user'] })).token;
  await client.get(`/auth/invite/${planted.invitation}`);
}

async function callWrongly() {
  const eve = (await server.as('eve')).user;
  const made = await server.data.people.apiTokens.create(server.system, eve.id, { name: 'agent' });
  planted.token = made.token;
  const own = { authorization: `Bearer ${made.token}` };
  const rows = '/api/v1/tables/notes/rows';
  await send(`${rows}?secret=${planted.inQuery}`, { headers: own });
  await send(`${rows}?password=${planted.inQuery}&token=${planted.inQuery}`, { headers: own });
  await send(rows, { headers: { authorization: `Bearer ${planted.inBearer}` } });
  await send(rows, { headers: { authorization: `Basic ${planted.inBasic}` } });
  await send(rows, { headers: { cookie: `plinth_session=${planted.inCookie}; other=${planted.inCookie}` } });
  await send(rows, json({ title: planted.taken }, own));
  await send(rows, json({ title: 'x', secret: planted.forged }, own));
  await send(rows, json(`{"password":"${planted.forged}",`, own));
  await send('/api/v1/edits', json({ edit: 'add-table', input: { name: planted.forged } }, own));
  await send(
    '/mcp',
    json({ jsonrpc: '2.0', id: 1, method: planted.forged, params: { password: planted.forged } }, own),
  );
  const stream = await listen(`${server.url}/api/v1/changes?table=notes`, own);
  await stream.ready();
  await server.data.rows.insert(server.system, 'notes', { title: 'told', secret: planted.hiddenValue });
  await stream.until(() => stream.events.length > 1);
  refusals.push(JSON.stringify(stream.events.slice(1)));
  stream.close();
  const client = await server.as('eve');
  for (const path of ['/view/notes_list', '/view/notes_show?id=1', '/view/notes_list?secret=a', '/nothing/at/all']) {
    const { text, status } = await client.get(path);
    assert.ok(!text.includes(planted.hiddenValue), path);
    if (status >= 400) refusals.push(text);
  }
}

/** What PostgreSQL says of a failure names values, as an unforeseen error would be logged. */
async function failInside() {
  const { db } = server.data;
  /** @type {string[]} */
  const lines = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) });
  const statements = [
    { text: 'select $1::text::int', values: [planted.hiddenValue] },
    { text: 'insert into app.notes (title) values ($1)', values: [planted.taken] },
    { text: "select $1::text::jsonb, 'x'", values: [planted.hiddenValue] },
  ];
  for (const statement of statements) {
    const error = await db.query(statement).then(
      () => assert.fail('nothing failed'),
      (/** @type {unknown} */ thrown) => thrown,
    );
    log.error('unforeseen error', { error });
  }
  return lines.join('');
}

describe('A12: secrets', () => {
  it('are in no line of the log and in no refusal, whatever was done with them', async () => {
    await logInAndOut();
    await callWrongly();
    const log = server.log() + (await failInside());
    assert.ok(log.split('\n').length > 30 && refusals.length > 10, 'something has been logged and refused');
    const inLog = Object.entries(planted).filter(([, secret]) => log.includes(secret));
    assert.deepEqual(
      inLog.map(([name, secret]) => [
        name,
        log
          .split('\n')
          .find((line) => line.includes(secret))
          ?.slice(0, 300),
      ]),
      [],
    );
    const others = [
      'password',
      'newPassword',
      'hiddenValue',
      'smtp',
      'token',
      'session',
      'reset',
      'invitation',
      'inCookie',
    ];
    const told = others.filter((name) => refusals.some((text) => text.includes(planted[name])));
    assert.deepEqual(told, []);
  });
});
