import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storedJson } from './stored-json.js';

describe('a value as JSON that PostgreSQL takes', () => {
  it('has U+FFFD in place of NUL and halves of signs, in keys too', () => {
    const value = { 'k\0': ['a\0b', 'x\ud800', '\udc00y'] };
    assert.deepEqual(JSON.parse(storedJson(value)), { 'k\ufffd': ['a\ufffdb', 'x\ufffd', '\ufffdy'] });
  });

  it('is otherwise the same, also what only looks like an escape', () => {
    for (const value of ['😀', '\\u0000', '\\\\u0000', '\\ud800', '"\\', '\ue000', '\u0001', null, 1.5, { a: [] }])
      assert.equal(storedJson(value), JSON.stringify(value));
    assert.equal(storedJson(undefined), undefined);
  });
});
