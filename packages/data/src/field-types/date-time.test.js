import { typeCases } from './testing/type-cases.js';
import { dateTimeType } from './date-time.js';

typeCases(dateTimeType, {
  attributes: {},
  accepts: [
    ['2026-11-21T15:30:00Z', '2026-11-21T15:30:00.000Z'],
    ['2026-11-21 15:30', '2026-11-21T15:30:00.000Z'],
    ['2026-11-21T15:30:00.123456+02:00', '2026-11-21T13:30:00.123Z'],
    [['[Europe/Berlin]', '2026-07-01T12:00'], '2026-07-01T10:00:00.000Z'],
    [['[Europe/Berlin]', '2026-03-29T02:30'], '2026-03-29T01:30:00.000Z'],
    [['[Europe/Berlin]', '2026-10-25T02:30'], '2026-10-25T00:30:00.000Z'],
    [['[Europe/Berlin]', ''], null],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ],
  refuses: [
    ['2026-02-30T10:00Z', 'must be a date such as 2026-11-21'],
    ['2026-11-21T24:00Z', 'must be a date and time such as 2026-11-21T15:30:00Z'],
    ['2026-11-21T10:60Z', 'must be a date and time such as 2026-11-21T15:30:00Z'],
    ['tomorrow', 'must be a date and time such as 2026-11-21T15:30:00Z'],
    [1763740000000, 'must be a date and time such as 2026-11-21T15:30:00Z'],
    ['0001-01-01T00:00+14:00', 'must be a date and time such as 2026-11-21T15:30:00Z'],
    ['9999-12-31T23:59-14:00', 'must be a date and time such as 2026-11-21T15:30:00Z'],
    ['2026-11-21T10:00[Nowhere/Land]', 'has the unknown time zone Nowhere/Land'],
    [['[d.m.y]', '[Europe/Berlin]', '31.31.2026 10:00'], 'must be day/month/year, such as 24.12.2026'],
    [['[d.m.y]'], 'must be day/month/year, such as 24.12.2026'],
    [['2026-11-21'], 'must be a date and time such as 2026-11-21T15:30:00Z'],
  ],
});
