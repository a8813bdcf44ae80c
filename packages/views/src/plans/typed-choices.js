/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Posted } from './submission.js' */
import { newChoiceName } from '../field-views/parts/new-choice.js';

/**
 * New choices that were typed beside the controls of fields.
 *
 * @param {Table} table @param {readonly Field[]} fields @param {Posted} posted @param {string} [prefix] of the controls' names
 * @returns {{ table: string, field: string, texts: string[] }[]}
 */
export function typedChoices(table, fields, posted, prefix = '') {
  return fields.flatMap((field) => {
    const texts = newChoicesIn(posted, field, prefix + field.name);
    return texts.length === 0 ? [] : [{ table: table.name, field: field.name, texts }];
  });
}

/**
 * With the new choices that were typed beside the control: in a list they are more, otherwise one is instead of what is chosen.
 *
 * @template T
 * @param {T | string[]} value @param {Field} field @param {Posted} posted @param {string} key
 * @returns {T | string | string[]}
 */
export function withNewChoice(value, field, posted, key) {
  const added = newChoicesIn(posted, field, key);
  if (added.length === 0) return value;
  return Array.isArray(value) ? [...value, ...added] : added[0];
}

/** @param {Posted} posted @param {Field} field @param {string} key of its control @returns {string[]} */
function newChoicesIn(posted, { attributes, traits }, key) {
  if (!Array.isArray(attributes.options)) return [];
  const texts = [posted[newChoiceName(key)] ?? []].flat().map((text) => text.trim());
  return texts.filter((text) => text !== '').slice(traits.isMany ? 0 : -1);
}
