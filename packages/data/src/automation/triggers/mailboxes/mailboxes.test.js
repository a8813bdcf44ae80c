import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createOutbound } from '../../outbound/outbound.js';
import { SYSTEM, createForum } from '../../../gate/rows/testing/forum.js';
import { until } from '../../../testing/until.js';
import { createMailboxes } from './create-mailboxes.js';
import { createImapServer } from './testing/imap-server.js';

const PASSWORD = 'canary-mailbox-password';
/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {Awaited<ReturnType<typeof createImapServer>>} */
let server;
/** @type {string[]} */
const logged = [];
const log = Object.fromEntries(
  ['debug', 'info', 'warn', 'error'].map((level) => [
    level,
    (/** @type {any[]} */ ...said) => logged.push(JSON.stringify(said)),
  ]),
);
/** @type {string} */
let id;
/** @type {ReturnType<typeof createMailboxes>} */
let mailboxes;

const query = (/** @type {string} */ text, /** @type {any[]} */ ...values) => forum.data.db.query({ text, values });
const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
const mail = (subject = 'Hello', more = '') =>
  `From: Ada <ada@example.com>\nTo: desk@example.org\nSubject: ${subject}\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nMessage-ID: <${subject}@example.com>\n${more}\nThe printer is broken.\n`;
const ran = async () =>
  (await query('select details from plinth.runs where object_id = $1 order by id', id)).rows.map((row) => row.details);
const subjects = async () => (await ran()).map(({ subject }) => subject);

/** As one process has them. @param {any} [more] */
const another = (more = {}) =>
  createMailboxes({
    db: /** @type {any} */ (forum.data.db),
    catalog: /** @type {any} */ (forum.data.catalog),
    onCatalog: () => () => {},
    within: forum.data.actions.within,
    tellAdmins: async () => assert.fail('nobody is to be told'),
    log: /** @type {any} */ (log),
    wake() {},
    secrets: { values: async () => new Map([['desk', PASSWORD]]) },
    outbound: createOutbound({ allow: () => [`127.0.0.1:${server.port}`] }),
    ...more,
  });
const look = (/** @type {any} */ which = mailboxes) => which.read(forum.admin, id);

before(async () => {
  forum = await createForum({ history: true, log });
  await edit('add-app', { name: 'support', label: 'Support' });
  await edit('add-secret', { secret: { name: 'desk' } });
  await forum.data.secrets.set(forum.admin, 'desk', PASSWORD);
});
beforeEach(async () => {
  server = await createImapServer({ password: PASSWORD });
  const options = {
    server: '127.0.0.1',
    port: server.port,
    tls: 'none',
    username: `desk-${server.port}`,
    password: 'desk',
  };
  const steps = [
    {
      do: {
        action: 'insert_row',
        config: { table: 'replies', values: [{ field: 'text', source: 'expression', expression: 'event.subject' }] },
      },
    },
  ];
  await edit('add-trigger', {
    trigger: { label: 'Desk', app: 'support', source: 'email', as: 'system', options, steps },
  });
  id = /** @type {any} */ (forum.data.catalog()).triggers.at(-1).id;
  mailboxes = another();
});
const change = (/** @type {any} */ options) => {
  const { options: old } = /** @type {any} */ (forum.data.catalog()).triggers.find(
    (/** @type {any} */ one) => one.id === id,
  );
  return edit('change-trigger', { trigger: id, changes: { options: { ...old, ...options } } });
};
const finish = async () => {
  await mailboxes.close();
  await edit('remove-trigger', { trigger: id });
  await server.close();
};
after(() => forum.close());

/** @param {string} name @param {() => Promise<void>} work */
const test = (name, work) =>
  it(name, async () => {
    try {
      await work();
    } finally {
      await finish();
    }
  });

