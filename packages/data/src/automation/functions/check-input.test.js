import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkInput } from './check-input.js';

const param = (/** @type {any} */ type, required = true) => ({
  params: [{ name: 'a', label: '', description: '', type, required }],
});
const read = (/** @type {any} */ type, /** @type {unknown} */ a) => JSON.parse(checkInput(param(type), { a })).a;

describe('input of functions', () => {
  it('is read from JSON and from the text of an address', () => {
    for (const [type, given, value] of [
      ['text', 'x', 'x'],
      ['integer', ' 12 ', 12],
      ['number', '1.5', 1.5],
      ['date', '2026-02-28', '2026-02-28'],
      ['json', '{"b":1}', { b: 1 }],
      ['json', 'words', 'words'],
      ...[true, 1, 'true', 'on', '1'].map((one) => ['boolean', one, true]),
      ...[false, 0, 'false', '0'].map((one) => ['boolean', one, false]),
    ])
      assert.deepEqual(read(type, given), value, JSON.stringify([type, given]));
    assert.equal(checkInput({ params: [] }, { any: 1 }), '{"any":1}');
    assert.equal(checkInput(param('text', false), {}), '{}');
  });

  it('is refused if its type is wrong, even for names that every object has', () => {
    for (const [type, given] of [
      ...['toString', '__proto__', 'constructor', 'yes', [true], { toString: 1 }, {}, 2].map((one) => ['boolean', one]),
      ...['1.5', 'x', [1], '1e400', {}].map((one) => ['integer', one]),
      ...[5, ['x'], {}].map((one) => ['text', one]),
      ...['2026-02-30', '2026-2-3', 20260203].map((one) => ['date', one]),
      ...['', null].map((one) => ['text', one]),
    ])
      assert.throws(() => read(type, given), { code: 'INPUT_INVALID' }, JSON.stringify([type, given]));
    for (const given of [null, [], 'x'])
      assert.throws(() => checkInput({ params: [] }, given), { code: 'INPUT_INVALID' });
  });

  it('is refused if it is too large, and the error lists only some of many unknown names', () => {
    assert.throws(() => checkInput({ params: [] }, { a: 'x'.repeat(1_000_000) }), { code: 'INPUT_INVALID' });
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`b${i}`, 1]));
    assert.throws(
      () => checkInput(param('text'), { a: 'x', ...many }),
      (/** @type {any} */ { details }) => Object.keys(details.fields).length === 20,
    );
  });
});
