/** @import { ViewLocation } from '@plinth/plugin' */

/** What the parameters of a condition begin with. @param {ViewLocation} location @param {string} group @param {string} field */
export const baseOf = (location, group, field) => location.fieldParam(group ? `${group}-${field}` : field);

/**
 * Whether a parameter of the address belongs to the condition on a field; on the view's own page the name of the table
 * may go ahead. Without a field: to any of the group.
 *
 * @param {ViewLocation} location @param {string} table @param {string} group @param {string | null} field
 * @returns {(key: string) => boolean}
 */
export function isConditionOf(location, table, group, field) {
  const start = `${group}${group && '-'}`;
  const isOwnPage = location.fieldParam('') === '';
  const fits = (/** @type {string} */ name) =>
    field === null ? name.startsWith(start) : name === start + field || name.startsWith(`${start}${field}.`);
  return (key) => {
    if (key.includes(':')) return false;
    if (key.startsWith(`${table}.`) && fits(key.slice(table.length + 1))) return true;
    return isOwnPage && fits(key);
  };
}
