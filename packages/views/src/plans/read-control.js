/** @import { Field, Formats } from '@plinth/plugin' */
import { dateOrder, isFileList, readTypedDate } from '@plinth/plugin';

/**
 * Reads what a control sent with its field type, without the hidden empty control before checkboxes and lists.
 *
 * @param {string | string[]} posted @param {Field} field @param {Formats} formats @returns {string | string[]}
 */
export function readControl(posted, field, formats) {
  const texts = Array.isArray(posted) ? posted : [posted];
  if (field.traits.isMany || isFileList(field)) return texts.filter((text) => text !== '');
  const last = texts[texts.length - 1];
  if (field.traits.hasDay) return readDate(texts, field, formats);
  return field.traits.value === 'boolean' && last === '' ? 'false' : last;
}

/**
 * A date in ISO form. What can't be read comes after the order in which the language writes dates, so that the field type can
 * say what it expects.
 *
 * @param {string[]} texts the control of an instant sends its time zone first @param {Field} field @param {Formats} formats
 * @returns {string | string[]}
 */
function readDate(texts, { traits }, formats) {
  const typed = texts[texts.length - 1];
  if (typed.trim() === '') return typed;
  const withTime = traits.hasTime;
  const zone = withTime && texts.length > 1 ? texts.slice(-2, -1) : [];
  const text = readTypedDate(typed, formats, { withTime });
  if (text === null) return [`[${dateOrder(formats)}]`, ...zone, typed];
  return zone.length > 0 ? [...zone, text] : text;
}
