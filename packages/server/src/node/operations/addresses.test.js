import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLoopback, networkAddresses } from './addresses.js';

const address = (/** @type {string} */ text, family = 'IPv4', internal = false) =>
  /** @type {any} */ ({ address: text, family, internal });
const interfaces = {
  lo: [address('127.0.0.1', 'IPv4', true), address('::1', 'IPv6', true)],
  eth0: [address('192.168.1.20'), address('fe80::1', 'IPv6'), address('2001:db8::7', 'IPv6')],
};

describe('addresses for other machines', () => {
  it('are none while the server listens on its own machine only', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]', '127.1.2.3'])
      assert.deepEqual(networkAddresses({ host, port: 3000 }, interfaces), [], host);
  });

  it('are those of all networks where it listens on all', () => {
    for (const host of ['0.0.0.0', '::', '[::]'])
      assert.deepEqual(networkAddresses({ host, port: 3000 }, interfaces), ['http://192.168.1.20:3000'], host);
    const { lo, eth0 } = interfaces;
    assert.deepEqual(networkAddresses({ host: '::', port: 80 }, { lo, eth0: eth0.slice(1) }), [
      'http://[2001:db8::7]:80',
    ]);
  });

  it('are the one it listens on', () => {
    assert.deepEqual(networkAddresses({ host: 'tools.lan', port: 3000 }, interfaces), ['http://tools.lan:3000']);
  });

  it('are distinguished from those that lead back to the reader', () => {
    for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'http://app.localhost'])
      assert.ok(isLoopback(url), url);
    for (const url of ['https://tools.example', 'http://192.168.1.20:3000', 'http://128.0.0.1'])
      assert.ok(!isLoopback(url), url);
  });
});
