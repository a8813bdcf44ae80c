import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdentify } from './identify.js';

describe('the session that a request names', () => {
  /** @type {string[]} */
  let hashed = [];
  const sessionKey = (/** @type {string} */ token) => (hashed.push(token), token === 'no-token' ? null : `#${token}`);
  const { sessionOf: of } = createIdentify({ people: /** @type {any} */ ({ sessionKey }), secure: false });
  const request = (/** @type {object} */ socket, /** @type {string} */ cookie) =>
    /** @type {any} */ ({ socket, headers: { cookie } });

  it('is read once for all equal requests of a connection', () => {
    const socket = {};
    for (let i = 0; i < 3; i++) assert.equal(of(request(socket, 'a=1; plinth_session=one')).key, '#one');
    assert.deepEqual(hashed, ['one']);
  });

  it('C1: changes as soon as the connection sends another cookie, and is never another connection’s', () => {
    hashed = [];
    const [mine, shared] = [{}, {}];
    assert.equal(of(request(shared, 'plinth_session=one')).key, '#one');
    assert.equal(
      of(request(shared, 'plinth_session=two')).key,
      '#two',
      'a proxy sends many people down one connection',
    );
    assert.equal(of(request(shared, 'plinth_session=one')).key, '#one');
    assert.equal(of(request(mine, 'plinth_session=three')).token, 'three');
    assert.deepEqual(of(request(shared, /** @type {any} */ (undefined))), { token: undefined, key: null });
    const { token, key } = of(request(mine, 'plinth_session=no-token'));
    assert.deepEqual([token, key], ['no-token', null]);
  });
});
