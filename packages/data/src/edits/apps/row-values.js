/** @import { Field } from '@plinth/plugin' */
import { dayIn } from '@plinth/plugin';

const DAY = 86_400_000;

/** Whether its values are people, which a document names by e-mail. @param {Field} field */
export const isUserField = (field) =>
  field.traits.isPerson || field.auto === 'created_by' || field.auto === 'updated_by';
/** Whether its values are files, which a document names itself. @param {Field} field */
export const isFileField = (field) => field.traits.value === 'files';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Sample rows may contain { "$days": -3 } (or 0.5) instead of a date, so that an app installed next year is not full of
 * overdue tasks; { "$days": 1, "at": "09:30" } is that time of the day in the site's time zone.
 *
 * @param {unknown} value @param {Field} field
 * @param {{ now: number, timeZone: string }} site now: milliseconds
 */
export function resolveDays(value, field, { now, timeZone }) {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$days')) return value;
  const { $days: days, at = null } = /** @type {{ $days: any, at?: unknown }} */ (value);
  const date = new Date(now + Number(days) * DAY);
  // The field's error message.
  if (Number.isNaN(date.getTime()) || (at !== null && !CLOCK.test(String(at)))) return value;
  const moment = date.toISOString();
  const day = dayIn(moment, timeZone);
  if (field.traits.hasDay && !field.traits.hasTime) return day;
  return at === null ? moment : `${day}T${at}[${timeZone}]`;
}
