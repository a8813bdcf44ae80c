import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compareCosts } from './compare.js';
import { watchedRequests } from './requests.js';

const cost = { statements: 4, allocated: 100_000, html: 35_000, cpu: 1 };

describe('costs of requests', () => {
  it('may rise by a tenth, CPU to twice as much, and no further', () => {
    const at = (/** @type {Partial<typeof cost>} */ changed) =>
      compareCosts({ page: cost }, { page: { ...cost, ...changed } });
    for (const fits of [{}, { allocated: 109_000 }, { html: 38_000 }, { cpu: 1.9 }, { allocated: 90_000 }]) {
      assert.deepEqual(at(fits), { problems: [], hints: [] });
    }
    for (const [part, value] of Object.entries({ statements: 5, allocated: 111_000, html: 39_000, cpu: 2.1 })) {
      assert.deepEqual(at({ [part]: value }).problems, [
        `page: ${part} ${value}, the line says ${/** @type {any} */ (cost)[part]}`,
      ]);
    }
  });

  it('say where a line can be lowered, but not for CPU, which differs between machines', () => {
    const { problems, hints } = compareCosts({ page: cost }, { page: { ...cost, statements: 2, cpu: 0.3 } });
    assert.deepEqual([problems, hints], [[], ['page: statements 2, the line says 4']]);
  });

  it('need a line for each request, and a request for each line', () => {
    assert.deepEqual(compareCosts({ old: cost }, { new: cost }).problems, [
      'new: has no line',
      'old: is not measured any more',
    ]);
  });

  it('are committed for the thirteen requests', () => {
    const known = JSON.parse(readFileSync(new URL('./costs.json', import.meta.url), 'utf8'));
    const names = watchedRequests({ files: { small: '/' } }).map(({ name }) => name);
    assert.equal(names.length, 13);
    assert.deepEqual(Object.keys(known), names);
  });
});
