import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '@plinth/data/testing';
import { choose, createClient, launchBrowser, startTestServer, until } from '../../src/testing/index.js';
import { migrateEmpty } from '../../src/testing/migrate-empty.js';
import { startMailbox } from '../../src/pages/mail/testing/mailbox.js';
import { starterApp } from './starter-app.js';

// Three people and a real mail server: Rita asks, Max is the manager of the cost centre, Fiona his deputy, and finance.

/** @typedef {Awaited<ReturnType<typeof startTestServer>>} Server */
/** @typedef {Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['page']>>} Page */

const NAMES = { rita: 'Rita Lund', max: 'Max Weber', fiona: 'Fiona Ross' };
const OFFICE = 2;

/** @type {Server} */
let server;
/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof startMailbox>>} */
let mailbox;
/** @type {Record<string, import('../../src/testing/client.js').Client>} */
const people = {};
/** @type {Record<string, Page>} */
const pages = {};
/** How many mails were looked at. */
let seen = 0;

before(async () => {
  database = await createTestDatabase({ migrate: migrateEmpty });
  [browser, mailbox] = await Promise.all([launchBrowser(), startMailbox()]);
  const users = { rita: ['user'], max: ['user'], fiona: ['finance'] };
  server = await start({ app: await starterApp('purchase-approval'), users });
  for (const name of ['admin', ...Object.keys(NAMES)]) people[name] = await server.as(name);
  for (const [name, full] of Object.entries(NAMES))
    await query(`update plinth.users set name = '${full}' where id = '${people[name].user.id}'`);
  const { max, fiona } = people;
  await rows().update(server.system, 'cost_centres', OFFICE, { manager: max.user.id, deputy: fiona.user.id });
  await open();
});
after(async () => {
  await Promise.all([browser?.close(), server?.close()]);
  await Promise.all([database?.close(), mailbox?.close()]);
});

/** A server on the database, which outlives it. @param {Parameters<typeof startTestServer>[0]} options */
async function start(options) {
  const made = await startTestServer({ ...options, database: { ...database, close: async () => {} } });
  const smtp = { host: '127.0.0.1', port: mailbox.port, from: 'plinth@example.com' };
  await made.data.people.secrets.write(made.system, 'smtp', smtp);
  return made;
}

async function open() {
  for (const name of Object.keys(NAMES)) pages[name] = await browser.page(server.url, people[name]);
}

const rows = () => server.data.rows;
const query = async (/** @type {string} */ text) => (await server.data.db.query(text)).rows;
const get = (/** @type {any} */ id) => rows().get(server.system, 'purchase_requests', id);
const statusOf = async (/** @type {any} */ id) => (await get(id)).status;
const openTasks = (/** @type {any} */ id) =>
  query(`select id, title from plinth.tasks where state = 'open' and row_key = '${id}'`);

/** Everything that is due, with its mails. */
async function settle() {
  await server.data.automation.drain();
  await server.data.workflows.runner.drain();
  await server.runtime.mail.send();
}

/** The mails since the last look, as "to: subject"; both forms say the same. */
async function newMails() {
  await settle();
  const fresh = mailbox.mails.slice(seen);
  seen = mailbox.mails.length;
  for (const { raw } of fresh) assert.match(raw, /text\/plain[^]*text\/html/);
  return fresh.map(({ to, text }) => ({ to: to.join(), text }));
}

/** Deadlines have passed. */
const timePasses = () =>
  query(`
    update plinth.workflow_tokens
       set due_at = now(), data = jsonb_set(data, '{own,due}', to_jsonb(now() - interval '1 second'))
     where waits = 'task'`);

/** Rita's request, typed into the form. @param {string} title @param {string} amount */
async function ask(title, amount) {
  const page = pages.rita;
  await page.goto('/');
  await page.getByRole('link', { name: 'New request' }).click();
  await page.getByLabel('What do you need?').fill(title);
  await page.getByLabel('Amount').fill(amount);
  await choose(page, 'Cost centre', 'Office');
  await page.getByLabel('What is it for?').fill('It is *needed*.');
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await page.getByRole('heading', { name: title }).waitFor();
  return Number(new URL(page.url()).searchParams.get('id'));
}

