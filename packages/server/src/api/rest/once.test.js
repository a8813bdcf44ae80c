import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, until } from '@plinth/data/testing';
import { startTestServer } from '../../testing/index.js';

/** Two servers on one database, as workers and nodes are. @type {Awaited<ReturnType<typeof startTestServer>>[]} */
const servers = [];
let token = '';
const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
before(async () => {
  const first = await startTestServer({ logLevel: 'warn' });
  servers.push(first);
  const { data, system } = first;
  const fields = [{ name: 'title', type: 'text' }];
  await data.edit(system, 'add-table', { name: 'orders', fields, access: { user: everything } });
  const { user } = await first.as('user');
  ({ token } = await data.people.apiTokens.create(system, user.id, { name: 'x' }));
  // A trigger that waits as long as a lock is held, so that a test can stop time within the statement.
  await data.db.query(`create function app.waits() returns trigger language plpgsql as $$ begin
    if new.title like 'slow%' then perform pg_advisory_xact_lock(4711); end if; return new; end $$`);
  await data.db.query('create trigger waits before insert on app.orders for each row execute function app.waits()');
  const database = await sharedWith(first);
  servers.push(await startTestServer({ database, fresh: true, logLevel: 'warn' }));
});
after(async () => {
  for (const server of servers.reverse()) await server.close();
});

/** The first server's database, which is not dropped when the second one ends. @param {any} first */
async function sharedWith(first) {
  const { rows } = await first.data.db.query('select current_database() as name');
  const other = await createTestDatabase();
  const connection = { ...other.connection, database: rows[0].name };
  return { ...other, connection };
}

/** @param {any} server @param {string} title @param {string} [key] */
async function order(server, title, key) {
  const answer = await fetch(`${server.url}/api/v1/tables/orders/rows`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ title }),
  });
  return { status: answer.status, replayed: answer.headers.get('idempotency-replayed'), json: await answer.json() };
}
const count = async (/** @type {string} */ title) =>
  (await servers[0].data.db.query({ text: 'select from app.orders where title = $1', values: [title] })).rows.length;

