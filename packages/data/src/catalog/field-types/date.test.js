import { typeCases } from './testing/type-cases.js';
import { dateType } from './date.js';

typeCases(dateType, {
  attributes: { min: '2000-01-01', max: '2030-12-31' },
  accepts: [
    ['2026-11-21', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['2024/2/29', '2024-02-29'],
    [['[d/m/y]', '2026-11-21'], '2026-11-21'],
  ],
  refuses: [
    ['2026-02-30', 'must be a date such as 2026-11-21'],
    ['2025-02-29', 'must be a date such as 2026-11-21'],
    ['99999-01-01', 'must be a date such as 2026-11-21'],
    ['0000-01-01', 'must be a date such as 2026-11-21'],
    ['11/12/2026', 'must be a date such as 2026-11-21'],
    ['2026-11-21T10:00', 'must be a date such as 2026-11-21'],
    [20261121, 'must be a date such as 2026-11-21'],
    ['infinity', 'must be a date such as 2026-11-21'],
    [['[d/m/y]', '32/13/2026'], 'must be day/month/year, such as 24/12/2026'],
    [['[m/d/y]', '13/13/2026'], 'must be month/day/year, such as 12/24/2026'],
    [['[y-m-d]', {}], 'must be year/month/day, such as 2026-12-24'],
    [['[d/x/y]', '2026-11-21'], 'must be a date such as 2026-11-21'],
    ['1999-12-31', 'must not be before 2000-01-01'],
    ['2031-01-01', 'must not be after 2030-12-31'],
  ],
});