/** From the list of tasks. @param {string} who @param {string} title @param {string} outcome @param {string} [comment] */
async function decide(who, title, outcome, comment = '') {
  const page = pages[who];
  await page.goto('/tasks');
  await page.getByRole('link', { name: title }).click();
  await answer(who, outcome, comment);
}

/** On the page of a task. @param {string} who @param {string} outcome @param {string} [comment] */
async function answer(who, outcome, comment = '') {
  const page = pages[who];
  await page.getByLabel(/^Comment/).fill(comment);
  await page.getByRole('button', { name: outcome }).click();
  await page.getByText('Your answer was saved').waitFor();
}

/** The request as a person sees it. @param {string} who @param {number} id @param {...string} texts */
async function sees(who, id, ...texts) {
  const page = pages[who];
  await page.goto(`/view/request_show?id=${id}`);
  for (const text of texts) await page.getByText(text).first().waitFor();
}

describe('purchase approval, with three people in a browser', () => {
  it('approves small amounts at once and says so by mail', async () => {
    const id = await ask('Pencils', '24.90');
    const [mail, ...others] = await newMails();
    assert.deepEqual([mail.to, others.length], ['rita@example.com', 0]);
    assert.match(mail.text, /Subject: Approved: Pencils/);
    assert.match(mail.text, /your request \*\*Pencils\*\* for \*\*€24\.90\*\*/, 'as text');
    assert.match(mail.text, /<strong>Pencils<\/strong> for <strong>€24\.90<\/strong>/, 'as HTML');
    assert.ok(mail.text.includes(`href="${server.url}/view/request_show?id=${id}"`));
    await sees('rita', id, 'Approved', 'Small amounts need no decision.');
    assert.deepEqual(await openTasks(id), []);
  });

  it('asks the manager, who asks back; the answer and a restart later he approves', async () => {
    const id = await ask('Office chair', '480');
    const [asked] = await newMails();
    assert.equal(asked.to, 'max@example.com');
    assert.match(asked.text, /Rita Lund asks for \*\*Office chair\*\* for \*\*€480\.00\*\*, cost centre Office/);
    assert.match(asked.text, /Please answer by /);
    await sees('max', id, 'With manager');
    await pages.max.getByRole('link', { name: 'Decide' }).click();
    await answer('max', 'Ask back', 'Which colour?');
    const [question] = await newMails();
    assert.deepEqual([question.to, await statusOf(id)], ['rita@example.com', 'question']);
    assert.match(question.text, /A question about Office chair[^]*> Which colour\?/);
    await sees('rita', id, 'Which colour?');
    await pages.rita.getByRole('link', { name: 'Change and send again' }).click();
    await pages.rita.getByLabel('What is it for?').fill('A black one.');
    await pages.rita.getByRole('button', { name: 'Send for approval' }).click();
    await pages.rita.waitForURL(/request_show/);
    assert.deepEqual(
      (await newMails()).map(({ to }) => to),
      ['max@example.com'],
    );

    const [task] = await openTasks(id);
    const cookies = Object.entries(people).map(([name, one]) => [name, Object.fromEntries(one.cookies), one.user]);
    for (const page of Object.values(pages)) await page.context().close();
    await server.close();
    server = await start({ fresh: true });
    for (const [name, jar, user] of /** @type {any[]} */ (cookies))
      people[name] = createClient(server.url, { cookies: jar, user });
    await open();
    assert.deepEqual(await openTasks(id), [task]);
    assert.deepEqual(await newMails(), [], 'nobody is told twice');

    await decide('max', 'Office chair', 'Approve');
    assert.deepEqual(
      (await newMails()).map(({ to, text }) => [to, /Subject: (.*)/.exec(text)?.[1]]),
      [['rita@example.com', 'Approved: Office chair']],
    );
    await sees('rita', id, 'Approved', 'Asked back', 'Max Weber');
    await pages.rita.locator('.pl-comments').getByText('Max Weber').first().waitFor();
    await pages.rita.goto('/');
    await pages.rita.getByText('€504.90').waitFor();
  });

  it('goes to the deputy when the deadline has passed, and large amounts to finance, too', async () => {
    const id = await ask('Server', '7200');
    await newMails();
    await timePasses();
    const [late, ...others] = await newMails();
    assert.deepEqual([late.to, others.length], ['fiona@example.com', 0]);
    assert.match(late.text, /passed on to you because its deadline had passed/);
    await pages.max.goto('/tasks');
    await pages.max.getByText('No open tasks').waitFor();
    assert.equal((await get(id)).approver, people.fiona.user.id, 'the request names who has it now');
    await decide('fiona', 'Server', 'Approve', 'Fits the plan');
    assert.deepEqual(
      (await newMails()).map(({ to }) => to),
      ['fiona@example.com'],
    );
    assert.equal(await statusOf(id), 'finance');
    await timePasses();
    const [reminder] = await newMails();
    assert.match(reminder.text, /Subject: .*Reminder/);
    await decide('fiona', 'Server', 'Approve');
    assert.match((await newMails())[0].text, /Subject: Approved: Server/);
    await sees('fiona', id, 'Fits the plan', 'Mark as ordered');
    await pages.fiona.getByRole('button', { name: 'Mark as ordered' }).click();
    await until(async () => (await statusOf(id)) === 'ordered');
  });

  it('rejects with a reason, and closes the task of a request that is withdrawn', async () => {
    const dear = await ask('Coffee machine', '2300');
    await newMails();
    const [{ id: task }] = await openTasks(dear);
    assert.equal((await people.max.post(`/tasks/${task}`, { outcome: 'reject', comment: ' ' })).status, 422);
    await decide('max', 'Coffee machine', 'Reject', 'Too dear');
    assert.match((await newMails())[0].text, /Rejected: Coffee machine[^]*Too dear/);
    await sees('rita', dear, 'Why it was rejected', 'Too dear');

    const gone = await ask('Plants', '300');
    await newMails();
    await pages.rita.getByRole('button', { name: 'Withdraw' }).click();
    await pages.rita
      .locator('dialog[open]')
      .getByRole('button', { name: /^Withdraw|^Confirm|^OK/ })
      .click();
    await until(async () => {
      await settle();
      return (await openTasks(gone)).length === 0;
    });
    assert.equal(await statusOf(gone), 'withdrawn');
    assert.deepEqual(await newMails(), []);
    for (const page of Object.values(pages)) assert.deepEqual(page.problems, []);
  });
});

