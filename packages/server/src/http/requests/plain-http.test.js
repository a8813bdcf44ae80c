import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainHttpHost } from './plain-http.js';

describe('a site that is used over plain http', () => {
  for (const [host, secure, expected] of /** @type {[string | undefined, boolean, string | null][]} */ ([
    ['localhost:3000', false, null],
    ['plinth.localhost', false, null],
    ['127.0.0.1:3000', false, null],
    ['127.1.2.3', false, null],
    ['[::1]:3000', false, null],
    ['192.168.1.5:3000', false, '192.168.1.5'],
    ['tools.example.com', false, 'tools.example.com'],
    ['localhost.example.com', false, 'localhost.example.com'],
    ['[2001:db8::1]:3000', false, '[2001:db8::1]'],
    ['tools.example.com', true, null],
    [undefined, false, null],
    ['a b', false, null],
  ])) {
    it(`A1: warns if passwords would travel unencrypted (${host}, ${secure ? 'with https' : 'without https'}: ${expected ?? 'no warning'})`, () => {
      assert.equal(plainHttpHost(/** @type {any} */ ({ secure }), { headers: { host } }), expected);
    });
  }
});
