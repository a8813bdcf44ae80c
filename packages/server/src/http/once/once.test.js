import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { createClient, startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<'staff' | 'other' | 'admin' | 'public', import('../../testing/client.js').Client>} */
let clients;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const JSON_WANTED = { accept: 'application/json' };
/**
 * A browser without scripts, in which somebody pressed a button. Node's fetch doesn't say that it navigates.
 *
 * @param {string} path @param {Record<string, string>} values @param {import('../../testing/client.js').Client} client
 * @returns {Promise<number>} status
 */
const pressed = (path, values, client) =>
  new Promise((resolve, reject) => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const from = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1', cookie };
    const headers = { ...from, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(server.url + path, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end(String(new URLSearchParams(values)));
  });

const add = { action: 'insert_row', config: { table: 'tallies', values: [{ field: 'text', value: 'x' }] } };
const asking = {
  action: 'run_steps',
  config: { steps: [{ do: { action: 'confirm', config: { text: 'Sure?' } } }, { do: add }] },
};
const nodes = {
  add: node('action_button', { label: 'Add', action: add }),
  ask: node('action_button', { label: 'Ask', action: asking }),
  fail: node('action_button', {
    label: 'Fail',
    action: { action: 'insert_row', config: { table: 'tallies', values: [{ field: 'number', value: 'many' }] } },
  }),
};

before(async () => {
  server = await startTestServer({ users: { colleague: ['staff'] } });
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const options = ['open', 'done'].map((value) => ({ value, label: value }));
  const fields = [
    { name: 'text', type: 'text' },
    { name: 'number', type: 'integer' },
    { name: 'state', type: 'select', attributes: { options } },
    { name: 'due', type: 'date' },
  ];
  const access = { staff: ALL, public: { create: 'all', read: 'all' } };
  await edit('add-table', { name: 'tallies', label: 'Tallies', access, fields, comments: 'readers' });
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, template, table: 'tallies', roles: ['staff', 'public'], config } });
  const stack = (/** @type {any[]} */ ...children) => ({ layout: node('stack', {}, children) });
  await view('form', 'edit', stack(node('form_field', { field: 'text' }), node('submit', {})));
  await view('tally', 'show', stack(node('field', { field: 'text' }), nodes.add, nodes.ask, nodes.fail));
  const columns = [
    { kind: 'field', field: 'text' },
    { kind: 'action', text: 'Add', action: add },
  ];
  await view('list', 'list', { columns, selecting: true, editing: true });
  await view('board', 'board', { columnField: 'state', titleField: 'text' });
  await edit('add-page', {
    page: { name: 'home', title: 'Home', roles: ['staff'], layout: node('stack', {}, [nodes.add]) },
  });
  clients = {
    staff: await server.as('staff'),
    other: await server.as('colleague'),
    admin: await server.as('admin'),
    public: await server.as('public'),
  };
  await data.rows.insert(system, 'tallies', { text: 'first', state: 'open' });
});
after(() => server?.close());

const count = async (table = 'app.tallies') =>
  Number((await server.data.db.query(`select count(*) as n from ${table}`)).rows[0].n);
const comments = () => count('plinth.comments');
/** All that was sent before is this much older. @param {string} time */
const passed = (time) => server.data.db.query(`update plinth.presses set started_at = started_at - interval '${time}'`);
let number = 0;
const nextKey = () => `key-${(number += 1)}`;
/** @typedef {(more: Record<string, string>, headers?: Record<string, string>) => Promise<import('../../testing/client.js').Answer>} Send */
/** @param {'staff' | 'admin' | 'public'} who @param {string} path @param {any} values @param {any} [headers] @returns {Send} */
const form = (who, path, values, headers) => (more, others) =>
  clients[who].post(path, { ...values, ...more }, { ...headers, ...others });