describe('a mail starts a trigger', () => {
  test('with what it says; what was there before it is left', async () => {
    server.put(mail('Old'));
    assert.deepEqual(await look(), { started: 0, skipped: 0 });
    const attached =
      'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSee\0 there.\n--b\nContent-Type: application/pdf; name=bill.pdf\nContent-Disposition: attachment; filename=bill.pdf\n\nfour\n--b--\n';
    server.put(mail('Bill', attached));
    assert.deepEqual(await look(), { started: 1, skipped: 0 });
    const [event] = await ran();
    assert.equal(event.text.trim(), 'See there.');
    assert.deepEqual(
      [event.from, event.fromName, event.to, event.subject, event.date, event.messageId],
      ['ada@example.com', 'Ada', 'desk@example.org', 'Bill', '2026-11-23T10:00:00.000Z', '<Bill@example.com>'],
    );
    assert.deepEqual(
      event.attachments.map((/** @type {any} */ one) => [one.name, one.type]),
      [['bill.pdf', 'application/pdf']],
    );
    assert.deepEqual(
      server.state.mails.map(({ seen }) => seen),
      [false, true],
    );
    await forum.data.automation.drain();
    assert.equal((await query("select from app.replies where text = 'Bill'")).rowCount, 1);
  });

  test('once, although processes poll at the same time and its sender sent a copy', async () => {
    await look();
    for (let i = 0; i < 5; i++) server.put(mail(`Mail ${i}`));
    server.put(mail('Mail 0'));
    const processes = [mailboxes, another(), another(), another()];
    const read = await Promise.all(processes.map((one) => look(one)));
    assert.equal(read.filter(Boolean).length, 1, 'one process has the mailbox');
    await look();
    assert.deepEqual(await subjects(), ['Mail 0', 'Mail 1', 'Mail 2', 'Mail 3', 'Mail 4']);
  });

  test('once, although its process dies after reading it and an answer comes late', async () => {
    await look();
    server.put(mail('Precious'));
    const { promise: stuck, resolve: goOn } = Promise.withResolvers();
    const slow = another();
    server.state.before = async (name) => void (name === 'UID FETCH' && (await stuck));
    const first = look(slow);
    first.catch(() => {});
    await until(async () => server.state.heard.includes('UID FETCH'));
    assert.deepEqual(await subjects(), [], 'read, but not written');
    await query("update plinth.mailboxes set leased_until = now() - interval '1 second' where trigger_id = $1", id);
    server.state.before = async () => {};
    assert.deepEqual(await look(), { started: 1, skipped: 0 });
    goOn(undefined);
    await assert.rejects(first, { code: 'MAILBOX_TIMEOUT' });
    assert.deepEqual(await subjects(), ['Precious']);
    await slow.close();
  });

  test('once, although the server numbers its mails anew', async () => {
    await look();
    server.put(mail('One'));
    await look();
    server.state.validity = 8;
    server.put(mail('Two'));
    assert.deepEqual(await look(), { started: 1, skipped: 0 });
    assert.deepEqual(await subjects(), ['One', 'Two']);
  });

  test('unless it is huge, an automatic reply, or from somebody else', async () => {
    await look();
    await change({ from: 'example.com, Bob@Example.net' });
    server.put(mail('Huge'), { size: 11 * 2 ** 20 });
    server.put(mail('Away', 'Auto-Submitted: auto-replied\n'));
    server.put(mail('Spam').replace('ada@example.com', 'eve@notexample.com'));
    server.put(mail('Right').replace('ada@example.com', 'BOB@example.net'));
    assert.deepEqual(await look(), { started: 1, skipped: 1 });
    assert.deepEqual(await subjects(), ['Right']);
    assert.equal((await mailboxes.state(forum.admin, id))?.skipped, 1);
    assert.deepEqual(
      server.state.mails.map(({ seen }) => seen),
      [false, false, false, true],
    );
  });
});