describe('what nobody may do in it', () => {
  const api = (/** @type {string} */ who, /** @type {number} */ id, /** @type {any} */ values) =>
    rows().update(actorOf(who), 'purchase_requests', id, values);
  const actorOf = (/** @type {string} */ who) => ({
    userId: people[who].user.id,
    roles: [...(who === 'fiona' ? ['finance'] : []), 'user', 'public'],
    system: false,
  });
  const insert = async (/** @type {string} */ who, /** @type {any} */ values) => {
    const all = { title: 'Lamp', amount: '250.00', cost_centre: OFFICE, reason: 'Dark', ...values };
    const { id } = await rows().insert(actorOf(who), 'purchase_requests', all);
    await newMails();
    return id;
  };

  it('Z5: requesters change nothing that is being decided, and decide nothing themselves', async () => {
    const id = await insert('rita', {});
    const refusals = [
      { status: 'approved' },
      { amount: '9.00' },
      { approver: people.rita.user.id },
      { cost_centre: 1 },
    ];
    for (const values of refusals)
      await assert.rejects(api('rita', id, values), ({ code }) =>
        ['ROW_REFUSED', 'INPUT_INVALID', 'FORBIDDEN'].includes(code),
      );
    await assert.rejects(insert('rita', { status: 'approved' }));
    await assert.rejects(insert('rita', { requester: people.max.user.id }));
    await assert.rejects(api('max', id, { status: 'approved' }), { code: 'FORBIDDEN' });
    await assert.rejects(api('fiona', id, { status: 'ordered' }));
    assert.equal(await statusOf(id), 'manager');
    const [{ id: task }] = await openTasks(id);
    for (const who of ['rita', 'fiona', 'admin'])
      assert.equal((await people[who].post(`/tasks/${task}`, { outcome: 'approve' })).status, 404, who);
    const step = { request: id, step: 'manager', result: 'approve' };
    await assert.rejects(rows().insert(actorOf('rita'), 'approval_steps', step), { code: 'FORBIDDEN' });
    const stranger = { userId: people.admin.user.id, roles: ['user', 'public'], system: false };
    await assert.rejects(rows().get(stranger, 'purchase_requests', id), { code: 'ROW_NOT_FOUND' });
  });

  it('Z5: managers and finance don’t decide about their own requests', async () => {
    const ofManager = await insert('max', {});
    assert.equal((await get(ofManager)).approver, people.fiona.user.id, 'the deputy');
    const ofDeputy = await insert('fiona', { amount: '9000.00' });
    const [{ id: first }] = await openTasks(ofDeputy);
    assert.equal((await people.fiona.post(`/tasks/${first}`, { outcome: 'approve' })).status, 404);
    assert.equal((await people.max.post(`/tasks/${first}`, { outcome: 'approve' })).status, 303);
    await newMails();
    const [{ id: second }] = await openTasks(ofDeputy);
    assert.equal(
      (await people.fiona.post(`/tasks/${second}`, { outcome: 'approve' })).status,
      404,
      'though in finance',
    );
    await server.data.workflows.runner.look();
    assert.equal(
      (await people.admin.post(`/tasks/${second}`, { outcome: 'approve' })).status,
      303,
      'nobody else is left',
    );
    await newMails();
    assert.equal(await statusOf(ofDeputy), 'approved');
  });

  it('an approver without the role decides nothing, and a run ends as it began', async () => {
    const id = await insert('rita', { amount: '8000.00' });
    const [{ id: first }] = await openTasks(id);
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
    const { steps } = server.data.catalog().workflow('purchase_approval');
    const stop = { id: 'stop', kind: 'stop', result: 'Closed' };
    await edit('change-workflow', { workflow: 'purchase_approval', changes: { steps: [stop] } });
    assert.equal((await people.max.post(`/tasks/${first}`, { outcome: 'approve' })).status, 303);
    await newMails();
    const [{ id: second }] = await openTasks(id);
    await edit('change-workflow', { workflow: 'purchase_approval', changes: { steps } });

    const { id: fiona } = people.fiona.user;
    await server.data.people.users.update(server.system, fiona, { roles: ['user'] });
    await until(async () => (await people.fiona.post(`/tasks/${second}`, { outcome: 'approve' })).status === 404);
    await server.data.workflows.runner.look();
    assert.equal((await people.admin.post(`/tasks/${second}`, { outcome: 'reject', comment: 'No' })).status, 303);
    await newMails();
    assert.equal(await statusOf(id), 'rejected');
    await server.data.people.users.update(server.system, fiona, { roles: ['finance'] });
  });
});

it('an exported app has the same triggers, workflows, functions and mails elsewhere', async () => {
  const code = 'export default async () => 1;';
  const made = { name: 'next_number', label: 'Next', code, app: 'purchase-approval' };
  await server.data.edit(server.system, 'add-function', { function: made });
  const textOf = async (/** @type {Server} */ { data, system }) => {
    const { triggers, workflows, functions, mails } = await data.apps.export(system, 'purchase-approval');
    assert.deepEqual(
      [triggers, workflows, functions, mails].map((list) => list?.length),
      [3, 1, 1, 3],
    );
    return JSON.stringify({ triggers, workflows, functions, mails });
  };
  const here = await textOf(server);
  const elsewhere = await startTestServer();
  try {
    await elsewhere.data.apps.install(
      elsewhere.system,
      await server.data.apps.export(server.system, 'purchase-approval'),
    );
    assert.equal(await textOf(elsewhere), here);
    assert.deepEqual(elsewhere.data.catalog().problems, []);
  } finally {
    await elsewhere.close();
  }
});
