import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysOfPeriod, PERIODS } from './periods.js';

/** @param {string} name @param {string} [today] @param {number} [firstDay] */
const days = (name, today = '2026-11-22', firstDay) => {
  const { start, end } = daysOfPeriod(today, name, firstDay) ?? {};
  return `${start} ${end}`;
};

describe('a period around today', () => {
  it('is a number of days', () => {
    assert.equal(days('today'), '2026-11-22 2026-11-23');
    assert.equal(days('last_7_days'), '2026-11-16 2026-11-23');
    assert.equal(days('next_30_days'), '2026-11-23 2026-12-23');
    assert.equal(days('past'), '0001-01-01 2026-11-22');
    assert.equal(days('last_1_days'), '2026-11-22 2026-11-23');
    assert.equal(days('last_45_days'), '2026-10-09 2026-11-23');
    assert.equal(days('next_9999_days'), '2026-11-23 2054-04-09');
    assert.equal(days('over_30_days_ago'), '0001-01-01 2026-10-23');
    assert.equal(days('over_1_days_ahead'), '2026-11-24 9999-12-31');
  });

  it('is a week from its first day on, which is a Sunday here', () => {
    assert.equal(days('this_week'), '2026-11-16 2026-11-23');
    assert.equal(days('this_week', '2026-11-22', 7), '2026-11-22 2026-11-29');
    assert.equal(days('last_week', '2026-01-01'), '2025-12-22 2025-12-29');
  });

  it('is a month, a quarter or a year, over the turn of years too', () => {
    assert.equal(days('last_month', '2026-01-31'), '2025-12-01 2026-01-01');
    assert.equal(days('next_month', '2026-12-31'), '2027-01-01 2027-02-01');
    assert.equal(days('this_quarter'), '2026-10-01 2027-01-01');
    assert.equal(days('last_year'), '2025-01-01 2026-01-01');
  });

  it('is known by each of its names, and by no other', () => {
    for (const name of PERIODS) assert.match(days(name), /^\d{4}-\d{2}-\d{2} \d{4}-\d{2}-\d{2}$/, name);
    const unknown = [
      'toString',
      'last_0_days',
      'last_n_days',
      'last_10000_days',
      'over_3_days',
      'last_-1_days',
      'past_3_days',
    ];
    for (const name of unknown) assert.equal(daysOfPeriod('2026-11-22', name), null, name);
  });
});
