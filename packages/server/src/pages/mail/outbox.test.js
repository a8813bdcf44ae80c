import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { startTestServer, until } from '../../testing/index.js';
import { createLog } from '../../http/log/log.js';
import { createMail } from './mail.js';
import { refusal, startMailbox } from './testing/mailbox.js';

const HERE = '/admin/settings/outbox';
const PASSWORD = 'canary-smtp-password';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let site;
/** @type {Awaited<ReturnType<typeof startMailbox>>} */
let mailbox;
/** @type {any} */
let admin;
before(async () => {
  [site, mailbox] = await Promise.all([startTestServer({ users: { ada: ['user'], sam: ['staff'] } }), startMailbox()]);
  admin = await site.as('admin');
});
after(async () => {
  await site?.close();
  await mailbox?.close();
});
afterEach(async () => {
  mailbox.behaviour = Object.assign(mailbox.behaviour, {
    onText: undefined,
    onRecipient: undefined,
    onSender: undefined,
  });
  mailbox.mails.length = 0;
  await query('delete from plinth.mails');
});

const query = (/** @type {string} */ text) => site.data.db.query(text);
const setUp = (more = {}) =>
  site.data.people.secrets.write(site.system, 'smtp', {
    host: '127.0.0.1',
    port: mailbox.port,
    from: 'Plinth <plinth@example.com>',
    password: PASSWORD,
    ...more,
  });
const switchOff = () => site.data.people.secrets.write(site.system, 'smtp', null);
const add = (/** @type {any} */ more = {}) =>
  site.data.outbox.add({
    kind: 'action',
    to: 'reader@example.com',
    subject: 'Hello',
    content: { locale: 'en', blocks: [{ text: 'the text' }] },
    ...more,
  });
const get = async (/** @type {string} */ id) => site.data.outbox.get(site.system, id);
/** @param {string} id @param {string} state */
async function inState(id, state) {
  await until(async () => (await get(id)).state === state);
  return get(id);
}