describe('what goes wrong with a mailbox', () => {
  test('a wrong password is reported without showing it, and tried less and less often', async () => {
    server.state.password = 'another';
    await assert.rejects(look(), (/** @type {any} */ error) => {
      assert.equal(error.code, 'MAILBOX_LOGIN_REFUSED');
      assert.match(error.message, /no such user, or not •••••/);
      return true;
    });
    await assert.rejects(look(), { code: 'MAILBOX_LOGIN_REFUSED' });
    const state = await mailboxes.state(forum.admin, id);
    assert.deepEqual([state?.failures, state?.error?.code], [2, 'MAILBOX_LOGIN_REFUSED']);
    server.state.password = PASSWORD;
    assert.deepEqual(await mailboxes.check(forum.admin, id), { folder: 'INBOX', count: 0 });
    assert.equal((await mailboxes.state(forum.admin, id))?.error, null);
  });

  test('admins are told of failures that repeat: once, and again only after it was read', async () => {
    const role = forum.data.catalog().roles.find((/** @type {any} */ { name }) => name === 'admin')?.id;
    await query('insert into plinth.user_roles (user_id, role_id) values ($1, $2)', forum.people.cyd, role);
    // Plinth's own, which may not ask the own network.
    const own = forum.data.automation.mailboxes;
    const fail = async (/** @type {number} */ times) => {
      for (let n = 0; n < times; n++) await assert.rejects(look(own), { code: 'OUTBOUND_BLOCKED' });
    };
    const alerts = async (/** @type {any} */ actor = forum.admin) => {
      const { notifications } = await forum.data.notifications.list(actor);
      return notifications.filter((/** @type {any} */ one) => one.kind === 'mailbox_failed' && one.about === id);
    };
    await fail(2);
    assert.deepEqual(await alerts(), [], 'which may be a passing trouble');
    await fail(3);
    const [alert, ...more] = await alerts();
    assert.match(alert.text, /^Desk: .*127\.0\.0\.1/);
    assert.deepEqual(more, []);
    assert.deepEqual(await alerts(forum.ben), [], 'only admins');
    assert.deepEqual(await look(), { started: 0, skipped: 0 });
    await fail(2);
    assert.equal((await alerts()).length, 1);
    await fail(2);
    assert.equal((await alerts()).length, 2);
  });

  test('a process that ends while reading keeps the failures, and another one can read at once', async () => {
    server.state.password = 'another';
    await assert.rejects(look(), { code: 'MAILBOX_LOGIN_REFUSED' });
    server.state.hangsAt = 'LOGIN';
    const ending = another();
    const reading = look(ending);
    reading.catch(() => {});
    await until(async () => server.state.heard.filter((name) => name === 'LOGIN').length === 2);
    await ending.close();
    await assert.rejects(reading);
    const { rows } = await query(
      'select failures, lease, next_at <= now() as due from plinth.mailboxes where trigger_id = $1',
      id,
    );
    assert.deepEqual(rows, [{ failures: 1, lease: null, due: true }]);
  });

  for (const hangsAt of ['greeting', 'LOGIN', 'UID SEARCH'])
    test(`a server that hangs at ${hangsAt} is left, and holds nothing`, async () => {
      server.state.hangsAt = hangsAt;
      const quick = another({ limits: { connect: 100, quiet: 100, total: 1000 } });
      await assert.rejects(look(quick), { code: 'MAILBOX_TIMEOUT' });
      await until(async () => server.state.open === 0);
      const { rows } = await query('select leased_until from plinth.mailboxes where trigger_id = $1', id);
      assert.deepEqual(rows, [{ leased_until: null }]);
      await quick.close();
    });

  test('a server of the own network is not asked unless allowed, nor is a secret sent to a host that is not its own', async () => {
    const guarded = another({ outbound: createOutbound() });
    await assert.rejects(look(guarded), { code: 'OUTBOUND_BLOCKED' });
    await edit('change-secret', { secret: 'desk', changes: { hosts: ['imap.example.com'] } });
    await assert.rejects(look(), { code: 'HTTP_SECRET_HOST' });
    await edit('change-secret', { secret: 'desk', changes: { hosts: [] } });
    assert.deepEqual(server.state.heard, []);
    await change({ folder: 'Nowhere' });
    await assert.rejects(mailboxes.check(forum.admin, id), { code: 'MAILBOX_FOLDER_NOT_FOUND' });
  });

  test('a server that offers no encryption gets no password, if encryption was chosen', async () => {
    await change({ tls: 'starttls' });
    await assert.rejects(look(), { code: 'MAILBOX_UNREACHABLE', message: /does not support STARTTLS/ });
    assert.equal(server.state.heard.includes('LOGIN'), false);
  });

  test('only admins read it or see its state', async () => {
    for (const work of [mailboxes.state, mailboxes.check, mailboxes.read])
      await assert.rejects(work(forum.ben, id), { code: 'FORBIDDEN' });
    assert.deepEqual(server.state.heard, []);
  });

  test('the password is in no export, history, log or table', async () => {
    server.put(mail());
    await look();
    server.state.password = 'another';
    await look().catch(() => {});
    const { rows } = await query(
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('plinth', 'app')",
    );
    for (const { name } of rows) {
      const found = await query(`select 1 from ${name} t where t::text like $1`, `%${PASSWORD}%`);
      assert.equal(found.rowCount, 0, name);
    }
    const exported = JSON.stringify(await forum.data.apps.export(SYSTEM, 'support', { rows: false }));
    assert.match(exported, /"source":"email"/);
    const catalog = JSON.stringify(/** @type {any} */ (forum.data.catalog()).triggers);
    assert.doesNotMatch(exported + catalog + logged.join(), new RegExp(PASSWORD));
  });
});
