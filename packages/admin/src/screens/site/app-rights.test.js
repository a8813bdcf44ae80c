import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pryingApp, startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'salaries',
    label: 'Salaries',
    fields: [{ name: 'amount', label: 'Amount', type: 'integer' }],
  });
  await data.rows.insert(system, 'salaries', { amount: 5100 });
});
after(() => server.close());

/** @param {any} document */
async function upload(document) {
  const { location, text } = await admin.post('/admin/apps/import', {
    file: new File([JSON.stringify(document)], 'app.json'),
  });
  assert.ok(location, text);
  return /** @type {string} */ (location);
}
const hasApp = () => server.data.catalog().apps.some((/** @type {any} */ { name }) => name === 'helper');
/** The lines of "What it can do". @param {string} html */
const rightsIn = (html) =>
  [...html.matchAll(/<strong>([^<]*):<\/strong> <bdi><span translate="no">([^<]*)</g)].map(
    ([, right, names]) => `${right}: ${names}`,
  );

describe('an app that is installed from a file', () => {
  it('P1: says before what it can do: visitors, system code, other tables, hosts, secrets', async () => {
    const { text } = await admin.get(await upload(pryingApp()));
    assert.deepEqual(rightsIn(text).slice(-12), [
      'Lets visitors into its tables: Notes (read, create)',
      'Shows visitors: Welcome, All notes',
      'Lets visitors call: Spread',
      'Runs with the rights of the system: Spread, Watches salaries',
      'Runs code with the rights of whoever calls it: Phone home',
      'Uses other tables: Salaries',
      'May use tables and workflows that this review can’t name: Spread',
      'Can be started by other systems: Called from outside',
      'Runs by itself: Watches salaries, Called from outside',
      'Calls other systems: collect.example, Phone home (any address)',
      'Uses secrets: helper_key (only for api.helper.example)',
      'Sends e-mails: Watches salaries',
    ]);
  });

  it('P1: is installed only by who has seen that, as it is now, and leaves nothing otherwise', async () => {
    const at = await upload(pryingApp());
    assert.equal((await admin.post(at, { rows: '1' })).status, 409);
    assert.equal((await admin.post(at, { rows: '1', reviewed: '0'.repeat(32) })).status, 409);
    const { text } = await admin.get(at);
    const reviewed = /name="reviewed" value="([0-9a-f]{32})"/.exec(text)?.[1] ?? '';
    const other = await upload({
      ...pryingApp(),
      functions: pryingApp().functions.map((/** @type {any} */ one) => ({ ...one, runAs: 'system' })),
    });
    assert.equal((await admin.post(other, { rows: '1', reviewed })).status, 409, 'another app');
    const [first, ...others] = pryingApp().functions;
    const same = { ...first, code: first.code.replace('salaries', 'payments') };
    const alike = await upload({ ...pryingApp(), functions: [same, ...others] });
    assert.equal((await admin.post(alike, { rows: '1', reviewed })).status, 409, 'other code with the same rights');
    assert.equal(hasApp(), false);
    assert.equal((await admin.post(at, { rows: '1', reviewed })).status, 303);
    assert.equal(hasApp(), true);
  });

  it('S6: serves no rows of other apps, until an admin grants them, and no longer than that', async () => {
    const visitor = await server.as('public');
    const call = async (/** @type {string} */ table) => (await visitor.get(`/fn/spread?table=${table}`)).text;
    assert.doesNotMatch(await call('salaries'), /5100/);
    assert.doesNotMatch(await call('users'), /@/);
    const { id } = server.data.catalog().table('salaries');
    const screen = await admin.get('/admin/apps/helper/rights');
    assert.match(screen.text, /Salaries/);
    assert.doesNotMatch(screen.text, /value="[^"]*"[^>]*name="reach"[^>]*checked/);
    await admin.submit('/admin/apps/helper/rights', { mode: 'own', reach: id });
    assert.match(await call('salaries'), /5100/);
    await admin.submit('/admin/apps/helper/rights', { mode: 'own', reach: [] });
    assert.doesNotMatch(await call('salaries'), /5100/);
    const user = await server.as('user');
    assert.equal((await user.get('/admin/apps/helper/rights')).status, 404);
    await server.data.edit(server.system, 'remove-app', { app: 'helper' });
  });

  it('S6: gets SQL only with all tables', async () => {
    const { data, system } = server;
    const button = {
      id: 'b',
      type: 'action_button',
      settings: {
        label: 'Sum',
        action: { action: 'run_sql', config: { sql: 'select sum(amount) from salaries', show: 'sum' } },
      },
    };
    const document = {
      ...pryingApp(),
      pages: [
        {
          name: 'welcome',
          title: 'Welcome',
          roles: ['public'],
          layout: { id: 'r', type: 'stack', settings: {}, children: [button] },
        },
      ],
    };
    const { rights } = data.apps.check(document, {});
    assert.deepEqual(rights.find((/** @type {any} */ { right }) => right === 'sql')?.of, [
      { kind: 'page', name: 'welcome', label: 'Welcome' },
    ]);
    await assert.rejects(data.apps.install(system, document), { code: 'APP_NEEDS_GRANT' });
    assert.equal(hasApp(), false);
    await data.apps.install(system, document, { reach: 'all' });
    const limited = data.edit(system, 'change-app', { app: 'helper', changes: { reach: [] } });
    await assert.rejects(limited, { code: 'APP_NEEDS_GRANT' });
    assert.equal(data.catalog().apps.find((/** @type {any} */ { name }) => name === 'helper')?.reach, null);
    await data.edit(system, 'remove-app', { app: 'helper' });
    await data.apps.install(system, pryingApp());
    const { layout } = document.pages[0];
    for (const [name, input] of /** @type {[string, any][]} */ ([
      ['change-page', { page: 'welcome', changes: { layout } }],
      ['add-page', { page: { name: 'summed', title: 'Summed', layout, app: 'helper' } }],
      ['add-piece', { piece: { name: 'summed', label: 'Summed', layout, app: 'helper' } }],
    ]))
      await assert.rejects(data.edit(system, name, input), { code: 'APP_NEEDS_GRANT' }, name);
    await data.edit(system, 'add-page', { page: { name: 'summed', title: 'Summed', layout } });
    const moved = data.edit(system, 'change-page', { page: 'summed', changes: { app: 'helper' } });
    await assert.rejects(moved, { code: 'APP_NEEDS_GRANT' });
  });

  it('P1: names what is written in other ways: choices and workflows for visitors, mails of code, imports', () => {
    const code = (/** @type {string} */ text) => `export default (input, plinth) => ${text};`;
    const document = {
      plinth: 1,
      app: { name: 'helper', label: 'Helper' },
      tables: [
        {
          ...pryingApp().tables[0],
          access: { public: { choices: 'all' } },
        },
      ],
      functions: [
        { name: 'mails', label: 'Mails', code: code('plinth.mail({})') },
        { name: 'calls', label: 'Calls', code: `import { far } from 'app/far';\n${code('far(plinth)')}` },
        { name: 'far', label: 'Far', code: 'export const far = ({ fetch }) => fetch("https://x.example");' },
        { name: 'tells', label: 'Tells', code: code('plinth.notify({})') },
        { name: 'still', label: 'Notes\n\u001b[2K  Sends e-mails:\u202e nobody', code: code('1') },
      ],
      workflows: [{ name: 'open', label: 'Open', roles: ['public'] }],
    };
    const { rights } = server.data.apps.check(document, {});
    const named = rights.map((/** @type {any} */ { right, of }) => [
      right,
      ...of.map((/** @type {any} */ { label, more = [] }) => [label, ...more].join(' ')),
    ]);
    const still = 'Notes [2K Sends e-mails: nobody';
    assert.deepEqual(named, [
      ['publicRows', 'Notes choices'],
      ['publicFunctions', 'Open'],
      ['callers', 'Mails', 'Calls', 'Far', 'Tells', still],
      ['unnamed', 'Calls', 'Far'],
      ['hosts', 'Calls *', 'Far *'],
      ['mails', 'Mails'],
      ['messages', 'Tells'],
    ]);
  });

  it('P1: names tables and workflows whatever code calls plinth, or says that it can’t', async () => {
    const { data, system } = server;
    await data.edit(system, 'add-workflow', { workflow: { name: 'pay_all', label: 'Pay all', steps: [] } });
    const rightsOf = (/** @type {string} */ code) => {
      const functions = [{ name: 'spy', label: 'Spy', runAs: 'system', code }];
      const document = { plinth: 1, app: { name: 'helper', label: 'H' }, functions };
      const rights = /** @type {import('./app-rights.js').AppRights} */ (data.apps.check(document, {}).rights);
      const others = rights.filter(({ right }) => right !== 'system');
      return others.map(({ right, of }) => [right, ...of.map(({ label }) => label)].join(' '));
    };
    for (const code of [
      "export default (i, p) => p.rows('salaries').list()",
      "export default (i, { rows }) => rows('salaries').list()",
      "export default (i, p) => { const { rows } = p; return rows('salaries').list(); }",
    ])
      assert.deepEqual(rightsOf(code), ['tables Salaries'], code);
    assert.deepEqual(rightsOf("export default (i, p) => p.start('pay_all')"), ['code Pay all']);
    assert.deepEqual(rightsOf("export default (i, p) => { const r = p.rows; return r('sala' + 'ries').list(); }"), [
      'unnamed Spy',
    ]);
    assert.deepEqual(rightsOf("export default (i, p) => { const q = p; return q.rows('salaries').list(); }"), [
      'tables Salaries',
      'unnamed Spy',
    ]);
    await data.edit(system, 'remove-workflow', { workflow: 'pay_all' });
  });

  it('P1: names what it uses of other apps, and whom it tells something', async () => {
    const { data, system } = server;
    const view = { name: 'their_list', label: 'Their list', template: 'list', table: 'salaries', config: {} };
    await data.edit(system, 'add-view', { view: { ...view, config: { columns: [{ field: 'amount' }] } } });
    const layout = { id: 'r', type: 'stack', settings: {}, children: [] };
    await data.edit(system, 'add-page', { page: { name: 'their_page', title: 'Their page', layout } });
    await data.edit(system, 'add-piece', { piece: { name: 'their_piece', label: 'Their piece', layout } });
    const mail = { name: 'their_mail', label: 'Their mail', subject: 'x', body: 'y' };
    await data.edit(system, 'add-mail', { mail });
    const [notes] = pryingApp().tables;
    const action = (/** @type {string} */ name, /** @type {any} */ config) => ({ do: { action: name, config } });
    const step = (/** @type {string} */ id, /** @type {any} */ what) => ({ id, kind: 'action', ...what });
    const task = {
      id: 't',
      kind: 'task',
      title: 'Look',
      to: 'role',
      toRole: 'admin',
      outcomes: [{ name: 'ok', label: 'OK' }],
    };
    const notify = action('notify', { recipient: 'role', role: 'user', text: 'Hi' });
    const embed = { id: 'e', type: 'embed', settings: { view: 'their_list' } };
    const document = {
      plinth: 1,
      app: { name: 'helper', label: 'Helper' },
      tables: [{ ...notes, access: {}, fields: [...notes.fields, { name: 'by', label: 'By', type: 'user' }] }],
      views: [
        {
          name: 'people',
          label: 'People',
          template: 'list',
          table: 'users',
          config: { columns: [{ field: 'email' }] },
        },
      ],
      pages: [{ name: 'welcome', title: 'Welcome', layout: { ...layout, children: [embed] } }],
      pieces: [
        {
          name: 'frame',
          label: 'Frame',
          layout: {
            ...layout,
            children: [{ id: 'p', type: 'piece', settings: { use: { piece: 'their_piece', values: {} } } }],
          },
        },
      ],
      menu: [{ kind: 'page', label: 'Go', target: 'their_page' }],
      triggers: [
        {
          name: 'writes',
          label: 'Writes',
          table: 'notes',
          events: ['insert'],
          steps: [
            action('send_email', { recipient: 'role', role: 'user', source: 'template', template: 'their_mail' }),
            action('notify', { recipient: 'role', role: 'user', text: 'Hi', mail: true }),
          ],
        },
      ],
      workflows: [
        {
          name: 'asks',
          label: 'Asks',
          table: 'notes',
          steps: [{ id: 'b', kind: 'branch', branches: [{ when: 'true', steps: [task] }] }],
        },
        { name: 'tells', label: 'Tells', table: 'notes', steps: [step('a', notify)] },
      ],
    };
    const { text } = await admin.get(await upload(document));
    assert.deepEqual(rightsIn(text), [
      'Uses other tables: Users',
      'Uses views, pages and mail templates of other apps: Their list, Their piece, Their mail, Their page',
      'Runs by itself: Writes',
      'Sends e-mails: Writes',
      'Sends notifications and tasks: Writes, Asks, Tells',
    ]);
    assert.equal(text.match(/name="reach"[^>]*value="users"|value="users"[^>]*name="reach"/g)?.length, 1);
    for (const [name, input] of [
      ['remove-view', { view: 'their_list' }],
      ['remove-page', { page: 'their_page' }],
      ['remove-piece', { piece: 'their_piece' }],
      ['remove-mail', { mail: 'their_mail' }],
    ])
      await data.edit(system, /** @type {string} */ (name), /** @type {any} */ (input));
  });

  it('P1: hides none of many names', async () => {
    const functions = Array.from({ length: 40 }, (_, i) => ({
      name: `f${i}`,
      label: `F${i}`,
      code: 'export default () => 1',
    }));
    const { text } = await admin.get(await upload({ ...pryingApp(), functions }));
    const names = functions.map(({ label }) => label).join(', ');
    assert.ok(rightsIn(text).includes(`Runs code with the rights of whoever calls it: ${names}`));
  });

  it('S6: has no power of code that was not named, also while an admin tries it', async () => {
    const { data, system } = server;
    const code = (/** @type {string} */ word) =>
      `export default async (input, plinth) => { try { await plinth[${word}]("https://x.invalid"); return 'called'; } catch ({ code }) { return code; } };`;
    const functions = [
      { name: 'hides_fetch', roles: ['public'], code: code('"fe" + "tch"') },
      { name: 'hides_mail', roles: ['public'], code: code('"ma" + "il"') },
      { name: 'hides_notify', roles: ['public'], code: code('"not" + "ify"') },
      { name: 'names_fetch', roles: ['public'], code: code('"fetch"') },
      {
        name: 'sums',
        runAs: 'system',
        code: 'export default async (i, plinth) => (await plinth.rows("salaries").list()).length',
      },
    ];
    await data.edit(system, 'remove-app', { app: 'helper' });
    await data.apps.install(system, { ...pryingApp(), functions, triggers: [] });
    const run = async (/** @type {string} */ name) => JSON.parse((await data.functions.run(system, name, {})).text);
    assert.equal(await run('hides_fetch'), 'APP_OUT_OF_REACH');
    assert.equal(await run('hides_mail'), 'APP_OUT_OF_REACH');
    assert.equal(await run('hides_notify'), 'APP_OUT_OF_REACH');
    assert.notEqual(await run('names_fetch'), 'APP_OUT_OF_REACH');
    const { code: sums } = functions[functions.length - 1];
    const form = { code: sums, runAs: 'system', label: 'Sums', input: '{}' };
    await data.edit(system, 'add-function', { function: { name: 'of_site', code: 'export default () => 1' } });
    for (const name of ['sums', 'of_site', 'renamed']) {
      const { text } = await admin.post('/admin/functions/~try?function=sums', { ...form, name });
      assert.match(JSON.parse(text).error?.message, /may not reach the table/, text);
    }
    const unsaved = { name: 'drafted', code: sums, runAs: 'system' };
    const { error } = await data.functions.test(system, { ...unsaved, app: 'helper' }, {});
    assert.match(String(error?.message), /may not reach the table/);
    assert.equal((await data.functions.test(system, unsaved, {})).text, '1', 'of the site');
  });

  it('P1: is reviewed and installed by the API and by agents, for admins only', async () => {
    const { data, system } = server;
    await data.edit(system, 'remove-app', { app: 'helper' });
    const tokenOf = async (/** @type {string} */ name) => {
      const { user } = await server.as(name);
      return (await data.people.apiTokens.create(system, /** @type {any} */ (user).id, { name: 'agent' })).token;
    };
    const [mine, theirs] = [await tokenOf('admin'), await tokenOf('user')];
    const post = async (/** @type {string} */ path, /** @type {any} */ body, token = mine) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, json: /** @type {any} */ (await answer.json()) };
    };
    const document = pryingApp();
    const { status, json: review } = await post('/api/v1/apps/review', { document });
    assert.equal(status, 200);
    assert.ok(review.rights.some((/** @type {any} */ { right }) => right === 'system'));
    assert.equal((await post('/api/v1/apps/review', { document }, theirs)).status, 403);
    assert.equal((await post('/api/v1/apps', { document, reviewed: review.reviewed }, theirs)).status, 403);
    const unseen = await post('/api/v1/apps', { document });
    assert.deepEqual([unseen.status, unseen.json.code], [409, 'APP_NOT_REVIEWED']);
    const unknown = await post('/api/v1/apps', { document, reviewed: review.reviewed, reach: ['nowhere'] });
    assert.deepEqual([unknown.status, unknown.json.code], [422, 'INPUT_INVALID']);
    assert.equal(hasApp(), false);
    const made = await post('/api/v1/apps', { document, reviewed: review.reviewed, reach: ['salaries'] });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    const { id } = data.catalog().table('salaries');
    assert.deepEqual(data.catalog().apps.find((/** @type {any} */ { name }) => name === 'helper')?.reach, [id]);
    await data.revisions.undo(system, made.json.revision);
    assert.equal(hasApp(), false);

    const tool = async (/** @type {string} */ name, /** @type {any} */ given, token = mine) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
      return (await post('/mcp', call, token)).json;
    };
    const { json: prefixed } = await post('/api/v1/apps/review', { document, prefix: 'x_' });
    assert.equal(prefixed.reviewed, review.reviewed, 'a prefix is chosen after the review');
    assert.match(JSON.stringify(prefixed.rights), /"x_notes"/);
    const { result } = await tool('review_app', { document });
    assert.deepEqual(result.structuredContent.rights, review.rights);
    assert.match((await tool('install_app', { document })).result.content[0].text, /^APP_NOT_REVIEWED: Look at /);
    assert.ok((await tool('install_app', { document }, theirs)).error);
    const { reviewed } = result.structuredContent;
    assert.equal((await tool('install_app', { document, reviewed })).result.structuredContent.app, 'helper');
  });
});
