import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { createRedact, HIDDEN } from './redact.js';

const SECRET = 'Pläne/+ "geheim"?&7~x9';
const bytes = Buffer.from(SECRET);
const hex = bytes.toString('hex');
const hexOf = (/** @type {string} */ text) => Buffer.from(text).toString('hex');
const base64Of = (/** @type {string} */ text) => Buffer.from(text).toString('base64');
const folded = (/** @type {string} */ text, /** @type {string} */ line) => text.replace(/.{9}/gsu, `$&${line}`);

/** @type {Record<string, (secret: string) => string>} */
const WAYS = {
  'as it is': (secret) => secret,
  JSON: (secret) => JSON.stringify(secret),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify({ a: secret })),
  'an address': encodeURIComponent,
  'an address in small letters': (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'an address twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'a form': (secret) => String(new URLSearchParams({ a: secret })),
  'every byte in percent': (secret) => Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 behind a name': (secret) => Buffer.from(`u:${secret}`).toString('base64'),
  'base64 within an object': (secret) =>
    Buffer.from(JSON.stringify({ ab: 1, key: secret.slice(0, 0) }).slice(0, -2) + secret + '"}').toString('base64'),
  'base64 over lines': (secret) => folded(Buffer.from(secret).toString('base64'), '\r\n '),
  'base64 in JSON': (secret) => JSON.stringify(folded(Buffer.from(`k ${secret}`).toString('base64'), '\r\n')),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'hexadecimal with colons': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replace(/..(?=.)/g, '$&:'),
  'JSON in numbers': (secret) =>
    secret
      .split('')
      .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  'JavaScript in numbers': (secret) => secret.replace(/[^]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`),
  'JavaScript in bytes': (secret) => hexOf(secret).replace(/../g, '\\x$&'),
  'JavaScript in bytes, in capitals': (secret) => hexOf(secret).toUpperCase().replace(/../g, '\\x$&'),
  'letters that are partly escaped': (secret) =>
    secret.replace(/[a-m]/g, (one) => `\\x${one.charCodeAt(0).toString(16).toUpperCase()}`),
  'itself backwards': (secret) => [...secret].reverse().join(''),
  'base64 twice': (secret) => base64Of(base64Of(secret)),
  'base64 three times': (secret) => base64Of(base64Of(base64Of(secret))),
  'base64 twice behind names': (secret) => base64Of(`a:${base64Of(`user:${secret}`)}`),
  'base64url twice': (secret) => Buffer.from(Buffer.from(secret).toString('base64url')).toString('base64url'),
  'base64 twice over lines': (secret) => base64Of(base64Of(secret)).replace(/.{16}/g, '$&\r\n'),
  'base64 of hexadecimal': (secret) => base64Of(hexOf(secret)),
  'hexadecimal of base64': (secret) => hexOf(base64Of(secret)),
  'hexadecimal twice': (secret) => hexOf(hexOf(secret)),
  'hexadecimal in mixed case': (secret) =>
    hexOf(secret).replace(/[a-f]/g, (one, at) => (at % 3 ? one : one.toUpperCase())),
  HTML: (secret) => secret.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
  'HTML by names': (secret) => secret.replace(/[&"]/g, (one) => (one === '&' ? '&amp;' : '&quot;')),
  'a folded header': (secret) => folded(secret, '\r\n\t'),
  'a mail': (secret) =>
    folded(
      [...Buffer.from(secret)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
      '',
    ).replace(/(.{30})/g, '$1=\r\n'),
};

describe('a secret in a text', () => {
  for (const [way, write] of Object.entries(WAYS))
    it(`A12: is masked as ${way}`, () => {
      const said = createRedact([SECRET])(`before ${write(SECRET)} after`);
      assert.ok(said.includes(HIDDEN), said);
      assert.match(said, /^before .* after$/s);
      assert.ok(!said.includes(base64Of(hexOf('geheim')).slice(0, 12)), said);
      for (const part of ['geheim', 'miehe', 'Z2VoZWlt', 'dlaGVpb', 'nZWhlaW', hex.slice(8, 20), 'ge\r'])
        assert.ok(!said.toLowerCase().includes(part.toLowerCase()), said);
    });

  it('A12: is masked with its lines, tabs and quotes in JSON within JSON', () => {
    for (const secret of [
      '-----BEGIN KEY-----\nMIIEabc\tdef\r\n-----END KEY-----\n',
      'Wort"mit\\Zeichen',
      'a\\\\\\\\b',
    ])
      for (let text = secret, level = 0; level <= 5; level++, text = JSON.stringify(text)) {
        const said = createRedact([secret])(`before ${text} after`);
        assert.ok(said.includes(HIDDEN), said);
        assert.doesNotMatch(said, /BEGIN|MIIE|def|Wort|Zeichen/);
      }
  });

  it('A12: is looked for in backslashes without trying all ways to divide them', () => {
    const redact = createRedact(['key\\\\\\\\\\\\\\\\end']);
    const text = `key${'\\'.repeat(400)}`;
    assert.equal(redact(text), text);
    assert.equal(redact(`key${'\\'.repeat(16)}end`), HIDDEN);
  });

  it('A12: is masked whatever it consists of', () => {
    fc.assert(
      fc.property(
        fc
          .oneof(fc.string({ minLength: 8, maxLength: 60 }), fc.string({ minLength: 8, maxLength: 40, unit: 'binary' }))
          .filter((one) => one.isWellFormed() && one.trim().length > 7),
        fc.constantFrom(...Object.entries(WAYS)),
        fc.string({ maxLength: 20 }),
        (secret, [way, write], around) => {
          const redact = createRedact([secret]);
          const said = redact(`${around} ${write(secret)} ${around}`);
          assert.ok(said.includes(HIDDEN), `${way}: ${said}`);
          assert.ok(!said.includes(write(secret)), way);
        },
      ),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('leaves other texts as they are, and short values only as they are', () => {
    const redact = createRedact([SECRET, 'abc']);
    const text = JSON.stringify({ note: 'geheim', hex: 'abcdef'.slice(3), list: [1, 2], at: '2026-11-28T12:00:00Z' });
    assert.equal(redact(text), text);
    assert.equal(redact('xabcx YWJj 616263'), `x${HIDDEN}x ${HIDDEN} ${HIDDEN}`);
    assert.equal(createRedact([])('x'), 'x');
    assert.equal(createRedact([''])('x'), 'x');
  });

  it('A12: takes no longer for a text that looks like it again and again', () => {
    const redact = createRedact([SECRET, 'a'.repeat(64)]);
    for (const text of ['a'.repeat(63), '%'.repeat(50), '\\'.repeat(200), 'Pl%C3%A4ne'.repeat(50)])
      assert.ok(redact(`${text} `.repeat(500)).length > 0);
  });
});
