import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { momentText, typedMoment } from '@plinth/expressions';
import { dateTimeType } from './date-time.js';

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland', 'UTC'];
/** Both nights of each zone, every quarter of an hour from midnight to four: skipped and repeated times are among them. */
const NIGHTS = ['2032-03-14', '2032-11-07', '2032-03-28', '2032-10-31', '2032-04-04', '2032-10-03', '2032-09-26'];
const CLOCKS = Array.from({ length: 17 }, (_, i) => `0${Math.floor(i / 4)}:${String((i % 4) * 15).padStart(2, '0')}`);

const field = (/** @type {string} */ timeZone) => ({
  name: 'at',
  label: 'At',
  type: 'date_time',
  timeZone,
  required: false,
  attributes: {},
});
/** @param {string | null} text */
const exact = (text) => text?.replace(/(?:\.(\d+))?Z$/, (_, digits = '') => `.${digits.padEnd(6, '0')}Z`) ?? null;
const read = (/** @type {bigint | null} */ moment) => (moment === null ? null : momentText(moment));

describe('what the browser takes for the moment of a control', () => {
  for (const zone of ZONES) {
    it(`is what the server stores, in ${zone}`, () => {
      for (const night of NIGHTS) {
        for (const clock of CLOCKS) {
          for (const typed of [`${night}T${clock}`, `${night}T${clock}:30`, `${night} ${clock}`]) {
            const stored = exact(dateTimeType.parse([`[${zone}]`, typed], field('UTC')));
            assert.equal(read(typedMoment(typed, `[${zone}]`, 'UTC')), stored, typed);
            assert.equal(read(typedMoment(typed, '', zone)), exact(dateTimeType.parse(typed, field(zone))), typed);
          }
        }
        assert.equal(read(typedMoment(night, '', zone)), exact(dateTimeType.parse(night, field(zone))), night);
      }
    });
  }

  it('is the instant that the control was filled with, as long as it still shows it', () => {
    for (const [said, typed] of [
      ['[America/New_York]2032-11-07T06:30:00.000Z', '2032-11-07T01:30'],
      ['[America/New_York]2032-11-07T06:30:12.345678Z', '2032-11-07T01:30:12'],
      ['[America/New_York]2032-11-07T06:30:00.000Z', '2032-11-07T01:45'],
      ['[Australia/Lord_Howe]2032-04-03T15:15:00.000Z', '2032-04-04T01:45'],
      ['[America/New_York]nonsense', '2032-11-07T01:30'],
    ]) {
      const stored = said.includes('nonsense') ? '2032-11-07T01:30' : dateTimeType.parse([said, typed], field('UTC'));
      const wanted = said.includes('nonsense') ? read(typedMoment(typed, '', 'Asia/Kolkata')) : exact(String(stored));
      assert.equal(read(typedMoment(typed, said, 'Asia/Kolkata')), wanted, `${said} ${typed}`);
    }
  });

  it('is nothing for what is no moment, and itself with an offset', () => {
    for (const typed of ['', 'soon', '2032-02-30T10:00', '2032-11-07T25:00', '2032-11-07T01:30 in the morning'])
      assert.equal(typedMoment(typed, '[Europe/Berlin]', 'UTC'), null, typed);
    assert.equal(read(typedMoment('2032-11-07T01:30:00+02:00', '', 'UTC')), '2032-11-06T23:30:00.000000Z');
  });
});
