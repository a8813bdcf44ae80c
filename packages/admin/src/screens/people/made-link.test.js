import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkOrigin } from './made-link.js';

/** @param {{ baseUrl?: string, host?: string }} config @param {string} asked the Host header */
const origin = ({ baseUrl = 'http://localhost:3000', host = '127.0.0.1' }, asked) =>
  linkOrigin(
    /** @type {any} */ ({ ctx: { app: { config: { baseUrl, host, port: 3000 } } }, headers: { host: asked } }),
  );

describe('a link to pass on', () => {
  it('starts with BASE_URL, whatever the Host header says', () => {
    assert.equal(origin({ baseUrl: 'https://tools.example' }, '192.168.1.5:3000'), 'https://tools.example');
  });

  it('starts with the private address that the admin uses, without BASE_URL', () => {
    assert.equal(origin({ host: '0.0.0.0' }, '192.168.1.5:3000'), 'http://192.168.1.5:3000');
    assert.equal(origin({ host: '0.0.0.0' }, 'tools.local:3000'), 'http://tools.local:3000');
  });

  it('never starts with a public name that nobody configured', () => {
    assert.doesNotMatch(origin({ host: '0.0.0.0' }, 'evil.example'), /evil/);
    assert.equal(origin({}, 'evil.example'), 'http://localhost:3000');
  });

  it('starts with an address of the network where the admin uses localhost', () => {
    assert.equal(origin({ host: '10.1.2.3' }, 'localhost:3000'), 'http://10.1.2.3:3000');
    assert.equal(origin({}, 'localhost:3000'), 'http://localhost:3000');
  });
});
