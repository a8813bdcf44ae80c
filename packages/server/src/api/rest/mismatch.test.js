import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mismatch } from './mismatch.js';

describe('what does not match a schema', () => {
  it('is a number out of its bounds', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1, maximum: 5 } } };
    assert.equal(mismatch(schema, { n: 5 }), null);
    assert.deepEqual(mismatch(schema, { n: 6 }), { at: 'n', problem: 'must be from 1 to 5' });
  });

  it('Y1: is found without making a text of what may be long', () => {
    const list = Object.assign([1], { toString: () => assert.fail('it was made a text') });
    assert.equal(mismatch({ type: 'array', items: {} }, list), null);
  });
});
