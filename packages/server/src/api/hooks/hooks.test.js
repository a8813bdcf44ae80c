import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let admin;
before(async () => {
  server = await startTestServer({ users: { ada: ['staff'], ben: ['user'] } });
  const fields = [{ name: 'text', type: 'text' }];
  await server.data.edit(server.system, 'add-table', { name: 'calls', label: 'Calls', fields });
  admin = await server.as('admin');
});
after(() => server?.close());

const texts = async () => {
  const { rows } = await server.data.db.query('select text from app.calls order by id');
  return rows.map((/** @type {any} */ { text }) => text);
};
const note = (/** @type {string} */ expression) => ({
  do: {
    action: 'insert_row',
    config: { table: 'calls', values: [{ field: 'text', source: 'expression', expression }] },
  },
});
const runsOf = async (/** @type {string} */ trigger) =>
  (await server.data.runs.list(server.system, { of: trigger })).runs;

const newest = () => server.data.catalog().triggers.at(-1) ?? assert.fail();

/** @param {any} options @param {any} [more] */
async function hook(options, more) {
  const label = `Hook ${Math.random()}`;
  const trigger = { label, source: 'webhook', as: 'system', steps: [note('event.body.name')], options, ...more };
  await server.data.edit(server.system, 'add-trigger', { trigger });
  const { id } = newest();
  // Also before anybody has looked at its address.
  const secret = await server.data.automation.hooks.renewSecret(server.system, id);
  const { address } = await server.data.automation.hooks.state(server.system, id);
  return { id, secret, url: new URL(`/hook/${address}`, server.url).href };
}

/** @param {string} url @param {string} body @param {Record<string, string>} [headers] @param {string} [method] */
async function send(url, body, headers = {}, method = 'POST') {
  const type = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers: { ...type, ...headers }, ...(method !== 'GET' && { body }) });
  return {
    status: answer.status,
    json: /** @type {any} */ (await answer.json().catch(() => null)),
    headers: answer.headers,
  };
}

const seconds = (/** @type {number} */ ago = 0) => String(Math.floor(Date.now() / 1000) - ago);
const hmac = (/** @type {string} */ secret, /** @type {string} */ text) =>
  createHmac('sha256', secret).update(text).digest('hex');
/** @param {string} secret @param {string} body @param {string} [time] */
const signed = (secret, body, time = seconds()) => ({
  'x-hook-timestamp': time,
  'x-hook-signature': hmac(secret, `${time}.${body}`),
});

