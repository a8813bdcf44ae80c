/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Posted } from './submission.js' */
import { newChoiceName } from '../field-views/parts/new-choice.js';
import { lastText } from './posted-rows.js';

/**
 * New choices that were typed beside the controls of fields.
 *
 * @param {Table} table @param {readonly Field[]} fields @param {Posted} posted @param {string} [prefix] of the controls' names
 * @returns {{ table: string, field: string, texts: string[] }[]}
 */
export function typedChoices(table, fields, posted, prefix = '') {
  return fields.flatMap((field) => {
    const added = newChoiceIn(posted, field, prefix + field.name);
    return added === '' ? [] : [{ table: table.name, field: field.name, texts: [added] }];
  });
}

/**
 * With the new choice that was typed beside the control: in a list one more, otherwise instead of what is chosen.
 *
 * @template T
 * @param {T | string[]} value @param {Field} field @param {Posted} posted @param {string} key
 * @returns {T | string | string[]}
 */
export function withNewChoice(value, field, posted, key) {
  const added = newChoiceIn(posted, field, key);
  if (added === '') return value;
  return Array.isArray(value) ? [...value, added] : added;
}

/** @param {Posted} posted @param {Field} field @param {string} key of its control */
const newChoiceIn = (posted, { attributes }, key) =>
  Array.isArray(attributes.options) ? lastText(posted[newChoiceName(key)]).trim() : '';
