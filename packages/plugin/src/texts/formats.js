/** @import { Formats, Translate } from '../index.d.ts' */
import { createCache } from '../caches/create-cache.js';
import { memoize } from '../caches/memoize.js';

/** Units of a relative time with their length in seconds, longest first. */
const UNITS = /** @type {const} */ ([
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]);
const DAYS = UNITS.slice(0, 4);

/**
 * Dates and numbers for people. Intl formatters are expensive to create and cheap to use, so each is created once.
 *
 * @param {{ locale: string, timeZone: string, t: Translate, onZone?: () => void }} options onZone: is called each time that
 *   something depends on the zone
 * @returns {Formats}
 */
export function createFormats({ locale, timeZone, t, onZone = () => {} }) {
  const numbers = keep((options) => {
    const formatter = new Intl.NumberFormat(locale, options);
    return remember((value) => formatter.format(value));
  });
  const moments = (/** @type {string} */ zone) =>
    keep((/** @type {Intl.DateTimeFormatOptions | undefined} */ options) => {
      const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
      return remember((/** @type {string} */ value) => formatter.format(new Date(value)));
    });
  // A date has no zone: reading and writing it as UTC keeps the day.
  const dates = moments('UTC');
  const dateTimes = moments(timeZone);
  // en-CA writes dates in ISO format.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  const dayOf = (/** @type {number} */ now) => {
    onZone();
    return day.format(now);
  };
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  // The usual form is needed in every row of every list, so it is not looked up.
  const usualDate = dates({ dateStyle: 'medium' });
  const usualDateTime = dateTimes({ dateStyle: 'medium', timeStyle: 'short' });
  const usualNumber = numbers(undefined);
  const clock = dates({ timeStyle: 'short' });
  const clockWithSeconds = dates({ timeStyle: 'medium' });
  const ago = remember((/** @type {string} */ key) => {
    const space = key.indexOf(' ');
    return relative.format(Number(key.slice(0, space)), /** @type {any} */ (key.slice(space + 1)));
  });

  const zoned = new Zoned(timeZone, onZone);
  /** @type {Omit<Formats, 'timeZone'>} */
  const formats = {
    locale,
    t,
    // Numeric text is passed to Intl as text, so that decimals beyond a double's precision stay exact.
    number: (value, options) => (options ? numbers(options) : usualNumber)(value),
    date: (value, options) => (options ? dates(options) : usualDate)(`${value.slice(0, 10)}T00:00:00Z`),
    dateTime: (value, options) => {
      onZone();
      return (options ? dateTimes(options) : usualDateTime)(value);
    },
    // A time of day has no zone either.
    time: (value) => (/:[0-5]\d:(?!00)/.test(value) ? clockWithSeconds : clock)(`2000-01-01T${value}Z`),
    relative: (value, now = Date.now()) => {
      // A day has no hours: today is neither 9 hours ago nor in 15 hours.
      const isDay = value.length === 10;
      const from = isDay ? Date.parse(dayOf(now)) : now;
      const units = isDay ? DAYS : UNITS;
      const seconds = Math.round((Date.parse(value) - from) / 1000);
      const size = Math.abs(seconds);
      let i = 0;
      while (i < units.length - 1 && size < units[i][1]) i++;
      return ago(`${Math.trunc(seconds / units[i][1])} ${units[i][0]}`);
    },
  };
  return Object.freeze(Object.assign(zoned, formats));
}

/** Tells when the zone is asked for. */
class Zoned {
  #timeZone;
  #onZone;

  /** @param {string} timeZone @param {() => void} onZone */
  constructor(timeZone, onZone) {
    this.#timeZone = timeZone;
    this.#onZone = onZone;
  }

  get timeZone() {
    this.#onZone();
    return this.#timeZone;
  }
}

/** Limits for texts per format, and for formats that field settings ask for. */
const REMEMBERED = { max: 5000 };
const FORMS = { max: 500 };

/**
 * Pages show the same instants and numbers again and again, and a cache hit costs a tenth of Intl's work.
 *
 * @template V
 * @param {(value: V) => string} format
 * @returns {(value: V) => string}
 */
function remember(format) {
  const known = /** @type {import('../index.d.ts').Cache<{}, string>} */ (createCache(REMEMBERED));
  return (value) => {
    // Implausible numbers and dates can have any length and are not cached; -0 would be found as 0.
    const isOdd = (typeof value === 'string' && value.length > 40) || Object.is(value, -0);
    if (isOdd) return format(value);
    const before = known.get(/** @type {{}} */ (value));
    if (before !== undefined) return before;
    const made = format(value);
    known.set(/** @type {{}} */ (value), made);
    return made;
  };
}

/**
 * @template {object} O, F
 * @param {(options: O | undefined) => F} make
 * @returns {(options?: O) => F}
 */
function keep(make) {
  const made = /** @type {import('../index.d.ts').Cache<string, any>} */ (createCache(FORMS));
  const byContent = (/** @type {O | undefined} */ options) =>
    made.getOrMake(options ? JSON.stringify(options) : '', () => make(options));
  // The same frozen options object need not be inspected each time.
  const fixed = memoize((/** @type {O} */ options) => byContent(options));
  return (options) => (options && Object.isFrozen(options) ? fixed(options) : byContent(options));
}
