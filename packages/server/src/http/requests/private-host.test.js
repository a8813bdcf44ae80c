import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isExpectedHost } from './private-host.js';

describe('isExpectedHost', () => {
  for (const [host, expected] of /** @type {const} */ ([
    ['tools.example.com', true],
    ['tools.example.com:8080', true],
    ['localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['192.168.1.5', true],
    ['[::1]:3000', true],
    ['nas:3000', true],
    ['nas.local', true],
    ['evil.example.org', false],
    ['tools.example.com.evil.org', false],
    ['127.0.0.1.evil.org', false],
    ['', false],
    ['a b', false],
  ])) {
    it(`${host || '(none)'}: ${expected}`, () =>
      assert.equal(isExpectedHost(host, 'https://tools.example.com'), expected));
  }
});
