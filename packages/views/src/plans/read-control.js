/** @import { Field } from '@plinth/plugin' */

const LIST_TYPES = new Set(['multi_select', 'many_to_many']);

/**
 * What a control sent, as its field type reads it. The hidden empty control ahead of checkboxes and lists is taken out
 * again.
 *
 * @param {string | string[]} posted @param {Field} field @returns {string | string[]}
 */
export function readControl(posted, field) {
  const texts = Array.isArray(posted) ? posted : [posted];
  if (LIST_TYPES.has(field.type)) return texts.filter((text) => text !== '');
  const last = texts[texts.length - 1];
  // The control of an instant sends the zone that its time is meant in ahead of it.
  if (field.type === 'date_time' && last !== '' && texts.length > 1) return texts.slice(-2);
  return field.type === 'boolean' && last === '' ? 'false' : last;
}
