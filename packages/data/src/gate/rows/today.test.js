import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReading } from '../reads/reading.js';
import { createToday } from './today.js';

const at = (/** @type {string} */ zone) => /** @type {any} */ ({ settings: { timeZone: zone } });

describe('what day it is', () => {
  const today = createToday({ clock: () => new Date('2026-11-22T11:30:20Z') });

  it('depends on the time zone of the site', () => {
    assert.equal(today(at('America/New_York')), '2026-11-22');
    assert.equal(today(at('Pacific/Auckland')), '2026-11-23');
  });

  it('holds for what is made of it to the end of the minute, with which days end', () => {
    const reading = createReading();
    today(at('UTC'), reading);
    assert.deepEqual([reading.holds, reading.time], [40_000, false]);
  });
});
