import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { icalendar } from './ical.js';

const stamp = '2026-11-01T08:00:00.000Z';
/** @param {any} event */
const lines = (event) =>
  icalendar({ name: 'Team', events: [{ id: '1', title: 'x', isAllDay: false, end: null, stamp, ...event }] }).split(
    '\r\n',
  );

describe('a feed', () => {
  it('says what an event is and when, each on its line', () => {
    const moment = lines({ start: '2026-11-22T09:30:00.000Z', end: '2026-11-22T10:00:00.000Z' });
    assert.deepEqual(moment.slice(moment.indexOf('BEGIN:VEVENT')), [
      ...['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261101T080000Z', 'DTSTART:20261122T093000Z', 'DTEND:20261122T100000Z'],
      ...['SUMMARY:x', 'END:VEVENT', 'END:VCALENDAR', ''],
    ]);
    const day = lines({ isAllDay: true, start: '2026-12-31' });
    assert.ok(day.includes('DTSTART;VALUE=DATE:20261231') && day.includes('DTEND;VALUE=DATE:20270101'));
    assert.ok(!lines({ start: stamp, end: '2020-01-01T00:00:00.000Z' }).some((line) => line.startsWith('DTEND')));
  });

  it('takes nothing in a title for more than a text', () => {
    const title = 'a,b;c\\d\nBEGIN:VEVENT\r\nX\rY\u0000';
    assert.ok(lines({ start: stamp, title }).includes('SUMMARY:a\\,b\\;c\\\\d\\nBEGIN:VEVENT\\nX\\nY '));
  });

  it('folds lines at 75 octets and cuts no character', () => {
    for (const title of ['x'.repeat(400), 'Ä日😀'.repeat(60), `${'x'.repeat(66)}😀😀`]) {
      const all = lines({ start: stamp, title });
      for (const line of all) assert.ok(Buffer.byteLength(line) <= 75 && !line.includes('\ufffd'), line);
      assert.ok(all.join('\r\n').replaceAll('\r\n ', '').includes(`SUMMARY:${title}`));
    }
  });
});
