import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTarget } from './canonical-path.js';

describe('the path of a request', () => {
  it('has no dot segments, slashes or control characters in its names, however they are written', () => {
    for (const name of ['.', '..', '%2e', '%2E%2e', '.%2e', 'a%2fb', 'a%5Cb', '%00', 'a%0a'])
      for (const target of [`/${name}`, `/files/${name}/x`, `/page/${name}?a=1`])
        assert.throws(() => parseTarget(target), { status: 404 }, target);
    for (const target of ['//x', '/a//b']) assert.throws(() => parseTarget(target), { status: 404 }, target);
    for (const target of ['x', '/a#b', '/%', '/%ff']) assert.throws(() => parseTarget(target), { status: 400 }, target);
  });

  it('keeps names with dots, and says which spelling is the simplest', () => {
    assert.equal(parseTarget('/page/a.b').canonical, true);
    assert.deepEqual([parseTarget('/page/...').path, parseTarget('/page/..a').path], ['/page/...', '/page/..a']);
    const { path, canonical } = parseTarget('/page/%61/');
    assert.deepEqual([path, canonical], ['/page/a', false]);
  });
});
