import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createImapServer, until } from '@plinth/data/testing';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const triggers = () => server.data.catalog().triggers;
const count = (/** @type {string} */ table) => server.data.rows.count(server.system, table);

before(async () => {
  server = await startTestServer({ users: { greta: ['admin'] } });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-app', { name: 'shop', label: 'Shop' });
  const fields = [
    { name: 'title', type: 'text', label: 'Title' },
    { name: 'total', type: 'money', label: 'Total' },
    { name: 'paid', type: 'boolean', label: 'Paid' },
  ];
  await edit('add-table', { name: 'orders', app: 'shop', label: 'Orders', fields, access: { user: ALL } });
  await edit('add-table', { name: 'tasks', app: 'shop', label: 'Tasks', fields, access: { user: ALL } });
  admin = await server.as('admin');
});
after(() => server.close());

const FORM = {
  label: 'Task for each order',
  table: 'orders',
  on: 'insert',
  as: 'cause',
  enabled: 'true',
  'steps.0.do.action': 'insert_row',
  'steps.0.do.config.table': 'tasks',
  'steps.0.do.config.values.0.field': 'title',
  'steps.0.do.config.values.0.source': 'expression',
  'steps.0.do.config.values.0.expression': '"Ship " + row.title',
};

describe('the screen Automation', () => {
  it('makes a trigger, which runs when a row is created by the API or by SQL', async () => {
    assert.match((await admin.get('/admin/automation')).text, /No triggers yet/);
    assert.equal((await admin.get('/admin/automation/~new?table=orders')).status, 200);
    const login = (await admin.get('/admin/automation/~new?source=login')).text;
    assert.match(login, /New trigger: Login[^]*When somebody logs in/);
    assert.doesNotMatch(login, /<option value="delete_row"/, 'it has no row');
    const made = await admin.post('/admin/automation/~new', FORM);
    assert.equal(made.status, 303, made.text.slice(0, 2000));
    const [{ id, steps, app }] = triggers();
    assert.equal(steps.length, 1);
    assert.equal(app, 'shop', 'that of its table');
    const user = await server.as('user');
    const by = { userId: user.user.id, roles: ['user', 'public'], system: false };
    await server.data.rows.insert(by, 'orders', { title: 'Lamp' });
    await until(async () => (await count('tasks')) === 1);
    await server.data.db.query("insert into app.orders (title) values ('Chair')");
    // By SQL nobody caused it, and visitors may not create tasks.
    await until(async () => {
      const { runs } = await server.data.runs.list(server.system, { of: id });
      return runs.length === 2 && runs.every((/** @type {any} */ { state }) => state !== 'waiting');
    });
    const page = await admin.get(`/admin/automation/${id}/runs`);
    assert.match(page.text, /Failed/);
    assert.match(page.text, /Done/);
    assert.match(page.text, /Run again/);
    assert.match(
      (await admin.get('/notifications')).text,
      /Trigger failed: Task for each order: This row does not exist/,
    );
    const list = await admin.get('/admin/automation');
    assert.match(list.text, /1 failure/);
    assert.match(list.text, /1 trigger failing/);
    assert.match(list.text, /1 run failed in the last 24 hours/);
    assert.match((await admin.get('/admin/automation?state=failing')).text, /Task for each order/);
    const narrowed = (await admin.get('/admin/automation?state=failing&source=schedule')).text;
    assert.match(narrowed, /<option value="failing" selected>[^]*No matches/);
    assert.doesNotMatch(narrowed, /No triggers yet/);
    const none = (await admin.get('/admin/automation/runs?state=cancelled')).text;
    assert.match(none, /<option value="cancelled" selected>[^]*No matches/);
    assert.doesNotMatch(none, /No runs yet/);
    const workflow = {
      name: 'approval',
      label: 'Approve orders',
      table: 'orders',
      steps: [{ id: 'end', kind: 'stop' }],
    };
    await server.data.edit(server.system, 'add-workflow', { workflow });
    const onTable = (await admin.get('/admin/tables/orders/automation')).text;
    assert.match(onTable, /Task for each order/);
    assert.match(onTable, /Approve orders/);
    assert.doesNotMatch((await admin.get('/admin/tables/tasks/automation')).text, /Approve orders/);
    await server.data.edit(server.system, 'remove-workflow', { workflow: 'approval' });
    const { runs } = await server.data.runs.list(server.system, { of: id, state: 'failed' });
    await server.data.edit(server.system, 'change-trigger', { trigger: id, changes: { as: 'system' } });
    assert.equal((await admin.post(`/admin/automation/runs/${runs[0].id}/retry`, {})).status, 303);
    await until(async () => (await count('tasks')) === 2);
  });

  it('lists runs of triggers and workflows together, narrows, retries and cancels them', async () => {
    const { data, system } = server;
    const steps = [{ do: { action: 'stop', config: { text: 'Not today' } } }];
    const trigger = {
      label: 'Morning',
      source: 'schedule',
      options: { every: 'day', at: '08:00' },
      as: 'system',
      steps,
    };
    await data.edit(system, 'add-trigger', { trigger });
    const wait = { id: 'wait', kind: 'wait', for: 'time', minutes: 60 };
    await data.edit(system, 'add-workflow', {
      workflow: { name: 'patient', label: 'Patient', as: 'system', steps: [wait] },
    });
    const { id: of } = triggers().find(({ label }) => label === 'Morning') ?? assert.fail();
    const start = (/** @type {string} */ due) =>
      data.db.query(`select plinth.start_trigger('${of}', 'schedule', null, '{}', null, now() + interval '${due}')`);
    await start('0');
    await data.automation.drain();
    await start('1 hour');
    const flow = await data.workflows.start(system, { workflow: 'patient' });
    await data.workflows.runner.drain();
    const url = '/admin/automation/runs';
    const list = async (query = '') => (await admin.get(`${url}${query}`)).text;
    const rows = (/** @type {string} */ text) => text.match(/>(Morning|Patient)<\/a>/g)?.length ?? 0;
    assert.match(await list('?kind=workflow'), new RegExp(`workflow-runs/${flow}"`));
    assert.doesNotMatch(await list('?kind=workflow'), />Morning<\/a>/);
    assert.equal(rows(await list('?kind=trigger&state=waiting')), 1);
    assert.match(await list('?kind=trigger&state=failed'), /Morning[^]*Step 1: Not today/);
    const both = await list();
    assert.match(both, />Morning<\/a>[^]*>Patient<\/a>|>Patient<\/a>[^]*>Morning<\/a>/);
    assert.match((await admin.get('/admin/automation')).text, new RegExp(`href="${url}"`));
    const user = await server.as('user');
    assert.notEqual((await user.get(url)).status, 200);

    const [waiting, failed] = (await data.runs.list(system, { of })).runs;
    assert.deepEqual([waiting.state, failed.state, failed.mayCancel], ['waiting', 'failed', false]);
    assert.notEqual((await user.post(`${url}/${waiting.id}/cancel`, {})).status, 303);
    for (const run of [waiting.id, flow]) {
      assert.equal((await admin.post(`${url}/${run}/cancel`, {})).status, 303);
      assert.equal((await data.runs.get(system, run)).state, 'cancelled');
      await assert.rejects(data.runs.cancel(system, run), { code: 'RUN_NOT_FOUND' });
    }
    const back = await admin.post(`${url}/${failed.id}/retry`, { trigger: of });
    assert.match(String(back.headers.get('location')), new RegExp(`/admin/automation/${of}/runs`));
    await data.automation.drain();
    assert.equal((await data.runs.get(system, failed.id)).state, 'failed');
    assert.equal(rows(await list(`?state=cancelled`)), 2);
    await data.edit(system, 'remove-trigger', { trigger: of });
    assert.match(await list('?kind=trigger'), />Deleted trigger<\/a>/);
    await data.edit(system, 'remove-workflow', { workflow: 'patient' });
  });

  it('says in the language of the reader why a run failed', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
    const code = 'export default () => { throw new Error("x"); };';
    await edit('add-function', { function: { name: 'wrong', code } });
    const step = { id: 'call', kind: 'action', do: { action: 'run_function', config: { function: 'wrong' } } };
    await edit('add-workflow', { workflow: { name: 'fails', label: 'Fails', as: 'system', steps: [step] } });
    const id = await server.data.workflows.start(server.system, { workflow: 'fails' });
    await server.data.workflows.runner.drain();
    const trigger = {
      name: 'notes',
      label: 'Notes',
      table: 'notes',
      events: ['insert'],
      as: 'system',
      steps: [{ do: step.do }],
    };
    await edit('add-table', { name: 'notes', label: 'Notes', fields: [{ name: 'text', type: 'text' }] });
    await edit('add-trigger', { trigger });
    await server.data.rows.insert(server.system, 'notes', { text: 'x' });
    await server.data.automation.drain();
    const greta = await server.as('greta');
    await greta.submit('/auth/profile', { locale: 'de' }, { action: '/auth/profile' });
    const own = server.data.catalog().triggers.at(-1)?.id;
    for (const path of [`/admin/automation/${own}/runs`, `/admin/automation/workflow-runs/${id}`]) {
      assert.match((await greta.get(path)).text, /Die Funktion „wrong“ ist fehlgeschlagen/, path);
      assert.match(
        (await admin.get(path)).text,
        /The function &quot;wrong&quot; failed|The function "wrong" failed/,
        path,
      );
    }
    await edit('remove-trigger', { trigger: own });
    await edit('remove-workflow', { workflow: 'fails' });
  });

  it('lists on the screen of a table which functions judge and calculate its rows', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
    await edit('add-table', {
      name: 'bookings',
      app: 'shop',
      label: 'Bookings',
      fields: [{ name: 'room', type: 'text' }],
    });
    const page = async () => (await admin.get('/admin/tables/bookings/automation')).text;
    assert.doesNotMatch(await page(), /href="\/admin\/functions\/(free|cost)"/);
    for (const [name, label] of [
      ['free', 'Is it free?'],
      ['cost', 'What it costs'],
    ])
      await edit('add-function', { function: { name, label, code: 'export default () => null;' } });
    await edit('add-constraint', { table: 'bookings', constraint: { kind: 'function', function: 'free' } });
    const field = { name: 'price', type: 'integer', label: 'Price', function: 'cost', from: ['room'] };
    await edit('add-field', { table: 'bookings', field });
    assert.match(await page(), /href="\/admin\/functions\/free"[^]*Is it free\?[^]*Validates rows/);
    assert.match(await page(), /href="\/admin\/functions\/cost"[^]*What it costs[^]*Calculates “Price”/);
    assert.doesNotMatch((await admin.get('/admin/tables/orders/automation')).text, /What it costs/);
  });

  it('shows what was typed with the errors beside it, and other settings when another action is chosen', async () => {
    const [{ id }] = triggers();
    const wrong = await admin.post(`/admin/automation/${id}`, { ...FORM, label: '', when: 'row.gone' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Ship &quot;|&quot;Ship/);
    const when = await admin.post(`/admin/automation/${id}`, { ...FORM, when: 'row.gone > 1' });
    assert.equal(when.status, 422);
    assert.match(when.text, /id="s-when-error"|when-error/);
    const other = { ...FORM, 'steps.0.do.action': 'notify', refresh: '1' };
    const again = await admin.post(`/admin/automation/${id}`, other);
    assert.match(again.text, /name="steps.0.do.config.recipient"/);
    assert.doesNotMatch(again.text, /name="to"/);
    const one = await admin.post(`/admin/automation/${id}`, { ...FORM, on: 'update', fields: 'paid', refresh: '1' });
    assert.match(one.text, /<select[^>]*name="to"[^>]*><option value="">Any value<[^]*?value="true"/);
    const [people] = /<select[^>]*config\.field"[^]*?<\/select>/.exec(again.text) ?? [''];
    const offered = [...people.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
    assert.deepEqual(offered, ['', 'created_by', 'updated_by'], 'people only');
    assert.equal(triggers()[0].steps[0].do.action, 'insert_row', 'nothing was saved');
    for (const action of ['notify', 'send_email']) {
      const step = { 'do.action': action, 'do.config.recipient': 'role', 'do.config.role': '' };
      const said = { 'do.config.text': 'New', 'do.config.subject': 'New', 'do.config.body': 'New' };
      const typed = Object.entries({ ...step, ...said }).map(([key, value]) => [`steps.0.${key}`, value]);
      const refused = await admin.post(`/admin/automation/${id}`, { ...FORM, ...Object.fromEntries(typed) });
      assert.equal(refused.status, 422, action);
      assert.match(refused.text, /id="s-steps.0.do.config.role-error">is required</, 'beside the role');
    }
    const saved = await admin.post(`/admin/automation/${id}`, {
      ...FORM,
      on: 'update',
      fields: 'total',
      when: 'old.total != row.total',
    });
    assert.equal(saved.status, 303, saved.text.slice(0, 3000));
    assert.deepEqual([triggers()[0].events, triggers()[0].fields], [['update'], ['total']]);
  });

  it('makes triggers before a row is saved, which have an order that can be changed', async () => {
    const early = {
      label: 'Prices',
      table: 'orders',
      on: 'insert',
      timing: 'before',
      enabled: 'true',
      'before.0.kind': 'set',
      'before.0.field': 'total',
      'before.0.value': '5',
      'before.0.when': 'row.total == null',
      'before.1.kind': 'refuse',
      'before.1.field': 'title',
      'before.1.message': 'Give it a title',
      'before.1.when': 'row.title == null',
    };
    const shown = await admin.post('/admin/automation/~new', { ...FORM, timing: 'before', refresh: '1' });
    assert.match(shown.text, /name="before.0.kind"/);
    assert.doesNotMatch(shown.text, /name="as"/);
    const wrong = await admin.post('/admin/automation/~new', { ...early, 'before.0.value': 'row.title' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /does not fit a field of type/);
    for (const label of ['Prices', 'Second'])
      assert.equal((await admin.post('/admin/automation/~new', { ...early, label })).status, 303);
    const [first, second] = triggers().slice(-2);
    assert.deepEqual([first.order, second.order, first.before.length, first.steps], [1, 2, 2, []]);
    const order = async () => {
      const { text } = await admin.get('/admin/tables/orders/automation');
      return [...text.matchAll(/>(Prices|Second|Task for each order)<\/a>/g)].map(([, name]) => name);
    };
    assert.deepEqual(await order(), ['Prices', 'Second', 'Task for each order']);
    assert.equal((await admin.post(`/admin/automation/${second.id}/move`, { to: 'up' })).status, 303);
    assert.deepEqual(await order(), ['Second', 'Prices', 'Task for each order']);
    const page = await admin.get(`/admin/automation/${first.id}`);
    assert.match(page.text, /name="before.1.message"[^>]*value="Give it a title"/);
    assert.match(page.text, /name="order"[^>]*value="2"/);
    assert.doesNotMatch(page.text, new RegExp(`/admin/automation/${first.id}/runs`));
    assert.match(
      (await admin.get('/admin/tables/orders/fields/total/delete')).text,
      /Prices/,
      'it says what uses the field',
    );
    const document = await server.data.apps.export(server.system, 'shop', { rows: false });
    await server.data.apps.install(server.system, document, { prefix: 'early_' });
    const row = await server.data.rows.insert(server.system, 'early_orders', { title: 'x' });
    assert.equal(row.total, '5.00', 'they are installed with their app');
    await server.data.edit(server.system, 'remove-app', { app: 'early_shop' });
    for (const { id } of [first, second]) await admin.post(`/admin/automation/${id}/delete`, {});
  });

  it('says in words when a schedule starts while it is typed, with the zone’s changes of the clock and what is wrong', async () => {
    const opened = async (/** @type {string} */ source) =>
      (await admin.get(`/admin/automation/~new?source=${source}`)).text;
    assert.match(await opened('schedule'), />A visitor \(nobody is signed in\)<[^]*value="system" selected/);
    assert.match(await opened('rows'), /value="cause" selected>The person who made the change</);
    const typed = async (/** @type {Record<string, string>} */ options) => {
      const given = Object.entries({ timeZone: 'Europe/Berlin', ...options }).map(([name, value]) => [
        `options.${name}`,
        value,
      ]);
      const form = { source: 'schedule', label: '', refresh: '1', ...Object.fromEntries(given) };
      const { text } = await admin.post('/admin/automation/~new', form);
      assert.match(text, /type="time"/);
      assert.match(text, /<datalist[^>]*>.*<option value="Europe\/Berlin">/s);
      return text.slice(text.indexOf('id="next-times"')).split('<textarea')[0];
    };
    const daily = await typed({ every: 'day', at: '02:30' });
    assert.match(daily, /Every day at 02:30/);
    assert.equal(daily.match(/<time /g)?.length, 5);
    assert.match(daily, /the clock skips 02:30: it starts at 03:00/);
    assert.match(daily, /02:30 comes twice: it starts the first time only/);
    // Clocks change on Sundays.
    assert.doesNotMatch(await typed({ every: 'weekday', at: '02:30' }), /clock skips|comes twice/);
    assert.doesNotMatch(await typed({ every: 'day', at: '03:00' }), /clock skips|comes twice/);
    assert.match(await typed({ every: 'cron', cron: '1 2 3' }), /Cron expression: must be five parts/);
    assert.match(await typed({ every: 'day', timeZone: 'Mars/Olympus' }), /is not a time zone/);
    assert.doesNotMatch(await typed({ every: 'cron', cron: '' }), /is required/, 'not yet');
  });

  it('says when rows reach a time before a date that is chosen, and how many at once', async () => {
    await server.data.edit(server.system, 'add-field', {
      table: 'tasks',
      field: { name: 'due', type: 'date', label: 'Due' },
    });
    for (const due of ['2099-05-02', '2099-05-02', '2099-05-09', null])
      await server.data.rows.insert(server.system, 'tasks', { title: 'x', due });
    const form = { source: 'field_time', table: 'tasks', refresh: '1', 'options.field': 'due', 'options.at': '9:00' };
    const before = { 'options.when': 'before', 'options.amount': '2', 'options.unit': 'days' };
    const { text } = await admin.post('/admin/automation/~new', { ...form, ...before });
    const times = [...text.matchAll(/<time datetime="([^"]*)">[^<]*<\/time> <span class="badge">([^<]*)</g)];
    assert.deepEqual(
      times.map(([, at, rows]) => [at, rows]),
      [
        ['2099-04-30T09:00:00.000Z', '2 rows'],
        ['2099-05-07T09:00:00.000Z', '1 row'],
      ],
    );
  });

  it('turns a trigger off and on, and deletes it after a question', async () => {
    const [{ id }] = triggers();
    await admin.post(`/admin/automation/${id}/enabled`, { enabled: 'false' });
    assert.equal(triggers()[0].enabled, false);
    await admin.post(`/admin/automation/${id}/enabled`, { enabled: 'true' });
    assert.equal(triggers()[0].enabled, true);
    assert.match((await admin.get(`/admin/automation/${id}/delete`)).text, /Delete “?"?Task for each order/);
    await admin.post(`/admin/automation/${id}/delete`, {});
    assert.deepEqual(triggers(), []);
    assert.equal((await admin.get(`/admin/automation/${id}`)).status, 404);
  });

  it('Z5: is for admins only', async () => {
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      for (const path of ['', '/~new', '/x', '/x/runs'])
        assert.notEqual((await client.get(`/admin/automation${path}`)).status, 200, `${role} ${path}`);
      assert.notEqual((await client.post('/admin/automation/~new', FORM)).status, 200);
    }
    assert.deepEqual(triggers(), []);
  });

  it('triggers are exported with their app and imported the same, also under new names', async () => {
    await server.data.edit(server.system, 'add-trigger', {
      trigger: {
        label: 'Big orders',
        app: 'shop',
        table: 'orders',
        events: ['update'],
        fields: ['total'],
        as: 'system',
        when: 'row.total > 100 && old.total != row.total',
        steps: [
          {
            when: 'row.title != null',
            do: {
              action: 'insert_row',
              config: { table: 'tasks', values: [{ field: 'title', source: 'expression', expression: 'row.title' }] },
            },
          },
        ],
      },
    });
    const document = await server.data.apps.export(server.system, 'shop', { rows: false });
    assert.equal(/** @type {any} */ (document.triggers)[0].when, 'row.total > 100 && old.total != row.total');
    await server.data.apps.install(server.system, document, { prefix: 'two_' });
    const copy = triggers().find((/** @type {any} */ { name }) => name === 'two_big_orders');
    assert.deepEqual([copy?.table, copy?.steps[0].do.config?.table], ['two_orders', 'two_tasks']);
    const before = await count('two_tasks');
    // A new table is in the change stream at once: otherwise its runs would wait for the next look, half a minute later.
    await until(async () => {
      const published = "select from pg_publication_tables where schemaname = 'app' and tablename = 'two_orders'";
      return (await server.data.db.query(published)).rowCount === 1;
    });
    const { id } = await server.data.rows.insert(server.system, 'two_orders', { title: 'x', total: '1' });
    await server.data.rows.update(server.system, 'two_orders', id, { total: '500' });
    await until(async () => (await count('two_tasks')) === before + 1);
    await server.data.edit(server.system, 'remove-app', { app: 'shop' });
    await server.data.apps.install(server.system, document);
    const again = await server.data.apps.export(server.system, 'shop', { rows: false });
    assert.deepEqual(again, document);
  });
});

describe('a trigger that mails start', () => {
  it('says what its mail server answers, what failed last, and reads mails at a click', async () => {
    const imap = await createImapServer({ password: 'canary-of-the-desk' });
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
    await edit('change-settings', { changes: { outboundAllow: `127.0.0.1:${imap.port}` } });
    await edit('add-secret', { secret: { name: 'desk' } });
    await server.data.secrets.set(server.system, 'desk', 'wrong-password');
    const made = await admin.post('/admin/automation/~new?source=email', {
      label: 'Desk',
      source: 'email',
      as: 'system',
      enabled: 'true',
      'options.server': '127.0.0.1',
      'options.port': String(imap.port),
      'options.tls': 'none',
      'options.username': 'desk@example.com',
      'options.password': 'desk',
      'options.folder': 'INBOX',
      'steps.0.do.action': 'insert_row',
      'steps.0.do.config.table': 'tasks',
      'steps.0.do.config.values.0.field': 'title',
      'steps.0.do.config.values.0.source': 'expression',
      'steps.0.do.config.values.0.expression': 'event.subject',
    });
    assert.equal(made.status, 303, made.text.slice(0, 3000));
    const url = String(made.location).split('?')[0];
    assert.match(url, /\/mailbox$/);
    const said = () => decodeURIComponent(admin.cookies.get('plinth_flash') ?? '');
    const refused = await admin.post(`${url}/check`, {});
    assert.match(refused.text, /refuses the username or password: no such user/);
    await until(async () => /Failed 1 time/.test((await admin.get(url)).text));
    const failing = await admin.get(url);
    assert.match((await admin.get('/admin/automation?state=failing')).text, /Mailbox not read/);
    assert.doesNotMatch(refused.text + failing.text, /wrong-password/);
    await server.data.secrets.set(server.system, 'desk', 'canary-of-the-desk');
    assert.equal((await admin.post(`${url}/check`, {})).status, 303);
    assert.match(said(), /Connected. INBOX has 0 mails/);
    await admin.post(`${url}/read`, {});
    imap.put('From: ada@example.com\nSubject: Fix the printer\n\nPlease.\n');
    await admin.post(`${url}/read`, {});
    assert.match(said(), /1 new mail started the trigger/);
    assert.match((await admin.get(url)).text, /Last read/);
    await until(async () => {
      const found = await server.data.db.query("select from app.tasks where title = 'Fix the printer'");
      return found.rowCount === 1;
    });
    const user = await server.as('user');
    assert.equal((await user.post(`${url}/read`, {})).status, 404);
    await imap.close();
  });
});

describe('a row to start a workflow with, or to try something with', () => {
  it('is any row of the table, found by its words or its key', async () => {
    const { data, system } = server;
    const fields = [{ name: 'name', type: 'text' }];
    await data.edit(system, 'add-table', { name: 'parcels', fields });
    const names = Array.from({ length: 60 }, (_, i) => ({ name: `Parcel ${i + 1}` }));
    await data.rows.insertMany(system, 'parcels', names);
    const workflow = {
      name: 'send',
      label: 'Send',
      table: 'parcels',
      as: 'system',
      steps: [{ id: 'end', kind: 'stop', result: '{{ row.name }}' }],
    };
    await data.edit(system, 'add-workflow', { workflow });
    const start = '/admin/automation/workflows/send/start';
    const { text } = await admin.get(start);
    assert.match(text, /<select[^>]* name="row"[^>]* data-pl-combobox="\/admin\/tables\/parcels\/rows-to-try"/);
    assert.match(text, /Parcel 60 \(60\)/);
    assert.doesNotMatch(text, /Parcel 3 \(3\)/);
    const found = async (/** @type {string} */ q) =>
      (await admin.get(`/admin/tables/parcels/rows-to-try?q=${encodeURIComponent(q)}`)).json().choices;
    assert.deepEqual(await found('parcel 3'), await found('  PARCEL 3\0'));
    assert.ok((await found('parcel 3')).some((/** @type {any} */ one) => one.value === '3'));
    assert.deepEqual((await found('3'))[0], { value: '3', label: 'Parcel 3 (3)' });
    assert.deepEqual(await found('nowhere'), []);
    assert.equal((await found('')).length, 20);
    assert.equal((await admin.post(start, { row: '3' })).status, 303);
    await until(
      async () =>
        (await data.db.query(`select result from plinth.workflow_runs where result = 'Parcel 3'`)).rows.length === 1,
    );
    const refused = await admin.post(start, { row: '999' });
    assert.equal(refused.status, 404);
    assert.match(refused.text, /name="row"/);
    const staff = await server.as('staff');
    assert.equal((await staff.get('/admin/tables/parcels/rows-to-try?q=parcel')).status, 404);
    assert.equal((await admin.get('/admin/tables/nowhere/rows-to-try?q=x')).status, 404);
  });
});
