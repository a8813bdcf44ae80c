import { defineTriggerSource, phrase } from '@plinth/plugin';
import { filter, integer, multiselect, select, text, time } from '@plinth/plugin/settings';
import { Cron } from 'croner';
import { TIME_ZONE } from './base/time-zone.js';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** A Monday, for names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const TIMED = ['day', 'weekday', 'week', 'month'];
const LAST_SURE_DAY = 28;

/** At times of the clock: chosen from a list, or written for cron. */
export const schedule = defineTriggerSource({
  name: 'schedule',
  order: 20,
  label: 'Schedule',
  icon: 'calendar-time',
  help: 'At fixed times: every hour, every weekday at 8:00, on the first of each month.',
  table: 'optional',
  as: 'system',
  ofRows: ['where', 'limit'],
  settings: [
    select(
      'every',
      'Repeats',
      {
        weekday: 'Every weekday, Monday to Friday',
        day: 'Every day',
        week: 'Every week, on certain days',
        month: 'Every month',
        hour: 'Every hour, or every few hours',
        minutes: 'Every few minutes',
        cron: 'Cron expression, for experts',
      },
      { required: true, default: 'day' },
    ),
    select(
      'minutes',
      'How often',
      [
        { value: '1', label: 'Every minute' },
        { value: '2', label: 'Every 2 minutes' },
        { value: '5', label: 'Every 5 minutes' },
        { value: '10', label: 'Every 10 minutes' },
        { value: '15', label: 'Every 15 minutes' },
        { value: '20', label: 'Every 20 minutes' },
        { value: '30', label: 'Every 30 minutes' },
      ],
      { default: '15', showIf: { name: 'every', in: ['minutes'] } },
    ),
    select(
      'hours',
      'How often',
      [
        { value: '1', label: 'Every hour' },
        { value: '2', label: 'Every 2 hours' },
        { value: '3', label: 'Every 3 hours' },
        { value: '4', label: 'Every 4 hours' },
        { value: '6', label: 'Every 6 hours' },
        { value: '12', label: 'Every 12 hours' },
      ],
      { default: '1', showIf: { name: 'every', in: ['hour'] } },
    ),
    multiselect(
      'days',
      'On',
      WEEKDAYS.map((value, i) => ({ value, label: NAMES[i] })),
      { default: ['mon'], showIf: { name: 'every', in: ['week'] } },
    ),
    select(
      'monthDay',
      'On day',
      [
        ...Array.from({ length: LAST_SURE_DAY }, (_, i) => ({ value: String(i + 1), label: String(i + 1) })),
        { value: 'last', label: 'The last' },
      ],
      { default: '1', showIf: { name: 'every', in: ['month'] } },
    ),
    time('at', 'At', { default: '08:00', showIf: { name: 'every', in: TIMED } }),
    integer('minute', 'At minute', { min: 0, max: 59, default: 0, showIf: { name: 'every', in: ['hour'] } }),
    text('cron', 'Cron expression', {
      max: 100,
      default: '',
      help: 'Minute, hour, day of the month, month, day of the week: 30 7 * * 1-5 is 7:30 from Monday to Friday.',
      showIf: { name: 'every', in: ['cron'] },
    }),
    TIME_ZONE,
    select(
      'missed',
      'If the server was down then',
      { once: 'Run once as soon as it is back', skip: 'Wait for the next time' },
      { default: 'once' },
    ),
    filter('where', 'For each row that matches', { default: null }),
    integer('limit', 'At most this many rows', {
      min: 1,
      max: 10_000_000,
      help: 'Empty: all rows. Each row is a run of its own. The oldest rows come first.',
    }),
  ],
  event: [{ name: 'time', type: 'moment', label: 'Planned time' }],
  check(options) {
    if (options.every === 'week' && !options.days?.length) return { days: 'Choose at least one day' };
    return options.every === 'cron' ? cronProblem(options.cron) : null;
  },
  next({ options, after, timeZone }) {
    return cronOf(options, options.timeZone || timeZone).nextRun(after);
  },
  skips: ({ missed }) => missed === 'skip',
  rowsAt: ({ where = null, limit = Infinity }) => ({ where, limit }),
  words: (
    { every = 'day', minutes = '15', hours = '1', minute = 0, at = '08:00', days = ['mon'], monthDay = '1', cron },
    { locale },
  ) => {
    if (every === 'minutes') return minutes === '1' ? 'Every minute' : phrase`Every ${minutes} minutes`;
    if (every === 'hour' && hours !== '1') return phrase`Every ${hours} hours at minute ${minute}`;
    if (every === 'hour') return phrase`Every hour at minute ${minute}`;
    if (every === 'day') return phrase`Every day at ${at}`;
    if (every === 'weekday') return phrase`Every weekday at ${at}`;
    if (every === 'week') return phrase`Every ${daysIn(days, locale)} at ${at}`;
    if (every === 'cron') return phrase`By cron: ${cron}`;
    return monthDay === 'last'
      ? phrase`On the last day of each month at ${at}`
      : phrase`On day ${monthDay} of each month at ${at}`;
  },
});

/**
 * A time that the clock skips happens when it goes on; one that comes twice happens once.
 *
 * @param {unknown} options @param {string} timezone
 */
const cronOf = (options, timezone) => new Cron(patternOf(options), { timezone, paused: true, mode: '5-part' });

/** @param {any} options */
function patternOf({
  every = 'day',
  minutes = '15',
  hours = '1',
  minute = 0,
  at = '08:00',
  days = ['mon'],
  monthDay = '1',
  cron = '',
}) {
  const [hour, clockMinute] = at.split(':').map(Number);
  const clock = `${clockMinute} ${hour}`;
  if (every === 'minutes') return `*/${minutes} * * * *`;
  if (every === 'hour') return `${minute} ${hours === '1' ? '*' : `*/${hours}`} * * *`;
  if (every === 'day') return `${clock} * * *`;
  if (every === 'weekday') return `${clock} * * 1-5`;
  if (every === 'week') return `${clock} * * ${days.join(',')}`;
  if (every === 'month') return `${clock} ${monthDay === 'last' ? 'L' : monthDay} * *`;
  return cron.trim();
}

/** @param {string} [cron] @returns {Record<string, import('@plinth/plugin').Message> | null} */
function cronProblem(cron = '') {
  try {
    // Nicknames and dates are no patterns of five parts.
    if (!/^\S+(\s+\S+){4}$/.test(cron.trim())) throw new TypeError('five parts');
    const next = cronOf({ every: 'cron', cron }, 'UTC').nextRun();
    return next ? null : { cron: 'This never happens' };
  } catch {
    return { cron: 'must be five parts such as 30 7 * * 1-5: minute, hour, day of the month, month, day of the week' };
  }
}

/** "Monday and Thursday" @param {string[]} days @param {string} locale */
function daysIn(days, locale) {
  const { format } = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const names = WEEKDAYS.flatMap((day, i) => (days.includes(day) ? [format(MONDAY + i * 86_400_000)] : []));
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
