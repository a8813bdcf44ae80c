/** @import { Field, Table, TypeMatch, ViewTemplate } from '@plinth/plugin' */
import { AppError, isOfType } from '@plinth/plugin';
import { COLUMN_TYPES } from './settings.js';

/** What is short enough for a card, and tells something at a glance. @type {readonly TypeMatch[]} */
const ON_CARDS = [
  { value: 'date', hasDay: true, hasTime: false },
  { value: 'number' },
  { value: 'choice', isMany: false },
  { value: 'reference', groups: true, isPerson: false },
];
const MOST_FIELDS = 3;

/**
 * Columns by the first field with options, else by a person or relation; on the cards what is short.
 *
 * @type {ViewTemplate['defaults']}
 */
export const boardDefaults = (table, { registry, links }) => {
  const own = table.fields.filter((field) => !field.auto && registry.has('fieldType', field.type));
  const columnField = COLUMN_TYPES.map((type) => own.find((field) => isOfType(field, [type]))).find((field) => field);
  if (!columnField) {
    throw new AppError('BOARD_NEEDS_FIELD', 'A board needs a field for its columns', {
      status: 422,
      hint: 'Add a select, relation or user field to the table first',
    });
  }
  const ofType = (/** @type {TypeMatch[]} */ ...types) =>
    own.find((field) => isOfType(field, types) && field !== columnField)?.name;
  const labelField = ofType({ value: 'reference', isMany: true }, { value: 'choice', isMany: true });
  const personField = ofType({ isPerson: true });
  const totalField = ofType('money');
  const title = titleOf(table, own);
  const taken = new Set([columnField.name, labelField, personField, title]);
  const fields = own.filter((field) => isOfType(field, ON_CARDS) && !taken.has(field.name)).slice(0, MOST_FIELDS);
  return {
    columnField: columnField.name,
    titleField: title,
    fields: fields.map(({ name }) => ({ field: name })),
    ...(labelField && { labelField }),
    ...(personField && { personField }),
    ...(totalField && { totalField }),
    ...(links.show && { cardView: links.show, cardOpen: 'panel' }),
    ...(links.edit && { createView: links.edit }),
  };
};

/** @param {Table} table @param {readonly Field[]} own */
function titleOf(table, own) {
  const text =
    own.find(({ name }) => name === table.display) ?? own.find(({ traits }) => traits.isFree && !traits.isLong);
  return text?.name ?? 'id';
}