/** Every way to act that must not happen twice, and how often it happened. @type {[string, Send, () => Promise<number>][]} */
const ACTS = [
  ['a button of a view', form('staff', '/view/tally/act', { node: nodes.add.id, id: '1' }), count],
  [
    'a button in place',
    form('staff', '/view/tally/act', { node: nodes.add.id, id: '1', inPlace: '1' }, JSON_WANTED),
    count,
  ],
  ['a button that asks first', form('staff', '/view/tally/act', { node: nodes.ask.id, id: '1', asked: '1' }), count],
  ['a button of a page', form('staff', '/page/home/act', { node: nodes.add.id }), count],
  ['an action on selected rows', form('staff', '/view/list/act-on-rows', { id: '1', node: 'column1' }), count],
  [
    'a card that is added',
    form('staff', '/view/board/act', { node: 'add', column: 'open', title: 'Card' }, JSON_WANTED),
    count,
  ],
  ['a form', form('staff', '/view/form', { text: 'by form' }), count],
  ['a visitor’s form', form('public', '/view/form', { text: 'by a visitor' }), count],
  ['a comment', form('staff', '/comments/tallies/1', { text: 'Said' }), comments],
  ['a row in the admin', form('admin', '/admin/tables/tallies/data/new', { text: 'by admin' }), count],
  [
    'a row typed into a list',
    ({ _once }, headers) =>
      clients.staff.request('/view/list/cells', {
        method: 'POST',
        body: JSON.stringify({ rows: [{ id: null, set: { text: { text: 'typed' } } }] }),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...JSON_WANTED,
          ...(_once && { 'idempotency-key': _once }),
          ...headers,
        },
      }),
    count,
  ],
];

const same = (/** @type {any} */ { status, location, text }) => ({ status, location, text });

