import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkSettings } from '@plinth/plugin';
import { schedule } from './definitions/schedule.js';

/** @param {any} given @param {string} from @param {number} [count] */
function times(given, from, count = 3) {
  const options = checkSettings(schedule.settings, given);
  assert.equal(schedule.check?.(options, { table: null }), null);
  const found = [];
  for (let after = new Date(from); found.length < count;) {
    const next = schedule.next?.({ options, after, timeZone: 'Europe/Berlin' });
    assert.ok(next);
    found.push(next.toISOString().slice(0, 16));
    after = next;
  }
  return found;
}
const wrong = (/** @type {any} */ given) =>
  Object.keys(schedule.check?.(checkSettings(schedule.settings, given), { table: null }) ?? {});

it('a schedule keeps its local time when clocks change', () => {
  assert.deepEqual(times({ every: 'day', at: '8:00' }, '2026-03-27T12:00Z'), [
    ...['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00'],
  ]);
  assert.deepEqual(times({ every: 'weekday', at: '08:00' }, '2026-10-23T12:00Z', 2), [
    ...['2026-10-26T07:00', '2026-10-27T07:00'],
  ]);
});

it('a skipped local time happens when the clock goes on, and a repeated one happens once', () => {
  assert.deepEqual(times({ every: 'day', at: '2:30' }, '2026-03-28T12:00Z'), [
    ...['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30'],
  ]);
  assert.deepEqual(times({ every: 'day', at: '2:30' }, '2026-10-24T12:00Z'), [
    ...['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'],
  ]);
  assert.deepEqual(times({ every: 'hour', minute: 15 }, '2026-10-24T23:30Z', 4), [
    ...['2026-10-25T00:15', '2026-10-25T01:15', '2026-10-25T02:15', '2026-10-25T03:15'],
  ]);
});

it('a schedule knows certain weekdays, days of the month, its own time zone and cron', () => {
  assert.deepEqual(times({ every: 'week', days: ['thu', 'mon'], at: '9:00' }, '2026-11-23T12:00Z'), [
    ...['2026-11-26T08:00', '2026-11-30T08:00', '2026-12-03T08:00'],
  ]);
  assert.deepEqual(times({ every: 'month', monthDay: 'last', at: '23:59' }, '2026-01-31T23:00Z', 2), [
    ...['2026-02-28T22:59', '2026-03-31T21:59'],
  ]);
  assert.deepEqual(times({ every: 'day', at: '8:00', timeZone: 'Asia/Tokyo' }, '2026-11-23T12:00Z', 1), [
    '2026-11-23T23:00',
  ]);
  assert.deepEqual(times({ every: 'hour', hours: '6', minute: 5 }, '2026-11-23T12:00Z', 2), [
    ...['2026-11-23T17:05', '2026-11-23T23:05'],
  ]);
  assert.deepEqual(times({ every: 'cron', cron: '30 7 * * 1-5' }, '2026-11-20T12:00Z', 1), ['2026-11-23T06:30']);
});

it('K17: an impossible schedule is refused quickly, with the reason', () => {
  for (const cron of [
    '',
    '* * * *',
    '* * * * * *',
    '61 * * * *',
    '0 0 30 2 *',
    '@daily',
    '2026-01-01T00:00',
    'a b c d e',
  ])
    assert.deepEqual(wrong({ every: 'cron', cron }), ['cron'], cron);
  assert.deepEqual(wrong({ every: 'week', days: [] }), ['days']);
  for (const given of [{ at: '24:00' }, { at: '8' }, { timeZone: 'Mars/Olympus' }, { timeZone: 'x'.repeat(99) }])
    assert.throws(() => checkSettings(schedule.settings, given), { code: 'SETTINGS_INVALID' });
});
