import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFrom, readMail } from './read-mail.js';

const read = (/** @type {string} */ source) => readMail(Buffer.from(source));

describe('a mail as an event', () => {
  it('has a text, also if it was sent as HTML alone', async () => {
    const { event } = await read(
      'Subject: x\nContent-Type: text/html\n\n<style>p{}</style><p>Hello <b>you</b></p><p>Bye &amp; thanks</p>\n',
    );
    assert.match(String(event.text), /Hello you\s+Bye & thanks$/);
    assert.match(String(event.html), /<b>you<\/b>/);
  });

  it('reads what is broken, empty or hostile as far as it goes', async () => {
    for (const source of ['', '\n\n', 'no header at all', 'Date: never\nFrom: <<>>\n\n', '\xff\xfe\0: \0\n\n\0'])
      assert.doesNotMatch(JSON.stringify((await read(source)).event), /\\u0000/);
    const long = `From: ${'a'.repeat(5000)}@example.com\nSubject: ${'s'.repeat(5000)}\n\n${'t'.repeat(200_000)}`;
    const { event } = await read(long);
    assert.deepEqual(
      [event.subject, event.text].map((text) => String(text).length),
      [1000, 100_000],
    );
    const nested = Array.from(
      { length: 200 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
    ).join('');
    await assert.rejects(read(nested), 'it is skipped');
  });

  it('knows automatic replies, and copies', async () => {
    const isReply = async (/** @type {string} */ header) => (await read(`${header}\nSubject: x\n\nHi`)).isReply;
    assert.equal(await isReply('Auto-Submitted: auto-replied (vacation)'), true);
    assert.equal(await isReply('X-Autoreply: yes'), true);
    assert.equal(await isReply('Auto-Submitted: auto-generated'), false);
    const [one, copy, other] = await Promise.all(
      ['Received: a\nSubject: x\n\nHi', 'Received: b\nSubject: x\n\nHi', 'Subject: x\n\nHo'].map(read),
    );
    assert.equal(one.digest, copy.digest);
    assert.notEqual(one.digest, other.digest);
  });

  for (const [from, wanted, is] of /** @type {const} */ ([
    ['ada@example.com', '', true],
    ['ada@example.com', 'ADA@example.com', true],
    ['ada@example.com', 'example.org, example.com', true],
    ['ada@example.com', '@example.com', true],
    ['ada@notexample.com', 'example.com', false],
    ['ada@example.com.evil.example', 'example.com', false],
    ['bada@example.com', 'ada@example.com', false],
    ['', 'example.com', false],
  ]))
    it(`from "${from}" is ${is ? '' : 'not '}wanted by "${wanted}"`, () => assert.equal(isFrom(from, wanted), is));
});
