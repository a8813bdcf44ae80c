import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { NOW, SYSTEM, VISITOR, createForum } from '../../gate/rows/testing/forum.js';
import { createRedact } from './redact.js';
import { createSecretKey, readSecretKey } from '../../postgres/sealing/secret-key.js';

const VALUE = 'planted "secret"+value/1';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {import('node:http').Server} */
let service;
let origin = '';
/** Requests that arrived. @type {{ url: string, method: string, headers: any, body: string }[]} */
const heard = [];
/** What the service answers next. @type {{ status?: number, headers?: Record<string, string>, body?: string }} */
let next = {};
/** @type {string[]} */
const lines = [];

before(async () => {
  const note = (/** @type {unknown[]} */ ...all) => void lines.push(JSON.stringify(all));
  forum = await createForum({ history: true, log: { debug: note, info: note, warn: note, error: note } });
  service = createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    heard.push({ url: String(req.url), method: String(req.method), headers: req.headers, body });
    const { status = 200, headers = {}, body: answer = '{"ok":true}' } = next;
    res.writeHead(status, headers).end(answer === 'echo' ? JSON.stringify({ ...req.headers, body }) : answer);
  });
  await new Promise((done) => service.listen(0, '127.0.0.1', () => done(null)));
  origin = `127.0.0.1:${/** @type {any} */ (service.address()).port}`;
  await edit('change-settings', { changes: { outboundAllow: origin } });
  await edit('add-secret', { secret: { name: 'api_key', description: 'Of the shop' } });
  await forum.data.secrets.set(forum.admin, 'api_key', VALUE);
});
after(async () => {
  service?.close();
  await forum?.close();
});

const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const drain = () => forum.data.automation.drain();
const last = () => /** @type {(typeof heard)[number]} */ (heard.at(-1));
const stateOf = async (/** @type {string} */ name) => (await forum.data.secrets.get(forum.admin, name)).state;
/** @param {Record<string, any>} config @param {any} [actor] @param {any} [id] */
const request = async (config, actor = forum.admin, id = null) => {
  const table = id === null ? null : 'topics';
  return forum.data.actions.run(actor, { action: 'http_request', table, id, config });
};
const url = (path = '/a') => `http://${origin}${path}`;

