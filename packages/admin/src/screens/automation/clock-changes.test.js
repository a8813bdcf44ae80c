import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clockChanges } from './clock-changes.js';

const START = new Date('2026-01-15T10:20:30Z');
const changes = (/** @type {string} */ zone) =>
  clockChanges(zone, START, 366).map(({ at, day, from, to, isSkipped }) => [
    ...[at.toISOString().slice(0, 16), day, from, to, isSkipped ? 'skipped' : 'twice'],
  ]);

it('tells which times of the clock a year skips and which come twice, in any time zone', () => {
  assert.deepEqual(changes('Europe/Berlin'), [
    ['2026-03-29T01:00', '2026-03-29', '02:00', '03:00', 'skipped'],
    ['2026-10-25T01:00', '2026-10-25', '02:00', '03:00', 'twice'],
  ]);
  assert.deepEqual(changes('America/New_York'), [
    ['2026-03-08T07:00', '2026-03-08', '02:00', '03:00', 'skipped'],
    ['2026-11-01T06:00', '2026-11-01', '01:00', '02:00', 'twice'],
  ]);
  // The last hour of a day.
  assert.deepEqual(changes('America/Santiago')[0], ['2026-04-05T03:00', '2026-04-04', '23:00', '24:00', 'twice']);
  assert.deepEqual(changes('America/Nuuk')[0], ['2026-03-29T01:00', '2026-03-28', '23:00', '24:00', 'skipped']);
  // Half an hour, on the southern half.
  assert.deepEqual(changes('Australia/Lord_Howe'), [
    ['2026-04-04T15:00', '2026-04-05', '01:30', '02:00', 'twice'],
    ['2026-10-03T15:30', '2026-10-04', '02:00', '02:30', 'skipped'],
  ]);
  assert.deepEqual([changes('UTC'), changes('Asia/Tokyo'), changes('Asia/Kolkata')], [[], [], []]);
});
