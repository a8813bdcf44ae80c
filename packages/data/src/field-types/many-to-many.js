/** @import { FieldLike } from '@plinth/plugin' */
import { defineFieldType } from '@plinth/plugin';
import { fieldInvalid } from './base/invalid.js';
import { operators } from './base/operators.js';
import { readTrimmed } from './base/read-text.js';
import { keySqlType, readKey, relationAttributes } from './base/relation.js';

const MOST = 1000;

/**
 * Any number of rows of another table, stored in a join table. The value is the list of their keys; no rows are null.
 */
export const manyToManyType = defineFieldType({
  name: 'many_to_many',
  order: 250,
  label: 'Many to many',
  icon: 'arrows-shuffle',
  group: 'relation',
  storage: 'join',
  attributes: relationAttributes.filter((attribute) => attribute.name !== 'onDelete'),
  operators: operators.set,
  sortable: false,
  searchable: false,
  views: { show: 'labels', edit: 'many_select', filter: 'filter_relation' },
  sqlType: keySqlType,
  target: (field) => field.attributes?.table,
  parse(input, field) {
    const keys = new Set(readList(input, field).map((entry) => readKey(entry, field)));
    keys.delete(null);
    if (keys.size > MOST) throw fieldInvalid(field, 'must have at most {max} entries', { max: MOST });
    return keys.size ? [...keys] : null;
  },
  validate() {},
  format: (value) => (value ?? []).join(', '),
  serialize: (value) => (value ?? []).join('; '),
});

/** @param {unknown} input @param {FieldLike} field @returns {unknown[]} */
function readList(input, field) {
  if (Array.isArray(input)) {
    if (input.length > MOST * 2) throw fieldInvalid(field, 'must have at most {max} entries', { max: MOST });
    return input;
  }
  if (typeof input === 'number') return [input];
  const text = readTrimmed(input, field, 'must be a list of ids');
  return text === null ? [] : text.split(/[;,]/);
}
