import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

const NOTES = {
  name: 'notes',
  label: 'Notes',
  fields: [
    { name: 'title', type: 'text' },
    { name: 'scan', type: 'file' },
  ],
  access: { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
};

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', NOTES);
  await data.edit(system, 'set-access', { table: 'notes', access: NOTES.access });
  await data.edit(system, 'generate-views', { table: 'notes', roles: ['user'] });
});
after(() => server?.close());

let people = 0;
/** Somebody new with a session and a token. */
async function person() {
  const { people: of } = server.data;
  const email = `p${++people}@example.com`;
  const { id } = await of.users.create(server.system, {
    name: 'P',
    email,
    password: server.password,
    roles: ['staff'],
  });
  const { token: session } = await of.login(email, server.password, { address: `slow-${people}`, userAgent: 'test' });
  const { token, id: tokenId } = await of.apiTokens.create(server.system, id, { name: 'script' });
  return { id, email, tokenId, bearer: `authorization: Bearer ${token}`, cookie: `cookie: plinth_session=${session}` };
}

/** Resolves when the server has been told the next time who sends a request. */
function asked() {
  const { people: of } = /** @type {any} */ (server.data);
  return new Promise((resolve) => {
    for (const [holder, name] of [
      [of, 'session'],
      [of.apiTokens, 'actorOf'],
    ]) {
      const own = holder[name];
      holder[name] = async (/** @type {unknown[]} */ ...args) => {
        const found = await own(...args);
        holder[name] = own;
        // Whoever waits for the same goes first.
        setImmediate(resolve);
        return found;
      };
    }
  });
}

/**
 * Sends a request whose body stops half way; `finish` sends the rest and gives the answer.
 *
 * @param {string} line @param {string[]} headers @param {string} body
 */
async function begin(line, headers, body) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = [`${line} HTTP/1.1`, `host: ${hostname}:${port}`, 'connection: close', 'sec-fetch-site: same-origin'];
  const half = body.length >> 1;
  const all = [...head, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body.slice(0, half)];
  const isKnown = asked();
  socket.write(all.join('\r\n'));
  await isKnown;
  return {
    async finish() {
      socket.write(body.slice(half));
      await closed;
      return { status: Number(answer.slice(9, 12)), text: answer };
    },
  };
}

const JSON_TYPE = 'content-type: application/json';
const FORM = 'content-type: application/x-www-form-urlencoded';
const MULTIPART = 'content-type: multipart/form-data; boundary=b';
const part = (/** @type {string} */ name, /** @type {string} */ text, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;

/**
 * Ways to write, each with the title that must not come to be.
 *
 * @type {Record<string, (who: any, title: string) => [string, string[], string]>}
 */
const WAYS = {
  'a row by the API': ({ bearer }, title) => [
    'POST /api/v1/tables/notes/rows',
    [bearer, JSON_TYPE],
    JSON.stringify({ title }),
  ],
  'several rows by the API': ({ bearer }, title) => [
    'POST /api/v1/tables/notes/rows',
    [bearer, JSON_TYPE],
    JSON.stringify([{ title }, { title }]),
  ],
  'a transaction': ({ bearer }, title) => [
    'POST /api/v1/transactions',
    [bearer, JSON_TYPE],
    JSON.stringify({ steps: [{ op: 'insert', table: 'notes', values: { title } }] }),
  ],
  'a row with a key': ({ bearer }, title) => [
    'POST /api/v1/tables/notes/rows',
    [bearer, JSON_TYPE, `idempotency-key: ${title}`],
    JSON.stringify({ title }),
  ],
  'a row by the API with a session': ({ cookie }, title) => [
    'POST /api/v1/tables/notes/rows',
    [cookie, JSON_TYPE],
    JSON.stringify({ title }),
  ],
  "an agent's call": ({ bearer }, title) => [
    'POST /mcp',
    [bearer, JSON_TYPE, 'accept: application/json, text/event-stream'],
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_row', arguments: { table: 'notes', values: { title } } },
    }),
  ],
  'a form': ({ cookie }, title) => ['POST /view/notes_edit', [cookie, FORM], `title=${title}`],
  'a form with files': ({ cookie }, title) => [
    'POST /view/notes_edit',
    [cookie, MULTIPART],
    `${part('title', title)}--b--\r\n`,
  ],
  'a file by the API': ({ bearer }, title) => [
    `POST /api/v1/files?table=notes&field=scan&name=${title}.txt`,
    [bearer, 'content-type: text/plain'],
    `${title} and more`,
  ],
};

