import assert from 'node:assert/strict';
import { it } from 'node:test';
import { awaitedMoment } from './awaited-moment.js';

it('the moment that a step waits for is by the clock of the site, in any zone of the machine', async () => {
  const zone = process.env.TZ;
  /** The language reads it by the clock of the site. @param {unknown} value */
  const site =
    (value) =>
    async (/** @type {readonly string[]} */ [source]) => {
      const [, local] = /^timestamp\("(.*)"\)$/.exec(source) ?? [];
      return [local === undefined ? value : '2026-11-28T04:30:00.000Z'];
    };
  try {
    for (const machine of ['UTC', 'Asia/Tokyo']) {
      process.env.TZ = machine;
      for (const [value, moment] of [
        ['2026-11-28', '2026-11-28T04:30:00.000Z'],
        ['2026-11-28 10:00', '2026-11-28T04:30:00.000Z'],
        ['2026-11-28T10:00:30.5', '2026-11-28T04:30:00.000Z'],
        ['2026-11-28T10:00:00+05:30', '2026-11-28T04:30:00.000Z'],
        ['2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z'],
        ['11/28/2026 10:00', undefined],
        ['Nov 28, 2026', undefined],
        ['soon', undefined],
        [7, undefined],
        [null, undefined],
      ])
        assert.equal((await awaitedMoment('x', site(value)))?.toISOString(), moment, `${value} in ${machine}`);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