describe('a key for every way to act', () => {
  for (const [what, send, counted] of ACTS) {
    it(`Y4: ${what} with a key happens once, and the second copy gets the answer of the first`, async () => {
      const was = await counted();
      const key = { _once: nextKey() };
      const [one, two] = await Promise.all([send(key), send(key)]);
      assert.ok(one.status < 400, one.text);
      assert.equal((await counted()) - was, 1);
      assert.deepEqual(same(two), same(one));
      assert.deepEqual(same(await send(key)), same(one));
      assert.equal((await counted()) - was, 1);
      await send({ _once: nextKey() });
      assert.equal((await counted()) - was, 2, 'another press');
    });
  }

  it('Y4: ten presses at once are ten', async () => {
    const was = await count();
    const [[, send]] = ACTS;
    await Promise.all(Array.from({ length: 10 }, () => send({ _once: nextKey() })));
    await Promise.all(Array.from({ length: 10 }, () => send({})));
    assert.equal((await count()) - was, 20);
  });

  it('a double click without scripts happens once for whoever is signed in', async () => {
    const act = { node: nodes.add.id, id: '1' };
    for (const [path, values, counted] of /** @type {const} */ ([
      ['/view/tally/act', act, count],
      ['/view/list/act-on-rows', { id: '1', node: 'column1' }, count],
      ['/view/form', { text: 'plain' }, count],
      ['/comments/tallies/1', { text: 'Plain' }, comments],
    ])) {
      const was = await counted();
      const twice = [pressed(path, values, clients.staff), pressed(path, values, clients.staff)];
      for (const status of await Promise.all(twice)) assert.ok(status < 400, path);
      assert.equal((await counted()) - was, 1, path);
    }
    const was = await count();
    await pressed('/view/tally/act', { ...act, return: '/later' }, clients.staff);
    await passed('11 seconds');
    await pressed('/view/tally/act', { ...act, return: '/later' }, clients.staff);
    assert.equal((await count()) - was, 2, 'later it is another press');
  });

  for (const who of /** @type {const} */ (['staff', 'public']))
    it(`Y4: a form that ${who} sends without scripts is one row however often it arrives, until the page is opened again`, async () => {
      const { cookies } = clients[who];
      const session = [...cookies].filter(([name]) => name !== 'plinth_opened');
      const browser = createClient(server.url, { cookies: Object.fromEntries(session) });
      const values = { text: `opened by ${who}` };
      const send = () => pressed('/view/form', values, browser);
      const was = await count();
      const opens = async () => {
        const page = await browser.get('/view/form');
        assert.match(page.text, /<noscript><link rel="stylesheet" href="\/opened\.css"><\/noscript>/);
        assert.doesNotMatch(page.text, /name="_once"/);
        const { headers, text } = await browser.get('/opened.css');
        assert.match(headers.get('set-cookie') ?? '', /^plinth_opened=[\w.-]+; Path=\/; SameSite=Lax; HttpOnly$/);
        assert.equal(headers.get('cache-control'), 'private, no-store');
        assert.equal(text, '');
      };
      await opens();
      assert.deepEqual(await Promise.all([send(), send()]), [303, 303]);
      await passed('5 minutes');
      assert.equal(await send(), 303, 'the page that says that it must be sent again is reloaded');
      assert.equal((await count()) - was, 1);
      await opens();
      assert.deepEqual(await Promise.all([send(), send()]), [303, 303]);
      assert.equal((await count()) - was, 2, 'on purpose');
      await pressed('/view/form', { text: 'something else' }, browser);
      assert.equal((await count()) - was, 3);
    });

  it('Y4: two visitors of one address who send the same are two, each once', async () => {
    const was = await count();
    const visitors = [createClient(server.url), createClient(server.url)];
    for (const visitor of visitors) await visitor.get('/opened.css');
    const all = [...visitors, ...visitors].map((one) => pressed('/view/form', { text: 'yes' }, one));
    for (const status of await Promise.all(all)) assert.equal(status, 303);
    assert.equal((await count()) - was, 2);
  });

  it('Y4: a visitor whose browser keeps no cookie, or says nothing of itself, sends a form once within ten seconds', async () => {
    const was = await count();
    const send = () => pressed('/view/form', { text: 'no cookie' }, createClient(server.url));
    const old = () => createClient(server.url).post('/view/form', { text: 'old browser' });
    await Promise.all([send(), send(), old(), old()]);
    assert.equal(await send(), 303);
    assert.equal((await old()).location, '/view/form');
    assert.equal((await count()) - was, 2);
    await passed('11 seconds');
    await Promise.all([send(), old()]);
    assert.equal((await count()) - was, 4, 'later it is another press');
    const refused = () => pressed('/view/tally/act', { node: nodes.fail.id, id: '1' }, clients.staff);
    assert.deepEqual([await refused(), await refused()], [422, 422], 'nothing was done');
  });

  it('a script of a visitor’s page that asks for something is answered anew each time', async () => {
    const was = await count();
    const asks = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' };
    for (const headers of [asks, JSON_WANTED]) {
      for (let i = 0; i < 2; i++) {
        const { status } = await createClient(server.url).post('/view/form', { text: 'by a script' }, headers);
        assert.ok(status < 400);
      }
    }
    assert.equal((await count()) - was, 4);
  });

  it('belongs to its sender, its address and what was sent', async () => {
    const was = await count();
    const key = nextKey();
    const press = (/** @type {any} */ client, more = {}, path = '/view/tally/act') =>
      client.post(path, { node: nodes.add.id, id: '1', _once: key, ...more });
    await press(clients.staff);
    await press(clients.other);
    await press(clients.staff, { return: '/view/list' });
    await press(clients.staff, {}, '/view/tally/act?x=1');
    assert.equal((await count()) - was, 4);
  });

  it('is free again if nothing was done', async () => {
    const key = nextKey();
    const press = () => clients.staff.post('/view/tally/act', { node: nodes.fail.id, id: '1', _once: key });
    assert.equal((await press()).status, 422);
    assert.equal((await press()).status, 422);
    const form = (/** @type {string} */ node) => clients.staff.post('/view/tally/act', { node, id: '1', _once: key });
    assert.equal((await form('x')).status, 404);
    assert.equal((await form('x')).status, 404);
  });

  it('says that it still runs, and is free again once its process has died', async () => {
    const { presses } = server.data;
    const key = Buffer.from(nextKey());
    assert.ok(await presses.claim(key));
    assert.ok(!(await presses.claim(key)));
    assert.equal(await presses.answered(key), null);
    await server.data.db.query("update plinth.presses set lease = now() - interval '1 second' where answer is null");
    const claims = await Promise.all([presses.claim(key), presses.claim(key)]);
    assert.deepEqual(claims.sort(), [false, true]);
    await presses.keep(key);
    await presses.finish(key, { answer: { status: 303, headers: {}, cookies: [] }, body: null });
    assert.equal((await presses.answered(key))?.answer.status, 303);
    await presses.release(key);
    assert.ok(!(await presses.claim(key)), 'an answer stays');
    await server.data.db.query(
      "update plinth.presses set started_at = now() - interval '1 hour', lease = now() - interval '1 hour'",
    );
    await presses.sweep();
    assert.equal(await count('plinth.presses'), 0);
  });

  it('is no input of an action, and no part of what is kept for the next page', async () => {
    const asked = await clients.staff.post('/view/tally/act', { node: nodes.ask.id, id: '1', _once: nextKey() });
    assert.match(asked.text, /Sure\?/);
    assert.doesNotMatch(asked.text, /name="_once"/);
  });

  it('A1: gives nobody a session with a kept answer, and logs in anew each time', async () => {
    const { rows } = await server.data.db.query('select answer from plinth.presses');
    for (const { answer } of rows) for (const line of answer?.cookies ?? []) assert.match(line, /^plinth_flash=/);
  });
});

