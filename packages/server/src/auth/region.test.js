import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { regionSettings } from './region.js';

describe('the region of a new site', () => {
  it('follows from the browser of its first admin', () => {
    assert.deepEqual(regionSettings({ timeZone: 'America/New_York', firstDay: '7', region: 'US' }), {
      timeZone: 'America/New_York',
      firstDay: 7,
      currency: 'USD',
    });
    assert.deepEqual(regionSettings({ region: 'AT' }), { currency: 'EUR' });
  });

  it('ignores what makes no sense', () => {
    for (const values of [
      {},
      { timeZone: '', firstDay: '', region: '' },
      { timeZone: '+02:00', firstDay: '8', region: 'XX' },
      { timeZone: ['UTC'], firstDay: 'NaN', region: '__proto__' },
    ])
      assert.deepEqual(regionSettings(values), {});
  });
});
