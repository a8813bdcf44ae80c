import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rememberPaths } from './remember-paths.js';

/** Bytes on the heap after a full collection. */
function heapUsed() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}

describe('paths that are asked for again', () => {
  it('are made once, and those of which nothing is made each time', () => {
    /** @type {string[]} */
    const made = [];
    const of = rememberPaths((path) => (made.push(path), path === '/none' ? null : { path }));
    for (const path of ['/a', '/é', '/none', '/a', '/é', '/none']) assert.equal(of(path)?.path ?? '/none', path);
    assert.deepEqual(made, ['/a', '/é', '/none', '/none']);
    assert.equal(of('/a'), of('/a'));
  });

  it('are few, and not long together, whatever is asked for', () => {
    for (const [count, letters] of [
      [20_000, 10],
      [5000, 16_000],
    ]) {
      const of = rememberPaths((path) => path.slice(1));
      const before = heapUsed();
      for (let i = 0; i < count; i++) of(`/${i}/${'x'.repeat(letters)}`);
      const held = (heapUsed() - before) / 2 ** 20;
      assert.ok(held < 2.5, `${count} paths of ${letters} letters: ${held} MB`);
      assert.equal(of('/last'), 'last');
    }
  });

  it('don’t keep the address in memory that they were cut from', () => {
    const of = rememberPaths((path) => path.slice(1));
    const before = heapUsed();
    for (let i = 0; i < 1500; i++) {
      const address = Buffer.from(`/page/of-some-name-${i}?${'x'.repeat(15_000)}`).toString();
      of(address.slice(0, address.indexOf('?')));
    }
    const held = (heapUsed() - before) / 2 ** 20;
    assert.ok(held < 2.5, `${held} MB`);
    assert.equal(of('/page/of-some-name-1'), 'page/of-some-name-1');
  });
});
