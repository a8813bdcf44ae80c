import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { dataPlugin } from '../../core-plugin.js';
import { readSource } from './read-source.js';

const registry = createRegistry([dataPlugin]);
const read = (/** @type {string} */ text) => readSource('view', text, { registry, known: new Set() });
const GOOD =
  'name: orders\ntemplate: list\nconfig:\n  columns:\n    - field: title\n      label: "A: b"\n    - field: paid\n';

describe('a source that is not as it should be', () => {
  it('names a key that comes twice, and its line', async () => {
    const { problems } = await read('name: a\nconfig:\n  x: 1\n  x: 2\n');
    assert.deepEqual([problems[0].line, problems[0].column], [4, 3]);
    assert.match(JSON.stringify(problems[0].message), /unique/);
  });

  it('M1: is read or refused whatever is changed in it, with a few problems at most', async () => {
    const change = fc.record({
      at: fc.nat(),
      cut: fc.nat({ max: 9 }),
      put: fc.string({ maxLength: 6 }),
      times: fc.integer({ min: 1, max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, cut, put, times }) => {
        const from = at % GOOD.length;
        const { problems, value } = await read(GOOD.slice(0, from) + put.repeat(times) + GOOD.slice(from + cut));
        assert.ok(problems.length <= 100);
        assert.equal(
          value === null,
          problems.some(({ severity }) => severity === 'error'),
        );
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('M1: is not followed deeper than any document is nested, with the line where that is', async () => {
    const [open, half] = ['['.repeat(100_000), '['.repeat(50_000)];
    const deeper = Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}a:`).join('\n');
    for (const text of [
      open,
      half + ']'.repeat(50_000),
      '{a: '.repeat(25_000),
      '- '.repeat(50_000),
      '? '.repeat(50_000),
      deeper,
    ]) {
      const { problems, value } = await read(`name: a\nconfig:\n${text.replaceAll(/^/gm, ' ')}`);
      assert.equal(value, null);
      assert.equal(problems.length, 1);
      assert.match(JSON.stringify(problems[0].message), /must be nested at most/);
      assert.equal(problems[0].line, text === deeper ? 201 : 3);
    }
  });

  it('M1: tells of a hundred problems and no more, each found without looking at all others', async () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n');
    for (const text of [keys, '&a '.repeat(2000), 'a: b: c\n'.repeat(500)]) {
      const { problems, value } = await read(text);
      assert.equal(value, null);
      assert.ok(problems.length > 0 && problems.length <= 100);
    }
    for (const sign of [']', '}', '[,', '"', '! ', '- @\n', '---\n']) {
      const { problems } = await read(`[${sign.repeat(50_000)}`);
      assert.ok(problems.length > 0 && problems.length <= 100, sign);
    }
    const { problems } = await read(`a: ${'x'.repeat(1_000_000)}`);
    assert.match(JSON.stringify(problems), /more than/);
  });
});
