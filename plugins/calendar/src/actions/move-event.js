/** @import { ActionRows, QuerySpec, Table, Row, Values } from '@plinth/plugin' */
/** @typedef {{ start: string, end?: string, duration?: string, timeZone: string, locale?: string }} Fields */
import { AppError, defineAction, memoize, readTypedDate } from '@plinth/plugin';
import { field } from '@plinth/plugin/settings';
import { addDays, daysBetween, isDay } from '../time/days.js';
import { createZone } from '../time/zone.js';

const ISO = /^\d{4}-\d\d-\d\d(T|$)/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/**
 * Moves an event, or changes its end. `input`: `start` and `end` in the reader's time zone, such as 2026-11-22 or
 * 2026-11-22T09:30, or as the reader's language writes them. A day alone keeps the time of day; a start alone keeps the
 * length; an empty end removes it.
 */
export const moveEvent = defineAction({
  name: 'calendar_move',
  label: 'calendar.action.move',
  help: 'calendar.action.moveHelp',
  icon: 'calendar',
  settings: [
    field('start', 'calendar.startField', { required: true }),
    field('end', 'calendar.endField'),
    field('duration', 'calendar.durationField', { fieldTypes: [{ value: 'number', hasTime: true }] }),
    { name: 'timeZone', type: 'text', label: 'calendar.timeZone', required: true },
    { name: 'locale', type: 'text', label: 'calendar.language' },
  ],
  needsRow: true,
  right: 'update',
  async run({ table, id, config, input, rows }) {
    const of = /** @type {Table} */ (table);
    const row = await read(of, rows, config, id);
    const isAllDay = !of.field(config.start).traits.hasTime;
    const typed = { ...input, ...readTyped(input, config, isAllDay) };
    const values = isAllDay ? movedDays(row, config, typed) : movedMoment(row, config, typed);
    if (Object.keys(values).length > 0) await rows.update(of.name, row.id, values);
    return { message: 'calendar.moved' };
  },
});

/**
 * What was typed without a script that reads it. What can't be read stays as it is, and is refused as no date.
 *
 * @param {Record<string, string>} input @param {Fields} fields @param {boolean} isAllDay
 */
function readTyped(input, { timeZone, locale = 'en' }, isAllDay) {
  const formats = /** @type {import('@plinth/plugin').Formats} */ ({ locale, timeZone });
  const typed = Object.entries(input).filter(([name, text]) => ['start', 'end'].includes(name) && !ISO.test(text));
  return Object.fromEntries(
    typed.map(([name, text]) => [name, readTypedDate(text, formats, { withTime: !isAllDay }) ?? text.trim()]),
  );
}

/** @param {Row} row @param {Fields} fields @param {Record<string, string>} input */
function movedDays(row, fields, input) {
  const start = input.start === undefined ? row.start : dayOf(input.start.slice(0, 10));
  /** @type {Record<string, unknown>} */
  const values = start === row.start ? {} : { [fields.start]: start };
  if (!fields.end) return values;
  if (input.end !== undefined) {
    const end = input.end === '' ? null : dayOf(input.end.slice(0, 10));
    if (end !== null && end < start) throw endBeforeStart();
    if (end !== row.end) values[fields.end] = end;
  } else if (row.end !== null && start !== row.start) {
    values[fields.end] = dayOf(addDays(row.end, daysBetween(row.start, start)));
  }
  return values;
}

/** @param {Row} row @param {Fields} fields @param {Record<string, string>} input */
function movedMoment(row, fields, input) {
  const zone = createZone(fields.timeZone);
  const before = zone.wall(row.start);
  const start = input.start === undefined ? before : wallOf(input.start, before);
  const isMoved = start !== before;
  /** @type {Record<string, unknown>} */
  const values = isMoved ? { [fields.start]: `${start}[${zone.name}]` } : {};
  const beginsAt = isMoved ? zone.instant(start) : Date.parse(row.start);
  if (input.end !== undefined && (fields.end || fields.duration)) {
    const end = input.end === '' ? null : wallOf(input.end, before);
    const seconds = end === null ? null : (zone.instant(end) - beginsAt) / 1000;
    if (seconds !== null && seconds < 0) throw endBeforeStart();
    if (fields.end) values[fields.end] = end === null ? null : `${end}[${zone.name}]`;
    else values[/** @type {string} */ (fields.duration)] = seconds;
  } else if (fields.end && row.end !== null && isMoved) {
    // By the clock: what ends at 17:00 still does, even if the clocks change in between.
    const length = Date.parse(`${zone.wall(row.end)}Z`) - Date.parse(`${before}Z`);
    const end = wallOf(new Date(Date.parse(`${start}Z`) + length).toISOString().slice(0, 19), before);
    values[fields.end] = `${end}[${zone.name}]`;
  }
  return values;
}

/** @param {string} text @returns {string} */
function dayOf(text) {
  if (!isDay(text)) throw dateInvalid();
  return text;
}

/** @param {string} text @param {string} before whose time of day a day alone keeps @returns {string} with seconds */
function wallOf(text, before) {
  const [day, clock = before.slice(11)] = text.split('T');
  if (!CLOCK.test(clock)) throw dateInvalid();
  return `${dayOf(day)}T${clock.length === 5 ? `${clock}:00` : clock}`;
}

/** @param {Table} table @param {ActionRows} rows @param {Fields} fields @param {unknown} id @returns {Promise<Values>} */
async function read(table, rows, fields, id) {
  const [result] = await rows.select([{ spec: specsOf(fields)(table), params: { id } }]);
  const row = result.rows[0];
  if (!row || typeof row.start !== 'string') throw notThere();
  return row;
}

/** One query for each calendar and Catalog. */
const specsOf = memoize((/** @type {Fields} */ { start, end }) =>
  memoize(
    (/** @type {Table} */ { name }) =>
      /** @type {QuerySpec} */ ({
        table: name,
        select: [{ as: 'start', field: start }, ...(end ? [{ as: 'end', field: end }] : [])],
        where: { field: 'id', op: 'eq', value: { param: 'id' } },
        limit: 1,
      }),
  ),
);

const dateInvalid = () =>
  new AppError('CALENDAR_DATE_INVALID', 'There is no such date and time', {
    status: 422,
    hint: 'Use a date such as 2026-11-22, or a date and time such as 2026-11-22T09:30',
  });
const endBeforeStart = () => new AppError('CALENDAR_END_BEFORE_START', 'The end is before the start', { status: 422 });
const notThere = () =>
  new AppError('ROW_NOT_FOUND', 'This event is no longer there', { status: 404, hint: 'It may have been deleted' });
