// Dates as the reader's language writes them. Without a document, so that the server and tests use it too.
import { latinDigits } from './local-number.js';
import { readSpokenDate, spokenFormOf } from './spoken-date.js';

/**
 * How a language writes dates: "24.12.2026" is dmy with a dot.
 *
 * @typedef {{ locale: string, order: 'dmy' | 'mdy' | 'ymd', sign: string, halves: boolean, words: Map<string, number>,
 *   months: Map<string, number>, spoken: () => import('./spoken-date.js').Spoken }} DateForm halves: hours are written with AM and
 *   PM; words: "today" and days from it
 * @typedef {{ text: string, unsure: boolean }} ReadDate text: 2026-12-24 or 2026-12-24T15:30; unsure: others would read
 *   another date, or a part of it was left out
 */

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const TIME = /^(.*?)(?:[,\s]+|T)(?:(\d{1,2}):(\d{2})(?::(\d{2}))?|(\d{1,2})(?=\s*\p{L}))\s*(\p{L}[\p{L}.]*)?$/u;
const MORE = /^[+-]\d{1,4}$/;
const DAY = 86_400_000;
const LONGEST = 100;

/** @param {string} locale @returns {DateForm} */
export function dateFormOf(locale) {
  const options = /** @type {const} */ ({ calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' });
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(0);
  const kinds = parts.flatMap(({ type }) => (['day', 'month', 'year'].includes(type) ? [type[0]] : []));
  const between = parts.find(({ type }) => type === 'literal')?.value ?? '';
  const clock = new Intl.DateTimeFormat(locale, { ...options, hour: 'numeric' }).formatToParts(0);
  /** @type {import('./spoken-date.js').Spoken | undefined} */
  let spoken;
  return {
    locale,
    order: /** @type {DateForm['order']} */ (kinds.join('')),
    sign: /[./-]/.exec(between)?.[0] ?? '-',
    halves: clock.some(({ type, value }) => type === 'dayPeriod' && /^[ap]\.?m/i.test(value)),
    words: wordsOf(locale),
    months: monthsOf(locale, options),
    spoken: () => (spoken ??= spokenFormOf(locale, plain)),
  };
}

/**
 * What a text says, in the reader's order of day and month; ISO is read by everyone.
 *
 * @param {string} typed @param {DateForm} form
 * @param {{ today: string, withTime?: boolean }} options today: as 2026-12-24; withTime: a time may follow
 * @returns {ReadDate | null} null: it can't be read
 */
export function readLocalDate(typed, form, { today, withTime = false }) {
  const text = latinDigits(typed).trim();
  if (text === '' || text.length > LONGEST) return null;
  const iso = ISO.exec(text);
  if (iso) return withClock(dayOf(iso[1], iso[2], iso[3]), clockOf(iso[4]), false, withTime);
  const whole = readDay(text, form, today);
  if (whole) return withClock(whole.text, null, whole.unsure || withTime, withTime);
  const [, before, hour, minute, second, bare, half] = (withTime && TIME.exec(text)) || [];
  const day = before === undefined ? null : readDay(before, form, today);
  const time = day && clock(hour ?? bare, minute ?? '00', second, half);
  return day && time ? withClock(day.text, time, day.unsure, true) : null;
}

/**
 * An ISO date as a control shows it, with its time; other texts stay as they are.
 *
 * @param {string} iso 2026-12-24, 2026-12-24T15:30 @param {DateForm} form
 */
export function toLocalDate(iso, { order, sign, halves }) {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?$/.exec(iso) ?? [];
  if (!year) return iso;
  const parts = { d: day, m: month, y: year };
  const date = [...order].map((part) => parts[/** @type {'d'} */ (part)]).join(sign);
  if (!time) return date;
  if (!halves) return `${date} ${time}`;
  const hour = Number(time.slice(0, 2));
  return `${date} ${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Moves the day of an ISO text and keeps its time. @param {string} iso @param {number} days @param {number} [months] */
export function moveDate(iso, days, months = 0) {
  const date = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  const wanted = date.getUTCMonth() + months;
  date.setUTCMonth(wanted);
  // 31 January and a month: the last day of February.
  if (months !== 0 && date.getUTCMonth() !== ((wanted % 12) + 12) % 12) date.setUTCDate(0);
  const moved = new Date(date.getTime() + days * DAY);
  const year = moved.getUTCFullYear();
  return year < 1 || year > 9999 ? iso : moved.toISOString().slice(0, 10) + iso.slice(10);
}

/** @param {string} text @param {DateForm} form @param {string} today @returns {ReadDate | null} */
function readDay(text, form, today) {
  const word = form.words.get(plain(text));
  if (word !== undefined || MORE.test(text)) return { text: moveDate(today, word ?? Number(text)), unsure: true };
  if (/^\d{8}$/.test(text)) return digits(text, form);
  const step = /\p{L}/u.test(text) ? readSpokenDate(plain(text), form.spoken(), today) : null;
  if (step) return { text: moveDate(today, ...step), unsure: true };
  const rest = text.replace(/[年月日]/g, ' ');
  const numbers = rest.match(/\d+/g) ?? [];
  if (/\p{L}/u.test(rest)) return named(rest, numbers, form, today);
  if (!/^\d+(?:[\s./-]+\d+){1,2}[\s./-]*$/.test(rest)) return null;
  return numbers.length === 2 ? withoutYear(numbers, form, rest, today) : numeric(numbers, form, rest);
}

/** 24122026, or 20261224. @param {string} text @param {DateForm} form */
function digits(text, { order }) {
  const [one, other, year] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  const own = order === 'dmy' ? found(year, other, one, true) : found(year, one, other, true);
  const sorted = found(text.slice(0, 4), text.slice(4, 6), text.slice(6), true);
  return order === 'ymd' || (own === null && sorted) ? sorted : own;
}

/** @param {string[]} numbers @param {DateForm} form @param {string} text @returns {ReadDate | null} */
function numeric([first, second, third], { order }, text) {
  const sign = /[./-]/.exec(text)?.[0] ?? ' ';
  if (first.length === 4 || (order === 'ymd' && first.length === 2 && third.length <= 2))
    return found(first, second, third, first.length < 4);
  if (order === 'ymd' || third.length === 3) return null;
  // Dates with dots have the day first everywhere.
  const dayFirst = order === 'dmy' || sign === '.';
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const other = found(third, day, month, true);
  const unsure = third.length < 4 || (other !== null && day !== month && !(sign === '.' && order === 'dmy'));
  // 24/12/2026 can only be meant in one way.
  return found(third, month, day, unsure) ?? other;
}

/** @param {string[]} numbers @param {DateForm} form @param {string} text @param {string} today @returns {ReadDate | null} */
function withoutYear([first, second], { order }, text, today) {
  if (first.length > 2 || second.length > 2) return null;
  const [day, month] = order === 'dmy' || text.includes('.') ? [first, second] : [second, first];
  return found(today.slice(0, 4), month, day, true);
}

/** "3 Apr 2026", "April 3rd", "3 de abril de 2026". @param {string} text @param {string[]} numbers @param {DateForm} form @param {string} today @returns {ReadDate | null} */
function named(text, numbers, { months }, today) {
  const words = (text.match(/\p{L}[\p{L}\p{M}]*\.?/gu) ?? []).map(plain);
  const [month, ...more] = words.flatMap((word) => months.get(word) ?? []);
  if (month === undefined || more.length > 0 || numbers.length < 1 || numbers.length > 2) return null;
  const [year, day] = numbers[0].length === 4 ? numbers : [numbers[1] ?? today.slice(0, 4), numbers[0]];
  return day === undefined ? null : found(year, String(month), day, numbers.length < 2 || year.length < 4);
}

/** @param {string} year @param {string} month @param {string} day @param {boolean} unsure @returns {ReadDate | null} */
function found(year, month, day, unsure) {
  const text = dayOf(year, month, day);
  return text === null ? null : { text, unsure };
}

/** Two-digit years belong to the hundred years around now. @param {string} year @param {string} month @param {string} day */
function dayOf(year, month, day) {
  const short = Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const full = year.length === 4 ? Number(year) : year.length <= 2 ? short : 0;
  const date = new Date(0);
  date.setUTCFullYear(full, Number(month) - 1, Number(day));
  const isThere = full >= 1 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isThere ? date.toISOString().slice(0, 10) : null;
}

/** @param {string | undefined} hour @param {string} minute @param {string | undefined} second @param {string | undefined} half @returns {string | null} */
function clock(hour, minute, second, half) {
  const [, name] = /^(a|p|ص|م|上午|下午)/iu.exec(half ?? '') ?? [];
  if (half && (!name || Number(hour) < 1 || Number(hour) > 12)) return null;
  const isLate = name && /^(p|م|下午)/iu.test(name);
  const hours = name ? (Number(hour) % 12) + (isLate ? 12 : 0) : Number(hour);
  return clockOf([String(hours), minute, ...(second ? [second] : [])].join(':'));
}

/** @param {string | undefined} text 9:30 @returns {string | null} 09:30 */
function clockOf(text) {
  const parts = text?.split(':').map(Number) ?? [];
  if (parts.length < 2 || parts[0] > 23 || parts.slice(1).some((part) => part > 59)) return null;
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** @param {string | null} day @param {string | null} time @param {boolean} unsure @param {boolean} withTime @returns {ReadDate | null} */
function withClock(day, time, unsure, withTime) {
  if (day === null || (time && !withTime)) return null;
  return { text: withTime ? `${day}T${time ?? '00:00'}` : day, unsure };
}

/** @param {string} locale @returns {Map<string, number>} */
function wordsOf(locale) {
  const all = ['en', locale].flatMap((one) => {
    const format = new Intl.RelativeTimeFormat(one, { numeric: 'auto' });
    return [-2, -1, 0, 1, 2].map((days) => /** @type {[string, number]} */ ([plain(format.format(days, 'day')), days]));
  });
  // A language without a word for a day has a sentence with a number.
  return new Map(all.filter(([word]) => !/\d/.test(latinDigits(word))));
}

/** @param {string} locale @param {Intl.DateTimeFormatOptions} options @returns {Map<string, number>} */
function monthsOf(locale, options) {
  const months = new Map();
  for (const one of ['en', locale]) {
    for (const month of /** @type {const} */ (['long', 'short'])) {
      const format = new Intl.DateTimeFormat(one, { ...options, month, day: 'numeric' });
      for (let i = 0; i < 12; i++) {
        const name = format.formatToParts(i * 31 * DAY).find(({ type }) => type === 'month')?.value ?? '';
        if (/\p{L}/u.test(name)) months.set(plain(name), i + 1);
      }
    }
  }
  return months;
}

/** Without case, accents and dots. @param {string} text */
const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .trim()
    .toLowerCase();
