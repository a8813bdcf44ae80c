/** @import { FieldLike } from '@plinth/plugin' */
import { fieldInvalid } from './invalid.js';
import { readTrimmed } from './read-text.js';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @param {unknown} input @param {FieldLike} field @param {string} message @returns {string | null} */
export function readUuid(input, field, message) {
  if (typeof input === 'number') throw fieldInvalid(field, message);
  const text = readTrimmed(input, field, message);
  if (text === null) return null;
  const plain = text.replace(/^urn:uuid:/i, '').replace(/^\{(.*)\}$/, '$1');
  const whole = plain.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!UUID.test(whole)) throw fieldInvalid(field, message);
  return whole.toLowerCase();
}
