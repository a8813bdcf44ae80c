import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientAddress } from './client-address.js';

/** @param {string} remoteAddress @param {string} [forwarded] */
const from = (remoteAddress, forwarded) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

describe('A3: the address of a client', () => {
  it('is the connection’s, whatever headers say, if no proxy is configured', () => {
    assert.equal(clientAddress(from('192.0.2.1', '203.0.113.9'), 0), '192.0.2.1');
    assert.equal(clientAddress(from('::ffff:192.0.2.1'), 0), '192.0.2.1');
    assert.equal(clientAddress(from('fe80::1%eth0'), 0), 'fe80::1');
  });

  it('is what our own proxies saw, not what the client wrote before them', () => {
    assert.equal(clientAddress(from('10.0.0.1', '203.0.113.9'), 1), '203.0.113.9');
    assert.equal(clientAddress(from('10.0.0.1', '1.1.1.1, 203.0.113.9'), 1), '203.0.113.9');
    assert.equal(clientAddress(from('10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2'), 2), '203.0.113.9');
  });

  it('is that of the connection when the header makes no sense', () => {
    assert.equal(clientAddress(from('10.0.0.1', 'unknown'), 1), '10.0.0.1');
    assert.equal(clientAddress(from('10.0.0.1', '<script>'), 1), '10.0.0.1');
    assert.equal(clientAddress(from('10.0.0.1'), 1), '10.0.0.1');
  });
});
