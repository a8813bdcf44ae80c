import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { difference } from './difference.js';

const heading = (/** @type {string} */ text) => ({ type: 'heading', settings: { text, level: 1 } });
const page = (/** @type {any[]} */ ...children) => ({ type: 'stack', children });

describe('the difference of two states', () => {
  it('is empty for equal states in any order', () => {
    assert.equal(difference({ a: 1, b: [2, { c: null }] }, { b: [2], a: 1, d: '' }), null);
  });

  it('shows texts unchanged, and nothing for what did not exist', () => {
    assert.deepEqual(difference('Old', 'New\nname'), { before: 'Old', after: 'New\nname' });
    assert.deepEqual(difference(undefined, ['user', 'staff']), { before: '', after: '– user\n– staff' });
    assert.deepEqual(difference(true, false), { before: 'true', after: 'false' });
  });

  it('of a long layout shows the changed place alone', () => {
    const many = Array.from({ length: 300 }, (_, i) => heading(`Number ${i}`));
    const told = difference(page(...many), page(...many.with(250, heading('Mine'))));
    assert.match(told?.before ?? '', /^…\n[^]*text: Number 250\n[^]*\n…$/);
    assert.match(told?.after ?? '', /text: Mine/);
    assert.doesNotMatch(told?.after ?? '', /Number 2(48|52)/);
  });

  it('shows an element that was added, and that one was changed far behind', () => {
    assert.match(difference(page(heading('A')), page(heading('A'), heading('B')))?.after ?? '', /text: B/);
    const told = difference(`${'x'.repeat(5000)}\nold`, `${'x'.repeat(5000)}\nnew`);
    assert.match(told?.after ?? '', /new$/);
  });
});
