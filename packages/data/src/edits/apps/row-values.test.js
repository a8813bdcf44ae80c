import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDays } from './row-values.js';

/** @param {string} type @returns {any} */
const field = (type) => ({ name: 'due', type, traits: { hasDay: true, hasTime: type !== 'date' } });
// Late in the evening in Berlin, the afternoon in New York, already the next day in Tokyo.
const now = Date.parse('2026-11-22T21:30:00.000Z');

test('sample days are days of the site, with a time of its own where one is given', () => {
  const resolve = (/** @type {unknown} */ value, type = 'date_time', timeZone = 'Europe/Berlin') =>
    resolveDays(value, field(type), { now, timeZone });
  assert.equal(resolve({ $days: 1, at: '09:30' }), '2026-11-23T09:30[Europe/Berlin]');
  assert.equal(resolve({ $days: 1, at: '09:30' }, 'date_time', 'Asia/Tokyo'), '2026-11-24T09:30[Asia/Tokyo]');
  assert.equal(resolve({ $days: 0 }, 'date', 'Asia/Tokyo'), '2026-11-23');
  assert.equal(resolve({ $days: 0, at: '09:30' }, 'date'), '2026-11-22');
  assert.equal(resolve({ $days: -0.5 }), '2026-11-22T09:30:00.000Z');
  assert.equal(resolve('2026-11-22'), '2026-11-22');
});

test('what is no day or no time is left to the field, which refuses it', () => {
  const site = { now, timeZone: 'Europe/Berlin' };
  for (const wrong of [{ $days: 'x' }, { $days: 1, at: '25:00' }, { $days: 1, at: '9:30' }, { $days: 1, at: {} }])
    assert.equal(resolveDays(wrong, field('date_time'), site), wrong);
});