/** Everything that is stored, as text. */
async function everything() {
  const { rows: tables } = await forum.data.db.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('plinth', 'app', 'plinth_trash', 'plinth_history') and table_type = 'BASE TABLE'`,
  );
  const all = [];
  for (const { name } of tables) all.push((await forum.data.db.query(`select t::text as row from ${name} t`)).rows);
  return JSON.stringify(all);
}

describe('secrets', () => {
  it('are encrypted with a key outside of the database, and never shown', async () => {
    const { rows } = await forum.data.db.query('select sealed, key_id from plinth.secret_values');
    assert.ok(!rows[0].sealed.includes(Buffer.from(VALUE)));
    const file = path.join(forum.dataDir, 'secret.key');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const key = (await readFile(file, 'utf8')).trim();
    assert.match(key, /^[0-9a-f]{64}$/);
    assert.ok(!(await everything()).includes(key));
    const listed = await forum.data.secrets.list(forum.admin);
    assert.deepEqual(
      listed.map((/** @type {any} */ { name, state, changedBy }) => [name, state, changedBy]),
      [['api_key', 'set', 'cyd']],
    );
    assert.ok(!JSON.stringify(listed).includes('planted'));
  });

  it('A1: only admins list and set them', async () => {
    for (const actor of [forum.ada, forum.staff, VISITOR]) {
      await assert.rejects(forum.data.secrets.list(actor), { code: 'FORBIDDEN' });
      await assert.rejects(forum.data.secrets.set(actor, 'api_key', 'something else'), { code: 'FORBIDDEN' });
      await assert.rejects(forum.data.edit(actor, 'add-secret', { secret: { name: 'x' } }), { status: 403 });
    }
    assert.equal(await stateOf('api_key'), 'set');
  });

  it('refuse invalid values and names', async () => {
    for (const value of ['', 'short', 5, null, 'x'.repeat(20_001), 'with\0zero'])
      await assert.rejects(forum.data.secrets.set(forum.admin, 'api_key', value), { code: 'INPUT_INVALID' });
    await assert.rejects(forum.data.secrets.set(forum.admin, 'none', VALUE), { code: 'OBJECT_NOT_FOUND' });
    for (const secret of [
      { name: 'A b' },
      { name: 'api_key' },
      { name: 'x', value: 'y' },
      { name: 'x', hosts: ['a/b'] },
    ])
      await assert.rejects(edit('add-secret', { secret }), JSON.stringify(secret));
  });

  it('say so when the key is lost, and can be entered again', async () => {
    const file = path.join(forum.dataDir, 'secret.key');
    await rename(file, `${file}.away`);
    try {
      assert.equal(await stateOf('api_key'), 'locked');
      const config = { method: 'GET', url: url(), auth: 'bearer', authSecret: 'api_key' };
      await assert.rejects(request(config), { code: 'SECRET_LOCKED', status: 422 });
      await edit('add-secret', { secret: { name: 'other' } });
      await forum.data.secrets.set(forum.admin, 'other', 'another value');
      assert.deepEqual([await stateOf('other'), await stateOf('api_key')], ['set', 'locked']);
      await writeFile(file, 'nonsense');
      await assert.rejects(forum.data.secrets.set(forum.admin, 'other', 'x value'), { code: 'SECRET_KEY_UNREADABLE' });
    } finally {
      await rename(`${file}.away`, file);
    }
    assert.deepEqual([await stateOf('other'), await stateOf('api_key')], ['locked', 'set']);
    await edit('remove-secret', { secret: 'other' });
  });

  it('a value that was changed, or moved to another name, can’t be opened', async () => {
    await edit('add-secret', { secret: { name: 'twin' } });
    await forum.data.secrets.set(forum.admin, 'twin', 'the twin value');
    const { id } = await forum.data.secrets.get(forum.admin, 'twin');
    await forum.data.db.query({
      text: 'update plinth.secret_values set sealed = (select sealed from plinth.secret_values where secret_id <> $1) where secret_id = $1',
      values: [id],
    });
    const config = { method: 'GET', url: url(), auth: 'bearer', authSecret: 'twin' };
    await assert.rejects(request(config), { code: 'SECRET_LOCKED' });
    await edit('remove-secret', { secret: 'twin' });
  });

  it('the key is read as hexadecimal digits or base64; two processes make one', async () => {
    assert.equal(readSecretKey('ab'.repeat(32))?.length, 32);
    assert.equal(readSecretKey(Buffer.alloc(32, 7).toString('base64'))?.length, 32);
    for (const wrong of ['', 'abc', 'zz'.repeat(32), Buffer.alloc(31).toString('base64')])
      assert.equal(readSecretKey(wrong), null, wrong);
    const dataDir = path.join(forum.dataDir, 'two');
    const keys = [1, 2, 3, 4].map(() => createSecretKey({ dataDir, configured: null }));
    const made = await Promise.all(keys.map((one) => one.readOrMake()));
    assert.equal(new Set(made.map((key) => key.toString('hex'))).size, 1);
  });

  it('are removed from texts in every spelling', () => {
    const redact = createRedact([VALUE]);
    const spellings = [
      ...[VALUE, JSON.stringify({ a: VALUE }), JSON.stringify(JSON.stringify(VALUE)), encodeURIComponent(VALUE)],
      ...[Buffer.from(VALUE).toString('base64'), Buffer.from(VALUE).toString('hex'), new URLSearchParams({ VALUE })],
    ];
    for (const text of spellings)
      assert.doesNotMatch(redact(`a ${text} b`), /planted|cGxhbnRlZ|706c616e/, String(text));
  });

  it('removing one deletes its value for good; undo brings back the name alone', async () => {
    await edit('add-secret', { secret: { name: 'gone' } });
    await forum.data.secrets.set(forum.admin, 'gone', 'a value that goes');
    const { revision } = await edit('remove-secret', { secret: 'gone' });
    const { rows } = await forum.data.db.query('select count(*)::int as n from plinth.secret_values');
    assert.equal(rows[0].n, 1);
    await forum.data.revisions.undo(SYSTEM, revision.id ?? revision);
    assert.equal(await stateOf('gone'), 'empty');
    const config = { method: 'GET', url: url(), auth: 'bearer', authSecret: 'gone' };
    await assert.rejects(request(config), { code: 'SECRET_EMPTY' });
    await edit('remove-secret', { secret: 'gone' });
  });
});

describe('stored passwords', () => {
  const stored = async () => {
    const { rows } = await forum.data.db.query('select secret::text, sealed from plinth.hooks');
    const { rows: site } = await forum.data.db.query('select value::text, sealed from plinth.secrets');
    return JSON.stringify([...rows, ...site].map(({ sealed, ...row }) => [row, sealed?.toString('latin1')]));
  };

  it('A12: of mail servers, plugins and webhooks are encrypted, older ones too', async () => {
    const { people, automation, db } = forum.data;
    const trigger = {
      label: 'Hook',
      source: 'webhook',
      as: 'system',
      steps: [{ do: { action: 'log', config: { text: 'x' } } }],
    };
    await edit('add-trigger', { trigger });
    const { id } = /** @type {any} */ (forum.data.catalog()).triggers.at(-1);
    const { address } = await automation.hooks.state(forum.admin, id);
    const secretOf = async () => (await automation.hooks.find(address))?.secret;
    const made = await automation.hooks.renewSecret(forum.admin, id);
    assert.equal(await secretOf(), made);
    await people.secrets.write(SYSTEM, 'smtp', { password: 'canary-new' });
    assert.deepEqual(await people.secrets.read('smtp'), { password: 'canary-new' });
    assert.ok(!(await stored()).includes('canary') && !(await stored()).includes(made));
    // As they were stored before.
    await db.query(`update plinth.hooks set secret = 'canary-hook', sealed = null, key_id = null`);
    await db.query(`insert into plinth.secrets (name, value) values ('plugin:old', '{"token": "canary-old", "n": 1}')`);
    const read = async () => [await secretOf(), await people.secrets.read('plugin:old')];
    const old = ['canary-hook', { token: 'canary-old', n: 1 }];
    assert.deepEqual(await read(), old);
    await Promise.all([1, 2].flatMap(() => [people.secrets.sealOld(), automation.hooks.sealOld()]));
    assert.deepEqual(await read(), old);
    assert.doesNotMatch(await stored(), /canary/);
    await edit('remove-trigger', { trigger: id });
  });

  it('can’t be exchanged, say so when the key is lost, and can be entered again', async () => {
    const { secrets } = forum.data.people;
    await secrets.write(SYSTEM, 'plugin:old', { token: 'one' });
    await forum.data.db.query(
      `update plinth.secrets set sealed = (select sealed from plinth.secrets where name = 'plugin:old') where name = 'smtp'`,
    );
    await assert.rejects(secrets.read('smtp'), { code: 'STORED_SECRET_LOCKED' });
    const file = path.join(forum.dataDir, 'secret.key');
    await rename(file, `${file}.away`);
    try {
      await assert.rejects(secrets.read('plugin:old'), { code: 'STORED_SECRET_LOCKED' });
    } finally {
      await rename(`${file}.away`, file);
    }
    await secrets.write(SYSTEM, 'smtp', { password: 'again' });
    assert.deepEqual(await secrets.read('smtp'), { password: 'again' });
    await secrets.write(SYSTEM, 'smtp', null);
    assert.equal(await secrets.read('smtp'), null);
  });
});

describe('HTTP requests', () => {
  it('send fields, secrets and a signature, and store the answer', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'A/b?c', priority: 3 });
    next = { body: '{"data":{"items":[{"title":"From outside"}]}}' };
    const result = await request(
      {
        url: url('/orders/{{ row.title }}?key={{ secrets.api_key }}'),
        sign: 'api_key',
        headers: [{ name: 'X-Id', value: '{{ row.id }}' }],
        auth: 'basic',
        authUser: 'shop',
        authSecret: 'api_key',
        values: [
          { name: 'order.title', value: 'row.title' },
          { name: 'order.priority', value: 'row.priority' },
          { name: 'token', source: 'text', text: 'Key {{ secrets.api_key }}' },
        ],
        fields: [{ field: 'title', path: 'data.items.0.title' }],
        show: 'text',
        message: 'Sent {{ row.title }}',
      },
      forum.staff,
      id,
    );
    assert.deepEqual(result, { message: 'Sent From outside' });
    const { url: path, method, headers, body } = last();
    assert.deepEqual([method, path], ['POST', `/orders/A%2Fb%3Fc?key=${encodeURIComponent(VALUE)}`]);
    assert.deepEqual(JSON.parse(body), { order: { title: 'A/b?c', priority: 3 }, token: `Key ${VALUE}` });
    assert.equal(headers.authorization, `Basic ${Buffer.from(`shop:${VALUE}`).toString('base64')}`);
    assert.deepEqual([headers['x-id'], headers['content-type']], [String(id), 'application/json']);
    assert.match(headers['idempotency-key'], /^[0-9a-f-]{36}/);
    const time = Math.floor(NOW.getTime() / 1000);
    const hmac = createHmac('sha256', VALUE).update(`${time}.${body}`).digest('hex');
    assert.equal(headers['plinth-signature'], `t=${time},v1=${hmac}`);
  });

  it('send forms and texts', async () => {
    next = {};
    await request({ url: url(), body: 'form', values: [{ name: 'a b', source: 'text', text: 'ü&' }] });
    assert.deepEqual(
      [last().body, last().headers['content-type']],
      ['a+b=%C3%BC%26', 'application/x-www-form-urlencoded'],
    );
    await request({ url: url(), body: 'text', text: '<a>{{ 1 + 1 }}</a>', contentType: 'application/xml' });
    assert.deepEqual([last().body, last().headers['content-type']], ['<a>2</a>', 'application/xml']);
    await request({ method: 'GET', url: url() });
    assert.deepEqual([last().body, last().headers['idempotency-key']], ['', undefined]);
  });

  it('have the rights of the actor: fields that they may not read are not sent', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hers' });
    const before = heard.length;
    await assert.rejects(request({ url: url('/{{ row.title }}') }, forum.ben, id), { code: 'ROW_NOT_FOUND' });
    assert.equal(heard.length, before);
  });

  it('take only accepted statuses', async () => {
    next = { status: 404 };
    await assert.rejects(request({ url: url() }), { code: 'HTTP_STATUS', status: 422 });
    assert.deepEqual(await request({ url: url(), accept: '200-299, 404', show: 'answer', showPath: '@status' }), {
      message: '404',
    });
    next = { status: 503, headers: { 'retry-after': '7200' } };
    await assert.rejects(
      request({ url: url() }),
      ({ status, details }) => status === 502 && details.retryAfter === 7200,
    );
    next = { body: 'plain' };
    await assert.rejects(request({ url: url(), show: 'answer', showPath: 'a.b' }), { code: 'HTTP_ANSWER_INVALID' });
  });

  it('I9, Z14: a secret goes to no host that a row chooses, no other origin and over no open line', async () => {
    next = {};
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: url('/stolen') });
    const before = heard.length;
    const key = { headers: [{ name: 'x-key', value: '{{ secrets.api_key }}' }] };
    for (const address of ['{{ row.title }}', 'http://{{ row.title }}/a', `http://${origin}{{ row.title }}`])
      await assert.rejects(request({ url: address, ...key }, forum.staff, id), address);
    await assert.rejects(request({ url: url('/{{ ".." }}'), ...key }), { code: 'HTTP_ADDRESS_INVALID' });
    await assert.rejects(request({ url: 'http://example.com/a', ...key }), { code: 'HTTP_SECRET_HOST' });
    assert.equal(heard.length, before);
    await request({ url: '{{ row.title }}' }, forum.staff, id);
    assert.equal(last().url, '/stolen');
    next = { status: 302, headers: { location: 'http://127.0.0.1:1/away' } };
    await assert.rejects(request({ url: url(), ...key }), { code: 'HTTP_STATUS' });
    await edit('change-secret', { secret: 'api_key', changes: { hosts: ['api.example.com'] } });
    next = {};
    await assert.rejects(request({ url: url(), ...key }), { code: 'HTTP_SECRET_HOST' });
    await edit('change-secret', { secret: 'api_key', changes: { hosts: ['127.0.0.1'] } });
    await request({ url: url(), ...key });
    await edit('change-secret', { secret: 'api_key', changes: { hosts: [] } });
  });

  it('I9: the own network is closed unless an admin opens one address of it', async () => {
    await edit('change-settings', { changes: { outboundAllow: '' } });
    await assert.rejects(request({ url: url() }), { code: 'OUTBOUND_BLOCKED' });
    for (const outboundAllow of ['10.0.0.1', 'http://a', 'a:b', '*:80'])
      await assert.rejects(edit('change-settings', { changes: { outboundAllow } }), { code: 'INPUT_INVALID' });
    await edit('change-settings', { changes: { outboundAllow: `[::1]:80, ${origin}` } });
    await request({ url: url() });
  });

  it('of triggers are tried again when that may help, as late as the service asks, with the same key', async () => {
    const config = { url: url('/hook'), auth: 'bearer', authSecret: 'api_key' };
    const steps = [{ do: { action: 'http_request', config } }];
    const trigger = { label: 'Hook', table: 'topics', events: ['insert'], as: 'system', steps };
    await edit('add-trigger', { trigger });
    const { id: of } = /** @type {any} */ (forum.data.catalog()).triggers.at(-1);
    const run = async () => (await forum.data.runs.list(forum.admin, { of: of })).runs[0];
    next = { status: 429, headers: { 'retry-after': '3600' }, body: 'echo' };
    await forum.data.rows.insert(forum.ada, 'topics', { title: 'New' });
    await drain();
    const first = await run();
    assert.deepEqual([first.state, first.error?.code], ['waiting', 'HTTP_STATUS']);
    assert.ok(new Date(first.dueAt).getTime() - new Date(first.createdAt).getTime() >= 3_600_000);
    const key = last().headers['idempotency-key'];
    next = { body: 'echo' };
    await forum.data.runs.retry(forum.admin, first.id);
    await drain();
    assert.deepEqual([(await run()).state, last().headers['idempotency-key']], ['done', key]);
    next = { status: 400, body: 'echo' };
    await forum.data.rows.insert(forum.ada, 'topics', { title: 'Newer' });
    await drain();
    assert.equal((await run()).state, 'failed');
    await edit('remove-trigger', { trigger: of });
  });

  it('A12: no table, no log, no answer and no export holds the value', async () => {
    next = { body: 'echo' };
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Echo' });
    const key = { headers: [{ name: 'x-key', value: 'a {{ secrets.api_key }}' }], sign: 'api_key' };
    const echo = await request(
      { url: url(), ...key, fields: [{ field: 'body', path: '' }], show: 'answer', showPath: 'x-key' },
      forum.staff,
      id,
    );
    assert.equal(echo.message, 'a •••••');
    next = { status: 500, body: 'echo' };
    const error = await request({ url: url(), ...key }).catch((/** @type {any} */ one) => one);
    const inAll = `${await everything()}${lines.join()}${JSON.stringify(error)}${error.stack}${JSON.stringify(error.details)}`;
    assert.match(inAll, /Echo[^]*•••••/);
    assert.doesNotMatch(inAll, /planted|cGxhbnRlZ/);
  });
});