describe('the outbox', () => {
  it('keeps mail visibly until SMTP is set up, then sends it', async () => {
    await switchOff();
    const id = await add();
    await site.runtime.mail.send();
    assert.deepEqual([(await get(id)).state, (await get(id)).attempts], ['waiting', 0]);
    const { text } = await admin.get(HERE);
    assert.match(text, /Waiting: mail is not set up/);
    assert.match(text, /reader@example\.com/);
    const form = { host: '127.0.0.1', port: String(mailbox.port), user: '', password: '', from: 'p@example.com' };
    assert.equal((await admin.post('/admin/settings/mail', form)).status, 303);
    await inState(id, 'sent');
    assert.deepEqual(
      mailbox.mails.map(({ to }) => to),
      [['reader@example.com']],
    );
    assert.match((await admin.get(`${HERE}/${id}`)).text, /the text/);
  });

  it('sends nothing that is rolled back with what causes it', async () => {
    await setUp();
    await assert.rejects(
      site.data.db.transaction(async (/** @type {any} */ tx) => {
        const mail = { kind: /** @type {const} */ ('action'), to: 'x@example.com', subject: 'x' };
        await site.data.outbox.add({ ...mail, content: { locale: 'en', blocks: [] } }, tx);
        throw new Error('rolled back');
      }),
    );
    await site.runtime.mail.send();
    assert.equal(mailbox.mails.length, 0);
  });

  it('K15: sends each mail once, with several processes sending', async () => {
    await switchOff();
    await query(`insert into plinth.mails (kind, recipient, subject, content)
      select 'action', 'r' || n || '@example.com', 'x', '{"locale":"en","blocks":[]}' from generate_series(1, 60) n`);
    await setUp();
    const log = createLog({ level: 'error', write: () => {} });
    const { data } = site;
    const others = [1, 2, 3].map(() => createMail({ data, config: site.runtime.config, log }));
    await Promise.all([site.runtime.mail, ...others].map((mail) => mail.send()));
    await Promise.all(others.map((mail) => mail.close()));
    await until(() => mailbox.mails.length >= 60);
    assert.equal(new Set(mailbox.mails.map(({ to }) => to[0])).size, 60);
    assert.equal(mailbox.mails.length, 60);
  });

  it('retries later what failed for now, and never what was refused for good', async () => {
    await setUp();
    mailbox.behaviour.onRecipient = (address) =>
      address.startsWith('full')
        ? refusal(452, 'Mailbox full')
        : address.startsWith('no')
          ? refusal(550, 'No such user here')
          : null;
    const [full, none, fine] = [
      await add({ to: 'full@example.com' }),
      await add({ to: 'no@example.com' }),
      await add(),
    ];
    await inState(fine, 'sent');
    const waits = await inState(full, 'waiting');
    assert.deepEqual([waits.error, waits.answer?.includes('Mailbox full')], ['recipient', true]);
    const { rows: later } = await query(`select due_at > now() as yes from plinth.mails where id = '${full}'`);
    assert.ok(later[0].yes);
    const failed = await inState(none, 'failed');
    assert.deepEqual([failed.error, failed.attempts], ['recipient', 1]);
    const { text } = await admin.get(HERE);
    assert.match(text, /The server refused the recipient’s address/);
    assert.match(text, /No such user here/);
    mailbox.behaviour.onRecipient = undefined;
    await query(`update plinth.mails set due_at = now()`);
    await site.runtime.mail.send();
    assert.deepEqual([(await get(full)).state, (await get(none)).state], ['sent', 'failed']);
    await admin.post(`${HERE}/${none}/retry`, {});
    await inState(none, 'sent');
    await setUp({ port: 1 });
    const late = await add();
    await until(async () => (await get(late)).error === 'unreachable');
    await query(`update plinth.mails set attempts = 10, due_at = now() where id = '${late}'`);
    await site.runtime.mail.send();
    assert.equal((await get(late)).state, 'failed');
  });

  it('tells a wrong password, refused senders and servers that hang apart, and never says the password', async () => {
    const guarded = await startMailbox({ account: { user: 'me', pass: 'right' } });
    const cases = /** @type {[any, string][]} */ ([
      [{ onSender: () => refusal(553, 'Not your address') }, 'sender'],
      [{ onText: () => refusal(554, 'Looks like spam') }, 'refused'],
    ]);
    for (const [behaviour, problem] of cases) {
      await setUp();
      Object.assign(mailbox.behaviour, behaviour);
      const id = await add();
      assert.equal((await inState(id, 'failed')).error, problem);
      Object.assign(mailbox.behaviour, { onSender: undefined, onText: undefined });
    }
    await setUp({ port: mailbox.port, secure: true });
    const tls = await add();
    await until(async () => (await get(tls)).error === 'tls');
    // It has a self-signed certificate, which STARTTLS refuses before any password is sent.
    await setUp({ port: guarded.port, user: 'me' });
    const { status, text } = await admin.post('/admin/settings/mail/test', {});
    assert.equal(status, 422);
    assert.match(text, /No secure connection could be made/);
    assert.doesNotMatch(text + site.log(), new RegExp(PASSWORD));
    await guarded.close();
  });

  it('K15: a server that takes the text and never answers leaves the mail unclear, not sent twice', async () => {
    await setUp();
    // The connection ends after the text arrived.
    let isCut = false;
    const cut = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 hello\r\n');
      let inText = false;
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        if (inText || text.includes('\r\n.\r\n')) {
          if (text.endsWith('\r\n.\r\n')) {
            isCut = true;
            socket.destroy();
          }
          return;
        }
        for (const line of text.split('\r\n').filter(Boolean)) {
          if (/^DATA/i.test(line)) inText = true;
          socket.write(/^DATA/i.test(line) ? '354 go on\r\n' : '250 ok\r\n');
        }
      });
    });
    await new Promise((resolve) => cut.listen(0, '127.0.0.1', () => resolve(null)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (cut.address());
    await setUp({ port });
    const id = await add();
    await inState(id, 'unclear');
    assert.ok(isCut);
    await setUp();
    await site.runtime.mail.send();
    assert.equal(mailbox.mails.length, 0, 'nobody but an admin sends it again');
    await admin.post(`${HERE}/${id}/retry`, {});
    await inState(id, 'sent');
    assert.equal(mailbox.mails.length, 1);
    cut.close();
  });

  it('K15: what a killed process had claimed is sent by another, what it had handed over is not', async () => {
    await switchOff();
    const [claimed, handed, secret] = [await add(), await add(), await add({ secret: true })];
    await query(
      `update plinth.mails set state = 'sending', attempts = 1, claim = plinth.uuid_v7(), claimed_until = now() - interval '1 second'`,
    );
    await query(`update plinth.mails set handed_at = now() where id in ('${handed}', '${secret}')`);
    await setUp();
    await site.runtime.mail.send();
    assert.deepEqual(
      [(await get(claimed)).state, (await get(handed)).state, (await get(secret)).state],
      ['sent', 'unclear', 'unclear'],
    );
    assert.equal(mailbox.mails.length, 1);
    const { rows } = await query(`select id from plinth.mails where content is null`);
    assert.deepEqual(rows, [{ id: secret }]);
    assert.match((await admin.get(HERE)).text, /Plinth stopped while sending the mail/);
  });

  it('A12: never shows a mail with a link that works once, and wipes it', async () => {
    await switchOff();
    const mail = { kind: 'reset', secret: true, content: { locale: 'en', blocks: [{ text: 'canary-link' }] } };
    const ids = [await add(mail), await add({ ...mail, expiresAt: '2020-01-01T00:00:00Z' }), await add(mail)];
    const pages = [HERE, ...ids.map((id) => `${HERE}/${id}`)];
    for (const page of pages) assert.doesNotMatch((await admin.get(page)).text, /canary-link/);
    assert.match((await admin.get(pages[1])).text, /never shown/);
    await admin.post(`${HERE}/${ids[2]}/cancel`, {});
    await setUp();
    await site.runtime.mail.send();
    const states = await Promise.all(ids.map(async (id) => (await get(id)).state));
    assert.deepEqual(states, ['sent', 'failed', 'cancelled']);
    assert.match(mailbox.mails[0].text, /canary-link/);
    const { rows } = await query('select content from plinth.mails');
    assert.deepEqual(
      rows.map((/** @type {any} */ { content }) => content),
      [null, null, null],
    );
    assert.doesNotMatch(site.log(), /canary-link/);
  });

  it('Z1: is for admins only', async () => {
    await switchOff();
    const id = await add({ to: 'hidden@example.com' });
    for (const who of ['public', 'ada', 'sam']) {
      const client = await site.as(who);
      for (const url of [HERE, `${HERE}/${id}`]) {
        const { status, text } = await client.get(url);
        assert.ok([302, 303, 403, 404].includes(status), `${who} ${url}: ${status}`);
        assert.doesNotMatch(text, /hidden@/);
      }
      for (const url of [HERE, `${HERE}/${id}/retry`, `${HERE}/${id}/cancel`, '/admin/settings/mail/test'])
        assert.notEqual((await client.post(url, { keepDays: '1' })).status, 200);
    }
    const staff = { userId: null, roles: ['staff'], system: false };
    const { outbox } = site.data;
    for (const call of [() => outbox.list(staff), () => outbox.get(staff, id), () => outbox.cancel(staff, id)])
      await assert.rejects(call, { code: 'FORBIDDEN' });
    assert.equal((await get(id)).state, 'waiting');
  });

  it('is filtered by recipient and state, paged, and emptied after its days', async () => {
    await switchOff();
    await query(`insert into plinth.mails (kind, recipient, subject, content, state, done_at)
      select 'action', 'many' || n || '@example.com', 'Subject ' || n, '{"locale":"en","blocks":[]}', 'sent', now() - n * interval '1 day'
        from generate_series(1, 60) n`);
    await add({ to: 'other@example.com' });
    const { text } = await admin.get(`${HERE}?state=sent&q=MANY`);
    assert.equal(text.match(/many\d+@/g)?.length, 50);
    assert.doesNotMatch(text, /other@/);
    const next = /href="\?(after=[^"]+)"/.exec(text)?.[1].replaceAll('&amp;', '&');
    assert.equal((await admin.get(`${HERE}?${next}`)).text.match(/many\d+@/g)?.length, 10);
    assert.match((await admin.get(`${HERE}?state=failed`)).text, /No matches/);
    assert.equal((await admin.post(HERE, { keepDays: '0' })).status, 422);
    assert.equal((await admin.post(HERE, { keepDays: '10' })).status, 303);
    await site.data.outbox.sweep();
    const { mails } = await site.data.outbox.list(site.system);
    assert.equal(mails.length, 10, 'nine sent ones and the one that waits');
  });

  it('costs one statement when there is nothing to do', async () => {
    await setUp();
    await site.runtime.mail.send();
    const before = site.data.db.counters().statements;
    await site.runtime.mail.send();
    assert.equal(site.data.db.counters().statements - before, 1);
  });
});

