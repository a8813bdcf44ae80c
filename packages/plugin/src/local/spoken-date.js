// Dates as people say them: "next fri", "in 2 weeks", "+3w". Names of days and relative times are the language's own.

/** What stands before the name of a day, without accents. Other languages have the names alone. @type {Record<string, Record<string, number>>} */
const BEFORE = {
  en: { on: 0, this: 0, coming: 0, next: 1, last: -1 },
  de: {
    am: 0,
    diesen: 0,
    dieser: 0,
    kommenden: 0,
    kommender: 0,
    nachsten: 1,
    nachster: 1,
    naechsten: 1,
    letzten: -1,
    letzter: -1,
  },
};
const SHORT = /^([+-]\d{1,4})\s*([dtwmyj])$/;
/** In days and months. */
const UNITS = /** @type {const} */ ({ day: [1, 0], week: [7, 0], month: [0, 1], year: [0, 12] });
const LETTERS = { d: 'day', t: 'day', w: 'week', m: 'month', y: 'year', j: 'year' };
/** Numbers of every plural form. */
const NUMBERS = [1, 2, 3, 5, 11, 100];
const MONDAY = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;

/**
 * @typedef {{ days: Map<string, number>, before: Map<string, number>, said: Map<string, Step>, counted: [RegExp, Step][] }} Spoken
 *   days: names, 0 is Monday
 * @typedef {[days: number, months: number]} Step
 */

/** @param {string} locale @param {(text: string) => string} plain without case and accents @returns {Spoken} */
export function spokenFormOf(locale, plain) {
  /** @type {Spoken} */
  const form = { days: new Map(), before: new Map(), said: new Map(), counted: [] };
  for (const one of ['en', locale]) {
    for (const weekday of /** @type {const} */ (['long', 'short'])) {
      const format = new Intl.DateTimeFormat(one, { weekday, timeZone: 'UTC' });
      for (let i = 0; i < 7; i++) form.days.set(plain(format.format(MONDAY + i * DAY)), i);
    }
    for (const [word, week] of Object.entries(BEFORE[one.slice(0, 2)] ?? {})) form.before.set(word, week);
    for (const unit of /** @type {(keyof typeof UNITS)[]} */ (Object.keys(UNITS))) addRelative(form, one, unit, plain);
  }
  return form;
}

/** @param {Spoken} form @param {string} locale @param {keyof typeof UNITS} unit @param {(text: string) => string} plain */
function addRelative({ said, counted }, locale, unit, plain) {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const numbers = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`);
  const [days, months] = UNITS[unit];
  for (const sign of [1, -1]) {
    const text = plain(words.format(sign, unit));
    if (!/\p{N}/u.test(text)) said.set(text, [sign * days, sign * months]);
    for (const number of NUMBERS) {
      const [before, after] = plain(numbers.format(sign * number, unit)).split(String(number));
      if (after === undefined) continue;
      const [start, end] = [before, after].map((part) => part.trim().replace(/[^\p{L}\p{N}\s]/gu, '\\$&'));
      const pattern = new RegExp(`^${start}\\s*(\\d{1,4})\\s*${end}$`, 'u');
      if (!counted.some(([known]) => known.source === pattern.source))
        counted.push([pattern, [sign * days, sign * months]]);
    }
  }
}

/**
 * How far from today it is. A day's name means the coming one, today included; with "next" it is in the week after this one.
 *
 * @param {string} text without case and accents @param {Spoken} form @param {string} today as 2026-12-24
 * @returns {Step | null} null: it is nothing of that kind
 */
export function readSpokenDate(text, form, today) {
  const short = SHORT.exec(text);
  if (short) {
    const unit = LETTERS[/** @type {keyof typeof LETTERS} */ (short[2])];
    return times(UNITS[/** @type {keyof typeof UNITS} */ (unit)], Number(short[1]));
  }
  const said = form.said.get(text);
  if (said) return said;
  for (const [pattern, step] of form.counted) {
    const number = pattern.exec(text)?.[1];
    if (number) return times(step, Number(number));
  }
  const words = text.split(/\s+/);
  const day = form.days.get(words.at(-1) ?? '');
  const week = words.length === 1 ? 0 : form.before.get(words[0]);
  if (day === undefined || week === undefined || words.length > 2) return null;
  const now = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7;
  if (week > 0) return [7 - now + day, 0];
  const ahead = (day - now + 7) % 7;
  return [week < 0 ? ahead - 7 : ahead, 0];
}

/** @param {readonly [number, number]} step @param {number} number @returns {Step} */
const times = ([days, months], number) => [days * number, months * number];
