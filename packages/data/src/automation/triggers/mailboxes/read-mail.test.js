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

  it('is read as far as possible if it is broken, empty or hostile', async () => {
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

  it('has the moment of its date in any zone of the machine: without an offset, that of Greenwich', async () => {
    const zone = process.env.TZ;
    try {
      for (const machine of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
        process.env.TZ = machine;
        for (const [date, moment] of [
          ['Sat, 28 Nov 2026 10:00:00 +0100', '2026-11-28T09:00:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00 -0530', '2026-11-28T15:30:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00 -0000', '2026-11-28T10:00:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00', '2026-11-28T10:00:00.000Z'],
          ['28 Nov 2026 10:00', '2026-11-28T10:00:00.000Z'],
          ['2026-11-28T10:00:00', '2026-11-28T10:00:00.000Z'],
          ['2026-11-28 10:00:00', '2026-11-28T10:00:00.000Z'],
          ['2026-11-28T10:00:00Z', '2026-11-28T10:00:00.000Z'],
          ['2026-11-28T10:00:00+01:00', '2026-11-28T09:00:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00 GMT', '2026-11-28T10:00:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00 +0100 (CET)', '2026-11-28T09:00:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00 EST', '2026-11-28T15:00:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00 CET', '2026-11-28T10:00:00.000Z'],
          ['Sat, 28 Nov 2026 10:00:00 A', '2026-11-28T10:00:00.000Z'],
          ['11/28/2026 10:00 PM', '2026-11-28T22:00:00.000Z'],
          ['never', null],
          ['', null],
          ['Thu, 01 Jan 99999 00:00:00 +0000', null],
        ])
          assert.equal((await read(`Date: ${date}\nSubject: x\n\nHi`)).event.date, moment, `${date} in ${machine}`);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
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
