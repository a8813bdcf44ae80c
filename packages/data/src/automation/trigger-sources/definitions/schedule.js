import { defineTriggerSource, phrase } from '@plinth/plugin';
import { filter, integer, multiselect, select, text, time } from '@plinth/plugin/settings';
import { Cron } from 'croner';
import { TIME_ZONE } from './base/time-zone.js';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A Monday, for names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const TIMED = ['day', 'weekday', 'week', 'month'];
const LAST_SURE_DAY = 28;

/** On a schedule: chosen from a list, or written as a cron expression. */
export const schedule = defineTriggerSource({
  name: 'schedule',
  order: 20,
  label: 'source.schedule.label',
  icon: 'calendar-time',
  help: 'source.schedule.help',
  table: 'optional',
  as: 'system',
  ofRows: ['where', 'limit'],
  settings: [
    select(
      'every',
      'source.schedule.every',
      {
        weekday: 'source.schedule.every.weekday',
        day: 'source.schedule.every.day',
        week: 'source.schedule.every.week',
        month: 'source.schedule.every.month',
        hour: 'source.schedule.every.hour',
        minutes: 'source.schedule.every.minutes',
        cron: 'source.schedule.every.cron',
      },
      { required: true, default: 'day' },
    ),
    select(
      'minutes',
      'source.schedule.minutes',
      [
        { value: '1', label: 'source.schedule.minutes.1' },
        { value: '2', label: 'source.schedule.minutes.2' },
        { value: '5', label: 'source.schedule.minutes.5' },
        { value: '10', label: 'source.schedule.minutes.10' },
        { value: '15', label: 'source.schedule.minutes.15' },
        { value: '20', label: 'source.schedule.minutes.20' },
        { value: '30', label: 'source.schedule.minutes.30' },
      ],
      { default: '15', showIf: { name: 'every', in: ['minutes'] } },
    ),
    select(
      'hours',
      'source.schedule.minutes',
      [
        { value: '1', label: 'source.schedule.hours.1' },
        { value: '2', label: 'source.schedule.hours.2' },
        { value: '3', label: 'source.schedule.hours.3' },
        { value: '4', label: 'source.schedule.hours.4' },
        { value: '6', label: 'source.schedule.hours.6' },
        { value: '12', label: 'source.schedule.hours.12' },
      ],
      { default: '1', showIf: { name: 'every', in: ['hour'] } },
    ),
    multiselect(
      'days',
      'source.schedule.days',
      WEEKDAYS.map((value) => ({ value, label: `source.schedule.days.${value}` })),
      { default: ['mon'], showIf: { name: 'every', in: ['week'] } },
    ),
    select(
      'monthDay',
      'source.schedule.monthDay',
      [
        ...Array.from({ length: LAST_SURE_DAY }, (_, i) => ({ value: String(i + 1), label: String(i + 1) })),
        { value: 'last', label: 'source.schedule.monthDay.last' },
      ],
      { default: '1', showIf: { name: 'every', in: ['month'] } },
    ),
    time('at', 'source.schedule.at', { default: '08:00', showIf: { name: 'every', in: TIMED } }),
    integer('minute', 'source.schedule.minute', {
      min: 0,
      max: 59,
      default: 0,
      showIf: { name: 'every', in: ['hour'] },
    }),
    text('cron', 'source.schedule.cron', {
      max: 100,
      default: '',
      help: 'source.schedule.cron.help',
      showIf: { name: 'every', in: ['cron'] },
    }),
    TIME_ZONE,
    select(
      'missed',
      'source.schedule.missed',
      { once: 'source.schedule.missed.once', skip: 'source.schedule.missed.skip' },
      { default: 'once' },
    ),
    filter('where', 'source.schedule.where', { default: null }),
    integer('limit', 'source.schedule.limit', {
      min: 1,
      max: 10_000_000,
      help: 'source.schedule.limit.help',
    }),
  ],
  event: [{ name: 'time', type: 'moment', label: 'source.schedule.event.time' }],
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
 * A time that daylight saving skips is due when the clock goes on; one that it repeats is due once.
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