describe('setting up mail', () => {
  const form = (more = {}) => ({
    host: '127.0.0.1',
    port: String(mailbox.port),
    user: '',
    from: 'p@example.com',
    ...more,
  });
  const HOME = '/admin/settings/mail';

  it('sends a test and shows what the server says', async () => {
    await admin.post(HOME, form());
    await admin.post(`${HOME}/test`, {});
    assert.equal(mailbox.mails.length, 1);
    assert.match(
      decodeURIComponent(admin.cookies.get('plinth_flash')),
      /accepted the mail to admin@example\.com\. It said: 250/,
    );
    mailbox.behaviour.onRecipient = () => refusal(550, 'Go away');
    const { status, text } = await admin.post(`${HOME}/test`, {});
    assert.equal(status, 422);
    assert.match(text, /The server refused the recipient’s address/);
    assert.match(text, /Go away/);
  });

  it('wants a sender, and the password again for another server', async () => {
    await admin.post(HOME, form({ user: 'me', password: PASSWORD }));
    for (const [wrong, message] of /** @type {[any, RegExp][]} */ ([
      [{ from: '' }, /Enter the address that mail comes from/],
      [{ from: 'nobody' }, /Enter an address such as/],
      [{ user: 'me', host: 'evil.example.com' }, /Enter the password again/],
    ])) {
      const { status, text } = await admin.post(HOME, form(wrong));
      assert.equal(status, 422, message.source);
      assert.match(text, message);
      assert.doesNotMatch(text, new RegExp(PASSWORD));
    }
    assert.equal((await site.data.people.secrets.read('smtp'))?.host, '127.0.0.1');
  });

  it('mails an invitation in the language of the site, and shows the link too', async () => {
    await setUp();
    const { text } = await admin.post('/admin/users/invite', { email: 'new@example.com', mail: 'true', roles: 'user' });
    assert.match(text, /also being sent to new@example\.com/);
    await until(() => mailbox.mails.length === 1);
    const [{ text: mail, to }] = mailbox.mails;
    assert.deepEqual(to, ['new@example.com']);
    const link = new RegExp(`${site.url}/auth/invite/[\\w-]{43}`).exec(mail)?.[0] ?? '';
    assert.equal((await (await site.as('public')).get(link.slice(site.url.length))).status, 200);
    await admin.post('/admin/users/invite', { email: 'quiet@example.com', roles: 'user' });
    await site.runtime.mail.send();
    assert.equal(mailbox.mails.length, 1);
    assert.doesNotMatch(site.log(), new RegExp(link.slice(-43)));
  });
});
