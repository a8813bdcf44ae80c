import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, addMonths, daysBetween, isDay, startOfWeek } from './days.js';
import { createZone } from './zone.js';

describe('days', () => {
  it('are told from what only looks like one', () => {
    for (const day of ['2026-11-22', '2024-02-29', '0001-01-01', '9999-12-31']) assert.ok(isDay(day), day);
    for (const day of ['2026-02-29', '2026-13-01', '2026-11-31', '0000-01-01', '2026-1-1', '', null, '+010000-01-01'])
      assert.ok(!isDay(day), String(day));
  });

  it('are counted through months, years and leap days', () => {
    assert.equal(addDays('2024-02-28', 2), '2024-03-01');
    assert.equal(addMonths('2026-12-31', 1), '2027-01-01');
    assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2);
    assert.ok(!isDay(addDays('9999-12-31', 1)));
  });

  it('stand in weeks that begin on the day of the site', () => {
    assert.equal(startOfWeek('2026-11-22', 1), '2026-11-16');
    assert.equal(startOfWeek('2026-11-22', 7), '2026-11-22');
    assert.equal(startOfWeek('2026-11-22', 6), '2026-11-21');
  });
});

describe('the clock of a zone', () => {
  it('is read and set, on both sides of the date line', () => {
    for (const name of ['UTC', 'Pacific/Auckland', 'America/New_York', 'Asia/Kolkata']) {
      const zone = createZone(name);
      for (const wall of ['2026-01-15T00:00:00', '2026-07-15T23:45:00', '1999-12-31T12:00:00'])
        assert.equal(zone.wall(new Date(zone.instant(wall)).toISOString()), wall, `${name} ${wall}`);
    }
    assert.equal(createZone('Pacific/Auckland').wall('2026-11-22T11:30:00.000Z'), '2026-11-23T00:30:00');
  });

  it('takes a time that spring skips an hour later, and the first of two in autumn', () => {
    const zone = createZone('America/New_York');
    assert.equal(new Date(zone.instant('2026-03-08T02:30:00')).toISOString(), '2026-03-08T07:30:00.000Z');
    assert.equal(new Date(zone.instant('2026-11-01T01:30:00')).toISOString(), '2026-11-01T05:30:00.000Z');
  });
});