describe('webhooks', () => {
  it('read numbers that were sent as texts, and fail with a value that is none', async () => {
    const { data, system } = server;
    const fields = [
      { name: 'count', type: 'integer' },
      { name: 'price', type: 'decimal' },
    ];
    await data.edit(system, 'add-table', { name: 'parcels', fields });
    const values = [
      { field: 'count', source: 'expression', expression: 'int(event.body.count)' },
      { field: 'price', source: 'expression', expression: 'number(event.body.price)' },
    ];
    const steps = [{ do: { action: 'insert_row', config: { table: 'parcels', values } } }];
    const { id, url } = await hook({ check: 'none', answer: 'done' }, { steps });
    for (const body of [{ count: '7', price: '22.5' }, { count: 7.9, price: 22.5 }, { count: null }])
      assert.equal((await send(url, JSON.stringify(body))).json.state, 'done', JSON.stringify(body));
    const { rows } = await data.db.query('select count, price from app.parcels order by id');
    assert.deepEqual(
      rows.map((/** @type {any} */ { count, price }) => [count, price]),
      [
        [7, '22.5'],
        [7, '22.5'],
        [null, null],
      ],
    );
    for (const [body, message] of [
      [{ count: 'seven' }, '“seven” is not a whole number'],
      [{ count: { a: 1 } }, '“{"a":1}” is not a whole number'],
      [{ price: '1,5' }, '“1,5” is not a number, or too large'],
    ]) {
      await send(url, JSON.stringify(body));
      const [run] = await runsOf(id);
      assert.deepEqual([run.state, run.error?.code, run.error?.message], ['failed', 'VALUE_NOT_CONVERTIBLE', message]);
    }
    const left = await data.db.query('select count(*)::int as n from app.parcels');
    assert.equal(left.rows[0].n, 3, 'nothing was stored');
  });

  it('start steps with what was sent, once for each signed call', async () => {
    const { id, secret, url } = await hook({ answer: 'done' });
    const body = '{"name":"paid","deep":{"a":[1,2]}}';
    const headers = signed(secret, body);
    const done = await send(`${url}?order=7&token=abc`, body, { ...headers, authorization: 'Basic xyz', 'x-id': '5' });
    assert.deepEqual([done.status, done.json.state], [200, 'done'], JSON.stringify(done.json));
    assert.deepEqual(await texts(), ['paid']);
    assert.equal((await send(url, body, headers)).status, 409, 'the same call again');
    const [run, ...others] = await runsOf(id);
    assert.equal(others.length, 0);
    const { details } = run;
    assert.deepEqual([details?.method, details?.body.deep.a, details?.query.order], ['POST', [1, 2], '7']);
    assert.equal(details?.headers['x-id'], '5');
    for (const hidden of ['Basic xyz', secret, headers['x-hook-signature'], 'abc'])
      assert.ok(!JSON.stringify(details).includes(hidden), hidden);
    const page = await admin.get(`/admin/automation/${id}/runs`);
    assert.match(page.text, /event\.body/);
    assert.ok(!page.text.includes('Basic xyz'));
  });

  it('K1: refuse a wrong, missing or old signature, and store nothing of the call but a count', async () => {
    const { id, secret, url } = await hook({});
    const body = '{"name":"forged"}';
    const before = await texts();
    for (const headers of /** @type {Record<string, string>[]} */ ([
      {},
      signed('other', body),
      signed(secret, `${body} `),
      signed(secret, body, seconds(600)),
      signed(secret, body, seconds(-600)),
      { ...signed(secret, body), 'x-hook-timestamp': seconds(1) },
      { ...signed(secret, body), 'x-hook-timestamp': 'now' },
      { 'x-hook-signature': secret, 'x-hook-timestamp': seconds() },
    ])) {
      const { status, json } = await send(url, body, headers);
      assert.deepEqual([status, json.code], [401, 'HOOK_NOT_SIGNED'], JSON.stringify(headers));
    }
    assert.deepEqual(await texts(), before);
    assert.deepEqual(await runsOf(id), []);
    assert.equal((await server.data.automation.hooks.state(server.system, id)).refused, 8);
    assert.equal((await send(`${url}x`, body)).status, 404);
    const fresh = await server.data.automation.hooks.renewSecret(server.system, id);
    assert.equal((await send(url, body, signed(secret, body))).status, 401, 'the secret was replaced');
    const accepted = await send(url, body, signed(fresh, body));
    assert.deepEqual([accepted.status, typeof accepted.json.run], [202, 'string']);
    await until(async () => (await texts()).includes('forged'));
    await server.data.edit(server.system, 'change-trigger', { trigger: id, changes: { enabled: false } });
    assert.equal((await send(url, body, signed(fresh, body))).status, 404, 'turned off');
  });

  it('are checked by a signature of the body, by a secret in a header, or not at all, as chosen', async () => {
    const body = '{"name":"github"}';
    const github = await hook({ check: 'body', header: 'X-Hub-Signature-256', answer: 'done' });
    const signature = { 'x-hub-signature-256': `sha256=${hmac(github.secret, body)}` };
    assert.equal((await send(github.url, body, signature)).status, 200);
    assert.equal((await send(github.url, `${body} `, signature)).status, 401);
    const plain = await hook({ check: 'header', header: 'X-Key', answer: 'done' });
    assert.equal((await send(plain.url, body, { 'x-key': plain.secret })).status, 200);
    assert.equal((await send(plain.url, body, { 'x-key': `${plain.secret}x` })).status, 401);
    const [{ details }] = await runsOf(plain.id);
    assert.ok(!JSON.stringify(details).includes(plain.secret));
    const open = await hook(
      { check: 'none', methods: ['GET', 'PUT'], answer: 'done' },
      { steps: [note('event.text')] },
    );
    assert.equal((await send(open.url, '', {}, 'GET')).status, 200);
    assert.equal((await send(open.url, 'as text', { 'content-type': 'text/plain' }, 'PUT')).status, 200);
    assert.equal((await texts()).at(-1), 'as text');
    const wrong = await send(open.url, '{}');
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET, PUT']);
    const form = await hook({ check: 'none', answer: 'done' });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await send(form.url, 'name=form&a=1', type)).status, 200);
    assert.equal((await texts()).at(-1), 'form');
  });

  it('K15: refuse broken, deep, huge and hostile bodies with a reason', async () => {
    const { id, url } = await hook({ check: 'none', maxKb: 64, answer: 'done' });
    /** @type {[string, number, string][]} */
    const cases = [
      ['{"name":', 400, 'JSON_INVALID'],
      ['['.repeat(2000) + ']'.repeat(2000), 400, 'JSON_INVALID'],
      ['{"__proto__":{"polluted":true}}', 400, 'JSON_INVALID'],
      ['{"name":"a\\u0000b"}', 400, 'HOOK_NOT_TEXT'],
      ['{"name":"\\ud800"}', 400, 'HOOK_NOT_TEXT'],
      [`{"name":"${'x'.repeat(70_000)}"}`, 413, 'BODY_TOO_LARGE'],
    ];
    for (const [body, status, code] of cases) {
      const answer = await send(url, body);
      assert.deepEqual([answer.status, answer.json.code], [status, code], body.slice(0, 40));
    }
    assert.deepEqual(await runsOf(id), []);
    assert.equal(/** @type {any} */ ({}).polluted, undefined);
    const constructor = await send(url, '{"name":"ok \\\\u0000","constructor":{"prototype":{"polluted":1}}}');
    assert.equal(constructor.status, 200, JSON.stringify(constructor.json));
    assert.equal((await texts()).at(-1), 'ok \\u0000');
  });

  it('K15: a body of 1 GB is refused after a few bytes', async () => {
    const { url } = await hook({ check: 'none' });
    const answer = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(1024 ** 3) };
      const req = request(url, { method: 'POST', headers }, (res) => {
        resolve(res.statusCode);
        res.resume();
        req.destroy();
      });
      req.on('error', reject);
      req.write('{"name":"');
    });
    assert.equal(answer, 413);
  });

  it('are limited per minute, each on its own', async () => {
    const { url } = await hook({ check: 'none', perMinute: 3 });
    const other = await hook({ check: 'none', perMinute: 3 });
    const found = [];
    for (let i = 0; i < 5; i++) found.push((await send(url, '{"name":"many"}')).status);
    assert.deepEqual(found, [202, 202, 202, 429, 429]);
    assert.equal((await send(other.url, '{"name":"other"}')).status, 202);
  });

  it('tell a caller that waits when steps failed, without their inner workings', async () => {
    const stop = { do: { action: 'stop', config: { text: 'secret reason' } } };
    const { url } = await hook({ check: 'none', answer: 'done' }, { steps: [stop] });
    const { status, json } = await send(url, '{}');
    assert.deepEqual([status, json.state, JSON.stringify(json).includes('reason')], [500, 'failed', false]);
    const skipped = await hook({ check: 'none', answer: 'done' }, { when: 'event.body.name == "wanted"' });
    assert.equal((await send(skipped.url, '{"name":"other"}')).status, 200);
    assert.equal((await runsOf(skipped.id)).length, 1, 'still listed');
  });

  it('have a screen with the address, a secret shown once, and a test call', async () => {
    const { id } = await hook({});
    const first = await admin.get(`/admin/automation/${id}/hook`);
    assert.match(first.text, /\/hook\/[\w-]{24}/);
    assert.match(first.text, /openssl dgst -sha256/);
    const made = await admin.post(`/admin/automation/${id}/hook/secret`, {});
    const secret = /id="hook-secret" value="([\w-]{43})"/.exec(made.text)?.[1];
    assert.ok(secret, made.text.slice(0, 500));
    assert.ok(!(await admin.get(`/admin/automation/${id}/hook`)).text.includes(String(secret)));
    const wrong = await admin.post(`/admin/automation/${id}/hook/test`, { body: '{' });
    assert.equal(wrong.status, 422);
    assert.equal((await admin.post(`/admin/automation/${id}/hook/test`, { body: '{"name":"test call"}' })).status, 303);
    await until(async () => (await texts()).includes('test call'));
    const user = await server.as('user');
    assert.notEqual((await user.get(`/admin/automation/${id}/hook`)).status, 200);
    for (const call of /** @type {const} */ (['state', 'renewSecret', 'test']))
      await assert.rejects(
        server.data.automation.hooks[call]({ userId: null, roles: ['public'], system: false }, id, '{}'),
        { code: 'FORBIDDEN' },
      );
  });
});

