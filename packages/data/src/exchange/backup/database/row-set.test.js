import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRowSet } from './row-set.js';

/** @param {readonly string[]} rows @param {number} size of the chunks they come in */
function digestOf(rows, size) {
  const set = createRowSet();
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  for (let at = 0; at < bytes.length; at += size) set.add(bytes.subarray(at, at + size));
  return set.digest();
}

const row = fc.string().map((text) => text.replaceAll('\n', ''));
const rows = fc.array(row, { minLength: 1, maxLength: 30 });
const size = fc.integer({ min: 1, max: 70 });

describe('a set of rows', () => {
  it('is the same in any order and in chunks of any size', () => {
    fc.assert(
      fc.property(
        rows.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        size,
        size,
        ([list, shuffled], one, other) => assert.equal(digestOf(list, one), digestOf(shuffled, other)),
      ),
    );
  });

  it('differs by any row that is changed, missing, added or there twice', () => {
    fc.assert(
      fc.property(rows, fc.nat(), row, size, (list, at, other, chunk) => {
        const i = at % list.length;
        const same = digestOf(list, chunk);
        assert.notEqual(digestOf(list.toSpliced(i, 1), chunk), same);
        assert.notEqual(digestOf([...list, other], chunk), same);
        assert.notEqual(digestOf([...list, list[i]], chunk), same);
        if (other !== list[i]) assert.notEqual(digestOf(list.with(i, other), chunk), same);
      }),
    );
  });
});
