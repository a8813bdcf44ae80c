/** @import { Field } from '@plinth/plugin' */

const LIST_TYPES = new Set(['multi_select', 'many_to_many']);

/** Whether a field holds a list of files. @param {Pick<Field, 'target' | 'attributes'>} field */
export const isFileList = ({ target, attributes }) => target === 'files' && attributes.several === true;

/**
 * Reads what a control sent with its field type, without the hidden empty control before checkboxes and lists.
 *
 * @param {string | string[]} posted @param {Field} field @returns {string | string[]}
 */
export function readControl(posted, field) {
  const texts = Array.isArray(posted) ? posted : [posted];
  if (LIST_TYPES.has(field.type) || isFileList(field)) return texts.filter((text) => text !== '');
  const last = texts[texts.length - 1];
  // The control of an instant sends its time zone first.
  if (field.type === 'date_time' && last !== '' && texts.length > 1) return texts.slice(-2);
  return field.type === 'boolean' && last === '' ? 'false' : last;
}