it('a comment of the greatest length is kept in any script, and one that is longer comes back with its text', async () => {
  const staff = await server.as('staff');
  const before = await comments();
  const long = '\u5b57'.repeat(10_000);
  assert.ok(encodeURIComponent(long).length > 64 * 1024);
  assert.equal((await staff.post('/comments/tallies/1', { text: long })).status, 303);
  assert.equal(await comments(), before + 1);
  const refused = await staff.post('/comments/tallies/1', { text: `${long}!` });
  assert.equal(refused.status, 422);
  assert.ok(refused.text.includes(`${long}!`), 'what was typed is there');
});

describe('every address that takes a form', () => {
  it('asks for the key before it does anything', async () => {
    const { presses } = /** @type {any} */ (server.data);
    const screens = await server.runtime.screens.load();
    const known = {
      table: 'tallies',
      field: 'text',
      view: 'list',
      page: 'home',
      role: 'staff',
      kind: 'view',
      name: 'list',
    };
    const filled = (/** @type {string} */ path) =>
      path.replace(/:(\w+)/g, (_, name) => /** @type {any} */ (known)[name] ?? '01a1fe32-c818-73e7-90aa-90a2c3169083');
    const paths = screens.flatMap((screen) =>
      /** @type {any} */ (screen.routes(/** @type {any} */ (server.runtime))).stack
        .filter((/** @type {any} */ { route }) => route?.methods.post)
        .map((/** @type {any} */ { route }) => `/admin${screen.path}${route.path}`.replace(/\/$/, '')),
    );
    // They stop or check something, store a draft as a whole, each time the same, or lead to the builder. Cells bring the key in a header.
    const without =
      /\/(cancel|check|cells|rules\/:kind)$|^\/admin\/(build\/:kind\/:name\/|(views|pages|pieces)\/:\w+$)/;
    const own = ['/undo/x', '/view/list/delete', '/view/list/change', '/comments/tallies/1'];
    const { claim } = presses;
    let claims = 0;
    presses.claim = (/** @type {any[]} */ ...args) => {
      claims += 1;
      return claim(...args);
    };
    try {
      const forgotten = [];
      for (const path of [...own, ...paths.filter((one) => !without.test(one))]) {
        claims = 0;
        const client = own.includes(path) ? clients.staff : clients.admin;
        const { status } = await client.post(filled(path), { _once: nextKey() });
        if (claims === 0) forgotten.push(`${status} ${path}`);
      }
      assert.deepEqual(forgotten, []);
    } finally {
      presses.claim = claim;
    }
  });
});

describe('a key made by scripts', () => {
  it('goes with every form that a module sends itself', async () => {
    const roots = [
      '../../../../views/assets/js/',
      '../../../../../plugins/board/assets/',
      '../../../../../plugins/calendar/assets/',
    ];
    // They ask, look something up, undo what can be undone once, or store the same thing again.
    const without = new Set(['shell.js', 'views/ask.js', 'views/list-saved-menu.js', 'views/form.js']);
    for (const root of roots.map((one) => new URL(one, import.meta.url))) {
      for (const name of await readdir(root, { recursive: true })) {
        if (!name.endsWith('.js') || name.startsWith('vendor') || without.has(name)) continue;
        const text = await readFile(new URL(name, root), 'utf8');
        if (/method: 'POST'/.test(text)) assert.match(text, /_once|Idempotency-Key/, `${root.pathname}${name}`);
      }
    }
  });
});
