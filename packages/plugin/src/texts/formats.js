/** @import { Formats, Translate } from '../index.d.ts' */

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

/**
 * Dates and numbers for people. Intl formatters are dear to make and cheap to use, so each is made once and kept.
 *
 * @param {{ locale: string, timeZone: string, t: Translate }} options
 * @returns {Formats}
 */
export function createFormats({ locale, timeZone, t }) {
  const numbers = keep((options) => new Intl.NumberFormat(locale, options));
  const dates = keep((options) => new Intl.DateTimeFormat(locale, options));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  // The usual form is asked for in every row of every list: no look-up for it.
  const usualDate = dates({ dateStyle: 'medium', timeZone: 'UTC' });
  const usualDateTime = dates({ dateStyle: 'medium', timeStyle: 'short', timeZone });

  /** @type {Formats} */
  const formats = {
    locale,
    timeZone,
    t,
    // Numeric text goes to Intl as text: decimals beyond a double's precision stay exact.
    number: (value, options) => numbers(options).format(/** @type {any} */ (value)),
    // A date has no zone: reading it as UTC and writing it as UTC keeps the day.
    date: (value, options) =>
      (options ? dates({ ...options, timeZone: 'UTC' }) : usualDate).format(
        new Date(`${value.slice(0, 10)}T00:00:00Z`),
      ),
    dateTime: (value, options) => (options ? dates({ ...options, timeZone }) : usualDateTime).format(new Date(value)),
    relative: (value, now = Date.now()) => {
      const seconds = Math.round((Date.parse(value) - now) / 1000);
      const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[UNITS.length - 1];
      return relative.format(Math.trunc(seconds / length), unit);
    },
  };
  return Object.freeze(formats);
}

/**
 * @template O, F
 * @param {(options: O | undefined) => F} make
 * @returns {(options?: O) => F}
 */
function keep(make) {
  /** @type {Map<string, F>} */
  const made = new Map();
  return (options) => {
    const key = options ? JSON.stringify(options) : '';
    let formatter = made.get(key);
    if (!formatter) made.set(key, (formatter = make(options)));
    return formatter;
  };
}