describe('triggers that programs call', () => {
  /** @type {Record<string, string>} */
  const tokens = {};
  const ORDER = {
    label: 'Take order',
    name: 'take_order',
    source: 'api_call',
    as: 'cause',
    options: {
      roles: ['staff'],
      inputs: [
        { name: 'name', type: 'text', required: true, description: 'Of the customer' },
        { name: 'count', type: 'integer' },
      ],
    },
    steps: [
      note('event.input.name'),
      { do: { action: 'show_message', config: { text: 'Thanks, {{ event.input.name }}' } } },
      { when: 'event.input.count > 5', do: { action: 'stop', config: { text: 'At most five' } } },
    ],
  };
  before(async () => {
    const { data, system } = server;
    await data.edit(system, 'set-access', { table: 'calls', access: { staff: { read: 'all', create: 'all' } } });
    for (const name of ['ada', 'ben', 'admin']) {
      const { user } = await server.as(name);
      tokens[name] = (await data.people.apiTokens.create(system, user.id, { name: 'test' })).token;
    }
    const { user } = await server.as('ada');
    const own = { userId: user.id, roles: ['staff', 'user', 'public'], system: false };
    tokens.limited = (await data.people.apiTokens.create(own, user.id, { name: 'l', tables: ['calls'] })).token;
    await data.edit(system, 'add-trigger', { trigger: ORDER });
  });

  /** @param {string} as @param {any} body @param {Record<string, string>} [headers] @param {string} [name] */
  const call = (as, body, headers = {}, name = 'take_order') =>
    send(`${server.url}/api/v1/triggers/${name}`, JSON.stringify(body), {
      ...(as && { authorization: `Bearer ${tokens[as]}` }),
      ...headers,
    });

  it('answer with the last message of their steps, which have the rights of the caller', async () => {
    const { status, json } = await call('ada', { name: 'Cyd', count: 2 });
    assert.deepEqual([status, json.state, json.message], [200, 'done', 'Thanks, Cyd']);
    assert.equal((await texts()).at(-1), 'Cyd');
    const [run] = await runsOf(newest().id);
    assert.deepEqual([run.id, run.by?.name, run.details?.input], [json.run, 'ada', { name: 'Cyd', count: 2 }]);
    const refused = await call('ada', { name: 'Cyd', count: 6 });
    assert.deepEqual([refused.status, refused.json.state, refused.json.error.message], [422, 'failed', 'At most five']);
  });

  it('Z5, A10: are missing for whoever may not call them', async () => {
    assert.equal((await call('', { name: 'x' })).status, 401);
    for (const who of ['ben', 'limited']) {
      const [closed, missing] = [await call(who, { name: 'x' }), await call(who, { name: 'x' }, {}, 'no_such')];
      assert.deepEqual([closed.status, missing.status], [404, 404], who);
      assert.equal(closed.json.title.replace('take_order', 'no_such'), missing.json.title);
    }
    assert.equal((await call('admin', { name: 'x' })).status, 200);
    const { id } = newest();
    await server.data.edit(server.system, 'change-trigger', { trigger: id, changes: { enabled: false } });
    assert.equal((await call('ada', { name: 'x' })).status, 404);
    await server.data.edit(server.system, 'change-trigger', { trigger: id, changes: { enabled: true } });
  });

  it('K15: refuse wrong, unknown and hostile input with a reason, and the same call a second time', async () => {
    const before = (await texts()).length;
    assert.deepEqual(Object.keys((await call('ada', { count: 'x', extra: 1 })).json.fields), [
      'name',
      'count',
      'extra',
    ]);
    for (const body of [null, [], 'a', { name: 1 }, { name: 'a\u0000b' }, { name: 'x'.repeat(1_100_000) }])
      assert.ok([400, 413, 422].includes((await call('ada', body)).status), JSON.stringify(body)?.slice(0, 40));
    assert.equal((await texts()).length, before);
    const key = { 'idempotency-key': 'order-1' };
    const answers = await Promise.all([1, 2, 3].map(() => call('ada', { name: 'once' }, key)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal((await call('admin', { name: 'another person' }, key)).status, 200);
    assert.equal((await call('ada', { name: 'x' }, { 'idempotency-key': 'a b' })).status, 400);
    assert.equal((await texts()).filter((/** @type {string} */ text) => text === 'once').length, 1);
  });

  it('tell nothing of what steps with other rights met', async () => {
    const steps = [{ do: { action: 'stop', config: { text: 'The margin is 80 %' } } }];
    const trigger = { ...ORDER, label: 'As system', name: 'as_system', as: 'system', steps };
    await server.data.edit(server.system, 'add-trigger', { trigger });
    const { status, json } = await call('ada', { name: 'x' }, {}, 'as_system');
    assert.deepEqual([status, json.state, 'error' in json, json.message], [422, 'failed', false, null]);
    await server.data.edit(server.system, 'remove-trigger', { trigger: newest().id });
  });

  it('are in the OpenAPI description of whoever may call them, and have a screen', async () => {
    const paths = async (/** @type {string} */ as) => {
      const headers = { authorization: `Bearer ${tokens[as]}` };
      return (await (await fetch(`${server.url}/api/v1/openapi.json`, { headers })).json()).paths;
    };
    const { requestBody } = (await paths('ada'))['/triggers/take_order'].post;
    assert.deepEqual(requestBody.content['application/json'].schema.required, ['name']);
    assert.ok(!('/triggers/take_order' in (await paths('ben'))));
    const { id } = newest();
    const { text } = await admin.get(`/admin/automation/${id}/call`);
    assert.match(text, /api\/v1\/triggers\/take_order/);
    assert.match((await admin.post(`/admin/automation/${id}/call`, { body: '{' })).text, /must be JSON/);
    const tried = await admin.post(`/admin/automation/${id}/call`, { body: '{"name": "tried"}' });
    assert.match(String(tried.location), /\/runs/);
    await until(async () => (await texts()).includes('tried'));
  });
});
