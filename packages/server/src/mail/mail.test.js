import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { createClient, startTestServer } from '../testing/index.js';

/** A mail server that takes everything and keeps it. */
async function startMailbox() {
  /** @type {string[]} */
  const mails = [];
  const server = createServer((socket) => {
    let inData = false;
    let mail = '';
    let rest = '';
    socket.write('220 mailbox\r\n');
    socket.on('data', (chunk) => {
      rest += chunk;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData && line === '.') {
          mails.push(mail);
          inData = false;
          socket.write('250 kept\r\n');
        } else if (inData) mail += line + '\n';
        else if (/^data/i.test(line)) {
          mail = '';
          inData = true;
          socket.write('354 go on\r\n');
        } else if (/^quit/i.test(line)) socket.end('221 bye\r\n');
        else {
          mail += /^rcpt/i.test(line) ? `${line}\n` : '';
          socket.write('250 ok\r\n');
        }
      }
    });
    socket.on('error', () => {});
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { port, mails, close: () => server.close() };
}

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof startMailbox>>} */
let mailbox;
before(async () => {
  [server, mailbox] = await Promise.all([startTestServer(), startMailbox()]);
});
after(async () => {
  mailbox.close();
  await server.close();
});

/** @param {number} count */
async function mailsCame(count) {
  await until(() => mailbox.mails.length >= count);
  assert.equal(mailbox.mails.length, count);
}
/** Undoes quoted-printable. @param {string} mail */
const plain = (mail) =>
  mail.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

describe('mail', () => {
  it('is not sent before a server is configured, and the reset page says whom to ask', async () => {
    await assert.rejects(server.runtime.mail.send({ to: 'a@example.com', subject: 'x', text: 'y' }), {
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
    const mail = plain(mailbox.mails[0]);
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

  it('I13: no text of ours becomes another header', async () => {
    await server.runtime.mail.send({ to: 'a@example.com', subject: 'Hi\r\nBcc: evil@example.org', text: 'x' });
    await mailsCame(3);
    assert.doesNotMatch(mailbox.mails[2], /^Bcc:/m);
    assert.doesNotMatch(mailbox.mails[2], /RCPT TO:<evil/i);
  });

  it('reports which server refused it, without the password', async () => {
    await server.data.people.secrets.write(server.system, 'smtp', {
      host: '127.0.0.1',
      port: 1,
      password: 'canary-smtp',
    });
    const error = await server.runtime.mail
      .send({ to: 'a@example.com', subject: 'x', text: 'y' })
      .catch((/** @type {any} */ e) => e);
    assert.equal(error.code, 'MAIL_FAILED');
    assert.doesNotMatch(JSON.stringify(error), /canary-smtp/);
    assert.ok(!server.log().includes('canary-smtp'));
  });
});
