import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { parseMail } from './parse-mail.js';
import { readMail } from './read-mail.js';

const part = (/** @type {string} */ head, /** @type {string} */ body) => `--b\nContent-Type: ${head}\n\n${body}\n`;
const GOOD = [
  'From: Ada <ada@example.com>, "B, C" <b@example.com>\nTo: team: a@example.com, b@example.com;\n',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\nDate: Sat, 28 Nov 2026 10:00:00 +0100\nMessage-ID: <1@example.com>\n',
  'Content-Type: multipart/mixed; boundary="b"\n\n',
  part('text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable', 'Gr=C3=BC=\n=C3=9Fe'),
  part('text/html', '<p>Hello <b>you</b></p>'),
  part('a/b; name*0="x"; name*1*=%C3%BC\nContent-Transfer-Encoding: base64', 'aGVsbG8='),
  part('message/rfc822', 'From: c@example.com\nSubject: inner\n\nforwarded text\n'),
  '--b--\n',
].join('');
const refused = { code: 'MAIL_UNREADABLE', status: 422 };

/** @param {string} source @returns {Promise<any>} null: refused */
async function read(source) {
  try {
    const { event } = await readMail(Buffer.from(source, 'latin1'));
    const { attachments, ...texts } = event;
    for (const [name, text] of Object.entries(texts))
      assert.ok(String(text).length <= 100_000, `${name} has ${String(text).length} characters`);
    assert.ok(/** @type {any[]} */ (attachments).length <= 100);
    return event;
  } catch (error) {
    assert.ok(error instanceof AppError, String(/** @type {any} */ (error).stack));
    assert.deepEqual({ code: error.code, status: error.status }, refused);
    return null;
  }
}

describe('a hostile mail', () => {
  it('M1: is read or refused, whatever is changed in it', async () => {
    assert.match((await read(GOOD)).text, /Grüße[^]*forwarded text/);
    const change = fc.record({
      at: fc.nat(),
      cut: fc.nat({ max: 60 }),
      put: fc.oneof(
        fc.string({ maxLength: 6, unit: 'binary' }),
        fc.constantFrom('--b\n', '--b--\n', '\n\n', '\n ', '=?utf-8?B?', '=?x?Q?=?=', 'a:"', '<', '(', '%', '=', ';'),
        fc.constantFrom(
          part('message/rfc822', 'Content-Type: multipart/mixed; boundary=b\n\n'),
          part('text/html', '<a href='),
        ),
        fc.constantFrom('charset=x', 'boundary=', 'Content-Transfer-Encoding: base64\n', 'Date: x\n', '&#x110000;'),
      ),
      times: fc.constantFrom(1, 2, 300),
      end: fc.option(fc.nat()),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, cut, put, times, end }) => {
        const from = at % GOOD.length;
        const changed = GOOD.slice(0, from) + put.repeat(times) + GOOD.slice(from + cut);
        await read(end === null ? changed : changed.slice(0, end % changed.length));
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  const mixed = 'Content-Type: multipart/mixed; boundary=b\n\n';
  const long = `a: ${'b'.repeat(1000)}\n`.repeat(45);
  const base64 = (/** @type {string} */ text) => Buffer.from(text).toString('base64');
  for (const [what, source] of /** @type {[string, string][]} */ ([
    ['parts', mixed + '--b\n'.repeat(6000)],
    ['parts of a mail in it', mixed + part('message/rfc822', mixed.replace('=b', '=c') + '--c\n'.repeat(6000))],
    [
      'parts of an encoded mail in it',
      mixed + part('message/rfc822\nContent-Transfer-Encoding: base64', base64(mixed + '--b\n'.repeat(6000))),
    ],
    [
      'parts of many mails in it',
      mixed + part('message/rfc822', mixed.replace('=b', '=c') + '--c\n'.repeat(900)).repeat(7),
    ],
    ['headers', 'a: b\n'.repeat(80_000)],
    ['headers of its parts', mixed + `--b\n${long}\nx\n`.repeat(7)],
    ['headers of mails in it', mixed + part('message/rfc822', `${long}\nx`).repeat(7)],
    ['one header', `To: ${'a:'.repeat(150_000)}\n\nx`],
    ['one header that is continued', `To: a\n${' bcd\n'.repeat(100_000)}\nx`],
    ['lines', `\n${'\n'.repeat(200_001)}`],
    [
      'levels',
      Array.from({ length: 60 }, (_, i) => `Content-Type: multipart/mixed; boundary=${i}x\n\n--${i}x\n`).join(''),
    ],
  ]))
    it(`M1: with too many ${what} is refused`, async () => assert.equal(await read(source), null));

  it('M1: is decoded only as far as its text is stored, in every encoding', async () => {
    const text = base64('x\n'.repeat(300_000));
    const many =
      part('text/plain; format=flowed\nContent-Transfer-Encoding: base64', text) +
      part('text/html', 'y'.repeat(900_000));
    const mail = await parseMail(Buffer.from(mixed + many + part('message/rfc822', `${mixed}${many}`)));
    assert.ok((mail.html ?? '').length < 2_500_000, `${mail.html?.length} characters`);
    assert.ok((mail.text ?? '').length < 1_500_000, `${mail.text?.length} characters`);
    assert.equal((await read(mixed + many)).text.length, 100_000);
  });

  it('M1: keeps what is attached to a mail that is attached, three mails deep', async () => {
    /** @type {(depth: number) => string} */
    const inner = (depth) =>
      /** @type {string} */ (
        depth === 0
          ? part('a/b; name=x.bin', 'x').replaceAll('--b', '--c0')
          : `--c${depth}\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c${depth - 1}\n\n${inner(depth - 1)}`
      );
    for (const [depth, names] of /** @type {const} */ ([
      [1, ['x.bin']],
      [3, ['x.bin']],
      [4, ['']],
    ])) {
      const event = await read(`Content-Type: multipart/mixed; boundary=c${depth}\n\n${inner(depth)}`);
      assert.deepEqual(
        event.attachments.map((/** @type {any} */ { name }) => name),
        names,
      );
    }
  });
});
