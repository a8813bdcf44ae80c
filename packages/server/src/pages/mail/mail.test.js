import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { createClient, startTestServer } from '../../testing/index.js';
import { startMailbox } from './testing/mailbox.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof startMailbox>>} */
let mailbox;
before(async () => {
  [server, mailbox] = await Promise.all([startTestServer(), startMailbox()]);
});
after(async () => {
  await server.close();
  await mailbox.close();
});

/** @param {number} count */
async function mailsCame(count) {
  await until(() => mailbox.mails.length >= count);
  assert.equal(mailbox.mails.length, count);
}
const text = { locale: 'en', blocks: [{ text: 'y' }] };

describe('mail', () => {
  it('is not sent before a server is configured, and the reset page says whom to ask', async () => {
    await assert.rejects(server.runtime.mail.test({ to: 'a@example.com', subject: 'x', content: text }), {
      code: 'MAIL_NOT_SET_UP',
    });
    assert.match((await createClient(server.url).get('/auth/reset')).text, /This server doesn’t send e-mail/);
  });

  it('A5: a reset goes to the stored address, with a link on the configured base URL, whatever the request says', async () => {
    const smtp = {
      host: '127.0.0.1',
      port: mailbox.port,
      secure: false,
      from: 'plinth@example.com',
      password: 'canary-smtp',
    };
    await server.data.people.secrets.write(server.system, 'smtp', smtp);
    await server.as('user');
    const client = createClient(server.url);
    const hostile = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', forwarded: 'host=evil.test' };
    const answer = await client.post('/auth/reset', { email: 'USER@example.com' }, hostile);
    assert.match(answer.text, /a link is on its way/);
    await mailsCame(1);
    const mail = mailbox.mails[0].text;
    assert.match(mail, /^To: user@example\.com$/m);
    const link = /http:\/\/[^\s]+\/auth\/reset\/([\w-]{43})/.exec(mail);
    assert.ok(link?.[0].startsWith(server.url));
    assert.doesNotMatch(mail, /evil/);
    assert.equal((await client.get(`/auth/reset/${link?.[1]}`)).status, 200);
    assert.ok(!server.log().includes(String(link?.[1])));
  });

  it('A4: nobody is written to at an unknown address, and the answer is the same', async () => {
    const known = await createClient(server.url).post('/auth/reset', { email: 'user@example.com' });
    const unknown = await createClient(server.url).post('/auth/reset', { email: 'nobody@example.com' });
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
    await mailsCame(2);
  });

  it('A5: lists and look-alikes of addresses reach nobody else', async () => {
    for (const body of [
      new URLSearchParams('email=evil@example.org&email=evil2@example.org'),
      new URLSearchParams({ email: 'user@example.com,evil@example.org' }),
      new URLSearchParams({ email: 'user@example.com\r\nBcc: evil@example.org' }),
      new URLSearchParams({ email: 'uſer@example.com' }),
    ]) {
      await createClient(server.url).post('/auth/reset', body);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(mailbox.mails.length, 2);
  });

  it('I13: no text of ours becomes another header or recipient', async () => {
    const { outbox } = server.data;
    const subject = 'Hi\r\nBcc: evil@example.org\r\n\r\nbody\u2028X-Evil: 1';
    await outbox.add({ kind: 'action', to: 'a@example.com', subject, content: text });
    await mailsCame(3);
    assert.doesNotMatch(mailbox.mails[2].raw.split('\r\n\r\n')[0], /^(Bcc|X-Evil):/m);
    assert.deepEqual(mailbox.mails[2].to, ['a@example.com']);
    for (const to of [
      'a@example.com\r\nBcc: evil@example.org',
      'a@example.com,evil@example.org',
      'A <a@example.com>',
      '"a b"@c',
      '',
      null,
    ])
      await assert.rejects(outbox.add({ kind: 'action', to: /** @type {any} */ (to), subject: 'x', content: text }), {
        code: 'MAIL_ADDRESS_INVALID',
      });
  });

  it('comes as HTML with the look of the site and as plain text, and answers to no robot', async () => {
    await server.data.edit(server.system, 'change-settings', {
      changes: { siteName: 'A <b>& C', themeColour: '#aa3355' },
    });
    const blocks = [
      { text: 'Hello <script>alert(1)</script>,\nline two' },
      { markdown: '**bold** [x](javascript:alert(1)) <script>x</script>', plain: 'bold' },
      { button: 'Open', url: 'https://example.com/?a=1&b=2' },
    ];
    await server.data.outbox.add({
      kind: 'action',
      to: 'a@example.com',
      subject: 'Ümläut',
      content: { locale: 'ar', blocks },
    });
    await mailsCame(4);
    const { text: mail } = mailbox.mails[3];
    assert.match(mail, /^Auto-Submitted: auto-generated$/m);
    assert.match(mail, /^Content-Type: multipart\/alternative/m);
    const [plain, page] = mail.split('Content-Type: text/html');
    assert.match(plain, /Open:\nhttps:\/\/example\.com\/\?a=1&b=2/);
    assert.match(page, /dir="rtl"/);
    assert.match(page, /prefers-color-scheme:dark/);
    assert.match(page, /background:#aa3355/);
    assert.match(page, /A &lt;b&gt;&amp; C/);
    assert.match(page, /<strong>bold<\/strong>/);
    assert.doesNotMatch(page, /<script|javascript:/);
  });

  it('A12: says what went wrong in words, without the password', async () => {
    await server.data.people.secrets.write(server.system, 'smtp', {
      host: '127.0.0.1',
      port: 1,
      password: 'canary-smtp',
      from: 'plinth@example.com',
    });
    const error = await server.runtime.mail
      .test({ to: 'a@example.com', subject: 'x', content: text })
      .catch((/** @type {any} */ e) => e);
    assert.equal(error.code, 'MAIL_FAILED');
    assert.equal(error.details.problem, 'unreachable');
    assert.doesNotMatch(JSON.stringify(error), /canary-smtp/);
    assert.ok(!server.log().includes('canary-smtp'));
  });
});
