import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unstorableIn } from './unstorable.js';

describe('what PostgreSQL can’t store', () => {
  it('is found in texts and keys, with its place', () => {
    assert.equal(unstorableIn({ a: ['x', { b: 'y\0' }] }), 'a.1.b');
    assert.equal(unstorableIn({ a: { b: '\ud83d' } }), 'a.b');
    assert.equal(unstorableIn({ a: [{ 'b\0': 1 }] }), 'a.0.b\u{fffd}');
    assert.equal(unstorableIn('\udc00'), '');
  });

  it('is nothing else', () => {
    const value = { 'ä 😀': ['\t\n\u0001', null, true, 1.5, {}, [], '\\u0000', '\\ud800', '\uffff'] };
    assert.equal(unstorableIn(value), null);
  });
});
