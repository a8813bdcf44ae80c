import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBigint, asKey, asUuid } from './index.js';

const ID = '018f3b1e-0000-7000-8000-00000000abcd';

describe('ids from outside', () => {
  it('are what their column holds, or nothing', () => {
    assert.deepEqual([ID, ID.toUpperCase()].map(asUuid), [ID, ID.toUpperCase()]);
    for (const wrong of ['', 'abc', ` ${ID}`, `${ID}0`, ID.replaceAll('-', ''), 7, null, undefined, {}, `${ID}\0`])
      assert.equal(asUuid(wrong), null, String(wrong));
    assert.deepEqual([7, '7', -7, 7n, '9223372036854775807'].map(asBigint), [
      '7',
      '7',
      '-7',
      '7',
      '9223372036854775807',
    ]);
    for (const wrong of ['', '1.5', 1.5, 1e21, '9223372036854775808', 'x', ' 1', null, undefined, NaN, '1\0'])
      assert.equal(asBigint(wrong), null, String(wrong));
  });

  it('follow the kind of key that a table has', () => {
    assert.deepEqual([asKey({ key: 'uuid' }, ID), asKey({ key: 'uuid' }, '7')], [ID, null]);
    assert.deepEqual([asKey({ key: 'identity' }, ID), asKey({ key: 'identity' }, '7')], [null, '7']);
  });
});
