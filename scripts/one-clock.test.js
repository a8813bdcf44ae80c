import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programFiles } from './checks/program-files.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What says a time without a zone, or takes the zone of a machine, and what to use instead. @type {Record<string, RegExp>} */
const FORBIDDEN = {
  'localOf, dayOf or momentOf of data/src/sql/zone.js': /\b(at time zone|AT TIME ZONE)\b|\btimezone\(/,
  'groups of rows, or date_trunc over a local time': /\bdate_trunc\(/i,
  'a day of the site: it knows its own zone only': /\b(current_date|current_time|localtime|localtimestamp)\b/i,
  'Date.UTC or instantOfLocal': /new Date\((?!Date\.UTC)[^()`'"]+,/,
  'wallClock: the getters use the zone of the machine':
    /\.(get|set)(Hours|Minutes|Seconds|Date|Day|Month|FullYear|TimezoneOffset)\(/,
  'dayIn: this is a day in Greenwich': /toISOString\(\)\s*\.(slice\(0, ?(7|10)\)|split\('T'\)|substring\()/,
  'dayIn: of a moment, the first letters are the day in Greenwich':
    /(?:\b|[.?])(?:at|[a-z]+(?:At|_at)|now|moment|instant)\s*(?:\?\?[^)]*\))?\.(?:slice\(0, ?(?:7|10)\)|substring\(0)/,
  'formats with a timeZone': /toLocale(Date|Time)String\(|new Date\([^)]*\)\.toLocaleString\(/,
};

/** Where it is right, and why. @type {Record<string, string>} */
const KNOWN = {
  // One module for JavaScript, one for SQL, and their halves where the others can't be imported.
  'packages/data/src/postgres/sql/zone.js': 'the module of SQL',
  'packages/data/src/catalog/field-types/base/zone-sql.js': 'the same as text, for field types',
  'packages/data/src/catalog/field-types/base/instant-text.js': 'an instant with its Z',
  // SQL over a local time.
  'packages/data/src/gate/rows/compile/groups.js': 'of a local time',
  'packages/data/src/gate/rows/compile/literal.js': 'of a local time',
  'packages/data/src/rules/expressions/sql-functions.js': 'of a local time, or of a date',
  'packages/data/src/catalog/field-types/time.js': 'of a local time',
  'packages/data/src/exchange/backup/due.js':
    'a statement for a connection without the catalog; the zone is read in it',
  'plugins/calendar/assets/calendar.js': 'says the zone, that of the calendar',
  // Days as such: they have no zone, and in UTC each has 24 hours.
  'packages/data/src/catalog/field-types/base/spelling/calendar-day.js': 'whether there is such a day',
  'packages/expressions/src/values/calendar.js': 'days as numbers; browsers get this file alone',
  'packages/plugin/src/local/local-date.js': 'days as such',
  'packages/plugin/src/views/periods.js': 'days as such',
  'packages/views/src/view-templates/chart/model.js': 'days as such',
  'packages/admin/src/screens/automation/clock-changes.js': 'of a local time',
  'plugins/calendar/src/time/days.js': 'days as such',
};

/** Formats without a zone, and why. @type {Record<string, string>} */
const ZONELESS = {
  'packages/data/src/catalog/local-values/local-reader.js': 'only the order of day, month and year',
  'packages/plugin/src/local/local-date.js': 'its options are in UTC',
  'packages/views/assets/js/views/draft.js': 'when this device kept it, by its own clock',
  'packages/server/src/auth/assets/region.js': 'asks for the zone of the device, to offer it',
  'packages/server/src/auth/assets/time-zone.js': 'asks for the zone of the device, to offer it',
  'plugins/calendar/src/render/event.js': 'its options are in UTC',
  'plugins/calendar/src/render/days.js': 'its options are in UTC',
};

const files = programFiles(root);

describe('one clock', () => {
  it('M3: nobody reads, cuts or shows a time without saying in which zone', () => {
    const found = files.flatMap(({ file, text }) =>
      Object.entries(FORBIDDEN).flatMap(([instead, pattern]) =>
        pattern.test(text) && !(file in KNOWN) ? [`${file}: use ${instead}`] : [],
      ),
    );
    assert.deepEqual(found, [], 'or add it with the reason');
  });

  it('M3: every format of dates has a zone', () => {
    const found = files.filter(
      ({ file, text }) =>
        !(file in ZONELESS) && callsOf(text, 'Intl.DateTimeFormat(').some((call) => !/timeZone|options/.test(call)),
    );
    assert.deepEqual(
      found.map(({ file }) => file),
      [],
      'add timeZone, or the file with the reason',
    );
  });

  it('knows no file that needs no mention', () => {
    const all = new Map(files.map(({ file, text }) => [file, text]));
    const matches = (/** @type {string} */ file) =>
      Object.values(FORBIDDEN).some((pattern) => pattern.test(all.get(file) ?? ''));
    assert.deepEqual(
      Object.keys(KNOWN).filter((file) => !matches(file)),
      [],
    );
  });
});

/** The arguments of each call of a function. @param {string} text @param {string} name with its parenthesis */
function callsOf(text, name) {
  return text
    .split(name)
    .slice(1)
    .map((rest) => {
      let depth = 1;
      const end = [...rest].findIndex((sign) => {
        if (sign === '(') depth++;
        if (sign === ')') depth--;
        return depth === 0;
      });
      return rest.slice(0, end);
    });
}
