/** @import { Field } from '@plinth/plugin' */

/** Field types whose values are stored elsewhere: users by e-mail, files by their name in the document. */
const USER_TYPES = ['user'];
const FILE_TYPES = ['file', 'image'];
const DAY = 86_400_000;

/** @param {Field} field */
export const isUserField = (field) =>
  USER_TYPES.includes(field.type) || field.auto === 'created_by' || field.auto === 'updated_by';
/** @param {Field} field */
export const isFileField = (field) => FILE_TYPES.includes(field.type);

/**
 * Sample rows may contain { "$days": -3 } (or 0.5) instead of a date, so that an app installed next year is not full of
 * overdue tasks.
 *
 * @param {unknown} value @param {Field} field @param {number} now milliseconds
 */
export function resolveDays(value, field, now) {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$days')) return value;
  const date = new Date(now + Number(/** @type {any} */ (value).$days) * DAY);
  // The field's error message.
  if (Number.isNaN(date.getTime())) return value;
  const moment = date.toISOString();
  return field.type === 'date' ? moment.slice(0, 10) : moment;
}