/** @param {string} method @param {string | number} id @param {Record<string, string>} headers @param {any} [body] */
async function change(method, id, headers, body) {
  const answer = await fetch(`${servers[0].url}/api/v1/tables/orders/rows/${id}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('idempotent requests', () => {
  it('Z3: a limited token gets no response that was given without its limits', async () => {
    const whole = token;
    assert.equal((await order(servers[0], 'told', 'key-scope')).status, 201);
    const { data, system } = servers[0];
    const { rows } = await data.db.query('select user_id from plinth.api_tokens limit 1');
    ({ token } = await data.people.apiTokens.create(system, rows[0].user_id, { name: 'y', operations: ['create'] }));
    const again = await order(servers[0], 'told', 'key-scope');
    token = whole;
    assert.deepEqual([again.status, again.json.code], [409, 'IDEMPOTENCY_KEY_USED']);
    assert.equal((await order(servers[0], 'told', 'key-scope')).replayed, 'true');
  });

  it('K1: run once on the version in If-Match, and replay the response', async () => {
    const { json } = await order(servers[0], 'versioned');
    const etag = (await change('GET', json.id, {})).headers.get('etag') ?? '';
    const claim = { 'if-match': etag, 'idempotency-key': 'key-version' };
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await change('PATCH', json.id, claim, { title: 'second' }));
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')]),
      [
        [200, null],
        [200, 'true'],
        [200, 'true'],
      ],
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    const other = await change('PATCH', json.id, { ...claim, 'idempotency-key': 'key-late' }, { title: 'third' });
    assert.equal(other.status, 412);
    const now = { 'if-match': answers[0].headers.get('etag') ?? '', 'idempotency-key': 'key-gone' };
    assert.equal(
      (await change('PATCH', json.id, { ...now, 'idempotency-key': 'key-version' }, { title: 'x' })).status,
      409,
    );
    for (const replayed of [null, 'true', 'true']) {
      const gone = await change('DELETE', json.id, now);
      assert.deepEqual([gone.status, gone.headers.get('idempotency-replayed')], [204, replayed]);
    }
    assert.equal((await change('DELETE', json.id, { ...now, 'idempotency-key': 'key-none' })).status, 404);
  });

  it('K1: with many rows return the same as without a key: each has its own result', async () => {
    const rows = [{ title: 'many' }, 7, { nothing: 1 }, { title: 'more' }];
    const send = async (/** @type {Record<string, string>} */ headers) => {
      const answer = await fetch(`${servers[0].url}/api/v1/tables/orders/rows`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(rows),
      });
      return (await answer.json()).results.map((/** @type {any} */ { status, error }) => [status, error?.code]);
    };
    const plain = await send({});
    assert.deepEqual(plain, [
      [201, undefined],
      [422, 'ROW_EXPECTED'],
      [422, 'INPUT_INVALID'],
      [201, undefined],
    ]);
    for (let i = 0; i < 2; i++) assert.deepEqual(await send({ 'idempotency-key': 'key-many' }), plain);
    assert.equal(await count('many'), 2);
    const none = await fetch(`${servers[0].url}/api/v1/tables/orders/rows`, {
      method: 'DELETE',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'key-none-at-all',
      },
      body: '[null]',
    });
    assert.equal((await none.json()).failed, 1);
  });

  it('C2: are replayed with what may be seen now: rows, fields and errors without rights are left out', async () => {
    const { data, system, url } = servers[0];
    const fields = [
      { name: 'title', type: 'text' },
      { name: 'price', type: 'integer', attributes: { min: 0 } },
    ];
    await data.edit(system, 'add-table', { name: 'deals', fields, access: { user: everything } });
    const limit = (/** @type {any} */ access, /** @type {any} */ rights = {}) =>
      data.edit(system, 'set-access', {
        table: 'deals',
        access: { user: { ...everything, ...access } },
        fields: rights,
      });
    const send = async (/** @type {string[]} */ [method, path, key], /** @type {any} */ body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
      const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
      return { status: answer.status, replayed: answer.headers.get('idempotency-replayed'), text: await answer.text() };
    };
    const own = { title: 'own', price: 7654321 };
    const many = [own, { title: 'wrong', price: -7654321 }];
    const made = await send(['POST', 'tables/deals/rows', 'deal-one'], own);
    const { id } = JSON.parse(made.text);
    const requests = [
      () => send(['POST', 'tables/deals/rows', 'deal-one'], own),
      () => send(['PATCH', `tables/deals/rows/${id}`, 'deal-change'], own),
      () => send(['POST', 'tables/deals/rows', 'deal-many'], many),
      () => send(['POST', 'transactions', 'deal-steps'], { steps: [{ op: 'insert', table: 'deals', values: own }] }),
    ];
    const first = [made];
    for (const request of requests.slice(1)) first.push(await request());
    const again = async () => {
      const answers = [];
      for (const request of requests) answers.push(await request());
      for (const [i, { status, replayed }] of answers.entries())
        assert.deepEqual([status, replayed], [first[i].status, 'true']);
      return answers.map(({ text }) => text);
    };
    assert.match(first[2].text, /must be at least 0/);
    const [one, changed, , steps] = await again();
    assert.deepEqual([one, changed, steps], [first[1].text, first[1].text, first[3].text]);
    await limit({}, { price: { read: [], write: [] } });
    for (const text of await again()) {
      assert.doesNotMatch(text, /7654321|price|Price/);
      assert.match(text, /own/);
    }
    await limit({ read: 'none' });
    for (const text of await again()) assert.doesNotMatch(text, /7654321|"own"|"price"/);
    await limit({});
    await data.rows.update(system, 'deals', id, { title: 'changed' });
    assert.match((await again())[0], /changed/);
    await data.rows.remove(system, 'deals', id);
    assert.deepEqual(JSON.parse((await again())[0]), { id });
  });

  it('C2: keeps no answer of a version before this one, only whose rows it named', async () => {
    const { data } = servers[0];
    const { json } = await order(servers[0], 'before', 'key-before');
    await data.db.query({
      text: `update plinth.idempotent_answers set status = 201, body = $1 where key = 'key-before'`,
      values: [JSON.stringify({ id: json.id, title: 'as it was', hidden: 1 })],
    });
    const again = await order(servers[0], 'before', 'key-before');
    assert.deepEqual([again.status, again.replayed, again.json], [201, 'true', json]);
  });

  it('K1: is done once, however many ask several servers at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => order(servers[i % 2], 'both', 'key-both')));
    assert.deepEqual(new Set(answers.map(({ status, json }) => `${status} ${json.id}`)).size, 1);
    assert.equal(answers.filter(({ replayed }) => replayed === null).length, 1);
    assert.equal(await count('both'), 1);
  });

  it('K1: is not done at all when its connection dies within it, and is done when it is sent again', async () => {
    const holder = servers[0].data.db.transaction(async (/** @type {any} */ tx) => {
      await tx.query('select pg_advisory_xact_lock(4711)');
      const asked = order(servers[0], 'slow', 'key-crash');
      await until(async () => (await waiting(tx)).length > 0);
      await tx.query(`select pg_terminate_backend(${(await waiting(tx))[0].pid})`);
      return asked;
    });
    const broken = await holder;
    assert.ok(broken.status >= 500, String(broken.status));
    assert.equal(await count('slow'), 0);
    const again = await order(servers[1], 'slow', 'key-crash');
    assert.deepEqual([again.status, again.replayed, await count('slow')], [201, null, 1]);
    assert.deepEqual([(await order(servers[0], 'slow', 'key-crash')).replayed, await count('slow')], ['true', 1]);
  });

  it('K1: are answered for clients that lost the response', async () => {
    const { hostname, port } = new URL(servers[0].url);
    const body = JSON.stringify({ title: 'lost' });
    const lines = [
      'POST /api/v1/tables/orders/rows HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${token}`,
      'Idempotency-Key: key-lost',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    socket.on('error', () => {});
    await until(async () => (await count('lost')) === 1);
    socket.destroy();
    const again = await order(servers[1], 'lost', 'key-lost');
    assert.deepEqual([again.status, again.replayed, await count('lost')], [201, 'true', 1]);
  });
});

describe('the limit of calls', () => {
  it('L3: is one for all servers of a database', async () => {
    const { data, system } = servers[0];
    await data.edit(system, 'change-settings', { changes: { apiPerMinute: 30 } });
    await until(async () => servers[1].data.catalog().settings.apiPerMinute === 30);
    const ask = (/** @type {any} */ server) =>
      fetch(`${server.url}/api/v1/tables/orders/rows`, { headers: { authorization: `Bearer ${token}` } });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(servers[i % 2])));
    const right = answers.filter(({ status }) => status === 200).length;
    assert.equal(right, 30);
    assert.equal(answers.filter(({ status }) => status === 429).length, 20);
  });
});

/** Who waits for the lock of the trigger. @param {any} tx */
async function waiting(tx) {
  const { rows } = await tx.query(
    `select pid from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
  );
  return rows;
}