describe('an app that names secrets', () => {
  it('is exported with their names, and its installation creates the missing ones', async () => {
    await edit('add-app', { name: 'shop', label: 'Shop' });
    const code = 'export default (_, plinth) => plinth.secrets.get("api_key")';
    await edit('add-function', { function: { name: 'pays', app: 'shop', code, secrets: ['api_key'] } });
    const exported = () => forum.data.apps.export(SYSTEM, 'shop', { rows: false });
    const document = await exported();
    assert.deepEqual(document.secrets, [{ name: 'api_key', description: 'Of the shop' }]);
    assert.doesNotMatch(JSON.stringify(document), /planted/);
    await edit('remove-app', { app: 'shop' });
    await edit('change-secret', { secret: 'api_key', changes: { name: 'old_key' } });
    await forum.data.apps.install(SYSTEM, document, {});
    assert.deepEqual([await stateOf('api_key'), await stateOf('old_key')], ['empty', 'set']);
    assert.deepEqual(await exported(), document);
    await edit('remove-secret', { secret: 'api_key' });
    assert.match(JSON.stringify(forum.data.catalog().problems), /There is no secret/);
    await edit('remove-app', { app: 'shop' });
    await edit('change-secret', { secret: 'old_key', changes: { name: 'api_key' } });
  });

  it('renaming a secret renames it in texts, settings and code', async () => {
    const code = "export default (_, plinth) => plinth.secrets.get('api_key')";
    await edit('add-function', { function: { name: 'pays', code, secrets: ['api_key'] } });
    const config = {
      url: 'https://example.com/{{secrets.api_key}}/{{ row.title }}',
      auth: 'bearer',
      authSecret: 'api_key',
    };
    const steps = [{ do: { action: 'http_request', config } }];
    await edit('add-trigger', { trigger: { label: 'Hook', table: 'topics', events: ['delete'], steps } });
    await edit('change-secret', { secret: 'api_key', changes: { name: 'new_key' } });
    const { functions, triggers } = /** @type {any} */ (forum.data.catalog());
    const { do: step } = triggers.at(-1).steps[0];
    assert.deepEqual(
      [step.config.url, step.config.authSecret],
      ['https://example.com/{{ secrets.new_key }}/{{ row.title }}', 'new_key'],
    );
    assert.deepEqual(
      [functions.at(-1).secrets, functions.at(-1).code],
      [['new_key'], code.replace('api_key', 'new_key')],
    );
    assert.equal(forum.data.catalog().problems.length, 0);
  });
});
