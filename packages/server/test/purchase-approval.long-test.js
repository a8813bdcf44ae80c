import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDatabase, createTestDatabase } from '@plinth/data/testing';
import { startMailbox } from '../src/pages/mail/testing/mailbox.js';
import { createClient, keepablePort, startTestServer, until } from '../src/testing/index.js';
import { migrateEmpty } from '../src/testing/migrate-empty.js';
import { starterApp } from './browser/starter-app.js';

const PLINTH = fileURLToPath(new URL('../../cli/bin/plinth.js', import.meta.url));
/** Of each kind: decided by the rule, by the manager, and by finance as well. */
const EACH = 30;
const AMOUNTS = ['50', '500', '8000'];
const ALL = EACH * AMOUNTS.length;
const OFFICE = 2;

it('requests are decided once and everybody is told once, with a server that is killed again and again', async () => {
  const database = await createTestDatabase({ migrate: migrateEmpty });
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-approval-'));
  const mailbox = await startMailbox();
  const port = await keepablePort();
  const people = await setUp(database, mailbox.port);
  const db = await createDatabase(database.connection);
  const url = `http://127.0.0.1:${port}`;
  const [max, fiona] = ['max', 'fiona'].map((name) => createClient(url, people[name]));
  const count = async (/** @type {string} */ what) =>
    (await db.query(`select count(*)::int as n from ${what}`)).rows[0].n;
  const tasks = (/** @type {string} */ condition) => count(`plinth.tasks where ${condition}`);
  /** @type {import('node:child_process').ChildProcess[]} */
  const servers = [];
  const serve = async () => {
    const env = { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: database.url, PLINTH_DATA: folder };
    const options = { env: { ...env, LOG_LEVEL: 'error' }, stdio: /** @type {const} */ ('ignore') };
    servers.push(spawn(process.execPath, [PLINTH, 'serve'], options));
    await until(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  };
  const kill = async () => {
    const server = /** @type {import('node:child_process').ChildProcess} */ (servers.at(-1));
    assert.deepEqual([server.exitCode, server.signalCode], [null, null], 'it works');
    server.kill('SIGKILL');
    await once(server, 'exit');
    // Others wait until its claims are over, which takes longer than a test should.
    await db.query("update plinth.mails set claimed_until = now() where state = 'sending'");
  };
  /** Serves until something is so, and is killed in the middle of what it does. @param {() => Promise<boolean>} isEnough @param {() => unknown} [meanwhile] */
  const until9 = async (isEnough, meanwhile = () => {}) => {
    await serve();
    const busy = meanwhile();
    await until(isEnough);
    await kill();
    await busy;
  };
  /** Answers of somebody to their open tasks, as far as the server lives. @param {ReturnType<typeof createClient>} who @param {string} step */
  const answer = async (who, step) => {
    const { rows } = await db.query(
      `select id from plinth.tasks where state = 'open' and step = '${step}' order by id`,
    );
    for (const { id } of rows) {
      const sent = await who.post(`/tasks/${id}`, { outcome: 'approve' }).catch(() => null);
      if (sent === null) return;
      assert.ok([303, 409].includes(sent.status), `${sent.status} ${sent.text.slice(0, 500)}`);
    }
  };

  try {
    await db.query(`
      insert into app.purchase_requests (title, amount, cost_centre, reason, requester, status)
      select 'Request ' || n, (array[${AMOUNTS}])[n % 3 + 1], ${OFFICE}, 'Why', '${people.rita.user.id}', 'submitted'
        from generate_series(1, ${ALL}) n`);
    await until9(async () => (await tasks('true')) >= 10);
    await until9(async () => (await tasks('true')) >= EACH);
    await until9(async () => mailbox.mails.length >= EACH);
    await serve();
    await until(async () => (await tasks("step = 'manager'")) === 2 * EACH);
    await kill();
    await until9(
      async () => (await tasks("step = 'manager' and state = 'decided'")) >= EACH / 2,
      () => answer(max, 'manager'),
    );
    await until9(
      async () => (await tasks("step = 'finance'")) >= EACH / 2,
      () => answer(max, 'manager'),
    );
    await serve();
    await answer(max, 'manager');
    await until(async () => (await tasks("step = 'finance'")) === EACH);
    await kill();
    await until9(
      async () => (await count("app.purchase_requests where status = 'approved' and amount = 8000")) >= EACH / 2,
      () => answer(fiona, 'finance'),
    );
    await serve();
    await answer(fiona, 'finance');
    const isOver = async () =>
      (await count("plinth.runs where kind = 'workflow' and state <> 'done'")) === 0 &&
      (await count("plinth.mails where state in ('waiting', 'sending')")) === 0 &&
      (await count("plinth.runs where kind = 'trigger' and state = 'waiting'")) === 0;
    await until(isOver);
    await kill();

    assert.equal(await count("app.purchase_requests where status = 'approved' and title like 'Request %'"), ALL);
    const steps = await db.query(`
      select s.step, count(*)::int as n, count(distinct s.request)::int as requests, count(s.person)::int as persons
        from app.approval_steps s join app.purchase_requests r on r.id = s.request
       where r.title like 'Request %' group by 1 order by 1`);
    assert.deepEqual(steps.rows, [
      { step: 'finance', n: EACH, requests: EACH, persons: EACH },
      { step: 'manager', n: 2 * EACH, requests: 2 * EACH, persons: 2 * EACH },
      { step: 'rule', n: EACH, requests: EACH, persons: 0 },
    ]);
    const asked = await db.query(`
      select step, state, count(*)::int as n, count(distinct row_key)::int as requests
        from plinth.tasks group by 1, 2 order by 1`);
    assert.deepEqual(asked.rows, [
      { step: 'finance', state: 'decided', n: EACH, requests: EACH },
      { step: 'manager', state: 'decided', n: 2 * EACH, requests: 2 * EACH },
    ]);
    await checkMails(db, mailbox.mails);
    assert.equal(servers.length, 9, 'killed as often');
  } finally {
    servers.at(-1)?.kill('SIGKILL');
    await Promise.all([db.close(), mailbox.close()]);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/**
 * One mail for each task and each answer. What the mail server has accepted has arrived once; of a mail that was on its
 * way when the server was killed, nobody can know, so it is not sent again.
 *
 * @param {Awaited<ReturnType<typeof createDatabase>>} db @param {{ to: string[], text: string }[]} received
 */
async function checkMails(db, received) {
  const { rows } = await db.query('select recipient, subject, state from plinth.mails');
  const expected = { 'max@example.com': 2 * EACH, 'fiona@example.com': EACH, 'rita@example.com': ALL };
  const byPerson = Object.groupBy(rows, ({ recipient }) => recipient);
  assert.deepEqual(Object.fromEntries(Object.entries(byPerson).map(([to, mails]) => [to, mails?.length])), expected);
  const keyOf = (/** @type {string} */ to, /** @type {string} */ text) => `${to} ${/Request \d+/.exec(text)?.[0]}`;
  const arrived = Object.groupBy(received, ({ to, text }) => keyOf(to.join(), text));
  for (const { recipient, subject, state } of rows) {
    const times = arrived[keyOf(recipient, subject)]?.length ?? 0;
    assert.ok(
      state === 'sent' ? times === 1 : state === 'unclear' && times <= 1,
      `${recipient} ${subject} ${state} ${times}`,
    );
  }
  const unclear = rows.filter(({ state }) => state === 'unclear').length;
  assert.ok(unclear <= 20, `${unclear} of ${rows.length} are unclear`);
}

/**
 * The app with its people, made by a server that is gone then.
 *
 * @param {Awaited<ReturnType<typeof createTestDatabase>>} database @param {number} port of the mail server
 */
async function setUp(database, port) {
  const users = { rita: ['user'], max: ['user'], fiona: ['finance'] };
  const app = await starterApp('purchase-approval');
  const site = await startTestServer({ app, users, database: { ...database, close: async () => {} } });
  try {
    /** @type {Record<string, { cookies: Record<string, string>, user: any }>} */
    const people = {};
    for (const name of Object.keys(users)) {
      const { cookies, user } = await site.as(name);
      people[name] = { cookies: Object.fromEntries(cookies), user };
    }
    const { max, fiona } = people;
    const centre = { manager: max.user.id, deputy: fiona.user.id };
    await site.data.rows.update(site.system, 'cost_centres', OFFICE, centre);
    // As it was stored before secrets were encrypted: the key of this server is gone with its folder.
    const smtp = JSON.stringify({ host: '127.0.0.1', port, from: 'plinth@example.com' });
    await site.data.db.query(`insert into plinth.secrets (name, value) values ('smtp', '${smtp}'::jsonb)`);
    return people;
  } finally {
    await site.close();
  }
}
