import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scalingOf, withoutGenerator } from './capacity.js';
import { cpuBetween } from '../run/processes.js';
import { readWrk } from '../run/load/wrk.js';

/** @param {number} nodeMs @param {number} databaseMs @param {number} busiestMs */
const round = (nodeMs, databaseMs, busiestMs) => ({
  requestsPerSecond: 1000,
  seconds: 10,
  nodeMs,
  databaseMs,
  busiestMs,
});

describe('requests a second with the load generator’s share subtracted', () => {
  it('are as measured where the main thread had nothing left', () => {
    assert.equal(withoutGenerator(round(10_500, 500, 10_000), 2), 1000);
  });

  it('are more where others kept the server from its cores', () => {
    assert.equal(withoutGenerator(round(6000, 8000, 5_000), 2), 1000 / 0.7);
    assert.equal(withoutGenerator(round(8500, 500, 8_000), 2), 1250, 'one thread has one core');
  });

  it('are never fewer than were answered, and unknown where nothing was seen', () => {
    assert.equal(withoutGenerator(round(20_000, 100, 10_050), 2), 1000);
    assert.equal(withoutGenerator(round(0, 0, 0), 2), null);
  });

  it('compare larger servers with the smallest, each page with itself', () => {
    const of = (/** @type {object} */ more) =>
      /** @type {any} */ ({ benchmark: 'a', system: 'plinth', cache: 'on', as: 'public', errors: 0, ...more });
    const found = scalingOf([
      of({ workers: 1, requestsPerSecond: { median: 100 }, alone: 120 }),
      of({ workers: 2, requestsPerSecond: { median: 110 }, alone: 240 }),
      of({ workers: 2, requestsPerSecond: { median: 50 }, alone: null, cache: 'off' }),
      of({ workers: 1, requestsPerSecond: { median: 50 }, alone: null, cache: 'off' }),
      of({ workers: null, requestsPerSecond: { median: 7 }, alone: null }),
      of({ cores: 2, workers: 2, requestsPerSecond: { median: 30 }, alone: 30, cache: 'miss' }),
      of({ cores: 1, workers: 1, requestsPerSecond: { median: 20 }, alone: 20, cache: 'miss' }),
    ]);
    assert.deepEqual(
      found.map(({ one, least, raw, alone }) => [one.workers, least.workers, raw, alone]),
      [
        [2, 1, 1.1, 2],
        [2, 1, 1, null],
        [2, 1, 1.5, 1.5],
      ],
    );
  });
});

describe('the CPU usage of a run', () => {
  it('is the sum of all processes, and the main thread that used most', () => {
    const before = new Map([[1, { all: 100, main: 90 }]]);
    const after = new Map([
      [1, { all: 300, main: 150 }],
      [2, { all: 80, main: 70, isDatabase: true }],
    ]);
    assert.deepEqual(cpuBetween(before, after), { cpuMs: 280, databaseMs: 80, busiestMs: 70 });
  });

  it('of wrk comes from the shell', () => {
    const line = 'plinth 1 2 3 4 5 6 7 100 1000000 5000 0 0 0 0 0\n';
    assert.equal(readWrk(`${line}0m0.00s 0m0.01s\n0m1.50s 1m2.25s\n`).generatorMs, 63_750);
    assert.equal(readWrk(line).generatorMs, null);
  });
});