/** @param {string} title */
async function isThere(title) {
  const { rows } = await server.data.db.query({
    text: 'select 1 from app.notes where title = $1 union select 1 from plinth.files where name like $1 || $2',
    values: [title, '%'],
  });
  return rows.length > 0;
}

/**
 * What may happen while a body is on its way, and what is answered then.
 *
 * @type {Record<string, (who: any) => Promise<unknown>>}
 */
const LOSSES = {
  'is disabled': ({ id }) => server.data.people.users.disable(server.system, id),
  'loses the role': ({ id }) => server.data.people.users.update(server.system, id, { roles: [] }),
  'gets another password': ({ id }) => server.data.people.users.setPassword(server.system, id, 'another long password'),
};

describe('a body that is slower than a change of rights', () => {
  let number = 0;
  for (const [way, make] of Object.entries(WAYS)) {
    it(`${way} is accepted if the user has not changed`, async () => {
      const title = `kept${people}`;
      const request = await begin(...make(await person(), title));
      const { status, text } = await request.finish();
      assert.ok(status < 400, text);
      assert.ok(await isThere(title));
    });

    // Each once: who is asked anew is the same whatever is sent.
    const all = Object.entries(LOSSES);
    for (const [loss, lose] of way.startsWith('a form') ? all : [all[number++ % all.length]]) {
      it(`A7: ${way} is refused if the user ${loss} meanwhile`, async () => {
        const who = await person();
        const title = `lost${people}`;
        const request = await begin(...make(who, title));
        await lose(who);
        const { status, text } = await request.finish();
        assert.ok([401, 409].includes(status), text);
        assert.ok(!(await isThere(title)));
        if (way === 'a form') assert.ok(text.includes(title), 'the words can be sent once more');
      });
    }
  }

  it('costs no second question where the body comes with its head', async () => {
    const { bearer } = await person();
    const { apiTokens } = /** @type {any} */ (server.data.people);
    const own = apiTokens.actorOf;
    let questions = 0;
    apiTokens.actorOf = (/** @type {unknown[]} */ ...args) => (questions++, own(...args));
    const [name, value] = bearer.split(': ');
    const answer = await fetch(`${server.url}/api/v1/tables/notes/rows`, {
      method: 'POST',
      headers: { [name]: value, 'content-type': 'application/json' },
      body: '{"title":"at once"}',
    });
    apiTokens.actorOf = own;
    assert.deepEqual([answer.status, questions], [201, 1]);
  });

  it('A7: gives nobody rights if the admin is no longer one', async () => {
    const boss = await person();
    await server.data.people.users.update(server.system, boss.id, { roles: ['admin'] });
    const { token } = await server.data.people.login(boss.email, server.password, { address: 'boss', userAgent: '' });
    const body = 'name=Spy&email=spy%40example.com&password=correct+horse+battery&roles=admin';
    const request = await begin('POST /admin/users/new', [`cookie: plinth_session=${token}`, FORM], body);
    await server.data.people.users.update(server.system, boss.id, { roles: [] });
    const { status, text } = await request.finish();
    assert.ok([401, 409].includes(status), text);
    const { rows } = await server.data.db.query(`select 1 from plinth.users where email = 'spy@example.com'`);
    assert.deepEqual(rows, []);
  });

  it('is taken with a session that this very request renews', async () => {
    const who = await person();
    await server.data.people.users.update(server.system, who.id, { roles: ['staff', 'user'] });
    await server.data.db.query({
      text: 'update plinth.sessions set rotate = true where user_id = $1',
      values: [who.id],
    });
    const title = `renewed${people}`;
    const request = await begin('POST /view/notes_edit', [who.cookie, FORM], `title=${title}`);
    const { status, text } = await request.finish();
    assert.ok(status < 400, text);
    assert.ok(await isThere(title));
  });
});
