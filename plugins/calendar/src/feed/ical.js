/*
 * iCalendar (RFC 5545): the few properties that say what an event is and when. A library would be larger than this and still
 * leave the choice of them to us.
 */
import { addDays } from '../time/days.js';

/** Octets of a line, without its end. */
const LONGEST = 75;

/**
 * @typedef {object} FeedEvent
 * @property {string} id the same as long as the event is the same
 * @property {string} title
 * @property {boolean} isAllDay
 * @property {string} start day such as 2026-11-22, or instant in ISO 8601
 * @property {string | null} end likewise; of days, the last one
 * @property {string} stamp instant of its last change
 */

/**
 * @param {{ name: string, events: readonly FeedEvent[] }} calendar
 * @returns {string} with the media type text/calendar
 */
export function icalendar({ name, events }) {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Plinth//Calendar//EN', 'CALSCALE:GREGORIAN'],
    ...[`X-WR-CALNAME:${escapeText(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** @param {FeedEvent} event */
function linesOf({ id, title, isAllDay, start, end, stamp }) {
  const last = end !== null && end >= start ? end : start;
  const when = isAllDay
    ? [`DTSTART;VALUE=DATE:${digits(start)}`, `DTEND;VALUE=DATE:${digits(addDays(last, 1))}`]
    : [`DTSTART:${instant(start)}`, ...(end !== null && end > start ? [`DTEND:${instant(end)}`] : [])];
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${instant(stamp)}`,
    ...when,
    `SUMMARY:${escapeText(title)}`,
    'END:VEVENT',
  ];
}

/** @param {string} text */
const digits = (text) => text.replaceAll('-', '');

/** In UTC, to the second. @param {string} text */
const instant = (text) => `${new Date(text).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** @param {string} text */
function escapeText(text) {
  const plain = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' '); // eslint-disable-line no-control-regex
  return plain.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Lines of at most 75 octets, which go on after a space; a character is never cut. @param {string} line */
function fold(line) {
  const parts = [];
  let part = '';
  let length = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (length + size > LONGEST) {
      parts.push(part);
      part = ' ';
      length = 1;
    }
    part += character;
    length += size;
  }
  return [...parts, part].join('\r\n');
}
