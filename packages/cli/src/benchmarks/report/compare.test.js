import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareFigures, compareRuns, compareSystems } from './compare.js';

/** @param {number} median @param {object} [more] @returns {any} */
const measured = (median, more = {}) => ({
  benchmark: 'simple_page',
  system: 'plinth',
  workers: 1,
  cores: null,
  cache: 'on',
  as: 'public',
  tool: 'wrk',
  connections: 50,
  requestsPerSecond: { median, min: median * 0.9, max: median * 1.1 },
  cpuSpread: { median: 0.1, min: 0.1, max: 0.2 },
  errors: 0,
  rounds: [{}],
  ...more,
});
/** @param {any[]} measurements @param {Record<string, unknown>} [others] @returns {any} */
const run = (measurements, others = {}) => ({ measurements, others });

describe('two runs', () => {
  it('are compared by the ratio of their medians, and that of their outermost rounds', () => {
    const { pages, against } = compareRuns(run([measured(300)]), run([measured(200)]), 'an earlier one');
    assert.equal(against, 'an earlier one');
    const [{ rate, cpu }] = pages;
    assert.equal(rate.ratio, 1.5);
    assert.deepEqual([rate.from.toFixed(3), rate.to.toFixed(3)], ['1.227', '1.833']);
    assert.deepEqual([cpu?.ratio, cpu?.from, cpu?.to], [1, 0.5, 2]);
  });

  it('are compared only where both measured the same without errors', () => {
    const others = [
      { cache: 'off' },
      { workers: 2 },
      { errors: 1 },
      { rounds: [] },
      { connections: 16 },
      { as: 'user' },
    ];
    for (const more of [
      ...others,
      { cores: 1 },
      { system: 'node:http' },
      { benchmark: 'form_view' },
      { tool: 'autocannon' },
    ])
      assert.deepEqual(
        compareRuns(run([measured(300)]), run([measured(200, more)]), '').pages,
        [],
        JSON.stringify(more),
      );
  });

  it('read files from before there were numbers of cores, without CPU time', () => {
    const { cores: _cores, cpuSpread: _cpu, ...old } = measured(200);
    const [{ rate, cpu }] = compareRuns(run([measured(300)]), run([old]), '').pages;
    assert.deepEqual([rate.ratio, cpu], [1.5, null]);
  });

  it('are compared by each figure of other benchmarks, rows by the texts in them', () => {
    const row = (/** @type {string} */ name, /** @type {number} */ p50) => ({ name, unit: 'us', p50 });
    const now = { feed: [row('b', 20), row('a', 10)], gone: { x: 1 }, flat: { 'runs/s': 50, note: 'none' } };
    const then = { feed: [row('a', 5), row('b', 10)], flat: { 'runs/s': 100 }, broken: { error: 'it failed' } };
    const { figures } = compareRuns(run([], now), run([], then), '');
    assert.deepEqual(
      figures.map(({ name, figure, ratio }) => [name, figure, ratio]),
      [
        ['feed', 'b us p50', 2],
        ['feed', 'a us p50', 2],
        ['flat', 'runs/s', 0.5],
      ],
    );
  });
});

describe('two versions in turns', () => {
  it('are compared as two systems of one run', () => {
    const old = { system: 'plinth 4a3beaac00' };
    const all = [measured(300), measured(150, old), measured(900, { system: 'node:http' })];
    assert.deepEqual(
      compareSystems(all, 'plinth', old.system).map(({ one, rate }) => [one.system, rate.ratio]),
      [['plinth', 2]],
    );
  });

  it('are compared by the median of each figure over the rounds, with its spread', () => {
    const rounds = (/** @type {number[]} */ ...rates) => rates.map((rate) => ({ rate }));
    const [found] = compareFigures('x', rounds(12, 10, 30), rounds(5, 6, 4));
    assert.deepEqual([found.now, found.then, found.ratio], [12, 5, 2.4]);
    assert.deepEqual([found.from.toFixed(2), found.to], ['1.67', 7.5]);
    assert.deepEqual(compareFigures('x', [undefined], [{ rate: 1 }]), []);
  });
});
