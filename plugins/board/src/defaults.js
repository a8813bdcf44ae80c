/** @import { Field, Table, ViewTemplate } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { COLUMN_TYPES } from './settings.js';

/** Fields that are short enough for a card, and tell something at a glance. */
const ON_CARDS = new Set([
  'date',
  'money',
  'percent',
  'select',
  'relation',
  'rating',
  'integer',
  'decimal',
  'duration',
]);
const MOST_FIELDS = 3;

/**
 * Columns by the first field with options, else by a person or relation; on the cards what is short.
 *
 * @type {ViewTemplate['defaults']}
 */
export const boardDefaults = (table, { registry, links }) => {
  const own = table.fields.filter((field) => !field.auto && registry.has('fieldType', field.type));
  const columnField = COLUMN_TYPES.map((type) => own.find((field) => field.type === type)).find((field) => field);
  if (!columnField) {
    throw new AppError('BOARD_NEEDS_FIELD', 'A board needs a field for its columns', {
      status: 422,
      hint: 'Add a select, relation or user field to the table first',
    });
  }
  const ofType = (/** @type {string[]} */ ...types) =>
    own.find((field) => types.includes(field.type) && field !== columnField)?.name;
  const labelField = ofType('many_to_many', 'multi_select');
  const personField = ofType('user');
  const totalField = ofType('money');
  const title = titleOf(table, own);
  const taken = new Set([columnField.name, labelField, personField, title]);
  const fields = own.filter(({ name, type }) => ON_CARDS.has(type) && !taken.has(name)).slice(0, MOST_FIELDS);
  return {
    columnField: columnField.name,
    titleField: title,
    fields: fields.map(({ name }) => ({ field: name })),
    ...(labelField && { labelField }),
    ...(personField && { personField }),
    ...(totalField && { totalField }),
    ...(links.show && { cardView: links.show }),
    ...(links.edit && { createView: links.edit }),
  };
};

/** @param {Table} table @param {readonly Field[]} own */
function titleOf(table, own) {
  const text = own.find(({ name }) => name === table.display) ?? own.find(({ type }) => type === 'text');
  return text?.name ?? 'id';
}
